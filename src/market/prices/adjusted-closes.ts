/** The adjusted closes of a security on all days of a range, for figures of whole ranges. */
import { dayOf } from "./price-bars.js";
import { areComparable, findDefects, withoutWrongFactors } from "./price-defects.js";
import { barUntil, type DailySeries, type DatedClose } from "./range-returns.js";

/**
 * Returns the adjusted closes from the close at or before the day `from` to the last one at or before the day `to`, oldest
 * first. Days without an adjusted close are left out, and a close that fits neither the day before nor the day after. Empty
 * where the closes of both ends lack or cannot be compared, as `returnsBetween` says.
 */
export function adjustedCloses(series: DailySeries, from: string, to: string): DatedClose[] {
  const { bars } = withoutWrongFactors(series.bars, series.dividends, series.splits, series.currency);
  const [first, last] = [barUntil(bars, from), barUntil(bars, to)];
  if (!first || !last || first === last || first.adjClose === null || last.adjClose === null) return [];
  if (first.adjClose < 0) return [];
  const between = bars.slice(bars.indexOf(last), bars.indexOf(first) + 1);
  const defects = findDefects(between, series);
  const sound = between.filter((_, at) => areComparable(defects, 0, at));
  if (sound.at(-1) !== first) return [];
  return sound
    .flatMap((bar) => (bar.adjClose === null ? [] : [{ date: dayOf(bar), close: bar.adjClose }]))
    .toReversed();
}
