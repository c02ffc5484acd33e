/** Withholds a previous close that cannot be right, and the changes since it. */
import { toPositive } from "../contract/values.js";
import { PRICE_RULES, type QuoteFigures } from "./price-consistency.js";

const RULE = PRICE_RULES.previousClose;

type Changes = Record<"change" | "changesPercentage", number | null>;

/**
 * Returns the previous close and the changes of a quote as sent. All are `null` where the source sends a previous close
 * of 0, for which it has none, or one that the quote's range of the year contradicts; a sentence then says so. The
 * changes are `null` also where the quote contradicts its own price.
 */
export function toChanges(
  symbol: string,
  { change, changesPercentage, ...figures }: Omit<QuoteFigures, "price"> & Changes & { price: number | null },
): Changes & { previousClose: number | null; notes: string[] } {
  const { price } = figures;
  const previousClose = toPositive(figures.previousClose ?? null);
  const isContradicted = price !== null && RULE.isBroken({ ...figures, price, previousClose });
  const notes = isContradicted ? [RULE.sentence({ ...figures, price, previousClose, symbol })] : [];
  const isUnknown = figures.previousClose === 0 || isContradicted;
  // A change that counts from a price which the quote contradicts is as wrong.
  const isDoubtful = price !== null && PRICE_RULES.quotePrice.isBroken({ ...figures, price, previousClose });
  const changes = isUnknown || isDoubtful ? { change: null, changesPercentage: null } : { change, changesPercentage };
  return { previousClose: isUnknown ? null : previousClose, ...changes, notes };
}
