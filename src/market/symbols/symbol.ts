/**
 * The three spellings of a symbol.
 *
 * Callers write a share class with a dot, and may use a listing from search, which has provider C's exchange suffixes.
 * Providers A and B share a third spelling: a dash before share classes, and their own exchange suffixes.
 */

// Maps provider C's exchange suffixes to those of providers A and B. The first four are from recorded searches, the
// remaining ones from public clients of provider C.
const EXCHANGE_SUFFIXES: Readonly<Record<string, string>> = {
  LON: "L",
  FRK: "F",
  SAO: "SA",
  HKG: "HK",
  DEX: "DE",
  BSE: "BO",
  TRT: "TO",
  TRV: "V",
  SHH: "SS",
  SHZ: "SZ",
  PAR: "PA",
  AMS: "AS",
  MIL: "MI",
};

/**
 * Converts a normalised symbol to the spelling that providers A and B share: `BRK.B` → `BRK-B`, `TSCO.LON` → `TSCO.L`.
 */
export function toListingSymbol(symbol: string): string {
  const dot = symbol.lastIndexOf(".");
  if (dot < 1) return symbol;
  const suffix = symbol.slice(dot + 1);
  // Only the letters A and B are share classes; other single letters (.L, .T, .F) are exchanges.
  if (suffix === "A" || suffix === "B") return `${symbol.slice(0, dot)}-${suffix}`;
  const exchange = Object.hasOwn(EXCHANGE_SUFFIXES, suffix) ? EXCHANGE_SUFFIXES[suffix] : undefined;
  return exchange ? `${symbol.slice(0, dot)}.${exchange}` : symbol;
}

// Up to five letters, and up to two for a class, unit or warrant. "BTC-EUR" has too many.
const US_LISTING = /^[A-Z]{1,5}(?:-[A-Z]{1,2})?$/;
// Coins without a dash, as provider A spells them: "OPUSD".
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

// Symbols of indices, futures, currencies, and coins against a dollar in both spellings.
const NO_SHARE = /^\^|=|.-?USDT?$/;

/** Whether the symbol may be a share or a fund, judged by its form. */
export function mayBeShare(symbol: string): boolean {
  return !NO_SHARE.test(symbol);
}
