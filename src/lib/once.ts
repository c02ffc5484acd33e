/** Lazy initialisation. */

/**
 * A function that calls `start` at its first call and gives all callers the same
 * promise. After a failure the next call starts again: a file that cannot be
 * opened now may be opened in a moment.
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
