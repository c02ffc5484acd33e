/**
 * Opens the database file with our settings and tables, and copies counts from a file that was
 * lost.
 */
import { statSync } from "node:fs";
import { dirname } from "node:path";
import { mergeTallies, readTallies } from "./rolling-window.js";
import { SQLITE, sqliteCode, type Connection, type Driver, type Row } from "./sqlite-driver.js";
import { SCHEMA, SCHEMA_VERSION } from "./sqlite-schema.js";
import { checkDescriptors, makeFile, makeFolder } from "./store-folder.js";

/**
 * Milliseconds for which a step may block the event loop because of another process's transaction; after that it is
 * tried again asynchronously.
 */
const BUSY_MS = 5;
/** Limit of counts copied from a lost file; reading them takes about 20 ms. */
const MAX_COUNTS = 20_000;

// SQLite writes a checkpoint every 1,000 pages (4 MB), which takes 1 ms of processor time and two flushes of the disk.
// A checkpoint every 250 pages is not faster, because the flushes take most of the time (npm run stalls).
const SETTINGS = `
PRAGMA busy_timeout = ${BUSY_MS};
PRAGMA journal_mode = WAL;
PRAGMA synchronous = NORMAL;
PRAGMA journal_size_limit = 4194304;
`;

/** The file was written by a version of this program with other tables. */
class OtherVersion extends Error {}

export interface Database {
  connection: Connection;
  /** Inode of the opened file, which identifies it even if another file takes its name. */
  ino: bigint | undefined;
}

/**
 * Opens the database at `path`; creates it, and its folder, if missing. Copies the counts of the file at `countsFrom`.
 *
 * @throws errors of the driver and of the file system.
 */
export function openDatabase(Driver: Driver, path: string, countsFrom?: string): Database {
  makeFolder(dirname(path));
  makeFile(path);
  checkDescriptors();
  const ino = inoOf(path);
  const connection = new Driver(path);
  try {
    prepareTables(connection);
    if (countsFrom !== undefined) copyCountsFrom(Driver, countsFrom, connection);
  } catch (error) {
    connection.close();
    throw error;
  }
  return { connection, ino };
}

/** Returns the inode of the file at `path`; `undefined` when there is none. */
export function inoOf(path: string): bigint | undefined {
  return statSync(path, { bigint: true, throwIfNoEntry: false })?.ino;
}

/**
 * Whether an error means that the file is not a database, is damaged, or belongs to another version
 * of this program.
 */
export function isUnreadable(error: unknown): boolean {
  const code = sqliteCode(error);
  return code === SQLITE.CORRUPT || code === SQLITE.NOT_A_DATABASE || error instanceof OtherVersion;
}

/**
 * Copies the counts of a deleted file, which are readable as long as it is open. Counts that cannot
 * be read are skipped.
 */
export function copyCounts(from: Connection, to: Connection): void {
  const find = to.prepare("SELECT tallies FROM counts WHERE key = ?");
  const keep = to.prepare("INSERT OR REPLACE INTO counts VALUES (?, ?, ?)");
  to.exec("BEGIN IMMEDIATE");
  for (const { key, tallies, expires } of readCounts(from)) {
    const merged = readTallies(tallies as string);
    mergeTallies(merged, readTallies((find.get(key as string)?.["tallies"] ?? "{}") as string));
    keep.run(key as string, JSON.stringify(merged), expires as number);
  }
  to.exec("COMMIT");
}

/** Copies the counts of the file at `path`, which a process of another version may still have open. */
function copyCountsFrom(Driver: Driver, path: string, to: Connection): void {
  const from = new Driver(path);
  try {
    copyCounts(from, to);
  } finally {
    from.close();
  }
}

/** Returns why a file is unreadable, as the end of a sentence, and whether its counts can still be copied. */
export function whyUnreadable(error: unknown): { says: string; hasCounts: boolean } {
  return error instanceof OtherVersion
    ? { says: "belongs to another version of this program, and its counts are kept", hasCounts: true }
    : { says: "could not be read", hasCounts: false };
}

function readCounts(connection: Connection): Row[] {
  try {
    return connection.prepare(`SELECT * FROM counts ORDER BY expires DESC LIMIT ${MAX_COUNTS}`).all();
  } catch {
    return [];
  }
}

function prepareTables(connection: Connection): void {
  connection.exec(SETTINGS);
  connection.exec("BEGIN IMMEDIATE");
  const version = connection.prepare("PRAGMA user_version").get()!["user_version"];
  if (version === 0) connection.exec(SCHEMA);
  else if (version !== SCHEMA_VERSION) throw new OtherVersion(`version ${String(version)}`);
  // Write it at every start, so that a full or read-only disk is noticed then.
  connection.exec(`PRAGMA user_version = ${SCHEMA_VERSION}`);
  connection.exec("COMMIT");
}
