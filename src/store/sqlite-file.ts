/** The database file of the embedded store, shared by the processes of one machine and safe against `kill -9`. */
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createGroupCommit } from "./group-commit.js";
import { createTidy, inoOf, isUnreadable, openDatabase, type Database } from "./sqlite-database.js";
import { loadDriver, SQLITE, sqliteCode, type Statement } from "./sqlite-driver.js";
import { setAside } from "./store-folder.js";

export const FILE = "store.sqlite";
const RETRY_MS = 5;
/** Milliseconds of retrying after which a step fails. */
const GIVE_UP_MS = 1_000;
/** Pause in milliseconds between attempts to reopen a lost file. */
const REOPEN_MS = 2_000;
/** Changes between two deletions of expired rows. */
const TIDY_EVERY = 50;
const REPLACED = "The store's file was deleted or replaced while in use; a new one is used, and counting starts again.";

export type StoreFile = Awaited<ReturnType<typeof openStoreFile>>;

/**
 * Opens the database below `folder`, and creates both if missing. A file that is damaged, or not of this version, is
 * renamed, with a warning. `now` is the clock for all stored times, in milliseconds since the
 * epoch.
 *
 * @throws {NoDriver} without SQLite on this machine, or another error when the folder cannot be used.
 */
export async function openStoreFile(folder: string, warn: (message: string) => void, now = Date.now) {
  const path = join(folder, FILE);
  const Driver = await loadDriver();
  let database: Database | undefined;
  let isClosed = false;
  let reopenAt = 0;
  /** Changes since the last deletion of expired rows. */
  let untidy = 0;
  const begin = prepare("BEGIN IMMEDIATE");
  const commit = prepare("COMMIT");
  const rollback = prepare("ROLLBACK");
  const tidy = createTidy(prepare, now);
  const changes = createGroupCommit((steps) => whenFree(() => inTransaction(steps)));

  for (const giveUpAt = performance.now() + GIVE_UP_MS; ; await sleep(RETRY_MS * (1 + Math.random()))) {
    try {
      database = openDatabase(Driver, path);
      break;
    } catch (error) {
      if (isUnreadable(error)) moveAside();
      else if (sqliteCode(error) !== SQLITE.BUSY || performance.now() > giveUpAt) throw error;
    }
  }

  /** Prepares a statement that stays valid when the file is reopened. */
  function prepare(sql: string): Statement {
    let prepared: { of: Database; statement: Statement } | undefined;
    const current = () => {
      if (!database) throw new Error("the store is closed");
      if (prepared?.of !== database) prepared = { of: database, statement: database.connection.prepare(sql) };
      return prepared.statement;
    };
    return {
      run: (...values) => current().run(...values),
      get: (...values) => current().get(...values),
      all: (...values) => current().all(...values),
    };
  }

  function inTransaction(steps: readonly (() => unknown)[]): unknown[] {
    if (database && inoOf(path) !== database.ino) reopen();
    begin.run();
    try {
      const results = steps.map((step) => step());
      untidy += steps.length;
      if (untidy >= TIDY_EVERY) {
        untidy = 0;
        tidy();
      }
      commit.run();
      return results;
    } catch (error) {
      rollBack();
      throw error;
    }
  }

  /** Commits the pending changes, merges the write-ahead log into the database, and closes it. */
  async function close(): Promise<void> {
    await changes.close();
    isClosed = true;
    try {
      // If another file has taken the name of ours, the checkpoint would delete that file's log.
      if (inoOf(path) === database?.ino) database?.connection.exec("PRAGMA journal_mode = DELETE");
    } catch {
      // Another process uses the file, or the disk is full: the log stays and is read at the next start.
    }
    database?.connection.close();
    database = undefined;
  }

  function whenFree<T>(step: () => T): T | Promise<T> {
    try {
      return attempt(step);
    } catch (error) {
      if (sqliteCode(error) !== SQLITE.BUSY) throw error;
      return retry(step);
    }
  }

  async function retry<T>(step: () => T): Promise<T> {
    for (const giveUpAt = performance.now() + GIVE_UP_MS; ;) {
      await sleep(RETRY_MS * Math.random());
      try {
        return attempt(step);
      } catch (error) {
        if (sqliteCode(error) !== SQLITE.BUSY || performance.now() > giveUpAt) throw error;
      }
    }
  }

  function attempt<T>(step: () => T): T {
    if (isClosed) throw new Error("the store is closed");
    try {
      return step();
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      moveAside();
      reopen(true);
      return step();
    }
  }

  /**
   * Continues with a new file, or with the one another process has created, after the file was deleted or replaced. Until
   * that succeeds, the old file stays in use.
   */
  function reopen(damaged = false): void {
    if (performance.now() < reopenAt) throw new Error("the store's file is lost");
    const old = database;
    try {
      database = openDatabase(Driver, path);
    } catch (error) {
      // If another process is writing to the file, it will be free in milliseconds, so the next step may retry at once.
      if (sqliteCode(error) !== SQLITE.BUSY) reopenAt = performance.now() + REOPEN_MS;
      throw error;
    }
    // SQLite does not delete the log of a database whose file was renamed, so closing is safe next to the new file.
    old?.connection.close();
    if (!damaged) warn(REPLACED);
  }

  /** Renames the file unless another process has replaced it. */
  function moveAside(): void {
    if (database && inoOf(path) !== database.ino) return;
    warn(
      `The store in ${dirname(path)} could not be read, or is of another version; it was moved aside and a new one started.`,
    );
    setAside(path);
  }

  function rollBack(): void {
    try {
      rollback.run();
    } catch {
      // A failed commit may have ended the transaction already.
    }
  }

  return {
    now,
    prepare,
    /** Runs statements that only read. Returns a promise only when the file is locked by another process. */
    read: whenFree,
    /**
     * Runs statements in one transaction with the other changes of this turn of the event loop. Resolves when it is
     * committed. A change that fails is rolled back and rejected alone.
     */
    change: changes.add,
    close,
  };
}
