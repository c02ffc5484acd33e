/**
 * Counters in the embedded store, exact for all processes of the machine: one row per key with the tallies of all its
 * windows, read and replaced in one transaction.
 */
import type { Counters, CountWindow, Taken } from "../contract/store.js";
import { readTallies, takeOne, usageOf } from "./rolling-window.js";
import { shortKey } from "./short-key.js";
import type { StoreFile } from "./sqlite-file.js";

/** Creates counters in `file`. */
export function createSqliteCounters(file: StoreFile): Counters {
  const find = file.prepare("SELECT tallies, expires FROM counts WHERE key = ?");
  const keep = file.prepare(
    "INSERT INTO counts VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE SET tallies = ?2, expires = ?3",
  );
  // Nearly all calls leave the expiry unchanged. Writing it would update its index too, a fifth of a transaction's time.
  const replace = file.prepare("UPDATE counts SET tallies = ? WHERE key = ?");

  /** Counts one call if `taking`, and returns the usage. */
  function count(key: string, windows: readonly CountWindow[], taking: boolean): Taken {
    const row = find.get(key);
    const before = (row?.["tallies"] ?? "{}") as string;
    const tallies = readTallies(before);
    // Read inside the transaction, so that the times of all processes are in the order of their steps.
    const now = file.now();
    const taken = taking ? takeOne(tallies, windows, now) : { ok: true, usage: usageOf(tallies, windows, now) };
    const after = JSON.stringify(tallies);
    if (after !== before) {
      const expires = endOf(windows, now);
      if (row?.["expires"] === expires) replace.run(after, key);
      else keep.run(key, after, expires);
    }
    return taken;
  }

  return {
    take: (key, windows) => file.change(() => count(shortKey(key), windows, true)),
    // A change, because it moves counts to the present that were made before the clock was set back.
    usage: async (key, windows) => (await file.change(() => count(shortKey(key), windows, false))).usage,
  };
}

/** When the last of the windows that contain `now` ends. */
function endOf(windows: readonly CountWindow[], now: number): number {
  return Math.max(...windows.map(({ bucketMs, spanMs = 0 }) => (Math.floor(now / bucketMs) + 1) * bucketMs + spanMs));
}
