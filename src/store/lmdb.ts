/** The embedded store: LMDB on disk, shared by the processes of one machine, safe against kill -9. */
import { join } from "node:path";
import type { KeyvStoreAdapter } from "keyv";
import type { Counters } from "../contract/counters.js";
import type { Leases } from "../contract/leases.js";
import { createLmdbCache } from "./lmdb-cache.js";
import { createCommit } from "./lmdb-commit.js";
import { createLmdbCounters, sweepCounters } from "./lmdb-counters.js";
import { createLmdbLeases } from "./lmdb-leases.js";
import { keepSwept } from "./lmdb-sweep.js";
import { SoleUse } from "./sole-use.js";
import { judge } from "./sound-file.js";
import { prepareFolder } from "./usable-folder.js";

export interface LmdbStore {
  adapter: KeyvStoreAdapter;
  counters: Counters;
  leases: Leases;
  close(): Promise<void>;
}

/** Its native part is not installed here, or this Node cannot load it. */
export class NoNativePart extends Error {}

/** What is in the file is of no use; `ino` says which file it was. */
export class DamagedFile extends Error {
  readonly ino: number | undefined;

  constructor(ino: number | undefined) {
    super("not an LMDB file, or a damaged one");
    this.ino = ino;
  }
}

export const FILE = "store.lmdb";
export const LOCK_FILE = `${FILE}-lock`;

/**
 * Opens the LMDB file below `directory`, one database for each purpose; `shared`
 * where others are known to use it too.
 *
 * @throws {UnusableFolder} when the directory cannot be used for any file.
 * @throws {NoNativePart} when there is no LMDB on this machine.
 * @throws {DamagedFile} when the file that is there is not an LMDB file, or a damaged one.
 */
export async function openLmdb(directory: string, shared = false): Promise<LmdbStore> {
  prepareFolder(directory, [FILE, LOCK_FILE]);
  const path = join(directory, FILE);
  const { open } = await loadLmdb();
  const { soundness, ino } = await judge(path);
  if (soundness === "damaged") throw new DamagedFile(ino);
  // lmdb makes a promise of its own for each batch of an event turn; one that fails would end the process.
  const root = open({
    path,
    maxDbs: 4,
    eventTurnBatching: false,
    ...(soundness === "flushed" ? { safeRestore: true } : {}),
  });
  const openDatabase = (name: string) => root.openDB<string, string>({ name, encoding: "string" });
  const cache = openDatabase("cache");
  const commit = createCommit();
  const use = new SoleUse(openDatabase("tenants"), commit, { shared });
  const counters = openDatabase("counters");
  let closed = false;
  const isClosed = () => closed;
  void keepSwept(() => sweepCounters(counters, commit, isClosed), isClosed);
  return {
    adapter: createLmdbCache(cache, commit, isClosed),
    counters: createLmdbCounters(counters, use),
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
