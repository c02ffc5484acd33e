/** One question's calls to a provider, and the verdict on what came back. */
import { ProviderError } from "../contract/errors.js";
import type { Upstream } from "../contract/provider.js";
import type { Permit } from "./breaker.js";
import { send, type Call, type Lane } from "./upstream.js";

/** An `Upstream` that knows what became of the question's calls. */
export interface QuestionUpstream extends Upstream {
  /** Whether every call that failed did so because our plan lacks it: asking again soon would end the same. */
  lacksForGood(): boolean;
  /** When the last answer came, in monotonic milliseconds. */
  answeredAt(): number;
  /**
   * Ends the question: tells the circuit whether the answers were of use. They
   * were not when `error` says so of them (`bad_answer`).
   */
  judge(error?: unknown): void;
}

/** An `Upstream` for one question; whoever asks it judges it, too. */
export function createUpstream(lane: Lane, call: Call): QuestionUpstream {
  const failures = new Set<string>();
  const told = new Set<unknown>();
  let answers: Permit[] = [];
  let over = false;
  let underWay = 0;
  let answeredAt = performance.now();

  function settle(useful: boolean): void {
    const [first, ...others] = answers;
    answers = [];
    if (useful) first?.succeeded();
    else first?.failed();
    for (const permit of others) {
      if (useful) permit.succeeded();
      // Of answers that came together one was useless, and nobody can say which.
      else permit.abandoned();
    }
  }
  const hold = (permit: Permit) => void (over ? permit.succeeded() : answers.push(permit));

  return {
    async send(request) {
      underWay++;
      // Whoever asks on could use what came before.
      settle(true);
      try {
        return await send(lane, call, request, hold);
      } catch (error) {
        failures.add(error instanceof ProviderError ? error.reason : "other");
        told.add(error);
        throw error;
      } finally {
        underWay--;
        answeredAt = performance.now();
      }
    },
    answeredAt: () => answeredAt,
    remember: call.remember,
    now: () => new Date(),
    judge(error) {
      over = true;
      settle(!(error instanceof ProviderError && error.reason === "bad_answer" && !told.has(error)));
    },
    lacksForGood: () => underWay === 0 && failures.size === 1 && failures.has("not_in_plan"),
  };
}

/** What `work` makes of the upstream's answers, which are judged by it. */
export async function judged<T>(upstream: QuestionUpstream, work: () => Promise<T>): Promise<T> {
  try {
    const result = await work();
    upstream.judge();
    return result;
  } catch (error) {
    upstream.judge(error);
    throw error;
  }
}
