/** FMP's spelling of a symbol. */
import { isMutualFund, toListingSymbol } from "../../market/symbols/symbol.js";

/**
 * Converts a normalised symbol to FMP's spelling: listings as for Yahoo, coins and currency pairs in one
 * word (`BTC-USD` → `BTCUSD`, `EURUSD=X` → `EURUSD`).
 */
export function toFmpSymbol(symbol: string): string {
  return toListingSymbol(symbol)
    .replace(/^([A-Z0-9]+)-USD$/, "$1USD")
    .replace(/^([A-Z]{6})=X$/, "$1");
}

/**
 * Returns the kind of an instrument for `toVolume`: a mutual fund is recognised by its symbol, an index or a currency
 * by FMP's exchange.
 */
export function toKind(symbol: string, exchange: string | null): string | null {
  return isMutualFund(symbol) ? "MUTUALFUND" : exchange;
}
