/** Stale answers of the last 15 minutes, by capability. The status page is public, so it does not show symbols. */
import type { Served } from "../contract/envelope.js";
import type { Question } from "../contract/question.js";

/** Milliseconds after which an entry is dropped. */
export const LIFETIME_MS = 15 * 60_000;
export const MAX_QUESTIONS = 50;

/** Questions of one capability whose last answer was stale. */
export interface StaleAnswer {
  title: string;
  /** Number of different questions. */
  count: number;
  /** Reason of the latest stale answer. */
  reason: string;
  /** Age of the latest answer when it was served. */
  age_seconds: number;
  /** Seconds since the latest one was served. */
  seconds_ago: number;
}

interface StaleQuestion {
  title: string;
  reason: string;
  ageSeconds: number;
  at: number;
}

/** Records the questions whose last answer was stale because no newer one could be fetched. */
export class StaleAnswers {
  readonly #entries = new Map<string, StaleQuestion>();
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Records a stale answer; a fresh answer removes the entry of its question. */
  note({ entry, input }: Question, { staleReason, ageSeconds }: Pick<Served, "staleReason" | "ageSeconds">): void {
    if (staleReason === undefined && this.#entries.size === 0) return;
    const { name, title } = entry.capability;
    const question = `${name} ${JSON.stringify(input)}`;
    this.#entries.delete(question);
    if (staleReason === undefined) return;
    if (this.#entries.size >= MAX_QUESTIONS) this.#entries.delete(this.#entries.keys().next().value!);
    this.#entries.set(question, { title, reason: staleReason, ageSeconds, at: this.#now() });
  }

  /** Returns one entry per capability, the latest first. */
  list(): StaleAnswer[] {
    const now = this.#now();
    const byTitle = new Map<string, StaleAnswer>();
    for (const { title, reason, ageSeconds, at } of [...this.#entries.values()].toReversed()) {
      if (now - at >= LIFETIME_MS) continue;
      const latest = byTitle.get(title);
      if (latest) latest.count++;
      else {
        const seconds_ago = Math.round((now - at) / 1000);
        byTitle.set(title, { title, count: 1, reason, age_seconds: ageSeconds, seconds_ago });
      }
    }
    return [...byTitle.values()];
  }
}
