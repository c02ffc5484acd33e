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

/** Counts by bucket, oldest first: number and count in turn. */
export type Buckets = readonly number[];

/**
 * The buckets that still count at `now`, and what they add up to.
 *
 * A bucket from the future comes from a clock that has been set back since; it
 * is moved to the present, so that it is neither forgotten nor, once `live` has
 * been kept, blocks for longer than a window. What is no such list counts for
 * nothing.
 */
export function countBuckets(buckets: Buckets, window: CountWindow, now: number): { live: number[]; usage: Usage } {
  const { bucketMs, spanMs } = window;
  const current = Math.floor(now / bucketMs);
  // The number of the first bucket that counts.
  const first = spanMs === undefined ? current : Math.floor((now - spanMs) / bucketMs);
  const live: number[] = [];
  let used = 0;
  for (let at = 0; at + 1 < buckets.length; at += 2) {
    const bucket = Math.min(buckets[at]!, current);
    const count = buckets[at + 1]!;
    if (!(bucket >= first) || !Number.isInteger(bucket) || !Number.isInteger(count) || count <= 0) continue;
    add(live, bucket, count);
    used += count;
  }
  return { live, usage: { used, freeAt: freeAt(live, used, window, now) } };
}

/** What {@link countBuckets} says, after one unit was taken at `now`. */
export function takeOne(live: number[], { used }: Usage, window: CountWindow, now: number): Usage {
  add(live, Math.floor(now / window.bucketMs), 1);
  return { used: used + 1, freeAt: freeAt(live, used + 1, window, now) };
}

function add(live: number[], bucket: number, count: number): void {
  const last = live.length - 2;
  if (live[last] === bucket) live[last + 1]! += count;
  else live.push(bucket, count);
}

function freeAt(live: Buckets, used: number, { bucketMs, spanMs, limit }: CountWindow, now: number): number {
  let over = used - limit + 1;
  for (let at = 0; over > 0 && at < live.length; at += 2) {
    over -= live[at + 1]!;
    if (over <= 0) return (live[at]! + 1) * bucketMs + (spanMs ?? 0);
  }
  return now;
}
