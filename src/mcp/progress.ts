/** Progress notifications for calls that take longer than a second. */

/**
 * Interval in milliseconds, and the delay before the first notification; cached answers are faster
 * than that.
 */
const EVERY_MS = 1_000;

/**
 * Calls `send` every second with the number of seconds a call has been in flight, until it ends.
 *
 * The remaining time is unknown while a call waits for its turn or asks several providers. Elapsed
 * seconds only increase, as the protocol requires.
 */
export async function withProgress<T>(
  send: ((progress: number, message: string) => void) | undefined,
  work: () => Promise<T>,
  everyMs = EVERY_MS,
): Promise<T> {
  if (!send) return work();
  let ticks = 0;
  const timer = setInterval(() => {
    const seconds = (++ticks * everyMs) / 1000;
    send(seconds, `Waiting for market data: ${seconds} s so far.`);
  }, everyMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
