/** Leases between the processes of one machine. */
import type { Database } from "lmdb";
import type { Leases } from "../contract/leases.js";
import { heard, type Commit } from "./lmdb-commit.js";

/** Leases in a database of an open LMDB file; each is the time it runs out and its holder. */
export function createLmdbLeases(
  db: Database<string, string>,
  commit: Commit,
  holder = `${process.pid}:${Math.random()}`,
  clock: () => number = Date.now,
): Leases {
  return {
    acquire(key, ms) {
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
      const step = () => {
        if (db.get(key)?.endsWith(` ${holder}`)) heard(db.remove(key));
      };
      await commit(() => db.transaction(step));
    },
  };
}
