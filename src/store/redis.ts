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

/** How long the start waits for a connection; what takes longer connects in the background. */
const CONNECT_MS = 100;
/** A connection attempt may take this long, and the next one comes at most that much later. */
const ATTEMPT_MS = 2_000;
const LONGEST_PAUSE_MS = 1_000;

/**
 * Connects, and connects again whenever the server was away. A server that is
 * away makes calls fail, one that is frozen makes them hang, which whoever
 * calls has to bound.
 */
export async function openRedis(url: string): Promise<RedisStore> {
  const { default: KeyvRedis } = await import("@keyv/redis");
  const adapter = new KeyvRedis(
    {
      url,
      // Queued calls would be made late, when nobody waits for them any more.
      disableOfflineQueue: true,
      socket: {
        connectTimeout: ATTEMPT_MS,
        reconnectStrategy: (attempts: number) => Math.min(2 ** attempts * 50, LONGEST_PAUSE_MS),
      },
    },
    { throwOnConnectError: false, throwOnErrors: true },
  );
  const refused = new Promise<void>((resolve) => adapter.on("error", () => resolve()));
  await Promise.race([adapter.getClient(), refused, pause(CONNECT_MS)]);
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
      await Promise.race([adapter.disconnect(true), pause(500)]);
    },
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
