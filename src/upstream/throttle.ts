/**
 * At most `limit` calls to an upstream in any window. `p-throttle` sets the pace: a ring of `limit` slots, each a
 * strict throttle of one call per window, is an exact sliding window (one strict throttle of `limit` calls would
 * spread a burst over the window, and its weighted mode takes time in proportion to `limit`).
 * Our part is what p-throttle lacks: a bounded queue, deadlines, callers that leave, clock changes.
 */
import pThrottle from "p-throttle";
import { wallClockJumped, wallClockOffset } from "./wall-clock.js";

/** Added to each window: a call sent at its edge may reach the upstream later than the next one. */
export const WINDOW_SLACK_MS = 500;

/** The caller cannot send before its deadline; `retryAfterSeconds` is at most one window. */
export class ThrottleRefusal extends Error {
  constructor(readonly retryAfterSeconds: number) {
    super("no turn before the deadline");
  }
}

interface Slot {
  pace: ReturnType<typeof newPace>;
  /** Monotonic time of its last call, and the wall clock's offset then. */
  calledAt: number;
  clockOffset: number;
}

export class Throttle {
  readonly #limit: number;
  readonly #windowMs: number;
  readonly #maxQueue: number;
  readonly #slots: (Slot | undefined)[] = [];
  /** Index of the slot whose turn comes next. */
  #next = 0;
  #awaitingTurn = false;
  /** Callers in order; each takes its turn, or returns false when it may not send any more. */
  #queue: (() => boolean)[] = [];

  /** `limit` is calls per window, `maxQueue` the callers that may wait at once. */
  constructor({ limit, windowMs = 60_000, maxQueue = 100 }: { limit: number; windowMs?: number; maxQueue?: number }) {
    this.#limit = limit;
    this.#windowMs = windowMs + WINDOW_SLACK_MS;
    this.#maxQueue = maxQueue;
  }

  /** Number of callers in the queue. */
  get waiting(): number {
    return this.#queue.length;
  }

  /**
   * Resolves when the caller may send; `mayGo` is called just before and can still refuse by throwing.
   *
   * @throws {ThrottleRefusal} when the turn cannot come before `deadline` (monotonic milliseconds).
   * @throws the signal's reason, or what `mayGo` throws; the turn then goes to the next caller.
   */
  admit(deadline: number, signal?: AbortSignal, mayGo: () => void = () => {}): Promise<void> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    const turn = this.#turnOf(this.#queue.length);
    if (turn > deadline || this.#queue.length >= this.#maxQueue) return Promise.reject(this.#refusal(turn));
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#queue = this.#queue.filter((other) => other !== takeTurn);
        reject(signal?.reason);
      };
      const takeTurn = () => {
        signal?.removeEventListener("abort", leave);
        try {
          if (performance.now() > deadline) throw this.#refusal(performance.now());
          mayGo();
          resolve();
          return true;
        } catch (reason) {
          reject(reason);
          return false;
        }
      };
      signal?.addEventListener("abort", leave, { once: true });
      this.#queue.push(takeTurn);
      this.#awaitTurn();
    });
  }

  /** Waits for p-throttle's next turn as long as there are callers. */
  #awaitTurn(): void {
    if (this.#awaitingTurn || this.#queue.length === 0) return;
    this.#awaitingTurn = true;
    const slot = (this.#slots[this.#next] ??= {
      pace: newPace(this.#windowMs),
      calledAt: -Infinity,
      clockOffset: wallClockOffset(),
    });
    const ask = () => void slot.pace(() => this.#onTurn(slot));
    if (!wallClockJumped(slot.clockOffset)) return ask();
    // p-throttle reads the wall clock: it would block for as long as the clock was set back, or forget the last call.
    slot.pace = newPace(this.#windowMs);
    setTimeout(ask, Math.ceil(this.#turnOf(0) - performance.now()));
  }

  #onTurn(slot: Slot): void {
    this.#awaitingTurn = false;
    const served = this.#queue.findIndex((takeTurn) => takeTurn());
    this.#queue = served < 0 ? [] : this.#queue.slice(served + 1);
    if (served >= 0) {
      Object.assign(slot, { calledAt: performance.now(), clockOffset: wallClockOffset() });
      this.#next = (this.#next + 1) % this.#limit;
    } else {
      // No caller took the turn. A new slot does not count it, and the slot's previous call has left the window.
      this.#slots[this.#next] = undefined;
    }
    this.#awaitTurn();
  }

  /** Returns the monotonic time at which a caller gets its turn, with `ahead` callers before it. */
  #turnOf(ahead: number): number {
    const calledAt = this.#slots[(this.#next + ahead) % this.#limit]?.calledAt ?? -Infinity;
    return Math.max(performance.now(), calledAt + this.#windowMs) + Math.floor(ahead / this.#limit) * this.#windowMs;
  }

  #refusal(turn: number): ThrottleRefusal {
    const waitMs = Math.min(turn - performance.now(), this.#windowMs - WINDOW_SLACK_MS);
    return new ThrottleRefusal(Math.max(1, Math.ceil(waitMs / 1000)));
  }
}

function newPace(interval: number) {
  return pThrottle({ limit: 1, interval, strict: true })((onTurn: () => void) => onTurn());
}
