/** The answer cache, a bounded memory in front of the shared store, and the cache of failures, in memory only. */
import { LRUCache } from "lru-cache";
import { MAX_CLOCK_SKEW_MS } from "../contract/envelope.js";
import { MarketDataError, type FailureKind } from "../contract/errors.js";
import { withinHeap } from "../lib/heap-share.js";
import { isObject } from "../lib/is-object.js";
import { nextTurnIfLong } from "../lib/next-turn.js";
import type { BoundedStore } from "../store/bounded.js";

/** A cached value. Times are milliseconds since the epoch, so that all processes agree. */
export interface CachedValue<T> {
  value: T;
  fetchedAt: number;
  freshUntil: number;
  staleUntil: number;
}

/**
 * Version of the format of entries in the store; increase it when the format changes, so that old entries are misses.
 */
const VERSION = 1;
// Limit of entries in memory. With a flood of symbols the process grows to 210 MB with 5,000 entries, to 312 MB with
// 20,000.
const MAX_ENTRIES = 5_000;
export const MAX_BYTES = 64 * 1024 * 1024;
/** Bytes of heap for each character of an answer's JSON, measured with whole price histories. */
const BYTES_PER_CHARACTER = 2;

/** Whether a value is of the expected kind and can have been cached with these times. */
export type IsValue<T> = (value: unknown, times: Omit<CachedValue<unknown>, "value">) => value is T;

/** A value that is cached under a key. */
export interface Keeping<T> {
  key: string;
  isValue: IsValue<T>;
  /** Whether a cached value serves in place of a fetch. */
  isFresh(cached: CachedValue<T>): boolean;
  /** Callers share a fetch only under the same one; by default the key. */
  flight?: string;
}

export class Cache {
  readonly #memory = new LRUCache<string, CachedValue<unknown>>({
    max: MAX_ENTRIES,
    maxSize: withinHeap(MAX_BYTES),
    maxEntrySize: 8 * 1024 * 1024,
  });
  readonly #store: BoundedStore;

  constructor(store: BoundedStore) {
    this.#store = store;
  }

  /**
   * Returns the cached value, fresh or stale. Invalid entries and those of other programs or versions are misses.
   */
  async get<T>(keeping: Keeping<T>): Promise<CachedValue<T> | undefined> {
    const { key, isValue } = keeping;
    const fresh = this.peek(keeping);
    if (fresh) return fresh;
    // Another process may have stored a newer value.
    const stored = toCachedValue(await this.#store.get(storeKey(key)), key);
    if (stored) await nextTurnIfLong(bodyOf(stored));
    // Looked up last, because a fetch may have cached a newer value meanwhile.
    const known = this.#memory.get(key) as CachedValue<T> | undefined;
    const now = Date.now();
    if (stored && usable(stored, now) && !(known && known.fetchedAt >= stored.fetchedAt)) {
      // Only values from the store are validated; those in memory were created here or validated before.
      if (isValue(stored.value, stored)) {
        this.#remember(key, stored, JSON.stringify(stored).length);
        return stored as CachedValue<T>;
      }
    }
    return known && usable(known, now) ? known : undefined;
  }

  /** Returns a fresh value from this process's memory, without waiting for the store. */
  peek<T>({ key, isFresh }: Keeping<T>): CachedValue<T> | undefined {
    const known = this.#memory.get(key) as CachedValue<T> | undefined;
    return known && usable(known, Date.now()) && isFresh(known) ? known : undefined;
  }

  /** Returns the value under `key` in this process's memory, of any age; it counts as used. */
  inMemory(key: string): CachedValue<unknown> | undefined {
    return this.#memory.get(key);
  }

  /** Caches a value until `staleUntil`. */
  async set<T>(key: string, cached: CachedValue<T>): Promise<void> {
    const json = JSON.stringify({ key, ...cached });
    this.#remember(key, cached, json.length);
    await nextTurnIfLong(bodyOf(cached));
    await this.#store.set(storeKey(key), json, cached.staleUntil - Date.now());
  }

  #remember(key: string, cached: CachedValue<unknown>, jsonLength: number): void {
    this.#memory.set(key, cached, { size: (jsonLength + key.length) * BYTES_PER_CHARACTER });
  }
}

function bodyOf({ value }: CachedValue<unknown>): unknown {
  return isObject(value) ? value["body"] : undefined;
}

function usable(cached: CachedValue<unknown>, now: number): boolean {
  return now < cached.staleUntil && cached.fetchedAt < now + MAX_CLOCK_SKEW_MS;
}

function storeKey(key: string): string {
  return `v${VERSION}:${key}`;
}

/**
 * Returns an entry of the store without its key; `undefined` for anything else. An entry says of which key it is, because
 * the answer to another question, moved or copied by mistake, has the right form too.
 */
function toCachedValue(entry: unknown, key: string): CachedValue<unknown> | undefined {
  if (!isObject(entry) || entry["key"] !== key) return undefined;
  const { value, fetchedAt, freshUntil, staleUntil } = entry as Record<keyof CachedValue<unknown>, unknown>;
  if (!isTime(fetchedAt) || !isTime(freshUntil) || !isTime(staleUntil)) return undefined;
  return { value, fetchedAt, freshUntil, staleUntil };
}

function isTime(value: unknown): value is number {
  return Number.isFinite(value);
}

/** Limit of cached failures. */
const MAX_FAILURES = 10_000;
/** Memory limit in bytes. */
export const NEGATIVE_BYTES = 8 * 1024 * 1024;
/** Overhead of an entry in bytes: the error with its stack, and the cache's bookkeeping. */
const ENTRY_BYTES = 800;

/** Lifetime in seconds by kind of failure. */
const KEEP_SECONDS: Partial<Record<FailureKind, number>> = {
  not_found: 60,
  no_coverage: 15 * 60,
  insufficient_history: 15 * 60,
};

/**
 * The cached failures, by flight, because another flight of the same key may ask further sources. "Not found" is cached for
 * a short time, apart from the answers, so that invalid symbols cannot evict valid answers.
 */
export class NegativeCache {
  readonly #errors: LRUCache<string, MarketDataError>;

  /** `clock` returns monotonic milliseconds. */
  constructor(clock: () => number = () => performance.now()) {
    this.#errors = new LRUCache({
      max: MAX_FAILURES,
      maxSize: NEGATIVE_BYTES,
      sizeCalculation: ({ message }, key) => ENTRY_BYTES + 2 * (message.length + key.length),
      perf: { now: clock },
      ttlResolution: 0,
      ttlAutopurge: true,
    });
  }

  get(key: string): MarketDataError | undefined {
    return this.#errors.get(key);
  }

  /** Caches the error, if errors of its kind are cached. */
  keep(key: string, error: unknown): void {
    if (!(error instanceof MarketDataError)) return;
    const seconds = KEEP_SECONDS[error.kind];
    if (seconds !== undefined) this.#errors.set(key, error, { ttl: seconds * 1000 });
  }
}
