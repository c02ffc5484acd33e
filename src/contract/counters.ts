/** Exact counters, shared by all processes with the same store. */

/**
 * A limit over time. Calls are counted in buckets of `bucketMs`. A rolling window of `spanMs` never
 * drops a bucket too early; without `spanMs` only the current bucket counts (a UTC day is one
 * bucket of 24 hours).
 */
export interface CountWindow {
  name: string;
  limit: number;
  bucketMs: number;
  spanMs?: number;
}

export interface Usage {
  used: number;
  /** Time at which the next unit is free, milliseconds since the epoch; the present time when some are left. */
  freeAt: number;
}

/**
 * The result of an attempt to take one unit; `usage` has the state after it, one entry per window.
 */
export interface Taken {
  ok: boolean;
  usage: Usage[];
}

/** Atomic counters. Every method is one indivisible step across all processes. */
export interface Counters {
  /** Takes one unit from all windows of `key`, or from none when one of them is full. */
  take(key: string, windows: readonly CountWindow[]): Taken | Promise<Taken>;
  /** Returns the usage without taking a unit. */
  usage(key: string, windows: readonly CountWindow[]): Promise<Usage[]>;
}

/** Counters of this process alone; they answer synchronously and can undo a call. */
export interface OwnCounters extends Counters {
  take(key: string, windows: readonly CountWindow[]): Taken;
  /** Undoes a successful `take`. */
  giveBack(key: string, windows: readonly CountWindow[]): void;
}
