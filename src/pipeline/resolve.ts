/**
 * From a question to an answer: the stages, in order.
 *
 * Fresh from the cache; else one flight for all who ask the same: sources best
 * first, open fields filled in, composed, kept; else, when all of that fails,
 * what is kept and not too old. This is the only file that knows the order.
 */
import type { Capability, InputOf } from "../contract/capability.js";
import type { Envelope, Served } from "../contract/envelope.js";
import { FailedEverywhere, REASONS, toMarketDataError, type MarketDataError } from "../contract/errors.js";
import type { Leases } from "../contract/leases.js";
import type { Entry } from "../contract/provider.js";
import { traced } from "../contract/tracing.js";
import type { Cache, Kept } from "./cache.js";
import type { Flights, Patience } from "./coalesce.js";
import { compose } from "./compose.js";
import { askSources, type RunningProviders } from "./fallback.js";
import { fillIn } from "./fill.js";
import { lifetimesOf, type MarketCalendar } from "./freshness.js";
import { keyOf } from "./key.js";
import type { NegativeCache } from "./negative.js";
import { fetchShared } from "./share.js";
import { Slots } from "./slots.js";
import { isStoredEnvelope } from "./stored.js";

/** What the pipeline is made of. */
export interface Parts {
  providers: RunningProviders;
  cache: Cache;
  negative: NegativeCache;
  flights: Flights;
  calendar: MarketCalendar;
  requestTimeoutMs: number;
  fallback: boolean;
  enrich: boolean;
  leases: Leases;
  /** Whether a refresh that nobody waits for may be paid for. */
  mayRefresh: (entry: Entry) => Promise<boolean>;
  /** Told of every unexpected error, with its stack. */
  onUnexpected: (error: unknown) => void;
}

/** Answers one question within the request deadline, or throws a {@link MarketDataError}. */
export type Resolve = <C extends Capability>(
  entry: Entry<C>,
  input: InputOf<C>,
  signal?: AbortSignal,
  /** Whose question it is; one caller has only so many under way at a time. */
  callerId?: string,
) => Promise<Served>;

/** Hits after which an answer is worth refreshing before somebody has to wait for it. */
const HOT_HITS = 3;

export interface Resolver {
  resolve: Resolve;
  /** Notes how often what is kept under this key was given by somebody who had it ready. */
  noteHits(key: string, count: number): void;
}

export function createResolver(parts: Parts): Resolver {
  const hits = new WeakMap<Envelope, number>();
  const slots = new Slots();

  function noteHits({ value }: { value: Envelope }, count: number): void {
    hits.set(value, (hits.get(value) ?? 0) + count);
  }

  const resolve: Resolve = async (entry, input, signal, callerId) => {
    const { capability } = entry;
    const key = keyOf(capability, input);
    const kept = await traced("cache", () => parts.cache.get(key, isStoredEnvelope(capability, input, parts.calendar)));
    if (kept && Date.now() < kept.freshUntil) {
      noteHits(kept, 1);
      return serve(capability, input, key, kept, "hit");
    }
    const known = parts.negative.get(key);
    if (known) throw known;

    const deadline = performance.now() + parts.requestTimeoutMs;
    const fetch = (patience: Patience) =>
      traced("coalesce", () =>
        parts.flights.join(key, patience, (flightSignal) =>
          fly(parts, entry, input, key, { deadline, signal: flightSignal }),
        ),
      );

    // What one caller asks twice is one question, takes one slot and fails once.
    const fetchFor = (caller: string) =>
      parts.flights.join(`${caller} ${key}`, { deadline, signal }, async (callerSignal) => {
        const patience = { deadline, signal: callerSignal };
        const release = await slots.acquire(caller, patience);
        return fetch(patience).finally(release);
      });

    const hot = kept !== undefined && (hits.get(kept.value) ?? 0) >= HOT_HITS;
    if (hot && Date.now() < graceOf(capability, kept) && (await parts.mayRefresh(entry))) {
      // Nobody waits for this one; what comes of it shows in the cache.
      fetch({ deadline }).catch(() => {});
      return serve(capability, input, key, kept, "stale");
    }

    try {
      const answer = callerId === undefined ? fetch({ deadline, signal }) : fetchFor(callerId);
      return serve(capability, input, key, await answer, "miss");
    } catch (thrown) {
      const error = toMarketDataError(thrown);
      if (error.kind === "internal") parts.onUnexpected(thrown);
      const old = kept && mayServeStale(error) && Date.now() < kept.staleUntil ? kept : undefined;
      if (!old) throw error;
      return { ...serve(capability, input, key, old, "stale"), staleReason: whyStale(error) };
    }
  };

  return {
    resolve,
    noteHits(key, count) {
      const kept = parts.cache.inMemory(key) as Kept<Envelope> | undefined;
      if (kept) noteHits(kept, count);
    },
  };
}

/** Until when a hot answer may be served while a newer one is fetched: for one more lifetime. */
function graceOf(capability: Capability, kept: Kept<Envelope>): number {
  const { ttlSeconds, staleSeconds } = capability.freshness;
  return kept.freshUntil + Math.min(ttlSeconds, staleSeconds) * 1000;
}

async function fly<C extends Capability>(
  parts: Parts,
  entry: Entry<C>,
  input: InputOf<C>,
  key: string,
  patience: { deadline: number; signal: AbortSignal },
): Promise<Kept<Envelope>> {
  // Between a caller's look and this flight another one may have landed.
  const landed = parts.cache.peek<Envelope>(key);
  if (landed) return landed;
  try {
    return await fetchShared(parts.leases, key, {
      ...patience,
      fetch: () => fetchAndKeep(parts, entry, input, key, patience),
      look: async () => {
        const brought = await parts.cache.get(key, isStoredEnvelope(entry.capability, input, parts.calendar));
        return brought && Date.now() < brought.freshUntil ? brought : undefined;
      },
    });
  } catch (error) {
    parts.negative.keep(key, error);
    throw error;
  }
}

async function fetchAndKeep<C extends Capability>(
  parts: Parts,
  entry: Entry<C>,
  input: InputOf<C>,
  key: string,
  patience: { deadline: number; signal: AbortSignal },
): Promise<Kept<Envelope>> {
  const { capability } = entry;
  const found = await askSources(entry, input, parts.providers, patience, parts.fallback);
  const sent = { ...found.answer, lacksForGood: found.answer.lacksForGood ?? found.lacksForGood };
  const { answer, filled } = parts.enrich
    ? await traced("fill in", () =>
        fillIn(entry, sent, input, parts.providers, { fallback: parts.fallback, deadline: patience.deadline }),
      )
    : { answer: sent, filled: [] };
  const { provider } = found.source;
  const at = Date.now();
  const { passedOver } = found;
  const composed = compose({ capability, answer, provider, passedOver, filled }, at);
  const envelope = answer.lacksForGood ? { ...composed, lacksForGood: true } : composed;
  const kept = { value: envelope, fetchedAt: at, ...lifetimesOf(capability, envelope, parts.calendar) };
  await traced("keep", () => parts.cache.set(key, kept));
  return kept;
}

function serve<C extends Capability>(
  capability: C,
  input: InputOf<C>,
  key: string,
  kept: Kept<Envelope>,
  state: Served["state"],
): Served {
  const now = Date.now();
  const envelope = capability.view
    ? { ...kept.value, body: capability.view(kept.value.body as never, input as never) }
    : kept.value;
  return {
    envelope,
    state,
    key,
    freshUntil: kept.freshUntil,
    // A clock that was set back must not make an answer younger than new.
    ageSeconds: Math.max(0, Math.floor((now - kept.fetchedAt) / 1000)),
    freshForSeconds: state === "stale" ? 0 : Math.max(0, Math.ceil((kept.freshUntil - now) / 1000)),
  };
}

/** An unknown symbol stays unknown; everything that is the upstream's trouble may be bridged. */
function mayServeStale({ kind }: MarketDataError): boolean {
  return (
    kind === "upstream_unavailable" || kind === "upstream_limited" || kind === "overloaded" || kind === "not_configured"
  );
}

function whyStale(error: MarketDataError): string {
  if (!(error instanceof FailedEverywhere)) return "upstream did not answer in time";
  const { provider, reason } = error.decisive;
  return `${provider.replace("-", " ")}: ${REASONS[reason].brief}`;
}
