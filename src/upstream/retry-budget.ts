/**
 * Limits retries to about one in ten calls, so that an outage does not double the load on an upstream. A few retries
 * are always available, for a single broken connection while there is little traffic.
 */
const PER_CALL = 0.1;
const PER_SECOND = 0.1;
const MAX_TOKENS = 3;

export type RetryBudget = ReturnType<typeof createRetryBudget>;

/** `now` is monotonic milliseconds. */
export function createRetryBudget(now: () => number = () => performance.now()) {
  let tokens = MAX_TOKENS;
  let since = now();

  function refill(extra: number): void {
    const last = since;
    since = now();
    const earned = ((since - last) / 1000) * PER_SECOND + extra;
    tokens = Math.min(MAX_TOKENS, tokens + earned);
  }

  return {
    /** Counts a first attempt, which earns a part of a retry. */
    called: () => refill(PER_CALL),

    /** Whether a retry is allowed; if so, it is counted. */
    take(): boolean {
      refill(0);
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    },
  };
}
