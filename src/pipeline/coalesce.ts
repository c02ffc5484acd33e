/**
 * Deduplicates fetches: callers that ask for the same key at the same time share one fetch (a "flight").
 *
 * Waiting place 1, flight: callers of this process who need the same value, until its one fetch ends.
 */
import { setMaxListeners } from "node:events";
import { cancelled, MarketDataError } from "../contract/errors.js";
import type { Asked, Patience } from "../contract/patience.js";
import { within } from "../lib/within.js";

interface Flight {
  promise: Promise<unknown>;
  controller: AbortController;
  waiting: number;
  question: Asked | undefined;
}

export class Coalescer {
  readonly #flights = new Map<string, Flight>();

  /** Number of fetches that are not finished. */
  get size(): number {
    return this.#flights.size;
  }

  /**
   * Returns the result of the flight under `key`, started by `start` if there is none.
   *
   * When a caller is cancelled or reaches its deadline, the flight continues for the remaining callers; it is aborted
   * when none remain. Callers who join are added to the `others` of its question.
   *
   * @throws {MarketDataError} `cancelled` when the caller was cancelled, `upstream_unavailable` at its deadline.
   * @throws the error of the flight.
   */
  async join<T>(key: string, patience: Patience, start: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (patience.signal?.aborted) throw cancelled();
    const { question } = patience;
    let flight = this.#flights.get(key);
    if (!flight) {
      const controller = new AbortController();
      // A fetch may wait for more parts at once than Node takes for usual, such as for 25 economic series.
      setMaxListeners(0, controller.signal);
      flight = { promise: start(controller.signal), controller, waiting: 0, question };
      const started = flight;
      this.#flights.set(key, started);
      const remove = () => {
        if (this.#flights.get(key) === started) this.#flights.delete(key);
      };
      started.promise.then(remove, remove);
    } else if (question?.callerId !== undefined) flight.question?.others?.add(question.callerId);
    flight.waiting++;
    try {
      const { deadline, signal } = patience;
      const result = await within(deadline - performance.now(), flight.promise as Promise<T>, signal);
      if (!result) throw signal?.aborted ? cancelled() : late();
      return result.value;
    } finally {
      flight.waiting--;
      if (flight.waiting === 0 && this.#flights.get(key) === flight) {
        this.#flights.delete(key);
        flight.controller.abort();
      }
    }
  }
}

function late(): MarketDataError {
  return new MarketDataError("upstream_unavailable", "No answer came in time. Try again in a moment.");
}
