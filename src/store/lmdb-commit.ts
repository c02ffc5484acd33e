/** Commits that fail, on a full disk for one, without harm. */

/** Each commit that fails also costs a line on the console, which lmdb writes by itself. */
const PAUSE_MS = 10_000;

/** Runs a write and waits for its commit. @throws when that fails, or one has failed just before. */
export type Commit = <T>(write: () => Promise<T>) => Promise<T>;

/** The way for all writes of one LMDB file; after a commit that failed nothing is written for a while. */
export function createCommit(): Commit {
  let pausedUntil = 0;
  return async (write) => {
    if (performance.now() < pausedUntil) throw new Error("no write shortly after one that failed");
    try {
      return await write();
    } catch (error) {
      pausedUntil = performance.now() + PAUSE_MS;
      heard((error as { commitError?: Promise<unknown> }).commitError);
      throw error;
    }
  };
}

/**
 * A write within a transaction, whose own commit is waited for. lmdb rejects a
 * promise for each; one that nobody hears would end the process.
 */
export function heard(promise: Promise<unknown> | undefined): void {
  promise?.catch(() => {});
}
