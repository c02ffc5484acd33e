/** The tables of the embedded store, and the deletion of rows that are no longer needed. */
import type { Statement } from "./sqlite-driver.js";

/** Increase it when a table changes; a file of another version gets new tables. Never 0, the version of an empty file. */
export const SCHEMA_VERSION = 2;

/** The table that all versions share; it must never change. */
export const KEPT_SCHEMA = `
CREATE TABLE IF NOT EXISTS counts (key TEXT PRIMARY KEY, tallies TEXT NOT NULL, expires INTEGER NOT NULL) STRICT;
CREATE INDEX IF NOT EXISTS counts_expires ON counts (expires);
`;

/** Times are milliseconds since the epoch. `used` is when an entry was last read, to about ten minutes. */
export const SCHEMA = `
CREATE TABLE answers (key TEXT PRIMARY KEY, value TEXT NOT NULL, expires INTEGER NOT NULL, used INTEGER NOT NULL) STRICT;
CREATE INDEX answers_expires ON answers (expires);
CREATE INDEX answers_used ON answers (used);
CREATE TABLE parts (key TEXT PRIMARY KEY, value TEXT NOT NULL, expires INTEGER NOT NULL, used INTEGER NOT NULL) STRICT;
CREATE INDEX parts_expires ON parts (expires);
CREATE INDEX parts_used ON parts (used);
CREATE TABLE leases (key TEXT PRIMARY KEY, holder TEXT NOT NULL, expires INTEGER NOT NULL) STRICT;
CREATE TABLE pauses (pause TEXT PRIMARY KEY, expires INTEGER NOT NULL) STRICT;
CREATE TABLE sessions (name TEXT PRIMARY KEY, value TEXT NOT NULL, expires INTEGER NOT NULL) STRICT;
`;

/**
 * Rows deleted from one table per run: at least as many as 50 changes add, and few enough not to block the event loop
 * for long.
 */
const BATCH = 80;
/**
 * The file's size, in pages of 4 KB, at which the least recently used answers are deleted: 256 MB, 100,000 answers of 2
 * KB.
 */
const MAX_PAGES = 65_536;
/** Expired counts are deleted a day later, in case the clock was wrong when they expired. */
const COUNTS_STAY_MS = 24 * 3_600_000;

/**
 * Creates a function that deletes some expired rows of each table and, in a full file, some
 * answers.
 */
export function createTidy(prepare: (sql: string) => Statement, clock: () => number, maxPages = MAX_PAGES): () => void {
  const expired = ["answers", "parts", "leases", "pauses", "sessions", "counts"].map((table) => ({
    stayMs: table === "counts" ? COUNTS_STAY_MS : 0,
    remove: prepare(
      `DELETE FROM ${table} WHERE rowid IN (SELECT rowid FROM ${table} WHERE expires <= ? LIMIT ${BATCH})`,
    ),
  }));
  const pages = prepare("SELECT page_count - freelist_count AS used FROM pragma_page_count(), pragma_freelist_count()");
  const leastUsed = ["answers", "parts"].map((table) =>
    prepare(`DELETE FROM ${table} WHERE rowid IN (SELECT rowid FROM ${table} ORDER BY used LIMIT ${BATCH})`),
  );
  return () => {
    const now = clock();
    for (const { remove, stayMs } of expired) remove.run(now - stayMs);
    if ((pages.get()!["used"] as number) < maxPages) return;
    leastUsed.find((statement) => Number(statement.run().changes) > 0);
  };
}
