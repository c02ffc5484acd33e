/** Leases between the processes of one machine, in the embedded store. */
import type { Leases } from "../contract/leases.js";
import { shortKey } from "./short-key.js";
import type { StoreFile } from "./sqlite-file.js";

/** Creates leases in `file` for `holder`. */
export function createSqliteLeases(file: StoreFile, holder: string): Leases {
  // A lease with more than its whole duration left means that the clock was set back: take it over.
  const take = file.prepare(
    `INSERT INTO leases VALUES (?1, ?2, ?3 + ?4) ON CONFLICT DO UPDATE SET holder = ?2, expires = ?3 + ?4
     WHERE holder = ?2 OR expires <= ?3 OR expires > ?3 + ?4`,
  );
  const give = file.prepare("DELETE FROM leases WHERE key = ? AND holder = ?");
  return {
    acquire: async (key, ms) =>
      file.change(() => Number(take.run(shortKey(key), holder, file.now(), ms).changes) === 1),
    async release(key) {
      await file.change(() => give.run(shortKey(key), holder));
    },
  };
}
