/** The shared store of a fleet: one Redis for cache, counters and leases. */
import type { KeyvStoreAdapter } from "keyv";
import type { Counters } from "../contract/counters.js";
import type { Leases } from "../contract/leases.js";
import { createRedisCounters, type Eval } from "./redis-counters.js";
import { createRedisLeases } from "./redis-leases.js";

export const NAMESPACE = "market-data-mcp";

export interface RedisStore {
  adapter: KeyvStoreAdapter;
  counters: Counters;
  leases: Leases;
  close(): Promise<void>;
}

/** Connects in the background; a server that is away makes calls fail or hang, which whoever calls has to bound. */
export async function openRedis(url: string): Promise<RedisStore> {
  const { default: KeyvRedis } = await import("@keyv/redis");
  const adapter = new KeyvRedis(url, { throwOnConnectError: false, throwOnErrors: true });
  const evaluate: Eval = async (script, options) => {
    const client = (await adapter.getClient()) as { eval: Eval };
    return client.eval(script, options);
  };
  return {
    adapter: adapter as unknown as KeyvStoreAdapter,
    counters: createRedisCounters(evaluate, NAMESPACE),
    leases: createRedisLeases(evaluate, NAMESPACE, `${process.pid}:${Math.random()}`),
    async close() {
      // A server that is gone would hold `disconnect` for ever.
      await Promise.race([adapter.disconnect(true), new Promise((resolve) => setTimeout(resolve, 500).unref())]);
    },
  };
}
