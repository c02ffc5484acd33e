/**
 * From a question to an answer: the stages, in order.
 *
 * A fresh cached answer is served at once. Otherwise callers with the same question share one fetch: it asks the
 * sources best first, enriches the answer, composes the envelope and caches it. If that fails, a cached answer that is
 * not too old is served as stale. This is the only file that knows the order.
 */
import type { Envelope, Served } from "../contract/envelope.js";
import { MarketDataError, toMarketDataError, type ProviderError } from "../contract/errors.js";
import type { Ask, Question } from "../contract/question.js";
import { nextTurnIfLong } from "../lib/next-turn.js";
import type { CachedValue, Keeping, NegativeCache } from "./cache.js";
import type { FlightPatience } from "../contract/patience.js";
import { askAndEnrich } from "./enrich.js";
import { compose } from "./compose-envelope.js";
import type { RunningProviders } from "./running-provider.js";
import { withLost } from "./lost-figures.js";
import { lifetimesOf, covers, freshUntilFor, mayServeStale, whyStale, type MarketCalendar } from "./freshness.js";
import type { Fetched, Keeper } from "./kept.js";
import { serveCached } from "./serve-cached.js";
import { isStoredEnvelope } from "./stored-envelope.js";
import type { Capability, InputOf } from "../contract/capability.js";

/** The stages and settings that a resolver works with. */
export interface Parts {
  providers: RunningProviders;
  keeper: Pick<Keeper, "look" | "renew">;
  /** Returns the value that this process has in memory under a key, of any age. */
  inMemory: (key: string) => CachedValue<unknown> | undefined;
  negative: NegativeCache;
  calendar: MarketCalendar;
  requestTimeoutMs: number;
  fallback: boolean;
  enrich: boolean;
  /** Begins the keys of answers: those of a server with other providers are not for this one. */
  scope?: string;
  /** Called with every unexpected error. */
  onUnexpected: (error: unknown) => void;
}

/** A fetched answer; `unrenewed` says why a part of it is no longer current. */
type FetchedAnswer = Fetched<Envelope> & { unrenewed?: ProviderError };

type Flying = Required<Keeping<Envelope>>;

export function createResolver(parts: Parts) {
  const { calendar, keeper, negative } = parts;
  const serve = (...answer: [Question, string, CachedValue<Envelope>, Served["state"]]) =>
    serveCached(...answer, calendar);

  /** Fetches an answer for all callers with the same question; `patience` is not that of a single caller. */
  async function fetch(question: Question, { key, flight }: Flying, patience: FlightPatience): Promise<FetchedAnswer> {
    const { capability } = question.entry;
    try {
      const found = await askAndEnrich(parts, question, patience);
      await nextTurnIfLong(found.data);
      const at = Date.now();
      const before = parts.inMemory(key) as CachedValue<Envelope> | undefined;
      const envelope = withLost(
        capability,
        compose(capability, found, at),
        before?.value,
        calendar.isClosed(new Date(at)),
      );
      const { unrenewed } = found;
      const lifetimes = lifetimesOf(capability, envelope, calendar, undefined, at);
      // The next question tries again to renew the part.
      const age = unrenewed && { unrenewed, isTemporary: true, freshUntil: at };
      return { value: envelope, fetchedAt: envelope.fetchedAt, ...lifetimes, ...age };
    } catch (error) {
      negative.keep(flight, error);
      throw error;
    }
  }

  const resolve: Ask = async (question) => {
    const { entry, input, signal, callerId, askedAt } = question;
    const { capability } = entry;
    const key = (parts.scope ?? "") + cacheKeyOf(capability, input);
    const keeping: Flying = {
      key,
      // Callers share a fetch only if its result satisfies all of them.
      flight: capability.fetchKey ? `${key} ${capability.fetchKey(input)}` : key,
      isValue: isStoredEnvelope(capability, input, calendar),
      isFresh: (cached) => covers(question, cached) && Date.now() < freshUntilFor(question, cached),
    };
    const found = await keeper.look(keeping);
    if (found && keeping.isFresh(found)) return serve(question, key, found, "hit");
    const cached = found && covers(question, found) ? found : undefined;
    if (question.cachedOnly) {
      if (cached && Date.now() < cached.staleUntil) return serve(question, key, cached, "stale");
      throw new MarketDataError("upstream_unavailable", "No such answer is cached.");
    }
    const known = negative.get(keeping.flight);
    if (known) throw known;

    const patience = {
      deadline: askedAt + parts.requestTimeoutMs,
      signal,
      question: { callerId, others: new Set<string>() },
    };
    try {
      const fetched: FetchedAnswer = await keeper.renew(keeping, patience, (shared) =>
        fetch(question, keeping, shared),
      );
      await nextTurnIfLong(fetched.value.body);
      const { unrenewed } = fetched;
      if (!unrenewed) return serve(question, key, fetched, "miss");
      return { ...serve(question, key, fetched, "stale"), staleReason: whyStale(unrenewed) };
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
    cachedTimes: (key: string): { fetchedAt: number; staleUntil: number } | undefined => parts.inMemory(key),
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
