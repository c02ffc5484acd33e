/**
 * The present day where a security trades. A day of Sydney begins eleven hours before that of UTC, and one of New York
 * ends five hours later, so the day in UTC is not that of a price or a filing.
 */
import { DAY_MS, daysBetween } from "../../lib/day.js";
import { clockOf, NEW_YORK, type ZoneClock } from "../../lib/zone-clock.js";
import { exchangeOfSuffix } from "../../contract/symbols/exchanges.js";
import { followsUsSession, toListingSymbol } from "../symbols/symbol.js";

const UTC = clockOf("UTC");

/** Returns the day, `YYYY-MM-DD`, at the exchange of a symbol; in UTC for coins, currencies and unknown exchanges. */
export function exchangeDay(symbol: string, at: number = Date.now()): string {
  return clockAt(symbol).day(Math.floor(at / 1000));
}

/**
 * Returns when the next day begins at the exchange of a symbol, in milliseconds since the epoch; without a symbol, in New
 * York.
 */
export function nextDayAt(symbol: string | undefined, now: number): number {
  const clock = symbol === undefined ? NEW_YORK : clockAt(symbol);
  const toLocal = (at: number) => at + clock.offset(at / 1000) * 1000;
  const midnight = (Math.floor(toLocal(now) / DAY_MS) + 1) * DAY_MS;
  // The clocks may be changed before that midnight.
  return midnight - clock.offset(midnight / 1000 - clock.offset(now / 1000)) * 1000;
}

/** Returns the day at the exchange of an answer's symbol on which the answer was made. */
export function dayOfAnswer({ symbol, timestamp }: { symbol: string; timestamp: string }): string {
  return exchangeDay(symbol, Date.parse(`${timestamp}Z`));
}

/**
 * Returns the day at the exchange of a symbol on which something was published, in milliseconds since the epoch. Sources
 * write a day without a time as midnight in UTC, which keeps its day.
 */
export function publicationDay(symbol: string, at: number): string {
  return at % DAY_MS === 0 ? new Date(at).toISOString().slice(0, 10) : exchangeDay(symbol, at);
}

/** Returns the last day that has begun at the exchange of a symbol or in UTC. */
export function latestDay(symbol: string): string {
  return latestDayBy(clockAt(symbol));
}

/**
 * Returns the last day that has begun by a clock or in UTC: callers often take their day from a clock in UTC, and a
 * question about that day must not fail during New York's evening.
 */
export function latestDayBy(clock: ZoneClock): string {
  const now = Math.floor(Date.now() / 1000);
  const [there, inUtc] = [clock.day(now), UTC.day(now)];
  return there > inUtc ? there : inUtc;
}

/** Returns a sentence on the first parameter whose day is after `latest`, the last day that has begun. */
export function futureRule(days: Readonly<Record<string, string | undefined>>, latest: string): string | undefined {
  const name = Object.keys(days).find((each) => (days[each] ?? "") > latest);
  return name && `Invalid "${name}": got ${days[name]}, which is in the future. Allowed: days up to ${latest}.`;
}

/** Returns a sentence on a range that ends before it begins or has more than `most` days. */
export function spanRule(from: string, to: string, most: number): string | undefined {
  if (to < from) return `Invalid "to": got ${to}, which is before "from".`;
  const days = daysBetween(from, to);
  return days > most ? `Invalid "from": the range has ${days} days. Allowed: up to ${most}.` : undefined;
}

function clockAt(symbol: string): ZoneClock {
  const listing = toListingSymbol(symbol);
  const dot = listing.lastIndexOf(".");
  const zone = dot < 1 ? null : exchangeOfSuffix(listing.slice(dot + 1))?.zone;
  return zone ? clockOf(zone) : followsUsSession(symbol) ? NEW_YORK : UTC;
}
