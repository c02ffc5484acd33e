/**
 * Whether this process is alone with the store on disk, so that what it has in
 * memory is the truth.
 *
 * Whoever takes a step on shared records first enters: a line in the file says
 * who was here lately, and who is alone until when. A process that finds nobody
 * else is alone for a moment, which every write of it prolongs; one that comes
 * later is seen within milliseconds, or waits until that moment is over. So nobody
 * ever counts beside somebody who believes to be alone, frozen or killed ones
 * included.
 */
import type { Database } from "lmdb";
import type { Commit } from "./lmdb-commit.js";
import { Tenants, TERM_MS, type Entry } from "./tenants.js";

/** How long what was changed in memory may wait for being written. */
const WRITE_MS = 500;
/** How often a process that is alone looks whether somebody waits for it, and whoever waits asks again. */
const LOOK_MS = 10;
/** So many steps within {@link WRITE_MS} are worth more speed than each one's being on disk at once. */
const MANY_STEPS = 100;

/** Records that are changed in memory while the process is alone. */
export interface Behind {
  /** Writes what was changed, within a transaction; `intact` unless others may have changed the same since. */
  write(intact: boolean): void;
  /** What is in memory is not the truth any more. */
  forget(): void;
  /** All that was written is on disk. */
  onDisk(): void;
}

export interface SoleUseOptions {
  /** Others are known to be there: never alone. */
  shared?: boolean;
  holder?: string;
  now?: () => number;
}

export class SoleUse {
  readonly #db: Database<string, string>;
  readonly #commit: Commit;
  readonly #tenants: Tenants;
  readonly #behind: Behind[] = [];
  readonly #now: () => number;
  readonly #mayBeAlone: boolean;
  /** Until when, as the transactions under way say; and as those on disk do. */
  #claimed = 0;
  #aloneUntil = 0;
  #transactions = 0;
  #entered = false;
  /** Steps of the present half second, when it began, and whether the last one had many. */
  #steps = 0;
  #stepsSince = 0;
  #isBusy = false;
  /** Since when something in memory is not written; `undefined` when all of it is. */
  #unwrittenSince: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  constructor(db: Database<string, string>, commit: Commit, options: SoleUseOptions = {}) {
    this.#db = db;
    this.#commit = commit;
    this.#tenants = new Tenants(db, options.holder ?? `${process.pid}:${Math.random()}`);
    this.#now = options.now ?? Date.now;
    this.#mayBeAlone = !options.shared;
  }

  /** What this process is called among those that share the file. */
  get holder(): string {
    return this.#tenants.holder;
  }

  /** Adds records that are written together with the others. */
  add(behind: Behind): void {
    this.#behind.push(behind);
  }

  /** Whether memory is the truth at this moment; so it is until the caller lets the event loop go on. */
  get isAlone(): boolean {
    const left = this.#aloneUntil - this.#now();
    return left > 0 && left <= TERM_MS;
  }

  /** Whether so much is done that steps are better written together than waited for one by one. */
  get isBusy(): boolean {
    return this.#isBusy && this.#now() - this.#stepsSince < 2 * WRITE_MS;
  }

  /** Has a step taken in memory written soon. */
  noteStep(): void {
    const now = this.#now();
    this.#unwrittenSince ??= now;
    const passed = now - this.#stepsSince;
    if (passed < 0 || passed >= WRITE_MS) {
      this.#isBusy = passed >= 0 && passed < 2 * WRITE_MS && this.#steps >= MANY_STEPS;
      this.#stepsSince = now;
      this.#steps = 0;
    }
    this.#steps++;
  }

  /**
   * Takes a step within a transaction and waits for its commit, after whoever is
   * alone has given way.
   */
  async inTurn<T>(step: (alone: boolean) => T): Promise<T> {
    for (;;) {
      const taken = await this.#transaction(() => {
        const entry = this.#enter();
        return "waitMs" in entry ? entry : { result: step("aloneUntil" in entry) };
      });
      if ("result" in taken) return taken.result;
      await new Promise((resolve) => setTimeout(resolve, Math.min(taken.waitMs, LOOK_MS)));
    }
  }

  /** Writes what was changed in memory by now; all who ask while a write is under way share the next one. */
  write(): Promise<void> {
    if (!this.#writing) return this.#startWrite();
    this.#next ??= this.#writing.then(
      () => this.#startWrite(),
      () => this.#startWrite(),
    );
    return this.#next;
  }

  /** Writes what is left and takes this process out of the list. */
  async leave(): Promise<void> {
    clearInterval(this.#timer);
    if (!this.#entered) return;
    await this.#transaction(() => {
      this.#writeBehind(this.#tenants.leave().intact);
      this.#giveUp();
    });
  }

  async #startWrite(): Promise<void> {
    this.#next = undefined;
    this.#writing = this.#transaction(() => void this.#enter());
    try {
      await this.#writing;
    } finally {
      this.#writing = undefined;
    }
    if (this.#transactions === 0) for (const behind of this.#behind) behind.onDisk();
  }

  async #transaction<T>(step: () => T): Promise<T> {
    this.#transactions++;
    try {
      const result = await this.#commit(() => this.#db.transaction(step));
      // Only now others know of it, and reads see all that was there before.
      if (this.#claimed > 0) {
        this.#db.resetReadTxn();
        this.#aloneUntil = this.#claimed;
        this.#timer ??= setInterval(() => this.#look(), LOOK_MS).unref();
      }
      return result;
    } finally {
      this.#transactions--;
    }
  }

  /** Makes room for others, and writes what has waited long enough. */
  #look(): void {
    const since = this.#unwrittenSince ?? Infinity;
    if (this.#now() - since >= WRITE_MS || this.#tenants.hasOthers) this.write().catch(() => {});
    if (this.isAlone) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** Within a transaction: what this process may do now. */
  #enter(): Entry {
    this.#entered = true;
    const entry = this.#tenants.enter(this.#now(), this.#mayBeAlone);
    this.#writeBehind(entry.intact);
    if ("aloneUntil" in entry) this.#claimed = entry.aloneUntil;
    else this.#giveUp();
    return entry;
  }

  #writeBehind(intact: boolean): void {
    for (const behind of this.#behind) behind.write(intact);
    this.#unwrittenSince = undefined;
  }

  #giveUp(): void {
    this.#claimed = this.#aloneUntil = 0;
    for (const behind of this.#behind) behind.forget();
  }
}
