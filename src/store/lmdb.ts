/** The embedded store: LMDB on disk, shared by the processes of one machine, safe against kill -9. */
import { join } from "node:path";
import type { KeyvStoreAdapter } from "keyv";
import type { Counters } from "../contract/counters.js";
import type { Leases } from "../contract/leases.js";
import { createLmdbCache } from "./lmdb-cache.js";
import { createCommit } from "./lmdb-commit.js";
import { createLmdbCounters } from "./lmdb-counters.js";
import { createLmdbLeases } from "./lmdb-leases.js";
import { isSound } from "./sound-file.js";
import { SoleUse } from "./sole-use.js";
import { prepareFolder } from "./usable-folder.js";

export interface LmdbStore {
  adapter: KeyvStoreAdapter;
  counters: Counters;
  leases: Leases;
  close(): Promise<void>;
}

/** Its native part is not installed here, or this Node cannot load it. */
export class NoNativePart extends Error {}

const FILE = "store.lmdb";
const LOCK_FILE = `${FILE}-lock`;

/**
 * Opens the LMDB file below `directory`, one database for each purpose; `shared`
 * where others are known to use it too.
 *
 * @throws {UnusableFolder} when the directory cannot be used for any file.
 * @throws {NoNativePart} when there is no LMDB on this machine.
 * @throws when the file that is there is not an LMDB file.
 */
export async function openLmdb(directory: string, shared = false): Promise<LmdbStore> {
  prepareFolder(directory, [FILE, LOCK_FILE]);
  const path = join(directory, FILE);
  if (!isSound(path)) throw new Error("not an LMDB file");
  const { open } = await loadLmdb();
  // lmdb makes a promise of its own for each batch of an event turn; one that fails would end the process.
  const root = open({ path, maxDbs: 4, eventTurnBatching: false });
  const openDatabase = (name: string) => root.openDB<string, string>({ name, encoding: "string" });
  const cache = openDatabase("cache");
  const commit = createCommit();
  const use = new SoleUse(openDatabase("tenants"), commit, { shared });
  let closed = false;
  return {
    adapter: createLmdbCache(cache, commit, () => closed),
    counters: createLmdbCounters(openDatabase("counters"), use),
    leases: createLmdbLeases(openDatabase("leases"), use),
    async close() {
      closed = true;
      await use.leave().catch(() => {});
      await root.close();
    },
  };
}

async function loadLmdb() {
  try {
    return await import("lmdb");
  } catch (error) {
    throw new NoNativePart("cannot be loaded", { cause: error });
  }
}
