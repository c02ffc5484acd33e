/** Counters of one process; also what the others fall back on while their store is away. */
import { countBuckets, takeOne, type Buckets, type Counters, type CountWindow } from "../contract/counters.js";

/** Counters in memory; `now` is milliseconds since the epoch. */
export function createMemoryCounters(now: () => number = Date.now): Counters {
  const kept = new Map<string, Map<string, Buckets>>();

  function count(key: string, window: CountWindow, at: number) {
    return countBuckets(kept.get(key)?.get(window.name) ?? [], window, at);
  }

  return {
    async take(key, windows) {
      const at = now();
      const counted = windows.map((window) => ({ window, ...count(key, window, at) }));
      const ok = counted.every(({ window, usage }) => usage.used < window.limit);
      const own = kept.get(key) ?? new Map<string, Buckets>();
      kept.set(key, own);
      return {
        ok,
        usage: counted.map(({ window, live, usage }) => {
          own.set(window.name, live);
          return ok ? takeOne(live, usage, window, at) : usage;
        }),
      };
    },
    async usage(key, windows) {
      const at = now();
      return windows.map((window) => count(key, window, at).usage);
    },
  };
}
