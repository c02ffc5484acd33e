/** The configuration of `--demo`: every provider calls the embedded simulated market. */
import { readProviders, type Config } from "../config/config.js";
import type { ProviderId } from "../contract/provider-id.js";
import { startSimulator } from "../simulator/server.js";

/** Limits that nobody reaches: the simulated market has none. */
const UNLIMITED = { dailyQuota: 0, ratePerMinute: 1_000_000 };

/** Starts the simulated market and returns a configuration that uses it. */
export async function startDemo(config: Config): Promise<{ config: Config; close: () => Promise<void> }> {
  const { env, close } = await startSimulator();
  const simulated = readProviders(env);
  const providers = Object.fromEntries(
    Object.entries(simulated).map(([id, { baseUrl, apiKey, options }]) => {
      const { timeoutMs } = config.providers[id as ProviderId];
      return [id, { baseUrl, apiKey, options, timeoutMs, ...UNLIMITED }];
    }),
  ) as Config["providers"];
  // Simulated figures must never enter a file with real ones; in Redis they have names of their own.
  return { config: { ...config, providers, storeUrl: config.storeUrl ?? "memory:" }, close };
}
