/** An answer with its origin: the provider, the time, enriched and missing fields, and its age. */
import type { Sentence } from "./sentence.js";
import { DAY_MS } from "../lib/day.js";
import type { Currencies } from "./currency.js";
import type { Reason } from "./errors.js";
import type { AnsweredBy, ProviderId } from "./provider-id.js";

/** An answer fetched this many milliseconds in the future was stored while the clock was wrong, and is not served. */
export const MAX_CLOCK_SKEW_MS = 60_000;

/** Fields that another provider than that of the answer sent, or that this server computed. */
export interface Filled {
  provider: AnsweredBy;
  fields: string[];
  reason?: "computed";
}

/**
 * The states of the market on which a security trades. The last one follows from the clock and the hours of the exchange,
 * for sources that send no state: on a holiday an exchange may be closed within its regular hours.
 */
export const MARKET_STATES = ["open", "closed", "pre-market", "after-hours", "within regular hours"] as const;

export type MarketState = (typeof MARKET_STATES)[number];

/** The states of a market, or of the sessions of the US market, in which it trades. */
const OPEN: readonly string[] = ["regular", "open", "within regular hours"] satisfies (MarketState | "regular")[];

export const isOpen = (state: string) => OPEN.includes(state);

/** Returns the end of a sentence on a market: `open`, `closed`, `in pre-market trading`. */
export function toSessionWords(state: string): string {
  if (isOpen(state)) return "open";
  return state === "closed" ? state : `in ${state} trading`;
}

/** A price may be so many days old: no holiday closes a market for longer. */
const OLD_PRICE_DAYS = 10;

/** Whether a price of a time, ISO 8601, is so old that nothing is traded of its security now; `false` for an unknown time. */
export function isLongAgo(time: string | null | undefined): boolean {
  return time != null && Date.now() - Date.parse(time) > OLD_PRICE_DAYS * DAY_MS;
}

/** Facts about an answer that reach its reader as its source states them. */
export interface AnswerFacts {
  /** Fields of optional parts that failed; such an answer is cached for a shorter time. */
  missing: readonly string[];
  /** Whether the missing fields will be missing again because our plan does not include them. */
  permanentlyMissing?: boolean | undefined;
  /** Sentences that a reader needs to interpret the numbers correctly. */
  notes: readonly Sentence[];
  /** The state of the security's market, if the source shows it. */
  market?: MarketState | undefined;
  /** The symbols that the upstream calls mutual funds, if it states their kind. */
  funds?: readonly string[] | undefined;
  /**
   * The day on which each row of the answer's dated list became public, in the order of the rows, if the rows themselves
   * do not contain it.
   */
  publicDays?: readonly (string | null)[] | undefined;
  /** The day from which the answer's list is complete, `YYYY-MM-DD`, if its source left out older rows. */
  completeFrom?: string | undefined;
}

/** Returns the facts of an answer for an envelope, where a fact that says nothing is absent. */
export function toFacts(answer: Partial<AnswerFacts>): AnswerFacts {
  const { missing = [], notes = [], permanentlyMissing, market, funds, publicDays, completeFrom } = answer;
  // Each fact is named: one that is added to the type and not here does not compile.
  const facts: { [Name in keyof Required<AnswerFacts>]: AnswerFacts[Name] } = {
    missing: [...new Set(missing)],
    notes: [...notes],
    market,
    funds: funds?.length ? funds : undefined,
    publicDays,
    completeFrom: completeFrom || undefined,
    permanentlyMissing: permanentlyMissing || undefined,
  };
  return Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact !== undefined)) as unknown as AnswerFacts;
}

/** An answer as it is cached. Times are milliseconds since the epoch, UTC. */
export interface Envelope extends AnswerFacts {
  /** The complete REST body; a capability's `view` may select a part. */
  body: Record<string, unknown>;
  provider: AnsweredBy;
  fetchedAt: number;
  /** The time that the data describes, as stated by the upstream. */
  asOf: string | null;
  /** Providers that failed or were skipped before another one answered, with the reason. */
  passedOver: { provider: ProviderId; reason: Reason }[];
  /** Fields not from `provider`, each with the provider that sent it, or marked as computed by this server. */
  filled: Filled[];
  currency: Currencies;
}

/** An envelope at the time it is served. */
export interface Served {
  envelope: Envelope;
  /** The body before the capability's `view` selected a part. */
  whole?: Envelope["body"];
  /** The last day of the part that the `view` selected, if the answer goes on after it: its prices are past ones. */
  endsOn?: string;
  state: "hit" | "miss" | "stale";
  ageSeconds: number;
  /** Whole seconds for which this answer stays fresh; 0 when stale. */
  freshForSeconds: number;
  /** The cache key; undefined for an answer that is not cached, like the two times that follow. */
  key?: string;
  /** Milliseconds since the epoch until which this answer may be sent again without a look at the cache. */
  freshUntil?: number;
  /** Milliseconds since the epoch until which the cached answer may be served as stale; each fetch has its own. */
  staleUntil?: number;
  /**
   * Why no newer answer could be fetched, in a few words; without a reason, a stale answer is served deliberately while
   * a newer one is fetched.
   */
  staleReason?: string;
}

/**
 * Returns age and remaining freshness in whole seconds; the age is never negative, even after the clock was set back.
 */
export function timesOf(cached: {
  fetchedAt: number;
  freshUntil: number;
}): Pick<Served, "ageSeconds" | "freshForSeconds"> {
  const now = Date.now();
  return {
    ageSeconds: Math.max(0, Math.floor((now - cached.fetchedAt) / 1000)),
    freshForSeconds: Math.max(0, Math.ceil((cached.freshUntil - now) / 1000)),
  };
}
