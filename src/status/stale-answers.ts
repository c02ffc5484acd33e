/** Questions that were lately answered with stale data, and why. */
import type { Served } from "../contract/envelope.js";
import type { Question } from "../contract/question.js";

/** An entry is dropped this long after it was served. */
const FORGET_MS = 15 * 60_000;
const MOST = 50;

/** One question whose last answer was stale. */
export interface StaleAnswer {
  title: string;
  symbol: string | null;
  reason: string;
  /** How old the answer was when it was served. */
  age_seconds: number;
  /** Seconds since it was served. */
  seconds_ago: number;
}

interface Noted {
  title: string;
  symbol: string | null;
  reason: string;
  ageSeconds: number;
  at: number;
}

/** Remembers the questions whose last answer was stale because no newer one could be had. */
export class StaleAnswers {
  readonly #noted = new Map<string, Noted>();
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Records a stale answer; a fresh answer removes the entry of its question. */
  note(
    { entry, input, symbol }: Question,
    { staleReason, ageSeconds }: Pick<Served, "staleReason" | "ageSeconds">,
  ): void {
    if (staleReason === undefined && this.#noted.size === 0) return;
    const { name, title } = entry.capability;
    const question = `${name} ${JSON.stringify(input)}`;
    this.#noted.delete(question);
    if (staleReason === undefined) return;
    if (this.#noted.size >= MOST) this.#noted.delete(this.#noted.keys().next().value!);
    this.#noted.set(question, { title, symbol: symbol ?? null, reason: staleReason, ageSeconds, at: this.#now() });
  }

  /** Newest first. */
  list(): StaleAnswer[] {
    const now = this.#now();
    return [...this.#noted.values()]
      .filter(({ at }) => now - at < FORGET_MS)
      .toReversed()
      .map(({ title, symbol, reason, ageSeconds, at }) => ({
        title,
        symbol,
        reason,
        age_seconds: ageSeconds,
        seconds_ago: Math.round((now - at) / 1000),
      }));
  }
}
