/** Yahoo's spelling of a symbol: coins with a dash, currency pairs with `=X`. */
import { toPair } from "../../../market/economy/exchange-rates.js";
import { toListingSymbol } from "../../../market/symbols/symbol.js";

/**
 * Converts a normalised symbol to Yahoo's spelling.
 *
 * `BRK.B` → `BRK-B`, `TSCO.LON` → `TSCO.L`, `EURUSD` → `EURUSD=X`, `BTCUSD` → `BTC-USD`. A coin has at least three
 * characters before `USD`; a symbol that already contains `-` or `=` stays unchanged.
 */
export function toYahooSymbol(symbol: string): string {
  const listing = toListingSymbol(symbol);
  if (toPair(listing)) return `${listing.replace("=X", "")}=X`;
  return listing.replace(/^([A-Z0-9]{3,})USD$/, "$1-USD");
}

/** Whether two of B's symbols are of one security: B answers USDEUR=X under its short name EUR=X, and may do the reverse. */
export function isSameYahooSymbol(one: string, other: string): boolean {
  return comparable(one) === comparable(other);
}

/** Returns the form in which B's symbols are compared. */
export function comparable(yahooSymbol: string): string {
  return yahooSymbol.toUpperCase().replace(/^USD([A-Z]{3}=X)$/, "$1");
}
