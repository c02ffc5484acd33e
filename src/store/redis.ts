/** The shared store of a fleet: one Redis for cache, counters, leases, pauses and sessions. */
import { setTimeout as sleep } from "node:timers/promises";
import type { KeyvStoreAdapter } from "keyv";
import { createRedisCounters } from "./redis-counters.js";
import { UnexpectedReply, type Eval } from "./redis-eval.js";
import { createRedisPauses } from "./redis-pauses.js";
import { openSubscriber } from "./redis-subscriber.js";
import type { StoreParts } from "./store-parts.js";
import type { Leases, Sessions } from "../contract/store.js";

export const NAMESPACE = "market-data-mcp";

/** The parts of the client in use, identical for all kinds of Redis. */
interface Client {
  eval: Eval;
  getRange(key: string, start: number, end: number): Promise<unknown>;
  set(key: string, value: string, options: { PX: number }): Promise<unknown>;
}

/**
 * Milliseconds that the start waits for the first connection; an unreachable server fails at once. Calls made before
 * the connection is ready are counted in this process only.
 */
const CONNECT_MS = 1_000;
/** Limit in milliseconds for one connection attempt and for the pause before the next. */
const ATTEMPT_MS = 2_000;
const LONGEST_PAUSE_MS = 1_000;
/**
 * Limit of a stored value in bytes. No answer is as long, and reading a longer value would take too long.
 */
const MAX_VALUE_BYTES = 8 * 1024 * 1024;

/**
 * Connects, and reconnects whenever the connection is lost. While the server is unreachable calls
 * fail; while it is frozen they hang, so callers must limit their duration.
 */
export async function openRedis(url: string): Promise<StoreParts> {
  const { default: KeyvRedis, createClient } = await import("@keyv/redis");
  const socket = {
    connectTimeout: ATTEMPT_MS,
    reconnectStrategy: (attempts: number) => Math.min(2 ** attempts * 50, LONGEST_PAUSE_MS),
  };
  const adapter = new KeyvRedis(
    // Without `disableOfflineQueue`, a queued call would run after its caller has stopped waiting.
    { url, disableOfflineQueue: true, socket },
    { throwOnConnectError: false, throwOnErrors: true },
  );
  const subscriber = openSubscriber(createClient, { url, socket });
  const failed = new Promise<void>((resolve) => adapter.on("error", () => resolve()));
  await Promise.race([adapter.getClient(), failed, sleep(CONNECT_MS, undefined, { ref: false })]);
  const connect = async () => (await adapter.getClient()) as unknown as Client;
  const evaluate: Eval = async (script, options) => (await connect()).eval(script, options);
  adapter.get = async <T>(key: string) => {
    const client = await connect();
    const text = await client.getRange(adapter.createKeyPrefix(key, adapter.namespace), 0, MAX_VALUE_BYTES);
    if (typeof text !== "string") throw new UnexpectedReply("GETRANGE");
    // A missing value is an empty string here; a truncated one fails to parse.
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

// An entry without expiry, or with a later one than any lease has, is not a lease and is
// overwritten.
const ACQUIRE = `
local held = redis.pcall('GET', KEYS[1])
local left = redis.call('PTTL', KEYS[1])
if held and held ~= ARGV[1] and left >= 0 and left <= tonumber(ARGV[2]) then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1
`;
const RELEASE = "if redis.pcall('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end return 1";

/**
 * Creates leases that run scripts with `evaluate`; `prefix` separates them from other users of the
 * server.
 */
export function createRedisLeases(evaluate: Eval, prefix: string, holder: string): Leases {
  const nameOf = (key: string) => `${prefix}:lease:${key}`;
  return {
    async acquire(key, ms) {
      const reply = await evaluate(ACQUIRE, { keys: [nameOf(key)], arguments: [holder, String(Math.ceil(ms))] });
      if (reply !== 0 && reply !== 1) throw new UnexpectedReply("a lease");
      return reply === 1;
    },
    async release(key) {
      const reply = await evaluate(RELEASE, { keys: [nameOf(key)], arguments: [holder] });
      if (reply !== 1) throw new UnexpectedReply("the end of a lease");
    },
  };
}

// A value that is not a string was not written by this program and is not a session.
const FIND = "local text = redis.pcall('GET', KEYS[1]) if type(text) == 'string' then return text end return ''";
const KEEP = "redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2]) return 1";

/**
 * Creates sessions that run scripts with `evaluate`; `prefix` separates them from other users of
 * the server.
 */
export function createRedisSessions(evaluate: Eval, prefix: string): Sessions {
  const nameOf = (name: string) => `${prefix}:session:${name}`;
  return {
    async get(name) {
      const text = await evaluate(FIND, { keys: [nameOf(name)], arguments: [] });
      if (typeof text !== "string") throw new UnexpectedReply("a session");
      return text === "" ? undefined : text;
    },
    async set(name, text, ms) {
      const reply = await evaluate(KEEP, { keys: [nameOf(name)], arguments: [text, String(Math.ceil(ms))] });
      if (reply !== 1) throw new UnexpectedReply("a session");
    },
  };
}
