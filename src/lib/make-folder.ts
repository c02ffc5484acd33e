/** Creates folders. */
import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Creates the folder and its parents with this mode; an existing folder keeps its own.
 *
 * @throws {NodeJS.ErrnoException} when the system refuses a step.
 */
export function makeFolder(folder: string, mode = 0o777): void {
  // Node's `recursive` option hangs where the system reports a folder as missing that cannot be created, as in /proc.
  if (existsSync(folder)) return;
  makeFolder(dirname(folder), mode);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    // Another process may have created it in the meantime.
    if (!existsSync(folder)) throw error;
  }
}
