/** Replaces a file as a whole, so that a crash leaves either the old or the new one. */
import { closeSync, fchmodSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";

/**
 * Writes the bytes to a new file beside `path`, which then takes its place. `beforeRename` may throw to keep the old one.
 *
 * @throws {NodeJS.ErrnoException} when the system refuses a step; the old file then stays.
 */
export function replaceFile(path: string, bytes: Buffer, mode: number, beforeRename = (): void => {}): void {
  const draft = `${path}.${process.pid}.tmp`;
  try {
    writeWhole(draft, bytes, mode);
    beforeRename();
    renameSync(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
}

function writeWhole(path: string, bytes: Buffer, mode: number): void {
  const file = openSync(path, "wx", mode);
  try {
    // The mode above passes through the umask, and an owner may have chosen a wider one.
    fchmodSync(file, mode);
    writeFileSync(file, bytes);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
