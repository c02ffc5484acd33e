/** Provider A's spelling of a symbol. */
import { toListingSymbol } from "../../capabilities/symbol.js";

/**
 * A normalised symbol as provider A spells it: listings as provider B does,
 * coins and currency pairs in one word (`BTC-USD` → `BTCUSD`, `EURUSD=X` → `EURUSD`).
 */
export function toSymbolA(symbol: string): string {
  return toListingSymbol(symbol)
    .replace(/^([A-Z0-9]+)-USD$/, "$1USD")
    .replace(/^([A-Z]{6})=X$/, "$1");
}

/**
 * Whether the symbol is a future, such as `GC=F`. Provider A has futures under names of its own, so it knows none by
 * the names that callers use.
 */
export function isFuture(symbol: string): boolean {
  return symbol.endsWith("=F");
}
