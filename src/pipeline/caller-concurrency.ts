/**
 * Limits how many questions of one caller wait for upstreams at a time, so that one caller cannot block other callers.
 */
import { cancelled, MarketDataError } from "../contract/errors.js";
import type { Patience } from "../contract/patience.js";
import { within } from "../lib/within.js";

export const PER_CALLER = 10;
/** Questions of one caller that may wait for a slot; each of them keeps its request in memory. */
export const MAX_WAITING = 1_000;

interface CallerQueue {
  taken: number;
  /** One function per waiting question, in order of arrival: it hands over a slot. */
  waiting: Set<() => void>;
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
    const queue = this.#queues.get(callerId) ?? { taken: 0, waiting: new Set() };
    this.#queues.set(callerId, queue);
    if (queue.waiting.size >= MAX_WAITING) throw tooMany();
    let held = true;
    const release = () => {
      if (!held) return;
      held = false;
      const [next] = queue.waiting;
      if (next) next();
      else if (--queue.taken === 0) this.#queues.delete(callerId);
    };
    if (queue.taken < PER_CALLER) {
      queue.taken++;
      return release;
    }
    let onTurn!: () => void;
    const turn = new Promise<void>((resolve) => {
      onTurn = () => {
        queue.waiting.delete(onTurn);
        resolve();
      };
    });
    queue.waiting.add(onTurn);
    if (await within(deadline - performance.now(), turn, signal)) return release;
    // A slot that was handed over at the same moment goes to the next question.
    if (!queue.waiting.delete(onTurn)) release();
    throw signal?.aborted ? cancelled() : tooMany();
  }
}

function tooMany(): MarketDataError {
  const message = `More than ${PER_CALLER} of your questions are waiting for upstreams. Wait for some of them, then try again.`;
  return new MarketDataError("overloaded", message, { retryAfterSeconds: 1 });
}
