/** The way to one provider: pauses, throttle, exchange, one retry, the provider's own refusals. */
import { MarketDataError, ProviderError } from "../contract/errors.js";
import type { Provider, Upstream, UpstreamRequest, UpstreamResponse } from "../contract/provider.js";
import { exchange } from "./exchange.js";
import type { Pauses } from "./pauses.js";

/** What stands between us and one provider, shared by all questions. */
export interface Lane {
  provider: Provider;
  /** Deadline of one attempt. */
  timeoutMs: number;
  pauses: Pauses;
  /** Waits for permission to send. @throws {ProviderError} when it cannot come before `deadline`. */
  admit(deadline: number, signal: AbortSignal | undefined): Promise<void>;
}

/** One question's share of a lane. `deadline` is monotonic milliseconds. */
export interface Call {
  deadline: number;
  signal?: AbortSignal | undefined;
  remember: Upstream["remember"];
}

/** A second try with less time than this left would only be cut off again. */
const MIN_RETRY_MS = 250;

/** An `Upstream` for one question. */
export function createUpstream(lane: Lane, call: Call): Upstream {
  return {
    send: (request) => send(lane, call, request),
    remember: call.remember,
    now: () => new Date(),
  };
}

async function send(lane: Lane, call: Call, request: UpstreamRequest): Promise<UpstreamResponse> {
  const { provider } = lane;
  const pause = lane.pauses.get(provider.id, request.scopes);
  if (pause) throw new ProviderError(provider.id, pause.reason, { retryAfterSeconds: pause.seconds });

  for (let attempt = 1; ; attempt++) {
    await admit(lane, call);
    const timeLeft = call.deadline - performance.now();
    const outcome = await exchange(request, Math.min(lane.timeoutMs, timeLeft), call.signal);
    const mayRetry = attempt === 1 && provider.retries && call.deadline - performance.now() > MIN_RETRY_MS;

    if ("failed" in outcome) {
      if (outcome.failed === "cancelled") throw cancelled();
      if (outcome.transient && mayRetry) {
        await pauseBriefly();
        continue;
      }
      throw new ProviderError(provider.id, outcome.failed);
    }

    const { response } = outcome;
    const refusal = provider.refusal(response, request);
    if (refusal) {
      if (refusal.pauseSeconds) {
        lane.pauses.set(provider.id, refusal.pauseScope, refusal.pauseSeconds, refusal.reason);
      }
      throw new ProviderError(provider.id, refusal.reason, { retryAfterSeconds: refusal.retryAfterSeconds });
    }
    if (response.status < 500) return response;
    if (mayRetry && response.retryAfterSeconds === undefined) {
      await pauseBriefly();
      continue;
    }
    throw new ProviderError(provider.id, "server_error", { retryAfterSeconds: response.retryAfterSeconds });
  }
}

/** A caller that leaves while it stands in the line has cancelled, whatever reason its signal carries. */
async function admit(lane: Lane, { deadline, signal }: Call): Promise<void> {
  try {
    await lane.admit(deadline, signal);
  } catch (error) {
    throw signal?.aborted ? cancelled() : error;
  }
}

function cancelled(): MarketDataError {
  return new MarketDataError("cancelled", "The request was cancelled.");
}

/** Jitter, so that many callers of a stumbling upstream do not come back in step. */
function pauseBriefly(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 50 + Math.random() * 100));
}
