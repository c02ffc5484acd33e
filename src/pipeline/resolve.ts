/**
 * From a question to an answer: the stages, in order.
 *
 * A fresh cached answer is served at once. Otherwise callers with the same question share one fetch: it asks the
 * sources best first, enriches the answer, composes the envelope and caches it. If that fails, a cached answer that is
 * not too old is served as stale. This is the only file that knows the order.
 */
import type { Envelope, Served } from "../contract/envelope.js";
import { MarketDataError, toMarketDataError } from "../contract/errors.js";
import type { Leases } from "../contract/store.js";
import type { Ask, Question } from "../contract/question.js";
import { nextTurnIfLong } from "../lib/next-turn.js";
import { traced } from "../lib/tracing.js";
import type { Cache, CachedValue, NegativeCache } from "./cache.js";
import type { FlightPatience, Patience } from "../contract/patience.js";
import type { Coalescer } from "./coalesce.js";
import { askAndEnrich } from "./enrich.js";
import { compose } from "./compose-envelope.js";
import type { RunningProviders } from "./running-provider.js";
import { withLost } from "./lost-figures.js";
import { lifetimesOf, covers, freshUntilFor, mayServeStale, whyStale, type MarketCalendar } from "./freshness.js";
import { fetchShared } from "./fetch-lease.js";
import { serveCached } from "./serve-cached.js";
import { isStoredEnvelope } from "./stored-envelope.js";
import type { Capability, InputOf } from "../contract/capability.js";

/** The stages and settings that a resolver works with. */
export interface Parts {
  providers: RunningProviders;
  cache: Cache;
  negative: NegativeCache;
  coalescer: Coalescer;
  calendar: MarketCalendar;
  requestTimeoutMs: number;
  fallback: boolean;
  enrich: boolean;
  leases: Leases;
  /** Called with every unexpected error. */
  onUnexpected: (error: unknown) => void;
}

export function createResolver(parts: Parts) {
  const serve = (...answer: [Question, string, CachedValue<Envelope>, Served["state"]]) =>
    serveCached(...answer, parts.calendar);

  /** Returns the answer in the cache, fresh or stale. */
  const lookUp = (key: string, { entry, input }: Question) =>
    parts.cache.get(key, isStoredEnvelope(entry.capability, input, parts.calendar));

  /** Fetches an answer for all callers with the same question; `patience` is not that of a single caller. */
  async function fetchAndCompose(question: Question, key: string, patience: FlightPatience) {
    // Another fetch may have ended between the caller's cache look-up and now.
    const newer = parts.cache.peek<Envelope>(key);
    if (newer && covers(question, newer)) return newer;
    try {
      return await fetchShared(parts.leases, key, {
        ...patience,
        fetch: () => fetchAndCache(question, key, patience),
        look: async () => {
          const stored = await lookUp(key, question);
          return stored && Date.now() < stored.freshUntil && covers(question, stored) ? stored : undefined;
        },
      });
    } catch (error) {
      parts.negative.keep(key, error);
      throw error;
    }
  }

  async function fetchAndCache(question: Question, key: string, patience: FlightPatience) {
    const { capability } = question.entry;
    const found = await askAndEnrich(parts, question, patience);
    await nextTurnIfLong(found.data);
    const at = Date.now();
    const before = parts.cache.inMemory(key) as CachedValue<Envelope> | undefined;
    const isClosed = parts.calendar.isClosed(new Date(at));
    const envelope = withLost(capability, compose(capability, found, at), before?.value, isClosed);
    const { fetchedAt } = envelope;
    const cached = { value: envelope, fetchedAt, ...lifetimesOf(capability, envelope, parts.calendar, undefined, at) };
    await traced("keep", () => parts.cache.set(key, cached));
    return cached;
  }

  const resolve: Ask = async (question) => {
    const { entry, input, signal, callerId } = question;
    const { capability } = entry;
    const key = cacheKeyOf(capability, input);
    const found = await traced("cache", () => lookUp(key, question));
    const cached = found && covers(question, found) ? found : undefined;
    if (cached && Date.now() < freshUntilFor(question, cached)) {
      return serve(question, key, cached, "hit");
    }
    if (question.cachedOnly) {
      if (cached && Date.now() < cached.staleUntil) return serve(question, key, cached, "stale");
      throw new MarketDataError("upstream_unavailable", "No such answer is cached.");
    }
    const known = parts.negative.get(key);
    if (known) throw known;

    const deadline = performance.now() + parts.requestTimeoutMs;
    // Callers share a fetch only if its result satisfies all of them.
    const fetchKey = capability.fetchKey ? `${key} ${capability.fetchKey(input)}` : key;
    const asked = { callerId, others: new Set<string>() };
    const fetch = (patience: Patience) =>
      traced("coalesce", () =>
        parts.coalescer.join(fetchKey, { ...patience, question: asked }, (flightSignal) =>
          fetchAndCompose(question, key, { deadline, signal: flightSignal, question: asked }),
        ),
      );

    try {
      const fetched = await fetch({ deadline, signal });
      await nextTurnIfLong(fetched.value.body);
      return serve(question, key, fetched, "miss");
    } catch (thrown) {
      const error = toMarketDataError(thrown);
      if (error.kind === "internal") parts.onUnexpected(thrown);
      const old = cached && mayServeStale(error) && Date.now() < cached.staleUntil ? cached : undefined;
      if (!old) throw error;
      return { ...serve(question, key, old, "stale"), staleReason: whyStale(error) };
    }
  };

  return {
    /** Answers within the request deadline. */
    resolve,
    /** Returns the times of the answer that this process has in memory under this key. */
    cachedTimes: (key: string): { fetchedAt: number; staleUntil: number } | undefined => parts.cache.inMemory(key),
  };
}

/** Returns the key under which a capability's answer to this input is cached. */
export function cacheKeyOf<C extends Capability>(capability: C, input: InputOf<C>): string {
  if (capability.cacheKey) return `${capability.name}:${capability.cacheKey(input)}`;
  const parameters = Object.keys(capability.input.shape)
    .filter((name) => !capability.viewParameters?.includes(name) && input[name] !== undefined)
    .toSorted()
    .map((name) => [name, input[name]]);
  return `${capability.name}:${JSON.stringify(parameters)}`;
}
