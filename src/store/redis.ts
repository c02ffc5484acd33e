/** The shared store of a fleet: one Redis for cache, counters, leases, pauses and sessions. */
import { setTimeout as sleep } from "node:timers/promises";
import type { KeyvStoreAdapter } from "keyv";
import type { createClient as CreateClient, RedisClientOptions } from "@keyv/redis";
import { DAY_MS } from "../lib/day.js";
import {
  createRedisCounters,
  createRedisLeases,
  createRedisPauses,
  createRedisSessions,
  UnexpectedReply,
  type Eval,
  type Subscriber,
} from "./redis-scripts.js";

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
 * Limit of a stored value in bytes, and the time for which a value may have as many; one that lives longer has
 * proportionally fewer. A server with a limit of memory removes what was not used for longest: 90 filed documents of 3 MB,
 * a minute of one caller's plan, removed the counts of all other callers. Five years of daily prices have 150,000 bytes
 * and live for four days over a long weekend; a filed document lives for a year and may have 2,800.
 */
export const MAX_VALUE_BYTES = 256 * 1024;
const FULL_SIZE_MS = 4 * DAY_MS;

/** Answers of a server that has become a replica, while its name leads to another one, or whose user lacks a right. */
const REFUSES = /^(READONLY|NOPERM)\b/;
/** Shortest time in milliseconds between two connections that are left because of such an answer. */
const RECONNECT_MS = 1_000;

/** Interval of pings, and the silence after which the client reconnects. */
const PING_MS = 1_000;
const SILENT_MS = 5_000;

/**
 * Connects, and reconnects whenever the connection is lost. While the server is unreachable calls fail; while it is
 * frozen they hang, so callers must limit their duration. `namespace` begins the names of everything but answers.
 */
export async function openRedis(url: string, namespace?: string) {
  const { default: KeyvRedis, createClient } = await import("@keyv/redis");
  const socket = {
    connectTimeout: ATTEMPT_MS,
    reconnectStrategy: (attempts: number) => Math.min(2 ** attempts * 50, LONGEST_PAUSE_MS),
  };
  // Without `disableOfflineQueue`, a queued call would run after its caller has stopped waiting.
  const main = createClient({ url, disableOfflineQueue: true, socket });
  const adapter = new KeyvRedis(main, { throwOnConnectError: false, throwOnErrors: true });
  // A second client with other options would compile all commands once more, which takes 70 ms.
  const subscriber = openSubscriber(
    main.duplicate({
      disableOfflineQueue: false,
      pingInterval: PING_MS,
      // A subscriber sends nothing, so it would never notice a dead connection without this timeout.
      socket: { ...socket, socketTimeout: SILENT_MS } as NonNullable<RedisClientOptions["socket"]>,
    }),
  );
  const failed = new Promise<void>((resolve) => adapter.on("error", () => resolve()));
  await Promise.race([adapter.getClient(), failed, sleep(CONNECT_MS, undefined, { ref: false })]);
  const connect = async () => (await adapter.getClient()) as unknown as Client;
  let reconnectedAt = -Infinity;
  /** Leaves the connection after an error that every later step would get on it, too; the next step opens another one. */
  function leaveIfRefused(error: unknown): never {
    if (REFUSES.test(String((error as Error)?.message)) && performance.now() - reconnectedAt > RECONNECT_MS) {
      reconnectedAt = performance.now();
      main.destroy();
    }
    throw error;
  }
  const evaluate: Eval = async (script, options) => (await connect()).eval(script, options).catch(leaveIfRefused);
  adapter.get = async <T>(key: string) => {
    const client = await connect();
    const text = await client.getRange(adapter.createKeyPrefix(key, adapter.namespace), 0, MAX_VALUE_BYTES);
    if (typeof text !== "string") throw new UnexpectedReply("GETRANGE");
    // A missing value is an empty string here; a truncated one fails to parse.
    return (text === "" ? undefined : text) as T | undefined;
  };
  adapter.set = async (key: string, value: string, ttlMs = 1) => {
    if (Buffer.byteLength(value) * Math.max(ttlMs, FULL_SIZE_MS) > MAX_VALUE_BYTES * FULL_SIZE_MS) return;
    const client = await connect();
    const reply = await client.set(adapter.createKeyPrefix(key, adapter.namespace), value, { PX: ttlMs });
    if (reply !== "OK") throw new UnexpectedReply("SET");
  };
  return {
    adapter: adapter as unknown as KeyvStoreAdapter,
    counters: createRedisCounters(evaluate, namespace),
    leases: createRedisLeases(evaluate, `${process.pid}:${Math.random()}`, namespace),
    pauses: createRedisPauses(evaluate, subscriber, namespace),
    sessions: createRedisSessions(evaluate, namespace),
    async close() {
      subscriber.close();
      await adapter.disconnect(true);
    },
  };
}

/** Opens the connection without waiting for it; it reconnects after every loss and restores its subscriptions. */
function openSubscriber(client: ReturnType<typeof CreateClient>): Subscriber & { close(): void } {
  // The store's other connection already reports an unavailable server.
  client.on("error", () => {});
  const connected = client.connect();
  connected.catch(() => {});
  return {
    async subscribe(channel, onMessage, onConnected) {
      await connected;
      await client.subscribe(channel, onMessage);
      // The client restores its subscriptions before it emits `ready`.
      client.on("ready", onConnected);
      onConnected();
    },
    close() {
      if (client.isOpen) client.destroy();
    },
  };
}
