/** Opens the store that `STORE_URL` or `DATA_DIR` names. */
import { renameSync } from "node:fs";
import { Keyv } from "keyv";
import { openLmdb } from "./lmdb.js";

/** An opened store and how to close it. `kind` is what it turned out to be. */
export interface OpenStore {
  keyv: Keyv;
  kind: "disk" | "memory" | "redis";
  close(): Promise<void>;
}

export interface StoreLocation {
  /** `memory:`, `redis://…` or `rediss://…`; nothing means the embedded store in `dataDir`. */
  storeUrl: string | undefined;
  dataDir: string;
}

/**
 * The store. A disk that cannot be written costs persistence, not service:
 * `warn` is told and memory is used instead.
 */
export async function openStore(location: StoreLocation, warn: (message: string) => void): Promise<OpenStore> {
  const { storeUrl, dataDir } = location;
  if (storeUrl?.startsWith("redis")) return openRedis(storeUrl);
  if (storeUrl?.startsWith("memory:")) return openMemory();
  for (const attempt of ["first", "second"] as const) {
    try {
      const { adapter, close } = await openLmdb(dataDir);
      return { keyv: new Keyv({ store: adapter, useKeyPrefix: false }), kind: "disk", close };
    } catch {
      if (attempt === "second" || !moveAside(dataDir)) break;
      warn(`The store in ${dataDir} could not be read; it was moved aside and a new one started.`);
    }
  }
  warn(`DATA_DIR ${dataDir} cannot be used; going on in memory, nothing is kept over a restart.`);
  return openMemory();
}

function openMemory(): OpenStore {
  // The cache has its own bounded memory; behind it nothing more is needed.
  const nothing = { get: () => undefined, set: () => {}, delete: () => false, clear: () => {} };
  const keyv = new Keyv({ store: nothing as never, useKeyPrefix: false });
  return { keyv, kind: "memory", close: async () => {} };
}

async function openRedis(url: string): Promise<OpenStore> {
  const { default: KeyvRedis } = await import("@keyv/redis");
  const adapter = new KeyvRedis(url, { throwOnConnectError: false, throwOnErrors: false });
  const keyv = new Keyv({ store: adapter, namespace: "market-data-mcp" });
  return {
    keyv,
    kind: "redis",
    close: async () => {
      // A server that is gone would hold `disconnect` for ever.
      await Promise.race([adapter.disconnect(true), new Promise((resolve) => setTimeout(resolve, 500).unref())]);
    },
  };
}

function moveAside(dataDir: string): boolean {
  try {
    renameSync(`${dataDir}/store.lmdb`, `${dataDir}/store.lmdb.unreadable-${Date.now()}`);
    return true;
  } catch {
    return false;
  }
}
