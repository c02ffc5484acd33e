/** The way to one provider: pauses, circuit, quota, throttle, exchange, one retry, the provider's own refusals. */
import { setTimeout } from "node:timers/promises";
import { MarketDataError, ProviderError } from "../contract/errors.js";
import type { Provider, Upstream, UpstreamRequest, UpstreamResponse } from "../contract/provider.js";
import { traced } from "../contract/tracing.js";
import { createRedactor } from "../lib/redact.js";
import { Breaker, type Permit } from "./breaker.js";
import { exchange, type Outcome } from "./exchange.js";
import type { Pauses } from "./pauses.js";
import { RetryBudget } from "./retry-budget.js";

/** What stands between us and one provider, shared by all questions. */
export interface Lane {
  provider: Provider;
  /** Deadline of one attempt. */
  timeoutMs: number;
  pauses: Pauses;
  breaker: Breaker;
  retryBudget: RetryBudget;
  /** Takes our key out of an answer that quotes it: what an upstream says may end up in any field. */
  redact: (text: string) => string;
  /**
   * Waits for a place in the line and counts the call; `mayGo` is asked last, before it is counted.
   *
   * @throws {ProviderError} when the call cannot be made before `deadline`, or nothing is left of the quota.
   * @throws what `mayGo` throws.
   */
  admit(deadline: number, signal: AbortSignal | undefined, mayGo: () => void): Promise<void>;
  /** Whether a second try may be paid for: a reserve of the day's quota is kept for first ones. */
  hasSpare(): Promise<boolean>;
  /** Told of each exchange: its status class, or how it failed. */
  onCall?: (outcome: string, seconds: number) => void;
}

export interface LaneOptions extends Omit<Lane, "breaker" | "retryBudget" | "redact"> {
  apiKey?: string | undefined;
  /** Told when the circuit opens and when it is closed again. */
  onTurn?: ((circuit: "closed" | "open") => void) | undefined;
}

/** A lane with a circuit and a retry budget of its own, for calls that carry `apiKey`. */
export function openLane({ apiKey = "", onTurn, ...parts }: LaneOptions): Lane {
  const redact = createRedactor([apiKey]);
  return { ...parts, breaker: new Breaker(undefined, undefined, onTurn), retryBudget: new RetryBudget(), redact };
}

/** One question's share of a lane. `deadline` is monotonic milliseconds. */
export interface Call {
  deadline: number;
  signal?: AbortSignal | undefined;
  remember: Upstream["remember"];
}

/** A second try with less time than this left would only be cut off again. */
const MIN_RETRY_MS = 250;
/** A timeout after less than this (or the lane's own, if shorter) says more about the caller than about the provider. */
const FAIR_MS = 2_000;

/** What these say is about our call, our key or our plan, whatever comes with it. */
const ABOUT_US: ReadonlySet<number> = new Set([400, 401, 402, 403, 404, 422, 429]);

/** `hold` is given the permit of an answer whose use is still to be seen. */
export async function send(
  lane: Lane,
  call: Call,
  request: UpstreamRequest,
  hold: (permit: Permit) => void,
): Promise<UpstreamResponse> {
  const { provider, pauses, retryBudget } = lane;
  refuseWhilePaused(lane, request);

  retryBudget.called();
  let permit: Permit | undefined;
  const onAnswer = (given: Permit) => hold((permit = given));
  const first = await attempt(lane, call, request, onAnswer);
  const second = (await mayRetry(lane, call, first)) ? await secondTry(lane, call, request, onAnswer) : undefined;
  const outcome = second ?? first;
  if ("failed" in outcome) {
    if (outcome.failed === "cancelled") throw new MarketDataError("cancelled", "The request was cancelled.");
    throw new ProviderError(provider.id, outcome.failed);
  }

  const response = { ...outcome.response, text: lane.redact(outcome.response.text) };
  const refusal = provider.refusal(response, request);
  if (refusal) {
    const { reason, retryAfterSeconds, pauseSeconds, pauseScope } = refusal;
    if (reason === "bad_answer" || reason === "server_error") permit?.failed();
    if (pauseSeconds) pauses.set(provider.id, pauseScope, pauseSeconds, reason);
    throw new ProviderError(provider.id, reason, { retryAfterSeconds });
  }
  if (response.status < 500) return response;
  throw new ProviderError(provider.id, "server_error", { retryAfterSeconds: response.retryAfterSeconds });
}

/** @throws {ProviderError} the reason of a pause that holds for the request. */
function refuseWhilePaused({ provider, pauses }: Lane, { scopes }: UpstreamRequest): void {
  const pause = pauses.get(provider.id, scopes);
  if (pause) throw new ProviderError(provider.id, pause.reason, { retryAfterSeconds: pause.seconds });
}

/** One exchange, with permission and with its outcome told to the circuit. */
async function attempt(
  lane: Lane,
  call: Call,
  request: UpstreamRequest,
  onAnswer: (permit: Permit) => void,
): Promise<Outcome> {
  const { provider, breaker, timeoutMs } = lane;
  // Without this the throttle would refuse, and a source that had used up all the time would look like a full queue.
  if (performance.now() >= call.deadline) throw new ProviderError(provider.id, "timed_out");
  const circuitOpen = () =>
    new ProviderError(provider.id, "circuit_open", { retryAfterSeconds: Math.max(1, breaker.secondsLeft) });
  const permit = breaker.enter();
  if (!permit) throw circuitOpen();
  // The line can be long: those before us may have been told to stay away, or have found the provider failing.
  const mayGo = () => {
    refuseWhilePaused(lane, request);
    if (!permit.stands()) throw circuitOpen();
  };
  let answered = false;
  try {
    await traced("throttle", () => lane.admit(call.deadline, call.signal, mayGo));
    const allowedMs = Math.min(timeoutMs, call.deadline - performance.now());
    const started = performance.now();
    const outcome = await tracedExchange(provider, request, allowedMs, call.signal);
    lane.onCall?.(toClass(outcome), (performance.now() - started) / 1000);
    if ("response" in outcome) {
      const { status } = outcome.response;
      if (status >= 500) permit.failed();
      else if (ABOUT_US.has(status)) permit.succeeded();
      answered = true;
      onAnswer(permit);
    } else if (
      outcome.failed !== "cancelled" &&
      !outcome.idle &&
      (outcome.failed !== "timed_out" || allowedMs >= Math.min(timeoutMs, FAIR_MS))
    ) {
      permit.failed();
    }
    return outcome;
  } catch (error) {
    // Left while waiting in line.
    if (call.signal?.aborted) return { failed: "cancelled", transient: false };
    throw error;
  } finally {
    // Without effect where an outcome was told.
    if (!answered) permit.abandoned();
  }
}

/** The exchange as a trace shows it: to whom and how it ended. Its address can hold our key and stays out. */
function tracedExchange(
  { id }: Provider,
  request: UpstreamRequest,
  allowedMs: number,
  signal: AbortSignal | undefined,
): Promise<Outcome> {
  return traced(
    `upstream ${id}`,
    async (span) => {
      const outcome = await exchange(request, allowedMs, signal);
      span.set("http.request.method", request.method ?? "GET");
      span.set("server.address", request.url.hostname);
      if ("failed" in outcome) span.set("error.type", outcome.failed);
      else span.set("http.response.status_code", outcome.response.status);
      return outcome;
    },
    { kind: "client" },
  );
}

/** `2xx`, or why there was no answer. */
function toClass(outcome: Outcome): string {
  return "failed" in outcome ? outcome.failed : `${Math.floor(outcome.response.status / 100)}xx`;
}

async function mayRetry(lane: Lane, { deadline }: Call, outcome: Outcome): Promise<boolean> {
  const { provider, retryBudget } = lane;
  const transient =
    "failed" in outcome
      ? outcome.transient
      : outcome.response.status >= 500 && outcome.response.retryAfterSeconds === undefined;
  if (!transient || !provider.retries || deadline - performance.now() <= MIN_RETRY_MS) return false;
  if (!(await lane.hasSpare())) return false;
  // An upstream that closed an idle connection is in no trouble that a second try could add to.
  return ("failed" in outcome && outcome.idle === true) || retryBudget.take();
}

/** The second try; `undefined` when it may not be made any more. */
async function secondTry(...asked: Parameters<typeof attempt>): Promise<Outcome | undefined> {
  // Jitter, so that many callers of a stumbling upstream do not come back in step.
  await setTimeout(50 + Math.random() * 100);
  try {
    return await attempt(...asked);
  } catch (error) {
    if (error instanceof ProviderError) return undefined;
    throw error;
  }
}
