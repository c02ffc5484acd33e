/**
 * Caches "not found" for a short time, apart from the answers, so that invalid symbols cannot evict
 * valid answers.
 */
import { LRUCache } from "lru-cache";
import { MarketDataError, type FailureKind } from "../contract/errors.js";

const MAX_ENTRIES = 10_000;
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

/** The cached failures, by cache key. */
export class NegativeCache {
  readonly #errors: LRUCache<string, MarketDataError>;

  /** `clock` returns monotonic milliseconds. */
  constructor(clock: () => number = () => performance.now()) {
    this.#errors = new LRUCache({
      max: MAX_ENTRIES,
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
