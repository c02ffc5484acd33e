/** Demo mode: the program with simulated upstreams. */
import type { Config } from "./config.js";
import { startSimulator } from "./simulator/server.js";

/** Starts the simulated market and returns the settings that point every provider at it, without limits; `close` stops it. */
export async function startDemo(config: Config): Promise<{ config: Config; close: () => Promise<void> }> {
  const { env, close } = await startSimulator();
  const unlimited = { dailyQuota: 0, ratePerMinute: 1_000_000 };
  const { "provider-a": a, "provider-b": b, "provider-c": c } = config.providers;
  const providers: Config["providers"] = {
    "provider-a": { ...a, ...unlimited, baseUrl: env.PROVIDER_A_BASE_URL, apiKey: env.PROVIDER_A_API_KEY },
    "provider-b": { ...b, ...unlimited, baseUrl: env.PROVIDER_B_BASE_URL, cookieUrl: env.PROVIDER_B_COOKIE_URL },
    "provider-c": { ...c, ...unlimited, baseUrl: env.PROVIDER_C_BASE_URL, apiKey: env.PROVIDER_C_API_KEY },
  };
  // Simulated figures must never reach a store that real answers are read from.
  return { config: { ...config, providers, storeUrl: "memory:" }, close };
}
