/** Counters on disk: one write transaction a step, which LMDB serialises over all processes of the machine. */
import type { Database } from "lmdb";
import { countBuckets, takeOne, type Buckets, type Counters, type CountWindow } from "../contract/counters.js";
import { heard, type Commit } from "./lmdb-commit.js";

/** What is kept of a key: the buckets of each of its windows, by name. */
type Kept = { [window: string]: Buckets };

/** Counters beside the cache entries of an open LMDB file. */
export function createLmdbCounters(
  db: Database<string, string>,
  commit: Commit,
  now: () => number = Date.now,
): Counters {
  function count(kept: Kept, windows: readonly CountWindow[], at: number) {
    return windows.map((window) => ({ window, ...countBuckets(kept[window.name] ?? [], window, at) }));
  }

  return {
    take(key, windows) {
      const step = () => {
        const at = now();
        const text = db.get(key);
        const kept = parse(text);
        const counted = count(kept, windows, at);
        const ok = counted.every(({ window, usage }) => usage.used < window.limit);
        const usage = counted.map(({ window, live, usage: before }) => {
          kept[window.name] = live;
          return ok ? takeOne(live, before, window, at) : before;
        });
        // Also when refused: what was moved out of the future must not be moved again and again.
        const written = JSON.stringify(kept);
        if (written !== text) heard(db.put(key, written));
        return { ok, usage };
      };
      return commit(() => db.transaction(step));
    },
    async usage(key, windows) {
      return count(parse(db.get(key)), windows, now()).map(({ usage }) => usage);
    },
  };
}

/** Counts as they were written; anything else counts as nothing. */
function parse(text: string | undefined): Kept {
  if (text === undefined) return {};
  try {
    const value: unknown = JSON.parse(text);
    const isKept = typeof value === "object" && value !== null && Object.values(value).every(Array.isArray);
    return isKept ? (value as Kept) : {};
  } catch {
    return {};
  }
}
