/**
 * Delay before an ended worker is replaced.
 *
 * With one delay shared by all workers, five kills within 8 s left the port closed for 16 s. Each
 * worker's place has its own delay, which stays below 4 s.
 */

/** A worker that ran for this long is replaced as quickly as after its first end. */
const STEADY_MS = 60_000;
const FIRST_PAUSE_MS = 500;
export const LONGEST_PAUSE_MS = 4_000;

/** The place of one worker and its successive replacements. Times are monotonic milliseconds. */
export class Place {
  #startedAt: number;
  #pauseMs = 0;

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
    const doubled = Math.min(2 * this.#pauseMs, LONGEST_PAUSE_MS);
    this.#pauseMs = steady || this.#pauseMs === 0 ? FIRST_PAUSE_MS : doubled;
    return this.#pauseMs;
  }
}
