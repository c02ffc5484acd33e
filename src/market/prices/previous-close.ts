/** Withholds a previous close that cannot be right, and the changes since it. */
import { say, type Sentence, the } from "../../contract/sentence.js";
import { toPrice } from "./negative-prices.js";
import { isDoubtfulPrice, PRICE_RULES, type QuoteFigures } from "./price-consistency.js";

const RULE = PRICE_RULES.previousClose;

type Changes = Record<"change" | "changesPercentage", number | null>;

/**
 * Returns the previous close and the changes of a quote as sent. All are `null` where the source sends a previous close
 * of 0, for which it has none, or one that the quote's range of the year contradicts; a sentence then says so. The
 * changes are `null` also without a price, and where the quote contradicts its own price; a change in percent is `null`
 * also where the price from which it counts is not above 0.
 */
export function toChanges(
  symbol: string,
  { change, changesPercentage, ...figures }: Omit<QuoteFigures, "price"> & Changes & { price: number | null },
  isSigned = false,
): Changes & { previousClose: number | null; notes: Sentence[] } {
  const { price } = figures;
  const previousClose = toPrice(figures.previousClose ?? null, isSigned);
  const isContradicted = price !== null && RULE.isBroken({ ...figures, price, previousClose });
  const isUnknown = figures.previousClose === 0 || isContradicted;
  // A change that counts from a price which the quote contradicts is as wrong.
  const isDoubtful = price === null || isDoubtfulPrice({ ...figures, price, previousClose });
  if (isUnknown || isDoubtful) {
    return {
      previousClose: isUnknown ? null : previousClose,
      change: null,
      changesPercentage: null,
      notes: isContradicted ? [RULE.sentence({ ...figures, price, previousClose, symbol })] : [],
    };
  }
  const base = previousClose ?? price - (change ?? 0);
  if (base > 0 || (change === null && changesPercentage === null))
    return { previousClose, change, changesPercentage, notes: [] };
  const note = say`The price of ${symbol} before, from which its change counts, is not above 0: the change in percent is ${the.absent}.`;
  return { previousClose, change, changesPercentage: null, notes: [note] };
}
