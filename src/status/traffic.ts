/**
 * Requests and durations of the last 15 minutes, for the status page: what the histograms of `/metrics`, which count
 * since the start, have gained in each slot of 15 seconds.
 */
import { FAILURES, OUR_FAILURES } from "../contract/errors.js";
import type { EndpointTraffic, TrafficReport } from "./report.js";

/** Seconds per slot; one slot is one bar of a chart. */
const SLOT_SECONDS = 15;
const SLOTS = 60;

/** The answers of one capability, or of one provider, since the start. */
interface AnswerCounts {
  /** Number of those that took at most the bound of each bucket; the last one is that of all answers. */
  within: readonly number[];
  /** Number of those that ended in each way. */
  outcomes: ReadonlyMap<string, number>;
}

/** The answers by the name of the capability or provider. */
type Counts = ReadonlyMap<string, AnswerCounts>;

/** Returns whether an outcome is a failure of the one who answers, or a refusal, which is the fault of the one who asks. */
type Judge = (outcome: string) => "failed" | "refused" | undefined;

/** The outcomes of answers to callers. Those that are no kind of failure are ways of an answer, such as `hit`. */
const judgeAnswer: Judge = (outcome) => {
  if (OUR_FAILURES.has(outcome)) return "failed";
  return Object.hasOwn(FAILURES, outcome) || BEFORE_QUESTIONS.has(outcome) ? "refused" : undefined;
};

/** Refusals of requests that did not become a question. */
const BEFORE_QUESTIONS: ReadonlySet<string> = new Set(["malformed", "forbidden", "unknown_address"]);

export class Traffic {
  readonly #bounds: readonly number[];
  readonly #read: () => Promise<Counts>;
  readonly #judge: Judge;
  /** The counts at the ends of the latest slots, oldest first. */
  #ends: Counts[] = Array.from({ length: SLOTS }, () => new Map());

  /** `bounds` are those of the buckets in seconds, the last one is infinite; `read` returns the present counts. */
  constructor(bounds: readonly number[], read: () => Promise<Counts>, judge = judgeAnswer) {
    this.#bounds = bounds;
    this.#read = read;
    this.#judge = judge;
  }

  /** Ends a slot every 15 seconds, as long as the process runs. */
  start(): void {
    setInterval(() => void this.endSlot(), SLOT_SECONDS * 1000).unref();
  }

  async endSlot(): Promise<void> {
    this.#ends = [...this.#ends.slice(1), await this.#read()];
  }

  async report(): Promise<TrafficReport> {
    const now = await this.#read();
    const ends = [...this.#ends, now];
    const gained = (names: readonly string[], from: Counts, to: Counts) =>
      this.#bounds.map((_, bound) => sum(names.map((name) => withinOf(to, name, bound) - withinOf(from, name, bound))));
    /** Counts the outcomes between two moments that are such an end, by default those of the whole time. */
    const ended = (names: readonly string[], end: ReturnType<Judge>, from = ends[0]!, to = now) => {
      const counts: Record<string, number> = {};
      for (const name of names) {
        for (const [outcome, count] of to.get(name)?.outcomes ?? []) {
          const more = count - (from.get(name)?.outcomes.get(outcome) ?? 0);
          if (more > 0 && this.#judge(outcome) === end) counts[outcome] = (counts[outcome] ?? 0) + more;
        }
      }
      return counts;
    };
    const endedBySlot = (names: readonly string[], end: ReturnType<Judge>) => {
      const counts = ends.slice(1).map((to, slot) => sum(Object.values(ended(names, end, ends[slot]!, to))));
      return counts.some(Boolean) ? counts : undefined;
    };
    const slotsOf = (names: readonly string[]) => ({
      failed_counts: endedBySlot(names, "failed"),
      refused_counts: endedBySlot(names, "refused"),
    });
    const bySlot = (names: readonly string[]) => ends.slice(1).map((end, slot) => gained(names, ends[slot]!, end));
    const p50 = (within: readonly number[]) => this.#percentile(within, 0.5);
    const p99 = (within: readonly number[]) => this.#percentile(within, 0.99);
    const names = [...now.keys()];
    const all = bySlot(names);
    const endpoints = names.map((name): [string, EndpointTraffic] => {
      const within = gained([name], ends[0]!, now);
      const failures = ended([name], "failed");
      const failed = sum(Object.values(failures));
      const kinds = { failures: unlessEmpty(failures), refused: unlessEmpty(ended([name], "refused")) };
      const slots = bySlot([name]).map(toTotal);
      // Most endpoints have been quiet for minutes, and the zeros of all would be a fifth of the report.
      const counts = slots.slice(0, slots.findLastIndex(Boolean) + 1);
      const times = { p50_ms: p50(within), p99_ms: p99(within) };
      return [name, { requests: toTotal(within), failed, ...kinds, ...times, counts, ...slotsOf([name]) }];
    });
    const asked = endpoints.filter(([, { requests }]) => requests > 0);
    return {
      slot_seconds: SLOT_SECONDS,
      requests: all.map(toTotal),
      // Without the requests that reached no endpoint, which are no part of `requests` either.
      ...slotsOf(asked.map(([name]) => name)),
      p50_ms: all.map(p50),
      p99_ms: all.map(p99),
      refused: ended(names, "refused"),
      endpoints: Object.fromEntries(asked),
    };
  }

  /**
   * Returns the bound of the percentile's bucket in milliseconds, which so many answers did not exceed; the highest finite
   * bound for a longer time. A value between the bounds would be invented, of few answers most of all.
   */
  #percentile(within: readonly number[], share: number): number | null {
    const rank = toTotal(within) * share;
    if (rank === 0) return null;
    const bucket = within.findIndex((count) => count >= rank);
    const bound = this.#bounds[bucket]!;
    return 1000 * (bound === Infinity ? this.#bounds[bucket - 1]! : bound);
  }
}

function withinOf(counts: Counts, name: string, bound: number): number {
  return counts.get(name)?.within[bound] ?? 0;
}

function toTotal(within: readonly number[]): number {
  return within.at(-1)!;
}

function unlessEmpty(counts: Record<string, number>): Record<string, number> | undefined {
  return Object.keys(counts).length > 0 ? counts : undefined;
}

function sum(counts: readonly number[]): number {
  return counts.reduce((all, count) => all + count, 0);
}
