/**
 * Limits retries to about one in ten calls, so that an outage does not double the load on an upstream. A few
 * retries are always available, for a single broken connection while there is little traffic.
 */
const PER_CALL = 0.1;
const PER_SECOND = 0.1;
const MAX_TOKENS = 3;

export class RetryBudget {
  readonly #now: () => number;
  #tokens = MAX_TOKENS;
  #since: number;

  /** `now` is monotonic milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#since = now();
  }

  /** Counts a first attempt, which earns a part of a retry. */
  called(): void {
    this.#refill(PER_CALL);
  }

  /** Whether a retry is allowed; if so, it is counted. */
  take(): boolean {
    this.#refill(0);
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }

  #refill(extra: number): void {
    const now = this.#now();
    const earned = ((now - this.#since) / 1000) * PER_SECOND + extra;
    this.#since = now;
    this.#tokens = Math.min(MAX_TOKENS, this.#tokens + earned);
  }
}
