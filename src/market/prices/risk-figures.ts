/** Return a year, volatility, deepest fall and Sharpe ratio of a series of values. */
import { toSixDigits } from "../../contract/values.js";
import { logReturn } from "./negative-prices.js";
import { exactVolatility, volatilityOf } from "./past-performance.js";
import { deepestFall } from "./range-figures.js";
import type { DatedClose } from "./range-returns.js";

/** A shorter time says little about a year. */
export const LEAST_DAYS = 360;
/** Fewer returns say little about what a risk was worth. */
export const LEAST_RETURNS = 60;
/** The mean length of a year in days. */
const YEAR_DAYS = 365.25;

/** Facts beside the values of a series. */
export interface RiskFacts {
  /** The days of a year on which the series has a value. */
  yearDays: number;
  /** The mean rate of money that is lent without risk, in percent a year; `null` if it is not known. */
  rate: number | null;
}

/**
 * Returns the volatility, the deepest fall and the Sharpe ratio of values that are oldest first: of a security its closes
 * adjusted for dividends. Volatility is `volatilityOf`, in percent a year; the ratio is (mean logarithmic return × days a
 * year × 100 - rate) / volatility. Six significant digits.
 *
 * Volatility is `null` under 21 values, the ratio under 60 returns, without a rate, and for values that do not move.
 */
export function toRisk(values: readonly DatedClose[], { yearDays, rate }: RiskFacts) {
  const closes = values.map(({ close }) => close);
  return {
    volatility: volatilityOf(closes, yearDays),
    maxDrawdown: values.length === 0 ? null : deepestFall(values),
    sharpe: sharpeOf(closes, { yearDays, rate }),
  };
}

function sharpeOf(closes: readonly number[], { yearDays, rate }: RiskFacts): number | null {
  const returns = closes.length - 1;
  if (returns < LEAST_RETURNS || rate === null) return null;
  // The mean of logarithmic returns is that of the whole range, by their number.
  const mean = logReturn(closes.at(-1)!, closes[0]!) / returns;
  return toSixDigits((mean * yearDays * 100 - rate) / exactVolatility(closes, yearDays));
}

/**
 * Returns the return a year that makes up a return over so many days, both in percent: ((1 + total / 100)^(365.25 / days)
 * - 1) × 100, six significant digits; `null` under 360 days.
 */
export function toAnnualReturn(totalPercent: number | null, days: number): number | null {
  if (totalPercent === null || days < LEAST_DAYS) return null;
  return toSixDigits(((1 + totalPercent / 100) ** (YEAR_DAYS / days) - 1) * 100);
}
