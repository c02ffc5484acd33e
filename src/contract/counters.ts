/** Counting what is scarce, exactly, for everybody who shares the store. */

/**
 * A limit over time. Calls are counted in buckets of `bucketMs`. A rolling
 * window of `spanMs` never forgets a bucket too early; without `spanMs` only the
 * current bucket counts (a UTC day is one bucket of 24 hours).
 */
export interface CountWindow {
  name: string;
  limit: number;
  bucketMs: number;
  spanMs?: number;
}

export interface Usage {
  used: number;
  /** When the next unit comes back, milliseconds since the epoch; now when something is left. */
  freeAt: number;
}

/** What a try to take one unit ended with; `usage` is per window, in order, after it. */
export interface Taken {
  ok: boolean;
  usage: Usage[];
}

/** Atomic counters. Every method is one indivisible step for all who share them. */
export interface Counters {
  /**
   * Takes one unit from all windows of `key`, or from none when one of them is
   * full. A store in this process or on its disk answers at once, which saves
   * the fast path a promise; a store over the network returns a promise.
   */
  take(key: string, windows: readonly CountWindow[]): Taken | Promise<Taken>;
  /** What is used, without taking. */
  usage(key: string, windows: readonly CountWindow[]): Promise<Usage[]>;
}

/** Counters of this process alone, which answer at once and can take a call back. */
export interface OwnCounters extends Counters {
  take(key: string, windows: readonly CountWindow[]): Taken;
  /** Undoes a take that ended well. */
  giveBack(key: string, windows: readonly CountWindow[]): void;
}
