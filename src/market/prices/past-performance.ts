/** Returns and volatility of a security, computed from its daily or weekly closes. */
import { say, type Sentence, the } from "../../contract/sentence.js";
import { daysBefore } from "../../lib/day.js";
import { exchangeDay } from "../sessions/exchange-day.js";
import { toSixDigits } from "../../contract/values.js";
import { dayOf, type Bar } from "./price-bars.js";
import { logReturn, percentChange } from "./negative-prices.js";
import { firstDay } from "./price-range.js";
import { tradesEveryDay } from "../sessions/trading-week.js";
import { areComparable, countSound, findDefects, type Defects, type SeriesFacts } from "./price-defects.js";

/** The named ranges of returns, beside those of sessions. */
const RETURNS = ["1mo", "3mo", "6mo", "ytd", "1y"] as const;

/**
 * Computes returns in percent, `(latest close / earlier close - 1) * 100`, without dividends; `days` are newest first. The
 * earlier close is that from which the change of a price history over the range of this name counts: the last one before
 * it. `now` is the last day of the question, or that of the latest close, if this is more than a week older.
 *
 * A return is `null` if the bars do not reach that far back, or if its two closes cannot be compared; `ytd` also until the
 * year of `now` has a close.
 */
export function returnsOf(days: readonly Bar[], defects: Defects, now: string) {
  const [latest] = days;
  const today = latest && isOld(latest, now) ? dayOf(latest) : now;
  const changeFrom = (earlier: Bar | undefined) =>
    latest && earlier && areComparable(defects, 0, days.indexOf(earlier))
      ? percentChange(latest.close, earlier.close)
      : null;
  const before = (range: (typeof RETURNS)[number]) => {
    const first = firstDay({ range }, range === "ytd" ? now : today);
    return latest && dayOf(latest) >= first ? changeFrom(days.find((bar) => dayOf(bar) < first)) : null;
  };
  return {
    "1d": changeFrom(days[1]),
    "5d": changeFrom(days[5]),
    ...(Object.fromEntries(RETURNS.map((range) => [range, before(range)])) as Record<
      (typeof RETURNS)[number],
      number | null
    >),
  };
}

/** The returns of bars that are no days. */
export const NO_RETURNS = { "1d": null, "5d": null, "1mo": null, "3mo": null, "6mo": null, ytd: null, "1y": null };

/**
 * Returns the returns and the volatility that a comparison shows of a symbol, from its daily `bars`, newest first, and the
 * day on which they end; `null` without bars.
 */
export function toPerformance(symbol: string, series: SeriesFacts & { bars: readonly Bar[] }) {
  const { bars } = series;
  const defects = findDefects(bars, series);
  const { "1mo": return1mo, ytd: returnYtd, "1y": return1y } = returnsOf(bars, defects, exchangeDay(symbol));
  const closes = bars.slice(0, countSound(defects)).map(({ close }) => close);
  return {
    return1mo,
    returnYtd,
    return1y,
    volatility20: volatility20(closes.toReversed(), daysAYear(bars)),
    pricesTo: bars[0] ? dayOf(bars[0]) : null,
  };
}

/** The latest bar may be this many days old before a note says so; holidays close no market for longer. */
const OLD_DAYS = 7;

/** Returns a note if the latest bar of a price history (its body) is more than a week old on a day, the present one. */
export function oldBarNotes(
  { bars, symbol }: Readonly<Record<string, unknown>>,
  day: string = exchangeDay(String(symbol)),
): Sentence[] {
  const latest = (bars as readonly Bar[] | undefined)?.[0];
  if (!latest || !isOld(latest, day)) return [];
  return [say`The newest price is of ${dayOf(latest)}; returns and other figures count from that day.`];
}

/** Whether a bar is more than a week older than a day. */
export function isOld(bar: Pick<Bar, "date">, day: string): boolean {
  return dayOf(bar) < daysBefore(day, OLD_DAYS);
}

/** Returns notes on the latest bar of a price history (its body): that it is old on a day, or may not be finished. */
export function latestBarNotes(body: Readonly<Record<string, unknown>>, day?: string): Sentence[] {
  const { bars, lastBarComplete } = body;
  if (lastBarComplete === true || !(bars as readonly Bar[] | undefined)?.length) return oldBarNotes(body, day);
  const state = lastBarComplete === false ? "The latest bar is not finished" : "The latest bar may not be finished";
  return [...oldBarNotes(body, day), say`${state}; ${the.field("volumeRatio20")} and pivots are of the one before.`];
}

/** Closes that a volatility needs at least: one more than its returns. */
export const VOLATILITY_CLOSES = 21;

/** Returns the volatility of the last 20 returns. */
export function volatility20(closes: readonly number[], barsAYear: number): number | null {
  return volatilityOf(closes.slice(-VOLATILITY_CLOSES), barsAYear);
}

/**
 * Returns the annual volatility in percent: sample deviation of the logarithmic returns × √(bars a year) × 100. `closes`
 * are oldest first; `null` for fewer than 21.
 */
export function volatilityOf(closes: readonly number[], barsAYear: number): number | null {
  return closes.length < VOLATILITY_CLOSES ? null : sampleVolatility(closes, barsAYear);
}

/**
 * Returns the same from any number of closes; `null` for fewer than three, which have no sample deviation, and if one is
 * below 0.
 */
export function sampleVolatility(closes: readonly number[], barsAYear: number): number | null {
  return closes.length < 3 ? null : toSixDigits(exactVolatility(closes, barsAYear));
}

/** Returns the same of at least three closes, not rounded, so that other figures can be made of it; `NaN` if one is below 0. */
export function exactVolatility(closes: readonly number[], barsAYear: number): number {
  const returns = closes.slice(1).map((close, at) => logReturn(close, closes[at]!));
  const mean = returns.reduce((sum, each) => sum + each, 0) / returns.length;
  const variance = returns.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (returns.length - 1);
  return Math.sqrt(variance * barsAYear) * 100;
}

/** Returns the trading days of a year, for annual volatility: 365 for a coin, else 252; `bars` are newest first. */
export function daysAYear(bars: readonly Bar[]): number {
  const isIntraday = bars.length > 1 && dayOf(bars[0]!) === dayOf(bars[1]!);
  return tradesEveryDay(isIntraday ? [...new Set(bars.map(dayOf))].map((date) => ({ date })) : bars) ? 365 : 252;
}

/** Returns how many bars most days of a series have; `bars` are shorter than a day. */
export function barsADay(bars: readonly Bar[]): number {
  const counts = new Map<string, number>();
  for (const bar of bars) counts.set(dayOf(bar), (counts.get(dayOf(bar)) ?? 0) + 1);
  const sizes = [...counts.values()].toSorted((one, other) => one - other);
  return sizes[Math.floor(sizes.length / 2)] ?? 0;
}
