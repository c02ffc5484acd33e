/**
 * The calls of the last minute, of each caller and of all. Times are monotonic, because the store's counts are not exact after
 * the wall clock was set forward.
 */
import { MINUTE } from "./count-windows.js";

type CallerId = string | undefined;

export class RecentCalls {
  readonly #all: number[] = [];
  readonly #byCaller = new Map<CallerId, number[]>();

  add(callerId: CallerId): void {
    const now = performance.now();
    this.#all.push(now);
    this.#byCaller.set(callerId, [...this.#of(callerId), now]);
  }

  get count(): number {
    return withoutOld(this.#all).length;
  }

  countOf(callerId: CallerId): number {
    return this.#of(callerId).length;
  }

  /** Returns when there is room for one call more, after `further` ones; 0 for now. `limit` is that of a minute. */
  roomAt(further: number, limit: number): number {
    return roomAt(withoutOld(this.#all), further, limit);
  }

  /** Returns the same for the calls of one caller. */
  roomOf(callerId: CallerId, further: number, limit: number): number {
    return roomAt(this.#of(callerId), further, limit);
  }

  #of(callerId: CallerId): number[] {
    const times = withoutOld(this.#byCaller.get(callerId) ?? []);
    if (times.length === 0) this.#byCaller.delete(callerId);
    return times;
  }
}

/** Removes the times that are more than a minute ago. */
function withoutOld(times: number[]): number[] {
  const first = times.findIndex((at) => at + MINUTE.spanMs > performance.now());
  if (first !== 0) times.splice(0, first < 0 ? times.length : first);
  return times;
}

function roomAt(times: readonly number[], further: number, limit: number): number {
  const leaving = times.length + further - limit;
  if (leaving < 0) return 0;
  return (times[leaving % limit] ?? performance.now()) + (Math.floor(leaving / limit) + 1) * MINUTE.spanMs;
}
