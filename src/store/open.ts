/** Opens the store that `STORE_URL` or `DATA_DIR` names. */
import { Keyv, type KeyvOptions } from "keyv";
import {
  NO_LEASES,
  toStoreKind,
  type Counters,
  type Leases,
  type Sessions,
  type StoreKind,
  type StoreLocation,
} from "../contract/store.js";
import { NO_CHANNEL, type PauseChannel } from "../contract/channels.js";
import { within } from "../lib/within.js";
import { createMemoryCounters, createMemorySessions } from "./memory.js";
import { DEMO_NAMESPACE, NAMESPACE } from "./redis-scripts.js";
import { openRedis } from "./redis.js";
import { NoDriver } from "./sqlite-driver.js";
import { openSqlite } from "./sqlite.js";

const CLOSE_MS = 2_000;
/** Limit of the time to give back leases, so that a store that hangs does not delay the end of the program. */
const RELEASE_MS = 300;
/** Warning on a machine without SQLite. */
const NO_SQLITE =
  "The embedded store cannot be loaded here (it needs Node 22.13 or the package libsql with its build for this platform); " +
  "continuing in memory, so cached answers and counted quotas are lost at a restart. STORE_URL=redis://… keeps them.";

/** Warning for a user without a home. */
export const NO_HOME =
  "This user has no home folder and DATA_DIR is not set; continuing in memory, so data is lost at a restart.";

/** An opened store. */
export interface OpenStore {
  /** Stores cached answers. */
  keyv: Keyv;
  counters: Counters;
  leases: Leases;
  pauses: PauseChannel;
  sessions: Sessions;
  /** The store in use, which may differ from the configured one. */
  kind: StoreKind;
  /** Whether memory is in use because the machine has no SQLite. */
  lacksSqlite?: boolean;
  /** Takes at most two seconds. */
  close(): Promise<void>;
}

/**
 * Opens the store. If the disk cannot be written or the machine has no SQLite, calls `warn` and uses memory, which does
 * not survive a restart. With `demo`, the figures are simulated: in Redis they have names of their own.
 */
export async function openStore(
  { storeUrl, dataDir, demo = false }: StoreLocation & { demo?: boolean },
  warn: (message: string) => void,
): Promise<OpenStore> {
  const kind = toStoreKind({ storeUrl, dataDir });
  if (kind === "redis") {
    const namespace = demo ? DEMO_NAMESPACE : NAMESPACE;
    return toOpenStore(kind, await openRedis(storeUrl!, namespace), { namespace });
  }
  if (kind === "memory") {
    if (storeUrl === undefined) warn(NO_HOME);
    return openMemory();
  }
  try {
    return toOpenStore(kind, await openSqlite(dataDir!, warn), { useKeyPrefix: false });
  } catch (error) {
    const lacksSqlite = error instanceof NoDriver;
    if (lacksSqlite) warn(NO_SQLITE);
    else warn(`DATA_DIR ${dataDir} cannot be used; continuing in memory, so data is lost at a restart.`);
    return { ...openMemory(), lacksSqlite };
  }
}

function openMemory(): OpenStore {
  // The answer cache holds answers in its own memory, so this store need not hold any.
  const nothing = { get: () => undefined, set: () => {}, delete: () => false, clear: () => {} };
  const keyv = new Keyv({ throwOnErrors: true, store: nothing as never, useKeyPrefix: false });
  const alone = { leases: NO_LEASES, pauses: NO_CHANNEL, sessions: createMemorySessions() };
  return { ...alone, keyv, counters: createMemoryCounters(), kind: "memory", close: async () => {} };
}

/**
 * Returns a store whose leases end with it, and whose `close` takes a limited time: closing a connection to a server that
 * is gone would never finish. A process that ends within a handshake would otherwise make the next one wait for its lease.
 */
function toOpenStore(
  kind: StoreKind,
  { adapter, leases, close, ...parts }: Awaited<ReturnType<typeof openSqlite>>,
  options: KeyvOptions,
): OpenStore {
  const held = new Set<string>();
  async function closeAll(): Promise<void> {
    const released = Promise.allSettled([...held].map((key) => leases.release(key)));
    await within(RELEASE_MS, released);
    await close();
  }
  return {
    ...parts,
    kind,
    keyv: new Keyv({ throwOnErrors: true, ...options, store: adapter }),
    leases: {
      async acquire(key, ms) {
        const ours = await leases.acquire(key, ms);
        if (ours) held.add(key);
        return ours;
      },
      release(key) {
        held.delete(key);
        return leases.release(key);
      },
    },
    close: async () => void (await within(CLOSE_MS, closeAll()).catch(() => {})),
  };
}
