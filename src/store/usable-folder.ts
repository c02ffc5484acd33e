/** Whether a folder can hold an LMDB file; lmdb ends the process, in native code, where it ought to throw. */
import { accessSync, constants, existsSync, mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Room for a lock file and the first pages. */
const ROOM_BYTES = 64 * 1024;

/** A folder in which no store can be opened, whatever lies in it. */
export class UnusableFolder extends Error {}

/**
 * Makes the folder, and tries whether `files` in it may be read and written and
 * whether there is room for more.
 *
 * @throws {UnusableFolder} when not.
 */
export function prepareFolder(folder: string, files: readonly string[]): void {
  const probe = join(folder, `probe-${process.pid}`);
  try {
    makeFolder(folder);
    for (const path of files.map((name) => join(folder, name))) {
      if (!existsSync(path)) continue;
      if (!statSync(path).isFile()) throw new Error("something else is in the place of a file");
      accessSync(path, constants.R_OK | constants.W_OK);
    }
    writeFileSync(probe, Buffer.alloc(ROOM_BYTES));
  } catch (error) {
    throw new UnusableFolder("cannot be read, written or filled", { cause: error });
  } finally {
    remove(probe);
  }
}

/** Node's own `recursive` never returns where the system says a folder cannot be found that is being made, as in /proc. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another process was quicker.
    if (!existsSync(folder)) throw error;
  }
}

function remove(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // Where nothing can be removed, nothing was written.
  }
}
