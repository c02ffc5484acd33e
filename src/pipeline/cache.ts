/** The answer cache: a bounded memory in front of the shared store. */
import { LRUCache } from "lru-cache";
import { MAX_CLOCK_SKEW_MS } from "../contract/envelope.js";
import type { BoundedStore } from "../store/bounded-store.js";

/** A kept value. Times are milliseconds since the epoch, so that processes agree. */
export interface CachedValue<T> {
  value: T;
  fetchedAt: number;
  freshUntil: number;
  staleUntil: number;
}

/**
 * Format of the entries in the store; increase it when the format changes, so that old entries are
 * misses.
 */
const VERSION = 1;
// A flood of symbols ends at 210 MB of resident memory with 5,000 entries, at 312 MB with 20,000.
const MAX_ENTRIES = 5_000;
export const MAX_BYTES = 64 * 1024 * 1024;

/** Whether a value is of the kind that is looked for, and can have been kept with these times. */
export type IsValue<T> = (value: unknown, times: Omit<CachedValue<unknown>, "value">) => value is T;

export class Cache {
  readonly #memory = new LRUCache<string, CachedValue<unknown>>({
    max: MAX_ENTRIES,
    maxSize: MAX_BYTES,
    maxEntrySize: 4 * 1024 * 1024,
  });
  readonly #store: BoundedStore;

  constructor(store: BoundedStore) {
    this.#store = store;
  }

  /** Returns the value kept under `key`, fresh or stale; junk, foreign and outdated entries are misses. */
  async get<T>(key: string, isValue: IsValue<T>): Promise<CachedValue<T> | undefined> {
    const known = this.#memory.get(key) as CachedValue<T> | undefined;
    const now = Date.now();
    if (known && usable(known, now) && now < known.freshUntil) return known;
    // Another process may have stored a newer value.
    const stored = await this.#store.get(storeKey(key));
    if (isCachedValue(stored) && usable(stored, now) && !(known && known.fetchedAt >= stored.fetchedAt)) {
      // Only here: what is in memory was made here, or has been looked at already.
      if (isValue(stored.value, stored)) {
        this.#remember(key, stored);
        return stored as CachedValue<T>;
      }
    }
    return known && usable(known, now) ? known : undefined;
  }

  /** Returns a fresh value from this process's memory, without waiting for the store. */
  peek<T>(key: string): CachedValue<T> | undefined {
    const known = this.#memory.get(key) as CachedValue<T> | undefined;
    const now = Date.now();
    return known && usable(known, now) && now < known.freshUntil ? known : undefined;
  }

  /** Returns the value in this process's memory under `key`, however old. */
  inMemory(key: string): CachedValue<unknown> | undefined {
    return this.#memory.peek(key);
  }

  /** Keeps a value until `staleUntil`. */
  async set<T>(key: string, kept: CachedValue<T>): Promise<void> {
    this.#remember(key, kept);
    await this.#store.set(storeKey(key), kept, kept.staleUntil - Date.now());
  }

  #remember(key: string, kept: CachedValue<unknown>): void {
    const size = JSON.stringify(kept.value)?.length ?? 1;
    this.#memory.set(key, kept, { size: Math.max(1, size + key.length) });
  }
}

function usable(kept: CachedValue<unknown>, now: number): boolean {
  return now < kept.staleUntil && kept.fetchedAt < now + MAX_CLOCK_SKEW_MS;
}

function storeKey(key: string): string {
  return `v${VERSION}:${key}`;
}

function isCachedValue(value: unknown): value is CachedValue<unknown> {
  if (typeof value !== "object" || value === null) return false;
  const { fetchedAt, freshUntil, staleUntil } = value as Record<string, unknown>;
  return [fetchedAt, freshUntil, staleUntil].every((time) => typeof time === "number" && Number.isFinite(time));
}
