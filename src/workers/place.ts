/**
 * Delay before an ended worker is replaced.
 *
 * With one delay shared by all workers, five kills within 8 s left the port closed for 16 s. Each
 * worker's place has its own delay, which stays below 4 s.
 */

/** After a worker has run for this many milliseconds, the delay starts at its shortest again. */
const STEADY_MS = 60_000;
const FIRST_DELAY_MS = 500;
export const LONGEST_DELAY_MS = 4_000;

/** A place that one worker and then its replacements take. Times are monotonic milliseconds. */
export class Place {
  #startedAt: number;
  #delayMs = 0;

  constructor(now: number) {
    this.#startedAt = now;
  }

  /** Records the start of its worker or of a replacement. */
  started(now: number): void {
    this.#startedAt = now;
  }

  /**
   * Returns the milliseconds to wait after its worker has ended; they double each time a worker ends soon after its
   * start.
   */
  ended(now: number): number {
    const steady = now - this.#startedAt >= STEADY_MS;
    const doubled = Math.min(2 * this.#delayMs, LONGEST_DELAY_MS);
    this.#delayMs = steady || this.#delayMs === 0 ? FIRST_DELAY_MS : doubled;
    return this.#delayMs;
  }
}
