/** Every store there is, behind one face, so that one suite of behaviour can be run for each. */
import { open as openRaw } from "lmdb";
import { join } from "node:path";
import { vi } from "vitest";
import type { CountWindow, Counters } from "../../src/contract/counters.js";
import type { Leases } from "../../src/contract/leases.js";
import { createCommit } from "../../src/store/lmdb-commit.js";
import { createLmdbCounters } from "../../src/store/lmdb-counters.js";
import { createLmdbLeases } from "../../src/store/lmdb-leases.js";
import { SoleUse } from "../../src/store/sole-use.js";
import { createMemoryCounters } from "../../src/store/memory-counters.js";
import { NAMESPACE, openRedis } from "../../src/store/redis.js";
import { temporaryFolder } from "../support/program.js";
import { connectTo, hasRedis, startRedis } from "../support/redis.js";

/** A store of its own for one test. */
export interface TestStore {
  /** As one more process sees it. */
  openCounters(): Promise<Counters>;
  openLeases(): Promise<Leases>;
  /** The store's clock, milliseconds since the epoch. */
  now(): Promise<number>;
  pass(ms: number): Promise<void>;
  /** Sets the clock back behind all that is kept in the window of `key`. */
  setBack(key: string, window: CountWindow, ms: number): Promise<void>;
  /** Puts what we never wrote where the window of a key, or a lease, is looked for. */
  plant(key: string, window?: CountWindow): Promise<void>;
  /** Puts a count we could not have written beside those in the window of a key, if the store has such. */
  spoil?(key: string, window: CountWindow, field: string, count: string): Promise<void>;
  close(): Promise<void>;
}

export interface StoreKind {
  name: string;
  /** Whether others share it. */
  shared: boolean;
  create(): Promise<TestStore>;
}

/** Redis only where there is one to start. */
export const STORES: readonly StoreKind[] = [
  { name: "memory", shared: false, create: createMemory },
  { name: "LMDB", shared: true, create: createDisk },
  ...(hasRedis ? [{ name: "Redis", shared: true, create: createRedis }] : []),
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
  return {
    ...clock,
    openCounters: async () => counters,
    openLeases: () => Promise.reject(new Error("nobody shares a process's memory")),
    plant: async () => {},
    close: async () => {},
  };
}

async function createDisk(): Promise<TestStore> {
  const folder = temporaryFolder();
  const { read, ...clock } = createClock();
  const root = openRaw({ path: join(folder.path, "store.lmdb"), maxDbs: 4 });
  const openDatabase = (name: string) => root.openDB<string, string>({ name, encoding: "string" });
  const commit = createCommit();
  const [counters, leases, tenants] = [openDatabase("counters"), openDatabase("leases"), openDatabase("tenants")];
  let processes = 0;
  const anotherUse = () => new SoleUse(tenants, commit, { holder: `process ${processes++}` });
  return {
    ...clock,
    openCounters: async () => createLmdbCounters(counters, anotherUse(), read),
    openLeases: async () => createLmdbLeases(leases, anotherUse(), read),
    async plant(key, window) {
      await (window ? counters.put(key, '["junk') : leases.put(key, "junk"));
    },
    async close() {
      await root.close();
      folder.remove();
    },
  };
}

let server: ReturnType<typeof startRedis> | undefined;

/** Ends what was started for all tests of a file. */
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
    // It opens without waiting long for the server, which a busy machine may keep from answering.
    await vi.waitFor(() => store.leases.release("nobody's"), { timeout: 10_000 });
    return store;
  };
  const counterOf = (key: string, { name }: CountWindow) => `${NAMESPACE}:counter:{${key}}:${name}`;
  return {
    openCounters: async () => (await open()).counters,
    openLeases: async () => (await open()).leases,
    async now() {
      const [seconds, micros] = await client.time();
      return Number(seconds) * 1000 + Math.floor(Number(micros) / 1000);
    },
    // Its clock is the server's own and cannot be faked.
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
