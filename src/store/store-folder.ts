/** Creates the file of the embedded store, for its owner only. */
import {
  chmodSync,
  closeSync,
  existsSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
  type Stats,
} from "node:fs";

/**
 * Free file descriptors required: SQLite needs three and libsql's runtime six; without them libsql ends the process
 * instead of throwing.
 */
const NEEDED_DESCRIPTORS = 16;

/**
 * Checks that this process can open enough further files for SQLite.
 *
 * @throws when it cannot, for example because of a low `ulimit -n`.
 */
export function checkDescriptors(): void {
  const opened: number[] = [];
  try {
    while (opened.length < NEEDED_DESCRIPTORS) opened.push(openSync(process.execPath, "r"));
  } finally {
    for (const descriptor of opened) closeSync(descriptor);
  }
}

/**
 * Creates an empty file that only its owner can read and write, unless it exists; another process may create it at the
 * same time.
 *
 * @throws when something other than a file, for example a symbolic link, has that name.
 */
export function makeFile(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false }) ?? createFile(path);
  if (!found) return;
  if (!found.isFile()) throw new Error(`${path} is not a file`);
  if (process.platform !== "win32" && found.mode & 0o077) chmodSync(path, 0o600);
}

/** Creates the file; returns the one that another process has created in the meantime, if any. */
function createFile(path: string): Stats | undefined {
  try {
    // "wx" does not follow a link and does not open an existing file; closing that would drop SQLite's locks on it.
    writeFileSync(path, "", { mode: 0o600, flag: "wx" });
    return undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    return lstatSync(path);
  }
}

/**
 * Renames an unreadable database and its log, so that a new one can be created. Only the latest one is preserved.
 */
export function setAside(path: string): void {
  const moved = `${path}.unreadable`;
  // The log of the file that was moved before would be read as part of this one.
  for (const suffix of ["-wal", "-shm"]) rmSync(moved + suffix, { force: true });
  for (const suffix of ["", "-wal"]) if (existsSync(path + suffix)) renameSync(path + suffix, moved + suffix);
  rmSync(`${path}-shm`, { force: true });
}
