/** Leases between the processes of one machine. */
import type { Database } from "lmdb";
import type { Leases } from "../contract/leases.js";

/** Leases in a database of an open LMDB file; each is its holder and the time it runs out. */
export function createLmdbLeases(db: Database<string, string>, holder = `${process.pid}:${Math.random()}`): Leases {
  return {
    acquire(key, ms) {
      return db.transaction(() => {
        const [until = "0"] = (db.get(key) ?? "").split(" ");
        if (Number(until) > Date.now()) return false;
        void db.put(key, `${Date.now() + ms} ${holder}`);
        return true;
      });
    },
    async release(key) {
      await db.transaction(() => {
        if (db.get(key)?.endsWith(` ${holder}`)) void db.remove(key);
      });
    },
  };
}
