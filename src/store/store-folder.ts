/** The folder of the embedded store: made for its owner only, and cleared of the store of earlier versions. */
import {
  chmodSync,
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";

/** What versions before 0.2 kept their store in. */
const OLD_FILES = ["store.lmdb", "store.lmdb-lock"];

/** SQLite needs three and libsql's runtime six; without them libsql ends the process instead of throwing. */
const NEEDED_DESCRIPTORS = 16;

/** @throws when this process may open too few further files for SQLite, for example below a low `ulimit -n`. */
export function checkDescriptors(): void {
  const opened: number[] = [];
  try {
    while (opened.length < NEEDED_DESCRIPTORS) opened.push(openSync(process.execPath, "r"));
  } finally {
    for (const descriptor of opened) closeSync(descriptor);
  }
}

/** Makes the folder, readable by its owner only, and the folders above it. A folder that exists keeps its mode. */
export function makeFolder(folder: string): void {
  // Node's own `recursive` never returns where the system reports a folder as absent that cannot be made, as in /proc.
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have made it in the meantime.
    if (!existsSync(folder)) throw error;
  }
}

/**
 * Makes an empty file that only its owner can read and write, unless there is one.
 *
 * @throws when something other than a file, a symbolic link included, has that name.
 */
export function makeFile(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found) {
    // "wx" never follows a link. An existing file is never opened here: closing it would drop SQLite's locks on it.
    writeFileSync(path, "", { mode: 0o600, flag: "wx" });
  } else if (!found.isFile()) {
    throw new Error(`${path} is not a file`);
  } else if (process.platform !== "win32" && found.mode & 0o077) {
    chmodSync(path, 0o600);
  }
}

/** Renames an unreadable database, its log included, so that a new one can be made. One is kept, the latest. */
export function setAside(path: string): void {
  for (const suffix of ["", "-wal"]) {
    if (existsSync(path + suffix)) renameSync(path + suffix, `${path}.unreadable${suffix}`);
  }
  rmSync(`${path}-shm`, { force: true });
}

/** Deletes the store of a version that used LMDB; `true` when there was one. */
export function deleteOldStore(folder: string): boolean {
  const found = OLD_FILES.map((name) => join(folder, name)).filter((path) =>
    lstatSync(path, { throwIfNoEntry: false })?.isFile(),
  );
  for (const path of found) rmSync(path, { force: true });
  return found.length > 0;
}
