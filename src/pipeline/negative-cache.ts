/** What is known not to exist, for a short while and apart from what does: junk symbols must not push out good answers. */
import { LRUCache } from "lru-cache";
import { MarketDataError, type FailureKind } from "../contract/errors.js";

const MAX_ENTRIES = 10_000;
/** Memory for what is known not to exist. */
export const NEGATIVE_BYTES = 8 * 1024 * 1024;
/** What an entry takes besides its texts: the error with its stack, and the cache's own bookkeeping. */
const ENTRY_BYTES = 800;

/** Seconds a "no" is believed. */
const KEEP_SECONDS: Partial<Record<FailureKind, number>> = {
  not_found: 60,
  no_coverage: 15 * 60,
  insufficient_history: 15 * 60,
};

/** Time is monotonic milliseconds. */
export class NegativeCache {
  readonly #errors: LRUCache<string, MarketDataError>;

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

  /** Keeps the error if it is one that lasts. */
  keep(key: string, error: unknown): void {
    if (!(error instanceof MarketDataError)) return;
    const seconds = KEEP_SECONDS[error.kind];
    if (seconds !== undefined) this.#errors.set(key, error, { ttl: seconds * 1000 });
  }
}
