/**
 * Counters of one process; also the fallback of the shared counters while their store is
 * unavailable.
 */
import { LRUCache } from "lru-cache";
import type { OwnCounters } from "../contract/counters.js";
import { takeOne, usageOf, type Tallies } from "./rolling-window.js";

/** Limit of keys: callers identified by address can be any number. */
export const MAX_KEYS = 100_000;

/** Creates counters in memory; `now` returns milliseconds since the epoch. */
export function createMemoryCounters(now: () => number = Date.now): OwnCounters {
  // The option `max` would reserve memory for all keys at the start.
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
