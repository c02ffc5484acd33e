/** Signs of life from a call that takes its time. */

/** How often, and after how long for the first time: an answer in memory is there long before. */
const EVERY_MS = 1_000;

/**
 * Tells `send` every second how many seconds a call has been under way, until it
 * is over; nothing comes after that.
 *
 * A call that waits for its turn at a provider, or asks several, cannot know how
 * far it is; the seconds it has waited only grow, as the protocol wants it.
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
