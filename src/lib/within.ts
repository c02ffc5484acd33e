/** Waits for a result for a limited time. */

/**
 * Returns the result of `work` as `value`; `undefined` when it takes longer than `ms` milliseconds, or once `signal` is
 * aborted.
 *
 * Rejects if `work` rejects before that; a later rejection is ignored. The work is not stopped.
 */
export async function within<T>(ms: number, work: Promise<T>, signal?: AbortSignal): Promise<{ value: T } | undefined> {
  let giveUp!: () => void;
  const givenUp = new Promise<undefined>((resolve) => (giveUp = () => resolve(undefined)));
  const timer = setTimeout(giveUp, ms);
  signal?.addEventListener("abort", giveUp);
  if (signal?.aborted) giveUp();
  try {
    return await Promise.race([work.then((value) => ({ value })), givenUp]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", giveUp);
  }
}
