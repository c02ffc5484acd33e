/** The configuration of `--demo`: every provider asks the embedded simulated market. */
import { readProviders, type Config } from "./config/config.js";
import type { ProviderId } from "./contract/provider-id.js";
import { startSimulator } from "./simulator/server.js";

/** Without limits: the simulated market has none, and a person trying things should not meet one. */
const UNLIMITED = { dailyQuota: 0, ratePerMinute: 1_000_000 };

/** Starts the simulated market and gives the configuration that asks it. */
export async function startDemo(config: Config): Promise<{ config: Config; close: () => Promise<void> }> {
  const { env, close } = await startSimulator();
  const simulated = readProviders(env);
  const providers = Object.fromEntries(
    Object.entries(simulated).map(([id, { baseUrl, apiKey, options }]) => {
      const { timeoutMs } = config.providers[id as ProviderId];
      return [id, { baseUrl, apiKey, options, timeoutMs, ...UNLIMITED }];
    }),
  ) as Config["providers"];
  // Invented figures must never lie in a store that real ones are read from.
  return { config: { ...config, providers, storeUrl: "memory:" }, close };
}
