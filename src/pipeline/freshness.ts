/**
 * Decides until when an answer is fresh, which questions a cached answer serves, and when a stale one replaces a
 * failure.
 */
import { toTitle } from "../contract/provider-id.js";
import type { CachedValue } from "./cache.js";
import type { Capability } from "../contract/capability.js";
import type { Envelope } from "../contract/envelope.js";
import { FailedEverywhere, ProviderError, REASONS, type MarketDataError } from "../contract/errors.js";
import type { Question } from "../contract/question.js";

/** The US market's hours, passed in so that this module does not depend on a calendar. */
export interface MarketCalendar {
  isClosed(at: Date): boolean;
  nextOpen(at: Date): Date;
  /** Whether a symbol trades in US sessions. */
  follows(symbol: string): boolean;
  /** Whether a symbol has the form of a US mutual fund, whose price of the day is published after all trading. */
  isFund(symbol: string): boolean;
  /** Whether the fund prices of the last session have been published. */
  hasFundPrices(at: Date): boolean;
  /** Returns when the next day begins where a symbol trades; without a symbol, in New York. */
  nextDayAt(symbol: string | undefined, now: number): number;
}

const JITTER = 0.1;
/**
 * Factor for an answer that lacks an optional part: it is cached for a tenth of the time, so that the part is retried
 * soon.
 */
const INCOMPLETE = 0.1;

/**
 * Returns until when an envelope fetched at `fetchedAt` is fresh, and until when it may be served as stale;
 * milliseconds since the epoch. For an incomplete one they count from `now`; otherwise an answer with an old part would
 * expire at once, and each question would fetch the missing part.
 */
export function lifetimesOf(
  capability: Capability,
  envelope: Envelope,
  calendar: MarketCalendar,
  random: () => number = Math.random,
  now: number = envelope.fetchedAt,
): { freshUntil: number; staleUntil: number } {
  const { ttlSeconds, staleSeconds } = capability.freshness;
  const special = capability.ttlSecondsOf?.(envelope.body);
  const own = special ?? ttlSeconds;
  const incomplete = envelope.missing.length > 0 && !envelope.permanentlyMissing;
  const seconds = incomplete ? own * INCOMPLETE : own;
  // Jitter prevents answers that were fetched together from all expiring together.
  const jittered = seconds * (1 - JITTER + 2 * JITTER * random());
  let freshUntil = (incomplete ? now : envelope.fetchedAt) + jittered * 1000;
  if (!incomplete && special === undefined && isStableUntilOpen(capability, envelope, calendar)) {
    freshUntil = Math.max(freshUntil, calendar.nextOpen(new Date(envelope.fetchedAt)).getTime());
  }
  return { freshUntil, staleUntil: freshUntil + staleSeconds * 1000 };
}

/**
 * Whether the answer stays valid until the next pre-market session, because the market is closed until then. A price
 * without a time, or not from the last session, may be a temporary upstream error and must not be cached over a weekend.
 */
function isStableUntilOpen(capability: Capability, envelope: Envelope, calendar: MarketCalendar): boolean {
  const { body, fetchedAt, asOf, funds = [] } = envelope;
  if (!capability.freshness.followsUsMarket || !calendar.isClosed(new Date(fetchedAt))) return false;
  const symbols = (capability.symbolsIn?.(body) ?? [body["symbol"]]).filter((symbol) => typeof symbol === "string");
  const withFund = symbols.some((symbol) => funds.includes(symbol) || calendar.isFund(symbol));
  if (withFund && !calendar.hasFundPrices(new Date(fetchedAt))) return false;
  const times = capability.timesIn?.(body) ?? [asOf];
  const isLast = (time: string | null) =>
    time !== null && isOfLastSession(new Date(time), fetchedAt, calendar, withFund);
  return times.every(isLast) && symbols.every((symbol) => calendar.follows(symbol));
}

/**
 * Whether the market was open at `at` (which does not matter with `withFund`) and no other session began between `at`
 * and `fetchedAt`.
 */
function isOfLastSession(at: Date, fetchedAt: number, calendar: MarketCalendar, withFund: boolean): boolean {
  if (Number.isNaN(at.getTime()) || at.getTime() > fetchedAt) return false;
  if (calendar.isClosed(at) && !withFund) return false;
  return calendar.nextOpen(at).getTime() === calendar.nextOpen(new Date(fetchedAt)).getTime();
}

/** Whether a cached answer contains all that the question needs. */
export function covers({ entry: { capability }, input }: Question, { value }: CachedValue<Envelope>): boolean {
  return capability.covers?.(value.body as never, input as never) ?? true;
}

/**
 * Returns until when a cached answer is fresh for this question, in milliseconds since the epoch; an incomplete one is
 * not fresh for longer than its own time.
 */
export function freshUntilFor({ entry, input }: Question, cached: CachedValue<Envelope>): number {
  const { body, missing } = cached.value;
  const seconds = missing.length > 0 ? 0 : (entry.capability.freshSecondsFor?.(body as never, input as never) ?? 0);
  return Math.max(cached.freshUntil, cached.fetchedAt + seconds * 1000);
}

/**
 * Whether a stale answer may replace this failure: yes if providers could not answer, no for an unknown symbol or
 * invalid input.
 */
export function mayServeStale({ kind }: MarketDataError): boolean {
  return (
    kind === "upstream_unavailable" || kind === "upstream_limited" || kind === "overloaded" || kind === "not_configured"
  );
}

/** Returns in a few words why a stale answer is served. */
export function whyStale(error: MarketDataError | ProviderError): string {
  const failure = error instanceof FailedEverywhere ? error.decisive : error;
  if (!(failure instanceof ProviderError)) return "upstream did not answer in time";
  const { provider, reason } = failure;
  return `${toTitle(provider)}: ${REASONS[reason].brief}`;
}
