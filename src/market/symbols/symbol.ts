/**
 * The three spellings of a symbol.
 *
 * Callers write a share class with a dot, and may use a listing from search, which has Alpha Vantage's exchange suffixes.
 * FMP and Yahoo share a third spelling: a dash before share classes, and their own exchange suffixes.
 */
import { createExchangeFinder } from "../../contract/symbols/exchanges.js";

const findByAlphaVantage = createExchangeFinder(({ alphaVantage }) => alphaVantage);

/**
 * Converts a normalised symbol to the spelling that FMP and Yahoo share: `BRK.B` → `BRK-B`, `TSCO.LON` → `TSCO.L`.
 */
export function toListingSymbol(symbol: string): string {
  const dot = symbol.lastIndexOf(".");
  if (dot < 1) return symbol;
  const suffix = symbol.slice(dot + 1);
  // Only the letters A and B are share classes; other single letters (.L, .T, .F) are exchanges.
  if (suffix === "A" || suffix === "B") return `${symbol.slice(0, dot)}-${suffix}`;
  const exchange = findByAlphaVantage(suffix);
  return exchange ? `${symbol.slice(0, dot)}.${exchange.suffix}` : symbol;
}

// Up to five letters, and up to two for a class, unit or warrant. "BTC-EUR" has too many.
const US_LISTING = /^[A-Z]{1,5}(?:-[A-Z]{1,2})?$/;
// Coins without a dash, as FMP spells them: "OPUSD".
const DOLLAR_PAIR = /.USDT?$/;
const US_INDICES = new Set(["^GSPC", "^DJI", "^IXIC", "^NDX", "^NYA", "^RUT"]);

/**
 * Whether a symbol is that of a US mutual fund: five letters, the last an X. Nasdaq assigns hardly any other security
 * such a symbol.
 */
export function isMutualFund(symbol: string): boolean {
  return /^[A-Z]{4}X$/.test(symbol);
}

/** Whether the symbol is that of a futures contract, such as `GC=F`. */
export function isFuture(symbol: string): boolean {
  return symbol.endsWith("=F");
}

/** Whether the symbol has the form of a share or fund that is listed in the US. */
export function isUsListing(symbol: string): boolean {
  const listing = toListingSymbol(symbol);
  return US_LISTING.test(listing) && !DOLLAR_PAIR.test(listing);
}

/**
 * Whether the security certainly trades in the US session: its symbol has the form of a US listing, or is a US index.
 *
 * A wrong `false` costs an occasional call; a wrong `true` shows an outdated price all night.
 */
export function followsUsSession(symbol: string): boolean {
  return US_INDICES.has(toListingSymbol(symbol)) || isUsListing(symbol);
}
