/** The database file of the embedded store, shared by the processes of one machine and safe against `kill -9`. */
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createGroupCommit } from "./group-commit.js";
import { copyCounts, createTidy, inoOf, isUnreadable, openDatabase, type Database } from "./sqlite-database.js";
import { loadDriver, SQLITE, sqliteCode, type Driver, type Statement } from "./sqlite-driver.js";
import { deleteOldStore, setAside } from "./store-folder.js";

export const FILE = "store.sqlite";
const RETRY_MS = 5;
/** Milliseconds of retrying after which a step fails. */
const GIVE_UP_MS = 1_000;
/** Pause in milliseconds between attempts to reopen a lost file. */
const REOPEN_MS = 2_000;
/** Changes between two deletions of expired rows. */
const TIDY_EVERY = 50;
const REPLACED = "The store's file was deleted or replaced while in use; a new one is used, with the same counts.";

const CONVERTED = "was written by another version of this program: its counts are kept, its answers are not.";

export class StoreFile {
  /** The clock for all stored times, in milliseconds since the epoch. */
  readonly now: () => number;
  readonly #path: string;
  readonly #warn: (message: string) => void;
  readonly #Driver: Driver;
  readonly #begin = this.prepare("BEGIN IMMEDIATE");
  readonly #commit = this.prepare("COMMIT");
  readonly #rollback = this.prepare("ROLLBACK");
  readonly #tidy = createTidy(
    (sql) => this.prepare(sql),
    () => this.now(),
  );
  #database: Database | undefined;
  readonly #changes = createGroupCommit((steps) => this.#whenFree(() => this.#inTransaction(steps)));
  /** Changes since the last deletion of expired rows. */
  #untidy = 0;
  #closed = false;
  #reopenAt = 0;

  /**
   * Opens the database below `folder`, and creates both if missing. A file that is damaged is renamed, with a
   * warning; one of another version keeps its counts only.
   *
   * @throws {NoDriver} without SQLite on this machine, or another error when the folder cannot be used.
   */
  static async open(folder: string, warn: (message: string) => void, now = Date.now): Promise<StoreFile> {
    const file = new StoreFile(join(folder, FILE), await loadDriver(), warn, now);
    for (const giveUpAt = performance.now() + GIVE_UP_MS; ; await sleep(RETRY_MS * (1 + Math.random()))) {
      try {
        file.#database = openDatabase(file.#Driver, file.#path);
        break;
      } catch (error) {
        if (isUnreadable(error)) file.#setAside();
        else if (sqliteCode(error) !== SQLITE.BUSY || performance.now() > giveUpAt) throw error;
      }
    }
    if (file.#database.isConverted) warn(`The store in ${folder} ${CONVERTED}`);
    if (deleteOldStore(folder)) warn("The store of an earlier version was deleted; a new one is kept in its place.");
    return file;
  }

  private constructor(path: string, Driver: Driver, warn: (message: string) => void, now: () => number) {
    this.now = now;
    this.#path = path;
    this.#Driver = Driver;
    this.#warn = warn;
  }

  /** Prepares a statement that stays valid when the file is reopened. */
  prepare(sql: string): Statement {
    let prepared: { of: Database; statement: Statement } | undefined;
    const current = () => {
      const database = this.#database;
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

  /** Runs statements that only read. Returns a promise only when the file is locked by another process. */
  read<T>(step: () => T): T | Promise<T> {
    return this.#whenFree(step);
  }

  /**
   * Runs statements in one transaction with the other changes of this turn of the event loop. Resolves when it is
   * committed. A change that fails is rolled back and rejected alone.
   */
  change<T>(step: () => T): Promise<T> {
    return this.#changes.add(step);
  }

  #inTransaction(steps: readonly (() => unknown)[]): unknown[] {
    if (this.#database && inoOf(this.#path) !== this.#database.ino) this.#reopen();
    this.#begin.run();
    try {
      const results = steps.map((step) => step());
      this.#untidy += steps.length;
      if (this.#untidy >= TIDY_EVERY) {
        this.#untidy = 0;
        this.#tidy();
      }
      this.#commit.run();
      return results;
    } catch (error) {
      this.#rollBack();
      throw error;
    }
  }

  /** Commits the pending changes, merges the write-ahead log into the database, and closes it. */
  async close(): Promise<void> {
    await this.#changes.close();
    this.#closed = true;
    try {
      // If another file has taken the name of ours, the checkpoint would delete that file's log.
      if (inoOf(this.#path) === this.#database?.ino) this.#database?.connection.exec("PRAGMA journal_mode = DELETE");
    } catch {
      // Another process uses the file, or the disk is full: the log stays and is read at the next start.
    }
    this.#database?.connection.close();
    this.#database = undefined;
  }

  #whenFree<T>(step: () => T): T | Promise<T> {
    try {
      return this.#attempt(step);
    } catch (error) {
      if (sqliteCode(error) !== SQLITE.BUSY) throw error;
      return this.#retry(step);
    }
  }

  async #retry<T>(step: () => T): Promise<T> {
    for (const giveUpAt = performance.now() + GIVE_UP_MS; ;) {
      await sleep(RETRY_MS * Math.random());
      try {
        return this.#attempt(step);
      } catch (error) {
        if (sqliteCode(error) !== SQLITE.BUSY || performance.now() > giveUpAt) throw error;
      }
    }
  }

  #attempt<T>(step: () => T): T {
    if (this.#closed) throw new Error("the store is closed");
    try {
      return step();
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      this.#setAside();
      this.#reopen(true);
      return step();
    }
  }

  /**
   * Continues with a new file, or with the one another process has created, after the file was deleted or replaced.
   * Copies the counts, so that all processes share them; until that succeeds, the old file stays in use.
   */
  #reopen(damaged = false): void {
    if (performance.now() < this.#reopenAt) throw new Error("the store's file is lost");
    const old = this.#database;
    let opened: Database | undefined;
    try {
      opened = openDatabase(this.#Driver, this.#path);
      if (old && !damaged) copyCounts(old.connection, opened.connection);
    } catch (error) {
      opened?.connection.close();
      // If another process is writing to the file, it will be free in milliseconds, so the next step may retry at once.
      if (sqliteCode(error) !== SQLITE.BUSY) this.#reopenAt = performance.now() + REOPEN_MS;
      throw error;
    }
    this.#database = opened;
    // SQLite does not delete the log of a database whose file was renamed, so closing is safe next to the new file.
    old?.connection.close();
    if (!damaged) this.#warn(REPLACED);
  }

  /** Renames the file unless another process has replaced it. */
  #setAside(): void {
    if (this.#database && inoOf(this.#path) !== this.#database.ino) return;
    this.#warn(`The store in ${dirname(this.#path)} could not be read; it was moved aside and a new one started.`);
    setAside(this.#path);
  }

  #rollBack(): void {
    try {
      this.#rollback.run();
    } catch {
      // A failed commit may have ended the transaction already.
    }
  }
}
