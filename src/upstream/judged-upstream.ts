/** The calls to a provider for one question, and whether their answers count as successes for the circuit breaker. */
import { cancelled, ProviderError, UnreadableAnswer } from "../contract/errors.js";
import type { ProviderId } from "../contract/provider-id.js";
import type { KeptPart, Upstream } from "../contract/upstream.js";
import { within } from "../lib/within.js";
import type { Permit } from "./breaker.js";
import { send, type Call, type Lane } from "./call.js";
import type { EndLong } from "./long-answers.js";

/** An `Upstream` for one question that records its calls. */
interface QuestionUpstream extends Upstream {
  /** Whether every failed call failed because our plan does not include it, so that an early retry would fail too. */
  permanentlyMissing(): boolean;
  /** The oldest part of the answer that is no longer current and could not be renewed. */
  unrenewed(): Pick<Required<KeptPart<unknown>>, "fetchedAt" | "failure"> | undefined;
  /** Monotonic time in milliseconds of the last answer. */
  answeredAt(): number;
  /**
   * Ends the question, the places of its long answers, and reports its answers to the circuit breaker: as a failure
   * when `error` is an `UnreadableAnswer`, else as successes, because any other answer may be unusable for its symbol
   * alone.
   */
  judge(error?: unknown): void;
}

/** Creates an `Upstream` for one question; the caller must call `judge` at the end. */
export function createUpstream(lane: Lane, call: Call): QuestionUpstream {
  const question = call.question ?? {};
  const failures = new Set<string>();
  let answers: { permit: Permit; endLong: EndLong | undefined }[] = [];
  let over = false;
  let pending = 0;
  let answeredAt = performance.now();
  let unrenewed: ReturnType<QuestionUpstream["unrenewed"]>;

  function settle(useful: boolean): void {
    const [first, ...others] = answers;
    answers = [];
    if (useful) first?.permit.succeeded();
    else first?.permit.failed();
    first?.endLong?.();
    for (const { permit, endLong } of others) {
      endLong?.();
      if (useful) permit.succeeded();
      // Parallel answers: count one failure only, as we cannot tell which answer was unusable.
      else permit.abandoned();
    }
  }
  const hold = (permit: Permit, endLong: EndLong | undefined) => {
    answers.push({ permit, endLong });
    if (over) settle(true);
  };

  return {
    async send(request) {
      pending++;
      // A further call means that the previous answer was usable.
      settle(true);
      try {
        return await send(lane, { ...call, question }, request, hold);
      } catch (error) {
        failures.add(error instanceof ProviderError ? error.reason : "other");
        throw error;
      } finally {
        pending--;
        answeredAt = performance.now();
      }
    },
    question,
    deadline: call.deadline,
    answeredAt: () => answeredAt,
    async remember(part, fetch) {
      if (!call.keep) return fetch();
      const { value, fetchedAt, failure } = await call.keep(part, fetch);
      if (failure && !part.isTimeless && fetchedAt < (unrenewed?.fetchedAt ?? Infinity))
        unrenewed = { fetchedAt, failure };
      return value;
    },
    unrenewed: () => unrenewed,
    join: (work) => joinCall(lane.provider.id, call, work),
    ...(call.recall ? { recall: call.recall } : {}),
    now: () => new Date(),
    judge(error) {
      over = true;
      settle(!(error instanceof UnreadableAnswer));
    },
    permanentlyMissing: () => pending === 0 && failures.size === 1 && failures.has("not_in_plan"),
  };
}

/** Returns the result of shared work; fails when the caller is cancelled or reaches its deadline first. */
export async function joinCall<T>(
  id: ProviderId,
  { deadline, signal }: Pick<Call, "deadline" | "signal">,
  work: Promise<T>,
): Promise<T> {
  const answer = await within(deadline - performance.now(), work, signal);
  if (answer) return answer.value;
  if (signal?.aborted) throw cancelled();
  throw new ProviderError(id, "timed_out");
}

/** Returns the result of `work` and reports, by its outcome, whether the upstream's answers were usable. */
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
