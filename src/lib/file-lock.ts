/**
 * A lock for changes of a file, so that of two programs that read, change and write it, neither undoes the other's change:
 * six `keys add` at once had lost keys that they had printed.
 */
import { mkdirSync, rmdirSync, rmSync, statSync } from "node:fs";

/** Milliseconds that a program waits for another one; a change takes a few. */
const PATIENCE_MS = 3_000;
const STEP_MS = 20;
/** A lock of this age in milliseconds was left by a program that was killed. */
const ABANDONED_MS = 10_000;

/**
 * Returns the result of `work`, which runs while no other program holds the lock of `path`; `undefined` when another one
 * holds it for seconds. The lock is the folder `<path>.lock`, because creating a folder fails if it exists.
 *
 * @throws what `work` throws, and {NodeJS.ErrnoException} when the folder cannot be created.
 */
export function withFileLock<T>(path: string, work: () => T): { result: T } | undefined {
  const lock = `${path}.lock`;
  const deadline = performance.now() + PATIENCE_MS;
  while (!hasCreated(lock)) {
    if (performance.now() >= deadline) return undefined;
    if (!removeAbandoned(lock)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, STEP_MS);
  }
  try {
    return { result: work() };
  } finally {
    rmSync(lock, { force: true, recursive: true });
  }
}

function hasCreated(lock: string): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/**
 * Removes the lock if it was left by a program that was killed. Only one program at a time may look and remove: a second
 * one would otherwise remove the lock that a third has made since it looked.
 */
function removeAbandoned(lock: string): boolean {
  if (!isAbandoned(lock) || !hasCreated(`${lock}.removal`)) return false;
  try {
    if (isAbandoned(lock)) rmdirSync(lock);
    return true;
  } finally {
    rmdirSync(`${lock}.removal`);
  }
}

function isAbandoned(lock: string): boolean {
  const made = statSync(lock, { throwIfNoEntry: false })?.mtimeMs;
  return made !== undefined && Date.now() - made > ABANDONED_MS;
}
