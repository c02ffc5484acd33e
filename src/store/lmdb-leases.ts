/** Leases between the processes of one machine. */
import type { Database } from "lmdb";
import type { Leases } from "../contract/leases.js";
import { Records } from "./lmdb-records.js";
import type { SoleUse } from "./sole-use.js";

interface Lease {
  until: number;
  by: string;
}

/** Leases in a database of an open LMDB file. */
export function createLmdbLeases(db: Database<string, string>, use: SoleUse, clock: () => number = Date.now): Leases {
  const records = new Records<Lease>(db, use, { encode: ({ until, by }) => `${until} ${by}`, decode });
  const { holder } = use;

  return {
    async acquire(key, ms) {
      return records.changeSoon(key, (before) => {
        const now = clock();
        const leftMs = before ? before.until - now : 0;
        // More than a whole lease is left only when the clock was set back.
        const taken = before !== undefined && before.by !== holder && leftMs > 0 && leftMs <= ms;
        return { after: taken ? before : { until: now + ms, by: holder }, result: !taken };
      });
    },
    async release(key) {
      await records.changeSoon(key, (before) => ({
        after: before?.by === holder ? undefined : before,
        result: undefined,
      }));
    },
  };
}

function decode(text: string): Lease | undefined {
  const [, until, by] = /^(\d+) (.*)$/s.exec(text) ?? [];
  return by === undefined ? undefined : { until: Number(until), by };
}
