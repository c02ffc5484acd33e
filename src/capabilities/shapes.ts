/** Error shapes of the interface, hints of several capabilities, and lifetimes of answers. */
import { say, type Sentence, the } from "../contract/sentence.js";
import { DAY_SECONDS } from "../lib/day.js";
import type { ErrorShape, Freshness } from "../contract/capability.js";
import type { FailureKind, Hint } from "../contract/errors.js";

/**
 * Error shape of most capabilities about one symbol: `{error, detail}`, with `retry_after`. For an unknown symbol `error`
 * says what failed, such as "fetch dividends".
 */
export function symbolErrors(what: string, ...also: FailureKind[]) {
  const notFound = (symbol: string, detail: string) => ({ error: `404: Failed to ${what} for ${symbol}`, detail });
  return { style: "detail", retryField: "retry_after", unavailable: 500, notFound, also } satisfies ErrorShape;
}

/** Error shape of capabilities about the whole market: `{error, detail}`, with `retry_after`. */
export const marketErrors: ErrorShape = { style: "detail", retryField: "retry_after", unavailable: 503 };

/** Returns what takes several symbols that were given for one, if they are not too many for it. */
export const compareThem = (symbols: readonly string[]): Hint | undefined =>
  symbols.length <= MAX_COMPARED
    ? { tool: "compare_stocks", why: "compares them", given: { symbols: symbols.map((each) => each.trim()).join(",") } }
    : undefined;
/** The most symbols of a comparison. */
export const MAX_COMPARED = 10;

/** Returns what has past prices, for parameters of a range that callers give to a quote. */
export const pastPrices = (parameter: string): Hint | undefined =>
  /^(?:range|period|from|to|date|day|start|end|(?:start|end|from|to)_?date|interval|timeframe|days)$/i.test(parameter)
    ? { tool: "get_price_history", why: "has past prices" }
    : undefined;

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Lifetimes of answers, by how fast the data changes. */
export const LIVE_QUOTE: Freshness = {
  ttlSeconds: 15,
  staleSeconds: 5 * MINUTE,
  followsUsMarket: true,
  namesLost: true,
};
export const MOVERS: Freshness = {
  ttlSeconds: MINUTE,
  staleSeconds: 15 * MINUTE,
  followsUsMarket: true,
  namesLost: true,
};
export const ALWAYS_TRADED: Freshness = { ttlSeconds: MINUTE, staleSeconds: 15 * MINUTE };
export const SCREENED: Freshness = { ttlSeconds: 5 * MINUTE, staleSeconds: HOUR };
export const SLOW: Freshness = { ttlSeconds: HOUR, staleSeconds: DAY_SECONDS };
/**
 * Seconds for which a part of slow answers is kept: fewer than those of the answers, so that an expired answer is fetched
 * and not made of the same part again.
 */
export const SLOW_PART_SECONDS = Math.floor(SLOW.ttlSeconds * 0.8);
export const REFERENCE: Freshness = { ttlSeconds: 12 * HOUR, staleSeconds: 7 * DAY_SECONDS };

/**
 * Returns the short lifetime of an answer whose list is empty or unknown: what is missing now may be there in a few
 * minutes.
 */
export function briefIfEmpty(list: string): (body: Record<string, unknown>) => number | undefined {
  return ({ [list]: rows }) => (rows === null || (Array.isArray(rows) && rows.length === 0) ? 5 * MINUTE : undefined);
}

interface OfSymbol {
  symbol: string;
}

/** Returns a sentence on the symbols of a list that have no row; none if all have one, or none has. */
export function toMissingNotes(rows: readonly OfSymbol[], errors: readonly OfSymbol[]): Sentence[] {
  const found = new Set(rows.map(({ symbol }) => symbol));
  const missing = new Set(errors.map(({ symbol }) => symbol).filter((symbol) => !found.has(symbol)));
  if (found.size === 0 || missing.size === 0) return [];
  return [
    say`${missing.size} of ${found.size + missing.size} symbols ${missing.size === 1 ? "has" : "have"} no row, see ${the.field("errors")}.`,
  ];
}
