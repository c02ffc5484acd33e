/** Running a script in Redis, and the failure of a reply that the script cannot have given. */

/** The one command of a Redis client that the store's scripts need. */
export type Eval = (script: string, options: { keys: string[]; arguments: string[] }) => Promise<unknown>;

/**
 * A reply of the wrong type, as from a server that only looks like Redis. It is a
 * failure of the store: read as "no", it would make callers wait for a lease that nobody holds.
 */
export class UnexpectedReply extends Error {
  constructor(step: string) {
    super(`Redis gave a reply of an unexpected type to ${step}`);
  }
}
