/** The embedded store: LMDB on disk, shared by the processes of one machine, safe against kill -9. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { KeyvStoreAdapter } from "keyv";
import type { Counters } from "../contract/counters.js";
import type { Leases } from "../contract/leases.js";
import { createLmdbCache } from "./lmdb-cache.js";
import { createLmdbCounters } from "./lmdb-counters.js";
import { createLmdbLeases } from "./lmdb-leases.js";
import { isSound } from "./sound-file.js";

export interface LmdbStore {
  adapter: KeyvStoreAdapter;
  counters: Counters;
  leases: Leases;
  close(): Promise<void>;
}

/**
 * Opens the LMDB file below `directory`, one database for each purpose.
 *
 * @throws when the directory cannot be written or the file is not an LMDB file.
 */
export async function openLmdb(directory: string): Promise<LmdbStore> {
  mkdirSync(directory, { recursive: true });
  const path = join(directory, "store.lmdb");
  if (!isSound(path)) throw new Error("not an LMDB file");
  const { open } = await import("lmdb");
  const root = open({ path, maxDbs: 4 });
  const openDatabase = (name: string) => root.openDB<string, string>({ name, encoding: "string" });
  const cache = openDatabase("cache");
  let closed = false;
  return {
    adapter: createLmdbCache(cache, () => closed),
    counters: createLmdbCounters(openDatabase("counters")),
    leases: createLmdbLeases(openDatabase("leases")),
    async close() {
      closed = true;
      await root.close();
    },
  };
}
