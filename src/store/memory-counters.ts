/** Counters of one process; also what the others fall back on while their store is away. */
import { LRUCache } from "lru-cache";
import type { OwnCounters } from "../contract/counters.js";
import { takeOne, usageOf, type Tallies } from "./rolling-window.js";

/** Keys counted at most; callers by address come in any number. */
export const MAX_KEYS = 100_000;

/** Counters in memory; `now` is milliseconds since the epoch. */
export function createMemoryCounters(now: () => number = Date.now): OwnCounters {
  // By `max` it would take the room of all of them at the start.
  const kept = new LRUCache<string, Tallies>({ maxSize: MAX_KEYS, sizeCalculation: () => 1 });

  return {
    take(key, windows) {
      const known = kept.get(key);
      const tallies = known ?? {};
      if (!known) kept.set(key, tallies);
      return takeOne(tallies, windows, now());
    },
    giveBack(key, windows) {
      const tallies = kept.get(key);
      for (const { name } of windows) tallies?.[name]?.remove();
    },
    usage: async (key, windows) => usageOf(kept.get(key) ?? {}, windows, now()),
  };
}
