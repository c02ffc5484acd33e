/** Lazy initialisation. */

/**
 * Returns a function that calls `start` at its first call and returns the same promise to all callers. After a failure
 * the next call starts again, because the cause may have been temporary.
 */
export function once<T>(start: () => Promise<T>): () => Promise<T> {
  let started: Promise<T> | undefined;
  return () => {
    started ??= start().catch((error: unknown) => {
      started = undefined;
      throw error;
    });
    return started;
  };
}
