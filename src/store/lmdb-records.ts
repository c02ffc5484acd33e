/** Records on disk that are changed in indivisible steps, for all processes of the machine. */
import { createHash } from "node:crypto";
import type { Database } from "lmdb";
import { heard } from "./lmdb-commit.js";
import type { Behind, SoleUse } from "./sole-use.js";

/** LMDB's own limit is 1,978 bytes; a caller may be called anything. */
const MAX_KEY_BYTES = 1_024;
/** Records held in memory while this process is alone; written ones go when there are more. */
const MAX_HELD = 10_000;

/** How a record is written; what cannot be read is no record. */
export interface Form<T> {
  encode: (value: T) => string;
  decode: (text: string) => T | undefined;
}

/** What a record becomes, `undefined` for none, and what the step came to. May change `before` itself. */
export type Change<T, R> = (before: T | undefined) => { after: T | undefined; result: R };

/** A record in memory, and the steps that were taken on it since it was last written. */
interface Held<T> {
  value: T | undefined;
  steps: Change<T, unknown>[];
}

export class Records<T> implements Behind {
  readonly #db: Database<string, string>;
  readonly #use: SoleUse;
  readonly #form: Form<T>;
  readonly #held = new Map<string, Held<T>>();
  readonly #changed = new Map<string, Held<T>>();

  constructor(db: Database<string, string>, use: SoleUse, form: Form<T>) {
    this.#db = db;
    this.#use = use;
    this.#form = form;
    use.add(this);
  }

  /** A step that nothing undoes once it has resolved, a crash included. */
  async change<R>(key: string, change: Change<T, R>): Promise<R> {
    if (!this.#use.isAlone) return this.#inTurn(key, change);
    const result = this.#inMemory(key, change);
    await this.#use.write();
    return result;
  }

  /** A step that a crash within the next half second may undo. */
  async changeSoon<R>(key: string, change: Change<T, R>): Promise<R> {
    return this.#use.isAlone ? this.#inMemory(key, change) : this.#inTurn(key, change);
  }

  /** The same at once, where memory is the truth and so much is done that it is worth it. */
  changeAtOnce<R>(key: string, change: Change<T, R>): { result: R } | undefined {
    return this.#use.isAlone && this.#use.isBusy ? { result: this.#inMemory(key, change) } : undefined;
  }

  /** The record as it is now. */
  get(key: string): T | undefined {
    const held = this.#use.isAlone ? this.#held.get(key) : undefined;
    return held ? held.value : this.#read(key);
  }

  write(intact: boolean): void {
    for (const [key, held] of this.#changed) {
      // Before anything can fail: what cannot be written would keep all others from it for ever.
      this.#changed.delete(key);
      // What others made of it meanwhile counts as much as what we did.
      if (!intact) held.value = held.steps.reduce((before, step) => step(before).after, this.#read(key));
      this.#put(key, held.value);
      held.steps = [];
    }
    if (!intact) this.forget();
  }

  forget(): void {
    this.#held.clear();
  }

  onDisk(): void {
    if (this.#held.size <= MAX_HELD) return;
    for (const key of this.#held.keys()) if (!this.#changed.has(key)) this.#held.delete(key);
  }

  #inMemory<R>(key: string, change: Change<T, R>): R {
    const held = this.#hold(key);
    const { after, result } = change(held.value);
    held.value = after;
    held.steps.push(change);
    this.#changed.set(key, held);
    this.#use.noteStep();
    return result;
  }

  #inTurn<R>(key: string, change: Change<T, R>): Promise<R> {
    return this.#use.inTurn((alone) => {
      const { after, result } = change(this.#read(key));
      this.#put(key, after);
      if (alone) this.#held.set(key, { value: after, steps: [] });
      return result;
    });
  }

  #hold(key: string): Held<T> {
    const known = this.#held.get(key);
    if (known) return known;
    const held = { value: this.#read(key), steps: [] };
    this.#held.set(key, held);
    return held;
  }

  #read(key: string): T | undefined {
    const text = this.#db.get(stored(key));
    return text === undefined ? undefined : this.#form.decode(text);
  }

  #put(key: string, value: T | undefined): void {
    heard(value === undefined ? this.#db.remove(stored(key)) : this.#db.put(stored(key), this.#form.encode(value)));
  }
}

/** The key as it is on disk. */
function stored(key: string): string {
  return Buffer.byteLength(key) <= MAX_KEY_BYTES ? key : createHash("sha256").update(key).digest("base64url");
}
