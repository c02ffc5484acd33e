/**
 * Never more calls than the rate in any window, and nobody waits in vain.
 *
 * `p-throttle` gives the pace (strict: its other mode let 9 calls through at a
 * limit of 5). It reads the wall clock, which can be set back and would then
 * stop us for as long, queues without bound, and charges callers who left. So
 * callers wait here, in a bounded line; it is asked for one ticket at a time,
 * for whoever is first; and a window of our own on the monotonic clock decides
 * when the two disagree.
 */
import pThrottle from "p-throttle";

export interface ThrottleOptions {
  /** Calls per window. */
  limit: number;
  windowMs?: number;
  /** Callers that may wait at once. */
  maxQueue?: number;
}

/** Why a caller was not let through; `retryAfterSeconds` is when a new try may pass. */
export class ThrottleRefusal extends Error {
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super("no place in the line");
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

interface Waiter {
  mayGo: () => void;
  resolve: () => void;
  reject: (reason: unknown) => void;
}

// A call that left us at the edge of a window may reach the upstream a little later than
// the next one: the window is widened by more than connections take to open.
const SLACK_MS = 500;
const CLOCK_JUMP_MS = 1000;

export class Throttle {
  readonly #limit: number;
  readonly #windowMs: number;
  readonly #maxQueue: number;
  readonly #starts: number[] = [];
  #queue: Waiter[] = [];
  #running = false;
  #ticket: (onGranted: () => void) => Promise<void>;
  #clockOffset: number;

  constructor({ limit, windowMs = 60_000, maxQueue = 100 }: ThrottleOptions) {
    this.#limit = limit;
    this.#windowMs = windowMs + SLACK_MS;
    this.#maxQueue = maxQueue;
    this.#clockOffset = clockOffset();
    this.#ticket = this.#newTickets();
  }

  /** Callers waiting now. */
  get waiting(): number {
    return this.#queue.length;
  }

  /**
   * Resolves when the caller may send. `mayGo` is asked when the turn of one who had to wait has come.
   *
   * @throws {ThrottleRefusal} at once when its turn cannot come before `deadline` (monotonic milliseconds).
   * @throws the signal's reason when the caller leaves; its place goes to the next one.
   * @throws what `mayGo` throws, with the same effect.
   */
  admit(deadline: number, signal?: AbortSignal, mayGo: () => void = () => {}): Promise<void> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    const turn = this.#turnOf(this.#queue.length);
    if (!this.#running && turn <= performance.now() && turn <= deadline) {
      this.#passAtOnce();
      return Promise.resolve();
    }
    // Those who may pass at once stand in the line for a moment only and do not make it full.
    const passing = this.#limit - this.#starts.length;
    if (this.#queue.length >= this.#maxQueue + passing || turn > deadline) {
      return Promise.reject(new ThrottleRefusal(secondsUntil(turn)));
    }
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        mayGo,
        resolve: () => leave(resolve),
        reject: (reason) => leave(() => reject(reason)),
      };
      const onAbort = () => waiter.reject(signal?.reason);
      const patience = Math.ceil(Math.max(0, deadline - performance.now()));
      const timer = setTimeout(() => waiter.reject(new ThrottleRefusal(1)), patience);
      const leave = (settle: () => void) => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", onAbort);
        this.#queue = this.#queue.filter((other) => other !== waiter);
        settle();
      };
      signal?.addEventListener("abort", onAbort, { once: true });
      this.#queue.push(waiter);
      if (!this.#running) void this.#run();
    });
  }

  #passAtOnce(): void {
    let granted = false;
    void this.#askForTicket(() => (granted = true));
    if (!granted) this.#ticket = this.#newTickets();
    this.#starts.push(performance.now());
  }

  async #run(): Promise<void> {
    this.#running = true;
    while (this.#queue.length > 0) {
      await this.#nextTicket();
      const first = this.#firstToGo();
      // Everybody left while the ticket was on its way; nobody shall pay for it.
      if (!first) {
        this.#ticket = this.#newTickets();
        break;
      }
      this.#starts.push(performance.now());
      first.resolve();
    }
    this.#running = false;
  }

  /** The first in the line that may still go; those before it are sent away. */
  #firstToGo(): Waiter | undefined {
    return this.#queue.find((waiter) => {
      try {
        waiter.mayGo();
        return true;
      } catch (reason) {
        waiter.reject(reason);
        return false;
      }
    });
  }

  #askForTicket(onGranted: () => void = () => {}): Promise<void> {
    if (Math.abs(clockOffset() - this.#clockOffset) > CLOCK_JUMP_MS) {
      this.#clockOffset = clockOffset();
      this.#ticket = this.#newTickets();
    }
    return this.#ticket(onGranted);
  }

  async #nextTicket(): Promise<void> {
    // No longer than that: p-throttle spreads calls after a burst, and callers were told their turn.
    const patience = Math.max(0, this.#turnOf(0) - performance.now());
    const granted = await within(this.#askForTicket(), patience);
    if (!granted) this.#ticket = this.#newTickets();
    for (let left = this.#turnOf(0) - performance.now(); left > 0; left = this.#turnOf(0) - performance.now()) {
      await sleep(left);
    }
  }

  /** When the caller with `ahead` others before it may send. */
  #turnOf(ahead: number): number {
    const now = performance.now();
    while (this.#starts.length > 0 && this.#starts[0]! + this.#windowMs <= now) this.#starts.shift();
    // Whole windows that those ahead fill, then the call that has to leave the window first.
    const windows = Math.floor(ahead / this.#limit);
    const blocking = this.#starts[this.#starts.length + ahead - (windows + 1) * this.#limit];
    return (blocking === undefined ? now : blocking + this.#windowMs) + windows * this.#windowMs;
  }

  #newTickets(): (onGranted: () => void) => Promise<void> {
    const pace = pThrottle({ limit: this.#limit, interval: this.#windowMs, strict: true });
    const throttled = pace((onGranted: () => void) => onGranted());
    return async (onGranted) => throttled(onGranted);
  }
}

function clockOffset(): number {
  return Date.now() - performance.now();
}

function secondsUntil(moment: number): number {
  return Math.max(1, Math.ceil((moment - performance.now()) / 1000));
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.ceil(ms)));
}

async function within(promise: Promise<void>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  const done = promise.then(() => true);
  const result = await Promise.race([done, late]);
  clearTimeout(timer);
  return result;
}
