/**
 * How many second tries an upstream is asked to bear: about one in ten calls,
 * so that an outage is not met with twice the load. A few are always in hand,
 * for the ordinary broken connection on a quiet day.
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

  /** Notes a first try. */
  called(): void {
    this.#refill(PER_CALL);
  }

  /** Whether a second try may be made; it is then counted. */
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
