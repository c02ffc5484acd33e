/** One call to a provider: pauses, admission, HTTP, one retry, the provider's own refusals. */
import { setTimeout as sleep } from "node:timers/promises";
import { cancelled, ProviderError, type Reason } from "../contract/errors.js";
import type { CachedPart, KeptPart, Upstream, UpstreamRequest, UpstreamResponse } from "../contract/upstream.js";
import { traced } from "../lib/tracing.js";
import type { Patience } from "../contract/patience.js";
import type { Provider } from "../contract/provider.js";
import type { UpstreamAdmission } from "./call-admission.js";
import type { Permit } from "./breaker.js";
import { exchange, type Outcome, type TakeLong } from "./http-call.js";
import type { KeyTrust } from "./key-trust.js";
import type { EndLong, LongAnswers } from "./long-answers.js";
import type { Pauses } from "./pauses.js";
import type { RetryBudget } from "./retry-budget.js";

/** The state of the calls to one provider, shared by all questions. */
export interface Lane {
  provider: Provider;
  /** Deadline of one attempt. */
  timeoutMs: number;
  pauses: Pauses;
  admission: Pick<UpstreamAdmission, "admit" | "hasSpare">;
  retryBudget: RetryBudget;
  key: KeyTrust;
  /** Removes our secrets from an answer that contains them, because any upstream text may end up in a field. */
  redact: (text: string) => string;
  /** The places for long answers, shared by all providers of the process. */
  longAnswers: LongAnswers;
  /** Whether the engine was closed; what it has begun in the background makes no further call then. */
  isClosed?: () => boolean;
  /** Called after each admitted HTTP call with its status class, or the way it failed, and its duration. */
  onCall?: (outcome: string, seconds: number) => void;
}

/** The limits of one question's calls. */
export interface Call extends Patience {
  /** Returns a cached part, or fetches it; absent if nothing is cached. */
  keep?<T>(part: CachedPart<T>, fetch: (old?: T) => Promise<T>): Promise<KeptPart<T>>;
  recall?: Upstream["recall"];
}

/** Milliseconds before the deadline after which no long answer is read, because it could no longer be mapped. */
const MAPPING_MS = 1_000;

/** No retry is made with less time than this left, because it would time out. */
const MIN_RETRY_MS = 250;
/**
 * A timeout counts as the provider's failure only if the provider had this long, or the lane's own timeout if that is
 * shorter.
 */
const FAIR_MS = 2_000;

/** Refusals that mean that no call to the provider works, unless their status is 200. */
const PROVIDER_FAULTS: ReadonlySet<Reason> = new Set<Reason>(["bad_answer", "server_error", "blocked"]);

/** Ways to fail that are not the provider's. */
const NOT_THEIRS: ReadonlySet<string> = new Set(["cancelled", "queue_full"]);

/** Statuses that are due to our call, key or plan; the provider itself works. */
const PROVIDER_WORKS: ReadonlySet<number> = new Set([400, 401, 402, 403, 404, 422, 429]);

/**
 * Returns the provider's answer to one request, after at most one retry. `hold` receives the circuit breaker's permit
 * of the answer and the end of its place, if it is long; the caller uses both once the answer is mapped.
 *
 * @throws {ProviderError} the reason for which there is no answer.
 */
export async function send(
  lane: Lane,
  call: Call,
  request: UpstreamRequest,
  hold: (permit: Permit, endLong: EndLong | undefined) => void,
): Promise<UpstreamResponse> {
  const { provider, pauses, retryBudget } = lane;
  refuseUnsendable(lane, request);

  retryBudget.called();
  let permit: Permit | undefined;
  const onAnswer = (given: Permit, endLong: EndLong | undefined) => hold((permit = given), endLong);
  const first = await attempt(lane, call, request, onAnswer);
  const second = (await mayRetry(lane, call, first)) ? await retry(lane, call, request, onAnswer) : undefined;
  const outcome = second ?? first;
  if ("failed" in outcome) {
    if (outcome.failed === "cancelled") throw cancelled();
    throw new ProviderError(provider.id, outcome.failed);
  }

  const { status, headers, text, retryAfterSeconds: stated } = outcome;
  const response = { status, headers, text: lane.redact(text), retryAfterSeconds: stated };
  const refusal = provider.refusal(response, request);
  if (refusal?.reason === "key_refused" && !(await lane.key.isRefused(request.url.href)))
    throw new ProviderError(provider.id, "call_refused");
  if (refusal) {
    const { reason, pauseSeconds, pauseScope, pauseGrowsTo, pauseCountsAs } = refusal;
    // A refusal with status 200 is a readable text, which may concern one symbol.
    if (PROVIDER_FAULTS.has(reason) && response.status !== 200) permit?.failed();
    const paused = pauseSeconds
      ? pauses.set(provider.id, pauseScope, pauseSeconds, reason, pauseGrowsTo, pauseCountsAs)
      : undefined;
    const isGrowingLimit = pauseGrowsTo !== undefined && reason !== "not_in_plan";
    const retryAfterSeconds = isGrowingLimit ? paused : refusal.retryAfterSeconds;
    throw new ProviderError(provider.id, reason, { retryAfterSeconds });
  }
  if (response.status < 400) lane.key.accepted();
  if (response.status < 500) return response;
  throw new ProviderError(provider.id, "server_error", { retryAfterSeconds: response.retryAfterSeconds });
}

/** @throws {ProviderError} the reason of a pause that holds for the request, and `queue_full` when the engine was closed. */
function refuseUnsendable({ provider, pauses, isClosed }: Lane, { scopes }: UpstreamRequest): void {
  // Not "cancelled", after which callers of a shared part fetch it again, and no reason after which a session is paused.
  if (isClosed?.()) throw new ProviderError(provider.id, "queue_full");
  const pause = pauses.get(provider.id, scopes);
  if (pause) throw new ProviderError(provider.id, pause.reason, { retryAfterSeconds: pause.seconds });
}

/** Makes one HTTP call when it is admitted, and reports its outcome to the circuit breaker. */
async function attempt(
  lane: Lane,
  call: Call,
  request: UpstreamRequest,
  onAnswer: (permit: Permit, endLong: EndLong | undefined) => void,
): Promise<Outcome> {
  const { provider } = lane;
  const timeoutMs = Math.min(lane.timeoutMs, request.timeoutMs ?? Infinity);
  // Without this check the admission would report "queue full", although earlier calls of this question have used up the
  // time.
  if (performance.now() >= call.deadline) throw new ProviderError(provider.id, "timed_out");
  // While this call waits for its turn, earlier ones may cause a pause.
  const check = () => refuseUnsendable(lane, request);
  const asked = performance.now();
  const permit = await traced("admission", () => lane.admission.admit({ ...call, quota: request.quota, check })).catch(
    (error: unknown) => {
      if (!call.signal?.aborted) throw error;
    },
  );
  if (!permit) return { failed: "cancelled", transient: false };
  let answered = false;
  try {
    const started = performance.now();
    const allowedMs = Math.min(timeoutMs, call.deadline - started);
    const isFair = allowedMs >= Math.min(timeoutMs, FAIR_MS);
    const takeLong = () => lane.longAnswers.take(call.question ?? call, call.deadline - MAPPING_MS, call.signal);
    const outcome = await tracedExchange(provider, request, allowedMs, call.signal, takeLong);
    const outcomeClass = "failed" in outcome ? outcome.failed : `${Math.floor(outcome.status / 100)}xx`;
    lane.onCall?.(outcomeClass, (performance.now() - started) / 1000);
    if (!("failed" in outcome)) {
      const { status } = outcome;
      if (status >= 500) permit.failed();
      else if (PROVIDER_WORKS.has(status)) permit.succeeded();
      answered = true;
      onAnswer(permit, outcome.endLong);
    } else if (!NOT_THEIRS.has(outcome.failed) && !outcome.idle && (outcome.failed !== "timed_out" || isFair)) {
      permit.failed();
    }
    // The caller waited for its turn longer than the provider was waited for.
    const isOurPace = "failed" in outcome && outcome.failed === "timed_out" && !isFair && started - asked > allowedMs;
    return isOurPace ? { failed: "queue_full", transient: false } : outcome;
  } finally {
    permit.end();
    // No-op if `succeeded` or `failed` was called.
    if (!answered) permit.abandoned();
  }
}

async function mayRetry(lane: Lane, { deadline }: Call, outcome: Outcome): Promise<boolean> {
  const { provider, retryBudget } = lane;
  // A server error may pass at once. A status above those of HTTP, such as 999, is a block of our address.
  const transient =
    "failed" in outcome
      ? outcome.transient
      : outcome.status >= 500 && outcome.status < 600 && outcome.retryAfterSeconds === undefined;
  if (!transient || !provider.retries || deadline - performance.now() <= MIN_RETRY_MS) return false;
  if (!(await lane.admission.hasSpare())) return false;
  // A closed idle connection is no sign of an overloaded upstream, so this retry is not charged to the budget.
  return ("failed" in outcome && outcome.idle === true) || retryBudget.take();
}

/** Makes the retry after a short delay; returns `undefined` when it is no longer allowed. */
async function retry(...args: Parameters<typeof attempt>): Promise<Outcome | undefined> {
  const [, { signal }] = args;
  // The delay has jitter, so that many callers of a failing upstream do not retry at the same moment. After a cancellation
  // the attempt is not admitted.
  await sleep(50 + Math.random() * 100, undefined, { signal }).catch(() => {});
  try {
    return await attempt(...args);
  } catch (error) {
    if (error instanceof ProviderError) return undefined;
    throw error;
  }
}

/** Makes the HTTP call in a trace span with host and outcome. The URL may hold our key, so it is left out. */
function tracedExchange(
  { id }: Provider,
  request: UpstreamRequest,
  allowedMs: number,
  signal: AbortSignal | undefined,
  takeLong: TakeLong,
): Promise<Outcome> {
  return traced(
    `upstream ${id}`,
    async (span) => {
      const outcome = await exchange(request, allowedMs, signal, takeLong);
      span.set("http.request.method", request.method ?? "GET");
      span.set("server.address", request.url.hostname);
      if ("failed" in outcome) span.set("error.type", outcome.failed);
      else span.set("http.response.status_code", outcome.status);
      return outcome;
    },
    { kind: "client" },
  );
}
