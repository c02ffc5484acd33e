/** Connects one provider to the network: throttle, quota, circuit breaker, pauses, cache of parts. */
import type { Config } from "../config/config.js";
import type { Counters } from "../contract/counters.js";
import { ProviderError } from "../contract/errors.js";
import type { Provider } from "../contract/provider.js";
import type { Upstream } from "../contract/upstream.js";
import type { ProviderId } from "../contract/provider-id.js";
import type { Cache } from "./cache.js";
import type { Flights, Patience } from "./coalesce.js";
import type { RunningProvider } from "./fallback.js";
import { Ledger } from "../upstream/quota.js";
import type { Pauses } from "../upstream/pauses.js";
import { probeProvider, type Probe } from "../upstream/probe.js";
import { createRemember } from "./cached-part.js";
import { Throttle, ThrottleRefusal } from "../upstream/throttle.js";
import { createUpstream, judged } from "../upstream/judged-upstream.js";
import { openLane } from "../upstream/call.js";

/** A running provider that can also be probed. */
export interface ProbedProvider extends RunningProvider {
  /** Makes one call, counted like every other. */
  probe(): Promise<Probe>;
}

/** Shared by all providers of a process. */
export interface Shared {
  config: Config;
  cache: Cache;
  flights: Flights;
  pauses: Pauses;
  counters: Counters;
  onTurn: (provider: ProviderId, circuit: "closed" | "open") => void;
  onUpstream: ((provider: ProviderId, outcome: string, seconds: number) => void) | undefined;
}

/** Creates a provider's throttle, quota, breaker and client. */
export function runProvider(
  provider: Provider,
  { config, cache, flights, pauses, counters, onTurn, onUpstream }: Shared,
): ProbedProvider {
  const { baseUrl, options, apiKey, ratePerMinute, dailyQuota, timeoutMs } = config.providers[provider.id];
  const throttle = new Throttle({ limit: ratePerMinute });
  const ledger = new Ledger(counters, provider.id, { ratePerMinute, dailyQuota });
  const lane = openLane({
    provider,
    apiKey,
    timeoutMs,
    pauses,
    hasSpare: () => ledger.hasSpare(),
    onTurn: (circuit) => onTurn(provider.id, circuit),
    onCall: (outcome, seconds) => onUpstream?.(provider.id, outcome, seconds),
    async admit(deadline, signal, mayGo) {
      ledger.refuseIfSpent();
      try {
        await throttle.admit(deadline, signal, mayGo);
      } catch (error) {
        if (!(error instanceof ThrottleRefusal)) throw error;
        // A pause that began meanwhile is a more precise reason than a full queue.
        mayGo();
        throw new ProviderError(provider.id, "queue_full", { retryAfterSeconds: error.retryAfterSeconds });
      }
      await ledger.spend(deadline, signal, mayGo);
    },
  });
  const upstreamFor = (patience: Patience) =>
    createUpstream(lane, { ...patience, remember: createRemember(cache, flights, provider.id, patience) });
  // Upstream for shared handshakes: not tied to a caller's signal or deadline. Any answer counts as usable, since
  // redirects and pages are part of a handshake.
  const shared: Upstream = {
    send(request) {
      const upstream = upstreamFor({ deadline: performance.now() + config.requestTimeoutMs });
      return judged(upstream, () => upstream.send(request));
    },
    remember: (...rest) => upstreamFor({ deadline: performance.now() + config.requestTimeoutMs }).remember(...rest),
    now: () => new Date(),
  };
  const clientOf = provider.open({
    baseUrl,
    options,
    ...(apiKey === undefined ? {} : { apiKey }),
    shared,
  });
  return {
    provider,
    timeoutMs,
    configured: !provider.needsKey || apiKey !== undefined,
    clientOf,
    upstreamFor,
    hasSpare: () => ledger.hasSpare(),
    secondsUntilFree: () => Math.max(lane.breaker.secondsLeft, pauses.get(provider.id)?.seconds ?? 0),
    async probe() {
      const once = { ...lane, provider: { ...provider, retries: false } };
      const deadline = performance.now() + config.requestTimeoutMs;
      const upstream = createUpstream(once, { deadline, remember: shared.remember });
      const probe = await probeProvider(provider, clientOf, upstream);
      upstream.judge(probe.failure?.error);
      return probe;
    },
    status: async () => ({
      circuit: lane.breaker.state,
      pause: pauses.get(provider.id),
      quota: await ledger.quota(),
      ratePerMinute,
      waiting: throttle.waiting,
    }),
  };
}
