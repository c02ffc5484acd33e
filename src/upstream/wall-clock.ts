/** Whether the wall clock was set, on which counts of calls and p-throttle depend. */

/** A smaller change, in milliseconds, counts as drift. It is at most the slack of a minute, so it cannot break a limit. */
const JUMP_MS = 500;

/** Milliseconds between the wall clock and the monotonic clock; it changes only when the wall clock is set. */
export function wallClockOffset(): number {
  return Date.now() - performance.now();
}

/** Whether the wall clock was set since `wallClockOffset()` returned `offset`. */
export function wallClockJumped(offset: number): boolean {
  return Math.abs(wallClockOffset() - offset) > JUMP_MS;
}
