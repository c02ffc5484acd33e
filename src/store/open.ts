/** Opens the store that `STORE_URL` or `DATA_DIR` names. */
import { renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { Keyv } from "keyv";
import type { Counters } from "../contract/counters.js";
import { NO_LEASES, type Leases } from "../contract/leases.js";
import { NO_NEWS, type PauseNews } from "../contract/pause-news.js";
import { DamagedFile, FILE, LOCK_FILE, NoNativePart, openLmdb, type LmdbStore } from "./lmdb.js";
import { createMemoryCounters } from "./memory-counters.js";
import { NAMESPACE, openRedis } from "./redis.js";

const CLOSE_MS = 2_000;
/** What is said when the embedded store is wanted on a machine that cannot load it. */
export const NO_NATIVE_PART =
  "The embedded store cannot be loaded here (the package lmdb or its build for this platform is missing); " +
  "going on in memory, so kept answers and counted quotas are forgotten at the end. STORE_URL=redis://… keeps them.";

/** keyv's own way with JSON walks through each value in JavaScript, for binary data that we have none of. */
const KEYV = { throwOnErrors: true, serialize: JSON.stringify, deserialize: JSON.parse };

/** An opened store and how to close it, which takes two seconds at most. `kind` is what it turned out to be. */
export interface OpenStore {
  keyv: Keyv;
  counters: Counters;
  leases: Leases;
  pauses: PauseNews;
  kind: "disk" | "memory" | "redis";
  close(): Promise<void>;
}

export interface StoreLocation {
  /** `memory:`, `redis://…` or `rediss://…`; nothing means the embedded store in `dataDir`. */
  storeUrl: string | undefined;
  dataDir: string;
  /** Processes that are started together over the same store. */
  workers?: number;
}

/**
 * The store. A disk that cannot be written, or a machine without a native build
 * of the embedded store, costs persistence, not service: `warn` is told and
 * memory is used instead.
 */
export async function openStore(location: StoreLocation, warn: (message: string) => void): Promise<OpenStore> {
  const { storeUrl, dataDir, workers = 1 } = location;
  if (storeUrl?.startsWith("redis")) {
    const { adapter, close, ...rest } = await openRedis(storeUrl);
    const keyv = new Keyv({ ...KEYV, store: adapter, namespace: NAMESPACE });
    return { ...rest, keyv, kind: "redis", close: bounded(close) };
  }
  if (storeUrl?.startsWith("memory:")) return openMemory();
  try {
    const { adapter, close, ...rest } = await openDisk(dataDir, workers > 1, warn);
    const keyv = new Keyv({ ...KEYV, store: adapter, useKeyPrefix: false });
    return { ...rest, keyv, pauses: NO_NEWS, kind: "disk", close: bounded(close) };
  } catch (error) {
    // A full disk, or whatever else a sound store cannot be opened for, is no reason to give it up.
    if (error instanceof NoNativePart) warn(NO_NATIVE_PART);
    else warn(`DATA_DIR ${dataDir} cannot be used; going on in memory, nothing is kept over a restart.`);
    return openMemory();
  }
}

async function openDisk(dataDir: string, shared: boolean, warn: (message: string) => void): Promise<LmdbStore> {
  try {
    return await openLmdb(dataDir, shared);
  } catch (error) {
    if (!(error instanceof DamagedFile)) throw error;
    moveAside(dataDir, error);
    warn(`The store in ${dataDir} could not be read; it was moved aside and a new one started.`);
    return openLmdb(dataDir, shared);
  }
}

function openMemory(): OpenStore {
  // The cache has its own bounded memory; behind it nothing more is needed.
  const nothing = { get: () => undefined, set: () => {}, delete: () => false, clear: () => {} };
  const keyv = new Keyv({ ...KEYV, store: nothing as never, useKeyPrefix: false });
  const nobody = { leases: NO_LEASES, pauses: NO_NEWS };
  return { ...nobody, keyv, counters: createMemoryCounters(), kind: "memory", close: async () => {} };
}

/** A server that is gone, and a file whose last commit failed, would never be closed. */
function bounded(close: () => Promise<void>): () => Promise<void> {
  return async () => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, CLOSE_MS);
    });
    await Promise.race([close().catch(() => {}), late]);
    clearTimeout(timer);
  };
}

/** Unless another process was quicker. The lock goes first, so that nobody opens a new file with the old one's. */
function moveAside(dataDir: string, { ino }: DamagedFile): void {
  const file = join(dataDir, FILE);
  if (statSync(file, { throwIfNoEntry: false })?.ino !== ino) return;
  rmSync(join(dataDir, LOCK_FILE), { force: true });
  renameSync(file, `${file}.unreadable-${Date.now()}`);
}
