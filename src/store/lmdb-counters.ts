/** Counters on disk, exact over all processes of the machine. */
import type { Database } from "lmdb";
import type { Counters, CountWindow } from "../contract/counters.js";
import { heard, type Commit } from "./lmdb-commit.js";
import { Records } from "./lmdb-records.js";
import { partsOf } from "./lmdb-sweep.js";
import type { SoleUse } from "./sole-use.js";
import { Tally, takeOne, usageOf, type Tallies } from "./tally.js";

/** What was counted of a key, and by which windows at what time it was done last. */
interface Counted {
  tallies: Tallies;
  windows?: readonly CountWindow[];
  at?: number;
}

/** When nothing counts any more, beside the tallies; whoever does not know it takes it for an empty one. */
const OVER = "over";
const DAY_MS = 24 * 3_600_000;

/** Counters beside the cache entries of an open LMDB file. */
export function createLmdbCounters(db: Database<string, string>, use: SoleUse, now: () => number = Date.now): Counters {
  const records = new Records<Counted>(db, use, { encode, decode });
  const takeFrom = (windows: readonly CountWindow[]) => (before: Counted | undefined) => {
    const after = before ?? { tallies: {} };
    after.windows = windows;
    after.at = now();
    return { result: takeOne(after.tallies, windows, after.at), after };
  };
  return {
    take: (key, windows) => records.change(key, takeFrom(windows)),
    takeAtOnce: (key, windows) => records.changeAtOnce(key, takeFrom(windows))?.result,
    usage: async (key, windows) => usageOf(records.get(key)?.tallies ?? {}, windows, now()),
  };
}

/** Drops what has counted for nothing for a day; a clock may have been wrong for a while. */
export async function sweepCounters(
  db: Database<string, string>,
  commit: Commit,
  isClosed: () => boolean,
): Promise<void> {
  const isOver = (text: string | undefined) => Number(toldOf(text)?.[OVER]) < Date.now() - DAY_MS;
  for await (const part of partsOf(db, isClosed)) {
    const keys = part.filter(({ value }) => isOver(value)).map(({ key }) => key);
    // Looked at again within: somebody may have counted meanwhile.
    const drop = () => keys.forEach((key) => isOver(db.get(key)) && heard(db.remove(key)));
    if (keys.length > 0) await commit(() => db.transaction(drop));
  }
}

function encode({ tallies, windows = [], at = 0 }: Counted): string {
  const ends = windows.map(({ bucketMs, spanMs = 0 }) => (Math.floor(at / bucketMs) + 1) * bucketMs + spanMs);
  return JSON.stringify({ ...tallies, [OVER]: Math.max(0, ...ends) });
}

/** Counts as they were written; anything else counts for nothing. */
function decode(text: string): Counted | undefined {
  const told = toldOf(text);
  if (!told) return undefined;
  return { tallies: Object.fromEntries(Object.entries(told).map(([window, tally]) => [window, new Tally(tally)])) };
}

function toldOf(text: string | undefined): Record<string, unknown> | undefined {
  try {
    const kept: unknown = JSON.parse(text ?? "");
    return typeof kept === "object" && kept !== null ? (kept as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
