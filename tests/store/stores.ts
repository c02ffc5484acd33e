/** All kinds of stores behind one interface, so that the same tests run for each. */
import { vi } from "vitest";
import type { CountWindow, Counters, Leases, Sessions } from "../../src/contract/store.js";
import { createMemoryCounters, createMemorySessions } from "../../src/store/memory.js";
import { NAMESPACE } from "../../src/store/redis-scripts.js";
import { openRedis } from "../../src/store/redis.js";
import { openStoreFile, type StoreFile } from "../../src/store/sqlite-file.js";
import { createSqliteCounters, createSqliteLeases, createSqliteSessions } from "../../src/store/sqlite.js";
import { temporaryFolder } from "../support/program.js";
import { connectTo, hasRedis, startRedis } from "../support/redis.js";

/** A separate store for one test. */
export interface TestStore {
  /** The store as another process sees it. */
  openCounters(): Promise<Counters>;
  openLeases(): Promise<Leases>;
  openSessions(): Promise<Sessions>;
  /** Returns the store's time in milliseconds since the epoch. */
  now(): Promise<number>;
  pass(ms: number): Promise<void>;
  /** Sets the clock back before all counts in the window of `key`. */
  setBack(key: string, window: CountWindow, ms: number): Promise<void>;
  /** Writes invalid data in place of a key's window, or of a lease. */
  plant(key: string, window?: CountWindow): Promise<void>;
  /** Writes an invalid count into the window of a key; absent where the store cannot contain one. */
  spoil?(key: string, window: CountWindow, field: string, count: string): Promise<void>;
  close(): Promise<void>;
}

export interface StoreKind {
  name: string;
  /** Whether processes share it. */
  shared: boolean;
  /** Whether `pass` sets a clock; otherwise it waits. */
  hasFakeClock: boolean;
  create(): Promise<TestStore>;
}

/** The kinds of stores; Redis only where a server is installed. */
export const STORES: readonly StoreKind[] = [
  { name: "memory", shared: false, hasFakeClock: true, create: createMemory },
  { name: "SQLite", shared: true, hasFakeClock: true, create: createDisk },
  ...(hasRedis ? [{ name: "Redis", shared: true, hasFakeClock: false, create: createRedis }] : []),
];

const START = Date.UTC(2026, 2, 5, 12);

function createClock() {
  let now = START;
  return {
    read: () => now,
    now: async () => now,
    pass: async (ms: number) => void (now += ms),
    setBack: async (_key: string, _window: CountWindow, ms: number) => void (now -= ms),
  };
}

async function createMemory(): Promise<TestStore> {
  const { read, ...clock } = createClock();
  const counters = createMemoryCounters(read);
  const sessions = createMemorySessions();
  return {
    ...clock,
    openCounters: async () => counters,
    openLeases: () => Promise.reject(new Error("memory is not shared between processes")),
    openSessions: async () => sessions,
    plant: async () => {},
    close: async () => {},
  };
}

async function createDisk(): Promise<TestStore> {
  const folder = temporaryFolder();
  const { read, ...clock } = createClock();
  const opened: StoreFile[] = [];
  let processes = 0;
  const open = async (now = read) => {
    const file = await openStoreFile(folder.path, () => {}, now);
    opened.push(file);
    return file;
  };
  return {
    ...clock,
    openCounters: async () => createSqliteCounters(await open()),
    openLeases: async () => createSqliteLeases(await open(), `process ${processes++}`),
    openSessions: async () => createSqliteSessions(await open(Date.now)),
    async plant(key, window) {
      const file = await open();
      // The columns of SQLite accept only texts and integers.
      if (window) file.prepare("INSERT INTO counts VALUES (?, ?, ?)").run(key, "junk", 0);
      else file.prepare("INSERT INTO leases VALUES (?, ?, ?)").run(key, "junk", Number.MAX_SAFE_INTEGER);
    },
    async spoil(key, window, bucket, count) {
      const text = `{"${window.name}":[${bucket},${count}]}`;
      (await open()).prepare("INSERT INTO counts VALUES (?, ?, ?)").run(key, text, 0);
    },
    async close() {
      for (const file of opened) await file.close();
      folder.remove();
    },
  };
}

let server: ReturnType<typeof startRedis> | undefined;

/** Ends the servers of a test file. */
export async function stopStores(): Promise<void> {
  await (await server)?.kill();
  server = undefined;
}

async function createRedis(): Promise<TestStore> {
  server ??= startRedis();
  const client = await connectTo(await server);
  await client.flushAll();
  const opened: { close(): Promise<void> }[] = [];
  const open = async () => {
    const store = await openRedis((await server!).url);
    opened.push(store);
    // Waits until the connection works: `openRedis` returns early when the server is slow.
    await vi.waitFor(() => store.leases.release("nobody's"), { timeout: 10_000 });
    return store;
  };
  const counterOf = (key: string, { name }: CountWindow) => `${NAMESPACE}:counter:{${key}}:${name}`;
  return {
    openCounters: async () => (await open()).counters,
    openLeases: async () => (await open()).leases,
    openSessions: async () => (await open()).sessions,
    async now() {
      const [seconds, micros] = await client.time();
      return Number(seconds) * 1000 + Math.floor(Number(micros) / 1000);
    },
    // Redis uses its server's clock, which cannot be faked.
    pass: (ms) => new Promise((resolve) => setTimeout(resolve, ms + 5)),
    async setBack(key, window, ms) {
      const counts = await client.hGetAll(counterOf(key, window));
      await client.del(counterOf(key, window));
      for (const [bucket, count] of Object.entries(counts)) {
        await client.hSet(counterOf(key, window), String(Number(bucket) + Math.ceil(ms / window.bucketMs)), count);
      }
    },
    plant: async (key, window) =>
      void (await client.set(window ? counterOf(key, window) : `${NAMESPACE}:lease:${key}`, "junk")),
    spoil: async (key, window, field, count) => void (await client.hSet(counterOf(key, window), field, count)),
    async close() {
      for (const store of opened) await store.close();
      client.destroy();
    },
  };
}
