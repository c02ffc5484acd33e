/**
 * The counts of one key, by the same rules in memory and in SQLite; the Redis counters implement
 * them in Lua.
 */
import type { CountWindow, Taken, Usage } from "../contract/counters.js";

/** Number of expired buckets that are removed together. */
const CLEAR_AFTER = 64;

/** The tallies of a key, by window name. */
export type Tallies = Partial<Record<string, Tally>>;

/** The calls counted in one window. */
export class Tally {
  /** Number and count of each bucket, alternating, oldest first. */
  readonly #buckets: number[] = [];
  /** Index of the first bucket that has not expired. */
  #first = 0;
  #used = 0;

  /** Returns the usage of the window at `now`. */
  usage(window: CountWindow, now: number): Usage {
    const { bucketMs, spanMs } = window;
    const current = Math.floor(now / bucketMs);
    this.#moveFromFuture(current);
    this.#forgetBefore(spanMs === undefined ? current : Math.floor((now - spanMs) / bucketMs));
    return { used: this.#used, freeAt: this.#freeAt(window, now) };
  }

  /** Counts one call at `now`; the caller must have called {@link usage} with the same time. */
  add(window: CountWindow, now: number): Usage {
    this.#add(Math.floor(now / window.bucketMs), 1);
    return { used: this.#used, freeAt: this.#freeAt(window, now) };
  }

  /** Removes the call counted last. */
  remove(): void {
    const at = this.#buckets.length - 2;
    if (at < this.#first) return;
    this.#used--;
    if (--this.#buckets[at + 1]! === 0) this.#buckets.length = at;
  }

  #add(bucket: number, count: number): void {
    const last = this.#buckets.length - 2;
    if (last >= this.#first && this.#buckets[last] === bucket) this.#buckets[last + 1]! += count;
    else this.#buckets.push(bucket, count);
    this.#used += count;
  }

  /**
   * A bucket from the future comes from a clock that has been set back since; it
   * is moved to the present, so that it is neither forgotten nor blocks for
   * longer than a window.
   */
  #moveFromFuture(current: number): void {
    let count = 0;
    while (this.#buckets.length > this.#first && this.#buckets.at(-2)! > current) {
      count += this.#buckets.pop()!;
      this.#buckets.pop();
    }
    if (count === 0) return;
    this.#used -= count;
    this.#add(current, count);
  }

  #forgetBefore(bucket: number): void {
    while (this.#first < this.#buckets.length && this.#buckets[this.#first]! < bucket) {
      this.#used -= this.#buckets[this.#first + 1]!;
      this.#first += 2;
    }
    if (this.#first < CLEAR_AFTER) return;
    this.#buckets.splice(0, this.#first);
    this.#first = 0;
  }

  /** Returns the time at which the next unit is free: now when some are left. */
  #freeAt({ bucketMs, spanMs, limit }: CountWindow, now: number): number {
    let over = this.#used - limit + 1;
    for (let at = this.#first; over > 0 && at < this.#buckets.length; at += 2) {
      over -= this.#buckets[at + 1]!;
      if (over <= 0) return (this.#buckets[at]! + 1) * bucketMs + (spanMs ?? 0);
    }
    return now;
  }
}

/** Takes one unit from all windows, or from none when one of them is full. */
export function takeOne(tallies: Tallies, windows: readonly CountWindow[], now: number): Taken {
  const before = usageOf(tallies, windows, now);
  const ok = before.every(({ used }, index) => used < windows[index]!.limit);
  return { ok, usage: ok ? windows.map((window) => tallies[window.name]!.add(window, now)) : before };
}

/** Returns the usage of each window. */
export function usageOf(tallies: Tallies, windows: readonly CountWindow[], now: number): Usage[] {
  return windows.map((window) => (tallies[window.name] ??= new Tally()).usage(window, now));
}
