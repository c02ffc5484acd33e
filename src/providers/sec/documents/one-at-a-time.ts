/**
 * A queue of work of which this process does one piece at a time: two documents at once would take twice the memory.
 *
 * Callers take turns, as in the admission of calls: in order of arrival, one document waited for 40 of another caller.
 */
import { ProviderError } from "../../../contract/errors.js";
import type { Upstream } from "../../../contract/upstream.js";

/** Pieces of one caller that may wait, as of its calls: how long they take is not known before the first one has ended. */
const MAX_WAITING = 1_000;

type CallerId = string | undefined;
type Asking = Pick<Upstream, "join" | "question" | "deadline">;

interface Waiting {
  question: Asking["question"];
  begin(): void;
}

export class OneAtATime {
  /** In the order of arrival. */
  readonly #waiting = new Set<Waiting>();
  /** The number of the last turn of callers that have work here, or of the last turn before they came. */
  readonly #turns = new Map<CallerId, number>();
  #turn = 0;
  #current: Waiting | undefined;
  /** Milliseconds that a piece takes: a mean in which the last one counts for a quarter. */
  #usualMs = 0;

  /**
   * Does the work when it is its turn: that of the caller whose last turn was longest ago, and of callers who came since one
   * turn, of the one with the fewest pieces waiting.
   *
   * @throws {ProviderError} `queue_full` at once when the work could not end before the question's deadline or the caller has
   * `MAX_WAITING` pieces, `timed_out` when its turn does not come before it.
   */
  async run<T>(upstream: Asking, work: () => Promise<T>): Promise<T> {
    this.#refuseLate(upstream);
    let waiting!: Waiting;
    const turn = new Promise<void>((begin) => (waiting = { question: upstream.question, begin }));
    this.#joinCurrent(waiting);
    const callerId = upstream.question?.callerId;
    // Without a number, two callers who ask for one piece after the other would always be before one who waits.
    if (!this.#turns.has(callerId)) this.#turns.set(callerId, this.#turn);
    this.#waiting.add(waiting);
    this.#beginNext();
    try {
      await upstream.join(turn);
      const began = performance.now();
      const result = await work();
      this.#usualMs += (performance.now() - began - this.#usualMs) / (this.#usualMs === 0 ? 1 : 4);
      return result;
    } finally {
      this.#waiting.delete(waiting);
      if (this.#current === waiting) this.#current = undefined;
      this.#beginNext();
    }
  }

  /**
   * @throws {ProviderError} `queue_full` when the work before it, and its own, take longer than its question waits, or the
   * caller has too many pieces.
   */
  #refuseLate({ question, deadline = Infinity }: Asking): void {
    if (!this.#current) return;
    const counts = this.#countWaiting();
    const own = counts.get(question?.callerId) ?? 0;
    counts.delete(question?.callerId);
    const ahead = [...counts.values()].reduce((sum, count) => sum + Math.min(count, own + 1), own + 1);
    const waitMs = ahead * this.#usualMs;
    if (own < MAX_WAITING && performance.now() + waitMs + this.#usualMs <= deadline) return;
    throw new ProviderError("provider-d", "queue_full", { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) });
  }

  #beginNext(): void {
    if (this.#current || this.#waiting.size === 0) return;
    const counts = this.#countWaiting();
    for (const callerId of this.#turns.keys()) if (!counts.has(callerId)) this.#turns.delete(callerId);
    const rankOf = (callerId: CallerId) =>
      [this.#turns.get(callerId) ?? this.#turn, counts.get(callerId) ?? 0] as const;
    // Of the callers who wait for the same piece, it is that of the one whose turn comes first.
    const all = [...this.#waiting].flatMap((waiting) =>
      callersOf(waiting).map((callerId) => ({ waiting, callerId, rank: rankOf(callerId) })),
    );
    const [next] = all.toSorted(({ rank: one }, { rank: other }) => one[0] - other[0] || one[1] - other[1]);
    const { waiting, callerId } = next!;
    this.#turns.set(callerId, ++this.#turn);
    this.#waiting.delete(waiting);
    this.#current = waiting;
    for (const each of this.#waiting) this.#joinCurrent(each);
    waiting.begin();
  }

  /**
   * Lets the callers of waiting work wait for the answer of the present one, too: its call would else have the turn of a
   * caller who has made many, and keep all of them waiting.
   */
  #joinCurrent(waiting: Waiting): void {
    for (const callerId of callersOf(waiting)) {
      if (callerId !== undefined) this.#current?.question?.others?.add(callerId);
    }
  }

  /** Returns the pieces that wait, by the caller who began each. */
  #countWaiting(): Map<CallerId, number> {
    const counts = new Map<CallerId, number>();
    for (const { question } of this.#waiting) counts.set(question?.callerId, (counts.get(question?.callerId) ?? 0) + 1);
    return counts;
  }
}

const callersOf = ({ question }: Waiting): CallerId[] => [question?.callerId, ...(question?.others ?? [])];
