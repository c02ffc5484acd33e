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
  /** Takes one unit from all windows of `key`, or from none when one of them is full. */
  take(key: string, windows: readonly CountWindow[]): Promise<Taken>;
  /** What is used, without taking. */
  usage(key: string, windows: readonly CountWindow[]): Promise<Usage[]>;
}

/** Counts by bucket number. */
export type Buckets = Record<string, number>;

/**
 * The buckets that still count at `now`, and what they add up to.
 *
 * A bucket from the future comes from a clock that has been set back since; it
 * is moved to the present, so that it is neither forgotten nor, once `live` has
 * been kept, blocks for longer than a window.
 */
export function countBuckets(buckets: Buckets, window: CountWindow, now: number): { live: Buckets; usage: Usage } {
  const { bucketMs, spanMs, limit } = window;
  const current = Math.floor(now / bucketMs);
  const live: Buckets = {};
  let used = 0;
  for (const [name, count] of Object.entries(buckets)) {
    const bucket = Math.min(Number(name), current);
    if (!Number.isInteger(bucket) || !Number.isInteger(count) || count <= 0) continue;
    const counts = spanMs === undefined ? bucket === current : (bucket + 1) * bucketMs > now - spanMs;
    if (!counts) continue;
    live[bucket] = (live[bucket] ?? 0) + count;
    used += count;
  }
  return { live, usage: { used, freeAt: freeAt(live, used, window, now, limit) } };
}

function freeAt(live: Buckets, used: number, { bucketMs, spanMs }: CountWindow, now: number, limit: number): number {
  let over = used - limit + 1;
  if (over <= 0) return now;
  for (const bucket of Object.keys(live)
    .map(Number)
    .toSorted((a, b) => a - b)) {
    over -= live[bucket]!;
    if (over <= 0) return (bucket + 1) * bucketMs + (spanMs ?? 0);
  }
  return now;
}
