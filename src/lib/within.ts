/** Waits for a result for a limited time. */

/**
 * Returns the result of `work` as `value`; `undefined` when it takes longer than `ms` milliseconds.
 *
 * Rejects if `work` rejects within that time; a later rejection is ignored. The work is not
 * stopped, and the timer ends with the call.
 */
export async function within<T>(ms: number, work: Promise<T>): Promise<{ value: T } | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, ms, undefined);
  });
  try {
    return await Promise.race([work.then((value) => ({ value })), late]);
  } finally {
    clearTimeout(timer);
  }
}
