/**
 * Limits how many questions of one caller wait for upstreams at a time, so that one caller cannot
 * block other callers.
 */
import { MarketDataError } from "../contract/errors.js";
import type { Patience } from "../lib/within.js";

export const PER_CALLER = 10;
/** Questions of one caller that may wait for a slot; each of them keeps its request in memory. */
export const MAX_WAITING = 1_000;

interface CallerQueue {
  taken: number;
  waiting: (() => void)[];
}

export class CallerConcurrency {
  readonly #queues = new Map<string, CallerQueue>();

  /**
   * Resolves with a function that releases the slot. Questions get slots in the order of their arrival.
   *
   * @throws {MarketDataError} `overloaded` when too many questions wait or no slot was free before the deadline,
   * `cancelled` when the caller was cancelled.
   */
  async acquire(callerId: string, { deadline, signal }: Patience): Promise<() => void> {
    const queue = this.#queues.get(callerId) ?? { taken: 0, waiting: [] };
    this.#queues.set(callerId, queue);
    if (queue.waiting.length >= MAX_WAITING)
      throw new MarketDataError("overloaded", TOO_MANY, { retryAfterSeconds: 1 });
    if (queue.taken < PER_CALLER) queue.taken++;
    else await turn(queue, deadline, signal);
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      const next = queue.waiting.shift();
      if (next) next();
      else if (--queue.taken === 0) this.#queues.delete(callerId);
    };
  }
}

/** Waits until a slot is handed over. */
function turn(queue: CallerQueue, deadline: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
      queue.waiting = queue.waiting.filter((other) => other !== onTurn);
    };
    const onTurn = () => {
      leave();
      resolve();
    };
    const onAbort = () => {
      leave();
      reject(new MarketDataError("cancelled", "The request was cancelled."));
    };
    const timer = setTimeout(
      () => {
        leave();
        reject(new MarketDataError("overloaded", TOO_MANY, { retryAfterSeconds: 1 }));
      },
      Math.max(0, deadline - performance.now()),
    );
    queue.waiting.push(onTurn);
    signal?.addEventListener("abort", onAbort, { once: true });
    if (signal?.aborted) onAbort();
  });
}

const TOO_MANY = `More than ${PER_CALLER} of your questions are waiting for upstreams. Wait for some of them, then try again.`;
