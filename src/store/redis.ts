/** The shared store of a fleet: one Redis for cache, counters, leases and news of pauses. */
import type { KeyvStoreAdapter } from "keyv";
import type { Counters } from "../contract/counters.js";
import type { Leases } from "../contract/leases.js";
import type { PauseNews } from "../contract/pause-news.js";
import type { Sessions } from "../contract/sessions.js";
import { createRedisCounters } from "./redis-counters.js";
import { createRedisLeases } from "./redis-leases.js";
import { UnexpectedReply, type Eval } from "./redis-eval.js";
import { createRedisPauses } from "./redis-pauses.js";
import { createRedisSessions } from "./redis-sessions.js";
import { openSubscriber } from "./redis-subscriber.js";

export const NAMESPACE = "market-data-mcp";

/** What is used of the client, whatever kind of Redis it speaks to. */
interface Client {
  eval: Eval;
  getRange(key: string, start: number, end: number): Promise<unknown>;
  set(key: string, value: string, options: { PX: number }): Promise<unknown>;
}

export interface RedisStore {
  adapter: KeyvStoreAdapter;
  counters: Counters;
  leases: Leases;
  pauses: PauseNews;
  sessions: Sessions;
  close(): Promise<void>;
}

/**
 * How long the start waits for a connection, once; a server that is not there
 * says so at once. What was counted before the connection stands is counted
 * by this process alone.
 */
const CONNECT_MS = 1_000;
/** A connection attempt may take this long, and the next one comes at most that much later. */
const ATTEMPT_MS = 2_000;
const LONGEST_PAUSE_MS = 1_000;
/** More than any answer has; what is longer is not ours, and reading all of it would take too long. */
const MAX_VALUE_BYTES = 8 * 1024 * 1024;

/**
 * Connects, and connects again whenever the server was away. A server that is
 * away makes calls fail, one that is frozen makes them hang, which whoever
 * calls has to bound.
 */
export async function openRedis(url: string): Promise<RedisStore> {
  const { default: KeyvRedis, createClient } = await import("@keyv/redis");
  const socket = {
    connectTimeout: ATTEMPT_MS,
    reconnectStrategy: (attempts: number) => Math.min(2 ** attempts * 50, LONGEST_PAUSE_MS),
  };
  const adapter = new KeyvRedis(
    // Queued calls would be made late, when nobody waits for them any more.
    { url, disableOfflineQueue: true, socket },
    { throwOnConnectError: false, throwOnErrors: true },
  );
  const subscriber = openSubscriber(createClient, { url, socket });
  const refused = new Promise<void>((resolve) => adapter.on("error", () => resolve()));
  await Promise.race([adapter.getClient(), refused, pause(CONNECT_MS)]);
  const connect = async () => (await adapter.getClient()) as unknown as Client;
  const evaluate: Eval = async (script, options) => (await connect()).eval(script, options);
  adapter.get = async <T>(key: string) => {
    const client = await connect();
    const text = await client.getRange(adapter.createKeyPrefix(key, adapter.namespace), 0, MAX_VALUE_BYTES);
    if (typeof text !== "string") throw new UnexpectedReply("GETRANGE");
    // An absent value is empty here; one that is cut short will not parse.
    return (text === "" ? undefined : text) as T | undefined;
  };
  adapter.set = async (key: string, value: string, ttlMs = 1) => {
    const client = await connect();
    const reply = await client.set(adapter.createKeyPrefix(key, adapter.namespace), value, { PX: ttlMs });
    if (reply !== "OK") throw new UnexpectedReply("SET");
  };
  return {
    adapter: adapter as unknown as KeyvStoreAdapter,
    counters: createRedisCounters(evaluate, NAMESPACE),
    leases: createRedisLeases(evaluate, NAMESPACE, `${process.pid}:${Math.random()}`),
    pauses: createRedisPauses(evaluate, subscriber, NAMESPACE),
    sessions: createRedisSessions(evaluate, NAMESPACE),
    async close() {
      subscriber.close();
      await adapter.disconnect(true);
    },
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
