/** What is started when it is first asked for. */

/**
 * What `start` brings, for all who ask: it is started once. One that failed is
 * started again for the next who asks: a file that could not be opened now may be
 * opened in a moment.
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
