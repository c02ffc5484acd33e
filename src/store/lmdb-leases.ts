/** Leases between the processes of one machine. */
import type { Database } from "lmdb";
import type { Leases } from "../contract/leases.js";
import { heard, type Commit } from "./lmdb-commit.js";

export interface LmdbLeasesOptions {
  holder?: string;
  /** Milliseconds since the epoch. */
  clock?: () => number;
  /** Whether no other process has the file open. */
  isAlone?: () => boolean;
}

/**
 * Leases in a database of an open LMDB file; each is the time it runs out and
 * its holder. Who is `isAlone` with the file has them all, and writes none:
 * that costs as much as the rest of a question. When another one comes, those
 * that are renewed are written.
 */
export function createLmdbLeases(
  db: Database<string, string>,
  commit: Commit,
  options: LmdbLeasesOptions = {},
): Leases {
  const { holder = `${process.pid}:${Math.random()}`, clock = Date.now, isAlone = () => false } = options;
  const isOurs = (key: string) => db.get(key)?.endsWith(` ${holder}`) === true;
  return {
    async acquire(key, ms) {
      if (isAlone()) return true;
      const step = () => {
        const now = clock();
        const [until, by] = (db.get(key) ?? "").split(" ");
        const leftMs = Number(until) - now;
        // More than a whole lease is left only when the clock was set back.
        if (by !== holder && leftMs > 0 && leftMs <= ms) return false;
        heard(db.put(key, `${now + ms} ${holder}`));
        return true;
      };
      return commit(() => db.transaction(step));
    },
    async release(key) {
      if (!isOurs(key)) return;
      const step = () => {
        if (isOurs(key)) heard(db.remove(key));
      };
      await commit(() => db.transaction(step));
    },
  };
}
