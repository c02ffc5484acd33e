/** Counters and sessions of one process. */
import { LRUCache } from "lru-cache";
import { removeOne, takeOne, usageOf, type Tallies } from "./rolling-window.js";
import type { OwnCounters, Sessions } from "../contract/store.js";

/** Limit of keys, because the number of callers that are identified by address has no limit. */
export const MAX_KEYS = 100_000;

/**
 * Creates counters in memory, which also count while a shared store is unavailable; `now` returns milliseconds since
 * the epoch.
 */
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
      removeOne(kept.get(key) ?? {}, windows);
    },
    usage: async (key, windows) => usageOf(kept.get(key) ?? {}, windows, now()),
  };
}

/** Creates sessions of this process only. Their keys are provider ids, so there are few. */
export function createMemorySessions(): Sessions {
  const kept = new LRUCache<string, string>({ max: 100 });
  return {
    get: async (name) => kept.get(name),
    set: async (name, text, ms) => void kept.set(name, text, { ttl: ms }),
  };
}
