/** Counters on disk, exact over all processes of the machine. */
import type { Database } from "lmdb";
import type { Counters, CountWindow } from "../contract/counters.js";
import { Records } from "./lmdb-records.js";
import type { SoleUse } from "./sole-use.js";
import { Tally, takeOne, usageOf, type Tallies } from "./tally.js";

/** Counters beside the cache entries of an open LMDB file. */
export function createLmdbCounters(db: Database<string, string>, use: SoleUse, now: () => number = Date.now): Counters {
  const records = new Records<Tallies>(db, use, { encode: JSON.stringify, decode });
  const takeFrom = (windows: readonly CountWindow[]) => (before: Tallies | undefined) => {
    const tallies = before ?? {};
    return { result: takeOne(tallies, windows, now()), after: tallies };
  };
  return {
    take: (key, windows) => records.change(key, takeFrom(windows)),
    takeAtOnce: (key, windows) => records.changeAtOnce(key, takeFrom(windows))?.result,
    usage: async (key, windows) => usageOf(records.get(key) ?? {}, windows, now()),
  };
}

/** Counts as they were written; anything else counts for nothing. */
function decode(text: string): Tallies | undefined {
  try {
    const kept: unknown = JSON.parse(text);
    if (typeof kept !== "object" || kept === null) return undefined;
    return Object.fromEntries(Object.entries(kept).map(([window, told]) => [window, new Tally(told)]));
  } catch {
    return undefined;
  }
}
