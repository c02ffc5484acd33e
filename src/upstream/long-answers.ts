/**
 * Limits the long answers of sources that are read and mapped at a time. Without a limit, 16 whole price histories at once
 * ended a process with a heap of 128 MB.
 *
 * Short answers need no such limit: each of the connections holds at most 512 KiB of one.
 */

/** An answer of more decoded bytes is a long one. */
export const LONG_BYTES = 512 * 1024;
/** Questions that may have long answers in memory at a time. */
export const MAX_LONG = 2;

/** Ends a long answer's place; further calls do nothing. */
export type EndLong = () => void;

/** The places for long answers, one set per process. */
export class LongAnswers {
  /** Number of long answers of each question that has a place. */
  readonly #held = new Map<object, number>();
  /** Waiting answers in the order of their arrival, each with its question. */
  readonly #waiting = new Map<() => void, object>();

  /**
   * Resolves with the function that ends the place, or with `undefined` when there is none before `deadline` (monotonic
   * milliseconds) or `signal` aborts. All long answers of one question share a place: if each needed its own, two
   * questions with two long answers each would wait for each other.
   */
  take(question: object, deadline: number, signal?: AbortSignal): Promise<EndLong | undefined> {
    if (this.#mayHold(question)) return Promise.resolve(this.#hold(question));
    return new Promise((resolve) => {
      const end = (place: EndLong | undefined) => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", leave);
        this.#waiting.delete(begin);
        resolve(place);
      };
      const begin = () => end(this.#hold(question));
      const leave = () => end(undefined);
      const timer = setTimeout(leave, Math.max(0, deadline - performance.now()));
      this.#waiting.set(begin, question);
      signal?.addEventListener("abort", leave, { once: true });
      if (signal?.aborted) leave();
    });
  }

  #mayHold(question: object): boolean {
    return this.#held.has(question) || this.#held.size < MAX_LONG;
  }

  #hold(question: object): EndLong {
    this.#held.set(question, (this.#held.get(question) ?? 0) + 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      const left = this.#held.get(question)! - 1;
      if (left > 0) this.#held.set(question, left);
      else this.#held.delete(question);
      for (const [begin, next] of this.#waiting) if (this.#mayHold(next)) begin();
    };
  }
}
