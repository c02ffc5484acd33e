/** Provider A's spelling of a symbol. */
import { isMutualFund, toListingSymbol } from "../../capabilities/symbol.js";

/**
 * Converts a normalised symbol to provider A's spelling: listings as for provider B, coins and currency pairs in one
 * word (`BTC-USD` → `BTCUSD`, `EURUSD=X` → `EURUSD`).
 */
export function toSymbolA(symbol: string): string {
  return toListingSymbol(symbol)
    .replace(/^([A-Z0-9]+)-USD$/, "$1USD")
    .replace(/^([A-Z]{6})=X$/, "$1");
}

/** The kind of an instrument: provider A has exchanges for indices and currencies, and funds have symbols of their own. */
export function toKind(symbol: string, exchange: string | null): string | null {
  return isMutualFund(symbol) ? "MUTUALFUND" : exchange;
}

/**
 * Whether the symbol is a future, such as `GC=F`. Provider A has futures under names of its own, so it knows none by
 * the names that callers use.
 */
export function isFuture(symbol: string): boolean {
  return symbol.endsWith("=F");
}
