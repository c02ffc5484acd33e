/** Counters on disk: one write transaction a step, which LMDB serialises over all processes of the machine. */
import type { Database } from "lmdb";
import { countBuckets, type Buckets, type Counters, type CountWindow } from "../contract/counters.js";
import { heard, type Commit } from "./lmdb-commit.js";

/** Counters beside the cache entries of an open LMDB file. */
export function createLmdbCounters(
  db: Database<string, string>,
  commit: Commit,
  now: () => number = Date.now,
): Counters {
  const nameOf = (key: string, window: CountWindow) => `${key} ${window.name}`;

  function count(key: string, window: CountWindow, at: number) {
    const text = db.get(nameOf(key, window));
    return { window, text, ...countBuckets(parse(text), window, at) };
  }

  return {
    take(key, windows) {
      const step = () => {
        const at = now();
        const counted = windows.map((window) => count(key, window, at));
        const ok = counted.every(({ window, usage }) => usage.used < window.limit);
        for (const { window, text, live } of counted) {
          const current = Math.floor(at / window.bucketMs);
          if (ok) live[current] = (live[current] ?? 0) + 1;
          // Also when refused: what was moved out of the future must not be moved again and again.
          const written = JSON.stringify(live);
          if (written !== text) heard(db.put(nameOf(key, window), written));
        }
        return {
          ok,
          usage: counted.map(({ window, live }) => countBuckets(live, window, at).usage),
        };
      };
      return commit(() => db.transaction(step));
    },
    async usage(key, windows) {
      const at = now();
      return windows.map((window) => count(key, window, at).usage);
    },
  };
}

/** Counts as they were written; anything else counts as nothing. */
function parse(text: string | undefined): Buckets {
  if (text === undefined) return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Buckets) : {};
  } catch {
    return {};
  }
}
