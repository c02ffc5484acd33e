/** The price return and the total return of a security between two days, from its daily bars. */
import { percentChange } from "./negative-prices.js";
import type { Paid, Split } from "./payment-defects.js";
import { dayOf, type Bar } from "./price-bars.js";
import { areComparable, findDefects, withoutWrongFactors } from "./price-defects.js";

/** The daily bars of a security, newest first, with its payments and splits; `null` when these are unknown. */
export interface DailySeries {
  bars: readonly Bar[];
  dividends: readonly Paid[] | null;
  splits: readonly Split[] | null;
  currency: string | null;
}

/** A close, in the listing's currency, and its day. */
export interface DatedClose {
  date: string;
  close: number;
}

export interface RangeReturns {
  from: DatedClose | null;
  to: DatedClose | null;
  priceReturnPercent: number | null;
  totalReturnPercent: number | null;
  /** Why a return is `null`, without a full stop; `null` where both are there. */
  reason: string | null;
}

/** Returns the newest of the bars, newest first, at or before a day: that from which a range counts, or its last one. */
export function barUntil(bars: readonly Bar[], day: string): Bar | undefined {
  return bars.find((bar) => dayOf(bar) <= day);
}

/**
 * Returns the returns from the close at or before the day `from` to the last close at or before the day `to`, in percent
 * with six significant digits: (close / close of `from` - 1) × 100, and the same of adjusted closes (dividends reinvested).
 * Both are `null` where the series begins after `from`, has no close between both days, or has closes that cannot be
 * compared, or one below 0 on the first day; the total return also where the adjusted close of an end lacks or is wrong.
 */
export function returnsBetween(series: DailySeries, from: string, to: string): RangeReturns {
  const { bars } = withoutWrongFactors(series.bars, series.dividends, series.splits, series.currency);
  const [first, last] = [barUntil(bars, from), barUntil(bars, to)];
  const known = { from: datedOf(first), to: datedOf(last) };
  const without = (reason: string) => ({ ...known, priceReturnPercent: null, totalReturnPercent: null, reason });
  const oldest = bars.at(-1);
  if (!oldest) return without("There are no prices");
  if (!first || !last) return without(`The prices begin on ${dayOf(oldest)}, after ${from}`);
  if (first === last) return without(`There are no prices after ${dayOf(first)} until ${to}`);
  if (first.close < 0) return without(`The close of ${dayOf(first)} is below 0`);
  const between = bars.slice(bars.indexOf(last), bars.indexOf(first) + 1);
  if (!areComparable(findDefects(between, series), 0, between.length - 1)) {
    return without(
      `The closes of ${dayOf(first)} and ${dayOf(last)} cannot be compared: the source did not adjust them alike for a split, or one is likely its mistake`,
    );
  }
  const lacking = [first, last].find(({ adjClose }) => adjClose === null);
  return {
    ...known,
    priceReturnPercent: percentOf(last.close, first.close),
    totalReturnPercent: percentOf(last.adjClose, first.adjClose),
    reason: lacking ? `The source has no adjusted close of ${dayOf(lacking)}` : null,
  };
}

function datedOf(bar: Bar | undefined): DatedClose | null {
  return bar ? { date: dayOf(bar), close: bar.close } : null;
}

function percentOf(now: number | null, before: number | null): number | null {
  return now === null || before === null ? null : percentChange(now, before);
}
