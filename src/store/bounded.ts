/**
 * Wraps the parts of a store with time limits, so that a slow or failing store neither blocks callers nor throws. While
 * it is unavailable, this process's own counts apply, every lease is granted, and nothing is found or stored.
 */
import type { Keyv } from "keyv";
import type { Counters, CountWindow, OwnCounters, Usage, Leases, Sessions } from "../contract/store.js";
import { createStoreGuard, type StoreGuard } from "./store-guard.js";

export type BoundedStore = ReturnType<typeof createBoundedStore>;

/** Creates a key-value store over `keyv` that treats invalid stored data as missing. */
export function createBoundedStore(keyv: Keyv, guard = createStoreGuard()) {
  // keyv emits its adapter's errors, and an unhandled one would end the process. Each step reports its own failure.
  keyv.on("error", () => {});
  // Values are JSON texts, because writing a whole price history a second time takes 20 ms.
  keyv.serialize = ({ value, expires }) => `{"value":${value as string},"expires":${expires ?? null}}`;
  // Treat invalid data as a missing value; keyv would report a failure, after which the whole store would be paused.
  keyv.deserialize = (text) => {
    try {
      return JSON.parse(text) as never;
    } catch {
      return undefined;
    }
  };
  return {
    /** Returns the value under `key`; `undefined` when there is none or the store is unavailable. */
    get: async (key: string): Promise<unknown> => (await guard.run<unknown>("read", () => keyv.get(key)))?.value,

    /** Stores the value that `json` describes for `ttlMs` milliseconds, if the store is available. */
    async set(key: string, json: string, ttlMs: number): Promise<void> {
      // keyv treats a TTL of 0 as unlimited.
      await guard.run("write", () => keyv.set(key, json, Math.max(1, Math.round(ttlMs))));
    },
  };
}

/**
 * Creates counters that count each call in `shared` and in this process (`own`). While the store is unavailable, the
 * counts of this process apply alone; they still apply afterwards, even if the store has lost its own.
 */
export function createBoundedCounters(shared: Counters, own: OwnCounters, guard: StoreGuard): Counters {
  return {
    async take(key, windows) {
      // Count here first, so that parallel calls cannot all take the last unit.
      const counted = own.take(key, windows);
      if (!counted.ok) return { ok: false, usage: await look(key, windows, counted.usage) };
      const taken = (await guard.run("write", () => shared.take(key, windows)))?.value;
      if (!taken) return counted;
      if (taken.ok) return { ok: true, usage: stricterOf(taken.usage, counted.usage) };
      own.giveBack(key, windows);
      return taken;
    },
    async giveBack(key, windows) {
      own.giveBack(key, windows);
      await guard.run("write", () => shared.giveBack(key, windows));
    },
    usage: async (key, windows) => look(key, windows, await own.usage(key, windows)),
  };

  async function look(key: string, windows: readonly CountWindow[], counted: Usage[]): Promise<Usage[]> {
    const usage = (await guard.run("read", () => shared.usage(key, windows)))?.value;
    return usage ? stricterOf(usage, counted) : counted;
  }
}

/** Returns for each window the stricter usage: the one with more calls used or, if equal, the later `freeAt`. */
function stricterOf(usage: Usage[], own: readonly Usage[]): Usage[] {
  for (const [index, ours] of own.entries()) {
    const theirs = usage[index]!;
    if (ours.used > theirs.used || (ours.used === theirs.used && ours.freeAt > theirs.freeAt)) usage[index] = ours;
  }
  return usage;
}

/** Creates leases over `shared`; a slow or unavailable store grants every lease. */
export function createBoundedLeases(shared: Leases, guard: StoreGuard): Leases {
  return {
    async acquire(key, ms) {
      let hasGivenUp = false;
      const taken = await guard.run("write", async () => {
        const ours = await shared.acquire(key, ms);
        // The caller has gone on without the lease; if it stayed, it would block the next caller.
        if (ours && hasGivenUp) await shared.release(key);
        return ours;
      });
      hasGivenUp = true;
      return taken?.value ?? true;
    },
    async release(key) {
      await guard.run("read", () => shared.release(key));
    },
  };
}

/** Creates sessions over `shared`; nothing is found while the store is unavailable. */
export function createBoundedSessions(shared: Sessions, guard: StoreGuard): Sessions {
  return {
    get: async (name) => (await guard.run("read", () => shared.get(name)))?.value,
    async set(name, text, ms) {
      await guard.run("write", () => shared.set(name, text, ms));
    },
  };
}
