/**
 * The calls of the last minute, of each caller and of all. Times are monotonic, because the store's counts are not exact after
 * the wall clock was set forward.
 */
import { MINUTE } from "./count-windows.js";

type CallerId = string | undefined;

export class RecentCalls {
  readonly #all: { at: number; callerId: CallerId }[] = [];
  /** The times of a caller's calls; a caller without a call in the last minute has no entry. */
  readonly #byCaller = new Map<CallerId, number[]>();

  add(callerId: CallerId): void {
    const at = performance.now();
    this.#forget();
    this.#all.push({ at, callerId });
    const times = this.#byCaller.get(callerId);
    if (times) times.push(at);
    else this.#byCaller.set(callerId, [at]);
  }

  get count(): number {
    this.#forget();
    return this.#all.length;
  }

  /** The number of callers with a call in the last minute. */
  get callers(): number {
    this.#forget();
    return this.#byCaller.size;
  }

  countOf(callerId: CallerId): number {
    return this.#of(callerId).length;
  }

  /** Returns when there is room for one call more, after `further` ones; 0 for now. `limit` is that of a minute. */
  roomAt(further: number, limit: number): number {
    this.#forget();
    return roomAt(this.#all.length, (index) => this.#all[index]?.at, further, limit);
  }

  /** Returns the same for the calls of one caller. */
  roomOf(callerId: CallerId, further: number, limit: number): number {
    const times = this.#of(callerId);
    return roomAt(times.length, (index) => times[index], further, limit);
  }

  #of(callerId: CallerId): readonly number[] {
    this.#forget();
    return this.#byCaller.get(callerId) ?? [];
  }

  /** Removes the calls that are more than a minute ago. */
  #forget(): void {
    const first = this.#all.findIndex(({ at }) => at + MINUTE.spanMs > performance.now());
    for (const { callerId } of this.#all.splice(0, first < 0 ? this.#all.length : first)) {
      const times = this.#byCaller.get(callerId)!;
      times.shift();
      if (times.length === 0) this.#byCaller.delete(callerId);
    }
  }
}

function roomAt(calls: number, timeOf: (index: number) => number | undefined, further: number, limit: number): number {
  const leaving = calls + further - limit;
  if (leaving < 0) return 0;
  return (timeOf(leaving % limit) ?? performance.now()) + (Math.floor(leaving / limit) + 1) * MINUTE.spanMs;
}
