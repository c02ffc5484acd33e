/** How far two amounts of one security are apart, and which causes that shows. */
import { partsOf } from "../../contract/currency.js";

/** If a price or a number of shares changed by more than this factor, there may have been a split (3:2 or more). */
export const SPLIT_FACTOR = 1.4;
/** Two quotes of one listing differ by less than this factor; a factor of 100 indicates another unit, such as pence. */
export const SAME_UNIT_FACTOR = 2;
/**
 * Factor by which price × shares and market cap may differ without a split: some sources count only the shares of one
 * class (GOOGL: 2, Zillow: 4.5).
 */
export const CAP_FACTOR = 5;

/**
 * Returns the ratio of the larger amount to the smaller one. Where prices are in a minor unit, the amounts are compared
 * in the same unit: one source may send pence where another sends pounds.
 */
export function timesApart(one: number, other: number, currency: string | null = null): number {
  const times = (ratio: number) => Math.max(ratio, 1 / ratio);
  const ratio = one / other;
  const parts = partsOf(currency);
  return Math.min(times(ratio), times(ratio * parts), times(ratio / parts));
}
