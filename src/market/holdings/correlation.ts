/** How alike several securities move from day to day. */
import { toSixDigits } from "../../contract/values.js";
import { logReturn } from "../prices/negative-prices.js";
import type { DatedClose } from "../prices/range-returns.js";

/** Fewer common days say nothing about two securities. */
export const LEAST_COMMON_DAYS = 30;

interface Correlation {
  /** Days on which all have a close. */
  days: number;
  from: string | null;
  to: string | null;
  /** A row and a column for each security, in their order; `null` with fewer than 30 days. */
  matrix: (number | null)[][] | null;
}

/**
 * Returns the correlation of each two securities: Pearson's, over ln(adjusted close / that of the common day before), each
 * in its own currency, on the days on which all have a close. Six significant digits; `null` where one does not move or
 * has a close below 0.
 */
export function correlate(all: readonly (readonly DatedClose[])[]): Correlation {
  const [first = [], ...others] = all;
  const known = others.map((closes) => new Set(closes.map(({ date }) => date)));
  const days = first.map(({ date }) => date).filter((date) => known.every((dates) => dates.has(date)));
  const common = new Set(days);
  const [from = null, to = null] = [days[0], days.at(-1)];
  if (days.length < LEAST_COMMON_DAYS) return { days: days.length, from, to, matrix: null };
  const centred = all.map((closes) => toCentredReturns(closes.filter(({ date }) => common.has(date))));
  const matrix = centred.map((one, row) => centred.map((other, column) => toCoefficient(one, other, row === column)));
  return { days: days.length, from, to, matrix };
}

/** Returns the logarithmic returns less their mean. */
function toCentredReturns(closes: readonly DatedClose[]): number[] {
  const returns = closes.slice(1).map(({ close }, at) => logReturn(close, closes[at]!.close));
  const mean = returns.reduce((sum, each) => sum + each, 0) / returns.length;
  return returns.map((each) => each - mean);
}

function toCoefficient(one: readonly number[], other: readonly number[], isSame: boolean): number | null {
  const product = (left: readonly number[], right: readonly number[]) =>
    left.reduce((sum, each, at) => sum + each * right[at]!, 0);
  const scale = Math.sqrt(product(one, one) * product(other, other));
  // Equal prices leave a rest of rounding.
  if (!(scale > 1e-18)) return null;
  return isSame ? 1 : toSixDigits(product(one, other) / scale);
}
