/** Runs a script in Redis, and the error for a reply that the script cannot have returned. */

/** The only command that the store's scripts need from a Redis client. */
export type Eval = (script: string, options: { keys: string[]; arguments: string[] }) => Promise<unknown>;

/**
 * The reply has the wrong type, as from a server that only resembles Redis. It counts as a failure of the store; if it
 * counted as "no lease", callers would wait for a lease that no process holds.
 */
export class UnexpectedReply extends Error {
  constructor(step: string) {
    super(`Redis gave a reply of an unexpected type to ${step}`);
  }
}
