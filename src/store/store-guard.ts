/**
 * Prevents a store from blocking callers.
 *
 * Every step has a time limit. After a slow step the store is skipped for a while, then tried by
 * one caller alone: a frozen Redis costs one short wait, not one per request (`@keyv/redis` can
 * wait without end). A step that fails at once costs no time, so the store is not skipped after it.
 */

import { Bag } from "../lib/bag.js";

const CALL_MS = 100;
const SKIP_MS = 2_000;
/**
 * Milliseconds without a failure after which the store counts as recovered; a nearly full store fails only now and
 * then.
 */
const STEADY_MS = 2_000;
/** Number of ticks that a step's time limit is divided into. */
const TICKS = 10;

/** A full store can still be read, so failures of reading and of writing are counted separately. */
export type StepKind = "read" | "write";

type Outcome<T> = { value: T } | "failed" | "late";

export interface GuardOptions {
  /** Time limit of a step in milliseconds. */
  callMs?: number;
  /** Called once when the store becomes unusable, and once when it has recovered. */
  onState?: (usable: boolean) => void;
}

export class StoreGuard {
  readonly #onState: (usable: boolean) => void;
  /** Time of the last failure of reading and of writing, until it has recovered. */
  readonly #failing = new Map<StepKind, number>();
  readonly #ticker: Ticker;
  #skipUntil = 0;
  #slow = false;

  constructor({ callMs = CALL_MS, onState = () => {} }: GuardOptions = {}) {
    this.#ticker = new Ticker(callMs / TICKS);
    this.#onState = onState;
  }

  get usable(): boolean {
    return this.#failing.size === 0;
  }

  /** The step's result; `undefined` when it failed, took too long or was skipped. */
  async run<T>(kind: StepKind, step: () => T | Promise<T>): Promise<{ value: T } | undefined> {
    if (performance.now() < this.#skipUntil) return undefined;
    // Other callers skip the store while this one tries it.
    if (this.#slow) this.#skipForNow();
    const outcome = await this.#ticker.within(TICKS, (async () => step())());
    return this.#record(kind, outcome);
  }

  #record<T>(kind: StepKind, outcome: Outcome<T>): { value: T } | undefined {
    if (outcome === "late") this.#skipForNow();
    else if (this.#slow) this.#resume();
    if (typeof outcome === "object") this.#worked(kind);
    else this.#failed(kind);
    return typeof outcome === "object" ? outcome : undefined;
  }

  #skipForNow(): void {
    this.#slow = true;
    this.#skipUntil = performance.now() + SKIP_MS;
  }

  #resume(): void {
    this.#slow = false;
    this.#skipUntil = 0;
  }

  #failed(kind: StepKind): void {
    const before = this.usable;
    this.#failing.set(kind, performance.now());
    if (before) this.#onState(false);
  }

  #worked(kind: StepKind): void {
    const failedAt = this.#failing.get(kind);
    if (failedAt === undefined || performance.now() - failedAt < STEADY_MS) return;
    this.#failing.delete(kind);
    if (this.usable) this.#onState(true);
  }
}

/**
 * Limits the time of all running steps with one timer. A step that begins between two ticks has up to one tick less.
 */
class Ticker {
  readonly #ms: number;
  /** Ticks left for each running step, and the function to call afterwards. */
  readonly #waiting = new Bag<{ left: number; late: () => void }>();
  #timer: NodeJS.Timeout | undefined;

  constructor(ms: number) {
    this.#ms = ms;
  }

  /**
   * Resolves with the step's outcome within `ticks`. Ticks only pass while this process's timers
   * run, so a busy process, which reads answers late, does not time out a fast store.
   */
  within<T>(ticks: number, step: Promise<T>): Promise<Outcome<T>> {
    return new Promise((resolve) => {
      const end = (outcome: Outcome<T>) => {
        remove();
        resolve(outcome);
      };
      const remove = this.#waiting.add({ left: ticks, late: () => end("late") });
      this.#timer ??= setInterval(() => this.#tick(), this.#ms);
      step.then(
        (value) => end({ value }),
        () => end("failed"),
      );
    });
  }

  #tick(): void {
    if (this.#waiting.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
    for (const waiting of this.#waiting.values()) if (--waiting.left === 0) waiting.late();
  }
}
