/** The part of the program that talks to upstreams; loaded with the first question, not with the tool list. */
import type { Config } from "./config.js";
import { ProviderError } from "./contract/errors.js";
import type { Provider, ProviderId, Upstream } from "./contract/provider.js";
import type { Logger } from "./log.js";
import { BoundedStore } from "./pipeline/bounded-store.js";
import { Cache } from "./pipeline/cache.js";
import { Flights, type Patience } from "./pipeline/coalesce.js";
import type { RunningProvider } from "./pipeline/fallback.js";
import type { MarketCalendar } from "./pipeline/freshness.js";
import { NegativeCache } from "./pipeline/negative.js";
import { Pauses } from "./pipeline/pauses.js";
import { createRemember } from "./pipeline/remember.js";
import { createResolver, type Resolve } from "./pipeline/resolve.js";
import { Throttle, ThrottleRefusal } from "./pipeline/throttle.js";
import { createUpstream, type Lane } from "./pipeline/upstream.js";
import { openStore } from "./store/open.js";

export interface EngineParts {
  config: Config;
  providers: readonly Provider[];
  calendar: MarketCalendar;
  log: Logger;
}

export interface Engine {
  resolve: Resolve;
  close(): Promise<void>;
}

/** Opens the store and the lanes to the upstreams. */
export async function startEngine({ config, providers, calendar, log }: EngineParts): Promise<Engine> {
  const store = await openStore(config, (message) => log.warn({ event: "store", message }));
  const bounded = new BoundedStore(store.keyv, {
    onState: (usable) =>
      log.warn({
        event: "store",
        message: usable ? "The store is back." : "The store does not answer; going on in memory.",
      }),
  });
  const cache = new Cache(bounded);
  const flights = new Flights();
  const pauses = new Pauses();
  const running = new Map<ProviderId, RunningProvider>();
  for (const provider of providers) running.set(provider.id, runProvider(provider, { config, cache, flights, pauses }));

  const resolve = createResolver({
    providers: running,
    cache,
    negative: new NegativeCache(),
    flights,
    calendar,
    requestTimeoutMs: config.requestTimeoutMs,
    fallback: config.fallback,
    enrich: config.enrich,
    onUnexpected: (error) => log.error({ event: "unexpected", error: String((error as Error)?.stack ?? error) }),
  });
  return { resolve, close: () => store.close() };
}

interface Shared {
  config: Config;
  cache: Cache;
  flights: Flights;
  pauses: Pauses;
}

function runProvider(provider: Provider, { config, cache, flights, pauses }: Shared): RunningProvider {
  const { baseUrl, cookieUrl, apiKey, ratePerMinute, timeoutMs } = config.providers[provider.id];
  const throttle = new Throttle({ limit: ratePerMinute });
  const lane: Lane = {
    provider,
    timeoutMs,
    pauses,
    async admit(deadline, signal) {
      try {
        await throttle.admit(deadline, signal);
      } catch (error) {
        if (!(error instanceof ThrottleRefusal)) throw error;
        throw new ProviderError(provider.id, "queue_full", { retryAfterSeconds: error.retryAfterSeconds });
      }
    },
  };
  const upstreamFor = (patience: Patience): Upstream =>
    createUpstream(lane, { ...patience, remember: createRemember(cache, flights, provider.id, patience) });
  // A way that no caller's leaving can cut; each use has the whole request time.
  const shared: Upstream = {
    send: (request) => upstreamFor({ deadline: performance.now() + config.requestTimeoutMs }).send(request),
    remember: (...rest) => upstreamFor({ deadline: performance.now() + config.requestTimeoutMs }).remember(...rest),
    now: () => new Date(),
  };
  const clientOf = provider.open({
    baseUrl,
    ...(cookieUrl === undefined ? {} : { cookieUrl }),
    ...(apiKey === undefined ? {} : { apiKey }),
    shared,
  });
  return { provider, configured: !provider.needsKey || apiKey !== undefined, clientOf, upstreamFor };
}
