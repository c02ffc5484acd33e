/**
 * Whether this process is alone with the store on disk, so that what it has in
 * memory is the truth.
 *
 * Whoever takes a step on shared records first enters: a line in the file says
 * who was here lately, and who is alone until when. A process that finds nobody
 * else is alone for a moment, which every write of it prolongs; one that comes
 * later is seen at the next write, or waits until that moment is over. So nobody
 * ever counts beside somebody who believes to be alone, frozen or killed ones
 * included.
 */
import type { Database } from "lmdb";
import { heard, type Commit } from "./lmdb-commit.js";

/** How long a process is alone after it wrote; who comes while it is frozen waits no longer. */
const TERM_MS = 750;
/** How long what was changed in memory waits for being written, when it is much. */
const WRITE_MS = 500;
/** How often a process that is alone looks whether somebody waits for it, and whoever waits asks again. */
const LOOK_MS = 10;
/** How long a process that did something is reckoned with. */
const PRESENT_MS = 10_000;
const RENEW_PRESENCE_MS = 1_000;
const KEY = "tenants";

/** Who uses the file; times are milliseconds since the epoch. */
interface Tenants {
  alone?: { holder: string; until: number } | undefined;
  /** When each of them was last seen. */
  seen: Record<string, number>;
}

/** Records that are changed in memory while the process is alone. */
export interface Behind {
  /** Writes what was changed, within a transaction; `intact` unless others may have changed the same since. */
  write(intact: boolean): void;
  /** What is in memory is not the truth any more. */
  forget(): void;
  /** All that was written is on disk. */
  onDisk(): void;
}

/** What a step may do: the records are ours alone, everybody's, or somebody else's for so many milliseconds. */
export type Entry = "alone" | "shared" | number;

export interface SoleUseOptions {
  /** Others are known to be there: never alone. */
  shared?: boolean;
  holder?: string;
  now?: () => number;
}

export class SoleUse {
  readonly #db: Database<string, string>;
  readonly #commit: Commit;
  readonly #behind: Behind[] = [];
  /** What this process is called among those that share the file. */
  readonly holder: string;
  readonly #now: () => number;
  readonly #shared: boolean;
  /** Until when, as the transactions under way say; and as those on disk do. */
  #claimed = 0;
  #aloneUntil = 0;
  #transactions = 0;
  #entered = false;
  /** Since when something in memory is not written; `undefined` when all of it is. */
  #unwrittenSince: number | undefined;
  #wroteAt = 0;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  constructor(db: Database<string, string>, commit: Commit, options: SoleUseOptions = {}) {
    this.#db = db;
    this.#commit = commit;
    this.holder = options.holder ?? `${process.pid}:${Math.random()}`;
    this.#now = options.now ?? Date.now;
    this.#shared = options.shared ?? false;
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

  /**
   * Takes a step within a transaction and waits for its commit, after whoever is
   * alone has given way.
   */
  async inTurn<T>(step: (entry: "alone" | "shared") => T): Promise<T> {
    for (;;) {
      const taken = await this.#transaction(() => {
        const entry = this.#enter();
        return typeof entry === "number" ? { waitMs: entry } : { result: step(entry) };
      });
      if ("result" in taken) return taken.result;
      await new Promise((resolve) => setTimeout(resolve, Math.min(taken.waitMs, LOOK_MS)));
    }
  }

  /** Has what was changed in memory written: at once after a quiet time, else together with what follows. */
  writeSoon(): void {
    if (this.#unwrittenSince !== undefined) return;
    this.#unwrittenSince = this.#now();
    if (this.#unwrittenSince - this.#wroteAt >= WRITE_MS) this.write().catch(() => {});
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
      this.#writeBehind(this.#read());
      const { alone, seen } = this.#read();
      delete seen[this.holder];
      this.#giveUp();
      this.#put({ alone: alone?.holder === this.holder ? undefined : alone, seen });
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
    if (this.#now() - since >= WRITE_MS || Object.keys(this.#read().seen).length > 1) this.write().catch(() => {});
    if (this.isAlone) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** Within a transaction: what this process may do now. */
  #enter(): Entry {
    this.#entered = true;
    const now = this.#now();
    const tenants = this.#read();
    this.#writeBehind(tenants);
    const { seen } = tenants;
    for (const [holder, at] of Object.entries(seen)) {
      // One from the future comes from a clock that was set back since.
      if (at <= now - PRESENT_MS || at > now + PRESENT_MS) delete seen[holder];
    }
    const wasSeen = seen[this.holder] ?? 0;
    seen[this.holder] = now;
    const theirs = tenants.alone && tenants.alone.holder !== this.holder ? tenants.alone.until - now : 0;
    const mayBeAlone = !this.#shared && Object.keys(seen).length === 1;
    if (theirs > 0 && theirs <= TERM_MS) {
      this.#giveUp();
      this.#put(tenants);
      return theirs;
    }
    if (mayBeAlone) {
      this.#claimed = now + TERM_MS;
      this.#put({ alone: { holder: this.holder, until: this.#claimed }, seen });
      return "alone";
    }
    this.#giveUp();
    if (tenants.alone || now - wasSeen >= RENEW_PRESENCE_MS) this.#put({ seen });
    return "shared";
  }

  #writeBehind({ alone }: Tenants): void {
    for (const behind of this.#behind) behind.write(alone?.holder === this.holder);
    this.#unwrittenSince = undefined;
    this.#wroteAt = this.#now();
  }

  #giveUp(): void {
    this.#claimed = this.#aloneUntil = 0;
    for (const behind of this.#behind) behind.forget();
  }

  #read(): Tenants {
    try {
      const { alone, seen } = JSON.parse(this.#db.get(KEY) ?? "") as Partial<Tenants>;
      return { alone: typeof alone?.until === "number" ? alone : undefined, seen: { ...seen } };
    } catch {
      return { seen: {} };
    }
  }

  #put(tenants: Tenants): void {
    heard(this.#db.put(KEY, JSON.stringify(tenants)));
  }
}
