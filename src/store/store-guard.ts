/**
 * Keeps a store from ever holding anyone up.
 *
 * Every step is bounded in time. After one that was too slow the store is left
 * out for a while, then tried by one caller alone, so that a frozen Redis costs
 * one short wait and not one per request (`@keyv/redis` was seen to wait for
 * ever). A step that fails at once costs nobody anything and is tried again.
 */

const CALL_MS = 100;
const LEAVE_OUT_MS = 2_000;
/** A store is back when it has not failed for that long: one that is nearly full fails now and then. */
const STEADY_MS = 2_000;
/** Parts a step's time is counted in. */
const TICKS = 10;

/** What a step wants of the store. A full one can still be looked at, so the two are judged apart. */
export type Need = "look" | "keep";

type Outcome<T> = { value: T } | "failed" | "late";

export interface GuardOptions {
  /** The longest a step may take. */
  callMs?: number;
  /** Called once when the store goes out of use, once when it is back. */
  onState?: (usable: boolean) => void;
}

export class StoreGuard {
  readonly #onState: (usable: boolean) => void;
  /** When each need was last failed, until it is steady again. */
  readonly #failing = new Map<Need, number>();
  readonly #ticker: Ticker;
  #leftOutUntil = 0;
  #slow = false;

  constructor({ callMs = CALL_MS, onState = () => {} }: GuardOptions = {}) {
    this.#ticker = new Ticker(callMs / TICKS);
    this.#onState = onState;
  }

  get usable(): boolean {
    return this.#failing.size === 0;
  }

  /** What the step came to; `undefined` when it failed, took too long, or was not even tried. A promise only when the step returns one. */
  run<T>(need: Need, step: () => T | Promise<T>): { value: T } | undefined | Promise<{ value: T } | undefined> {
    if (performance.now() < this.#leftOutUntil) return undefined;
    // The others need not wait for what this one finds out.
    if (this.#slow) this.#leaveOut();
    try {
      const value = step();
      if (value instanceof Promise) {
        return this.#ticker.within(TICKS, value).then((outcome) => this.#note(need, outcome));
      }
      return this.#note(need, { value });
    } catch {
      return this.#note(need, "failed");
    }
  }

  #note<T>(need: Need, outcome: Outcome<T>): { value: T } | undefined {
    if (outcome === "late") this.#leaveOut();
    else if (this.#slow) this.#takeBack();
    if (typeof outcome === "object") this.#worked(need);
    else this.#failed(need);
    return typeof outcome === "object" ? outcome : undefined;
  }

  #leaveOut(): void {
    this.#slow = true;
    this.#leftOutUntil = performance.now() + LEAVE_OUT_MS;
  }

  #takeBack(): void {
    this.#slow = false;
    this.#leftOutUntil = 0;
  }

  #failed(need: Need): void {
    const before = this.usable;
    this.#failing.set(need, performance.now());
    if (before) this.#onState(false);
  }

  #worked(need: Need): void {
    const failedAt = this.#failing.get(need);
    if (failedAt === undefined || performance.now() - failedAt < STEADY_MS) return;
    this.#failing.delete(need);
    if (this.usable) this.#onState(true);
  }
}

/** Measures the time of all steps that are under way with one timer; one that begins between ticks has up to a tick less. */
class Ticker {
  readonly #ms: number;
  /** How many ticks each of them has left, and what to call then. */
  readonly #waiting = new Set<{ left: number; late: () => void }>();
  #timer: NodeJS.Timeout | undefined;

  constructor(ms: number) {
    this.#ms = ms;
  }

  /**
   * What the step came to within so many ticks of our own free time. A process
   * that is busy or starved reads answers late that came in time; only as long
   * as its timers run does the clock of the store run.
   */
  within<T>(ticks: number, step: Promise<T>): Promise<Outcome<T>> {
    return new Promise((resolve) => {
      const end = (outcome: Outcome<T>) => {
        this.#waiting.delete(waiting);
        resolve(outcome);
      };
      const waiting = { left: ticks, late: () => end("late") };
      this.#waiting.add(waiting);
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
    for (const waiting of this.#waiting) if (--waiting.left === 0) waiting.late();
  }
}
