/**
 * The database file with our settings and tables: opens it, and deletes rows that are no longer needed.
 */
import { statSync } from "node:fs";
import { dirname } from "node:path";
import { DAY_MS } from "../lib/day.js";
import { makeFolder } from "../lib/make-folder.js";
import { SQLITE, sqliteCode, type Connection, type Driver, type Statement } from "./sqlite-driver.js";
import { checkDescriptors, makeFile } from "./store-folder.js";

/**
 * Milliseconds for which a step may block the event loop because of another process's transaction; after that it is
 * tried again asynchronously.
 */
const BUSY_MS = 5;

// SQLite writes a checkpoint every 1,000 pages (4 MB), which takes 1 ms of processor time and two flushes of the disk.
// A checkpoint every 250 pages is not faster, because the flushes take most of the time.
const SETTINGS = `
PRAGMA busy_timeout = ${BUSY_MS};
PRAGMA journal_mode = WAL;
PRAGMA synchronous = NORMAL;
PRAGMA journal_size_limit = 4194304;
`;

/** Increase it when a table changes; a file of another version is set aside. Never 0, the version of an empty file. */
const SCHEMA_VERSION = 3;

/** Times are milliseconds since the epoch. `used` is when an entry was last read, to about ten minutes. */
const SCHEMA = `
CREATE TABLE counts (key TEXT PRIMARY KEY, tallies TEXT NOT NULL, expires INTEGER NOT NULL) STRICT;
CREATE INDEX counts_expires ON counts (expires);
CREATE TABLE answers (key TEXT PRIMARY KEY, value TEXT NOT NULL, expires INTEGER NOT NULL, used INTEGER NOT NULL) STRICT;
CREATE INDEX answers_expires ON answers (expires);
CREATE INDEX answers_used ON answers (used);
CREATE TABLE leases (key TEXT PRIMARY KEY, holder TEXT NOT NULL, expires INTEGER NOT NULL) STRICT;
CREATE TABLE pauses (pause TEXT PRIMARY KEY, expires INTEGER NOT NULL) STRICT;
CREATE TABLE sessions (name TEXT PRIMARY KEY, value TEXT NOT NULL, expires INTEGER NOT NULL) STRICT;
`;

/** Limit of all documents in bytes, beside that of all other answers. */
export const MAX_DOCUMENT_BYTES = 200_000_000;

// Not part of a version: an older program does not use it, and its other tables stay as they are.
const DOCUMENTS = `
CREATE TABLE IF NOT EXISTS documents (key TEXT PRIMARY KEY, value TEXT NOT NULL, expires INTEGER NOT NULL, used INTEGER NOT NULL,
  size INTEGER AS (octet_length(value)) STORED) STRICT;
CREATE INDEX IF NOT EXISTS documents_expires ON documents (expires);
CREATE INDEX IF NOT EXISTS documents_used ON documents (used, size, key);
`;

/** The file is a database, but not one of this program. */
class Foreign extends Error {}

export interface Database {
  connection: Connection;
  /** Inode of the opened file, which identifies it even if another file takes its name. */
  ino: bigint | undefined;
}

/**
 * Opens the database at `path`; creates it, and its folder, if missing.
 *
 * @throws errors of the driver and of the file system.
 */
export function openDatabase(Driver: Driver, path: string): Database {
  // For its owner only, because answers and sessions are stored in it.
  makeFolder(dirname(path), 0o700);
  makeFile(path);
  checkDescriptors();
  const ino = inoOf(path);
  const connection = new Driver(path);
  try {
    prepareTables(connection);
    return { connection, ino };
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** Returns the inode of the file at `path`; `undefined` when there is none. */
export function inoOf(path: string): bigint | undefined {
  return statSync(path, { bigint: true, throwIfNoEntry: false })?.ino;
}

/**
 * Whether an error means that the file is not a database of ours, or is damaged.
 */
export function isUnreadable(error: unknown): boolean {
  const code = sqliteCode(error);
  return code === SQLITE.CORRUPT || code === SQLITE.NOT_A_DATABASE || error instanceof Foreign;
}

/** Creates the tables, unless the file has them. */
function prepareTables(connection: Connection): void {
  connection.exec(SETTINGS);
  connection.exec("BEGIN IMMEDIATE");
  const version = connection.prepare("PRAGMA user_version").get()!["user_version"];
  if (version !== 0 && version !== SCHEMA_VERSION) {
    // Closing alone keeps the lock under libsql, and the process that uses this file could not write to it.
    connection.exec("ROLLBACK");
    throw new Foreign(`version ${String(version)}`);
  }
  if (version === 0) connection.exec(SCHEMA);
  connection.exec(DOCUMENTS);
  // Write it at every start, so that a full or read-only disk is noticed then.
  connection.exec(`PRAGMA user_version = ${SCHEMA_VERSION}`);
  connection.exec("COMMIT");
}

/**
 * Rows deleted from one table per run: at least as many as 50 changes add, and few enough not to block the event loop
 * for long.
 */
const BATCH = 80;
const PAGE_BYTES = 4096;
/**
 * The file's size without documents, in pages of 4 KB, at which the least recently used answers are deleted: 256 MB,
 * 100,000 answers of 2 KB.
 */
const MAX_PAGES = 65_536;
/** Expired counts are deleted a day later, in case the clock was wrong when they expired. */
const COUNTS_STAY_MS = DAY_MS;

/** Creates a function that deletes some expired rows of each table and, in a full file, some answers. */
export function createTidy(prepare: (sql: string) => Statement, clock: () => number, maxPages = MAX_PAGES): () => void {
  const expired = ["answers", "documents", "leases", "pauses", "sessions", "counts"].map((table) => ({
    stayMs: table === "counts" ? COUNTS_STAY_MS : 0,
    remove: prepare(
      `DELETE FROM ${table} WHERE rowid IN (SELECT rowid FROM ${table} WHERE expires <= ? LIMIT ${BATCH})`,
    ),
  }));
  const pages = prepare(
    `SELECT page_count - freelist_count - (SELECT coalesce(sum(size), 0) / ${PAGE_BYTES} FROM documents) AS used
     FROM pragma_page_count(), pragma_freelist_count()`,
  );
  const leastUsed = prepare(
    `DELETE FROM answers WHERE rowid IN (SELECT rowid FROM answers ORDER BY used LIMIT ${BATCH})`,
  );
  return () => {
    const now = clock();
    for (const { remove, stayMs } of expired) remove.run(now - stayMs);
    if ((pages.get()!["used"] as number) >= maxPages) leastUsed.run();
  };
}
