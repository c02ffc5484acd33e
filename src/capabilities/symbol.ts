/**
 * One symbol, three spellings.
 *
 * Callers write a class share with a dot and may bring a listing from search,
 * which spells exchanges as provider C does. Providers A and B share a third
 * spelling: a dash for classes, their own exchange suffixes.
 */

// Provider C's exchange suffix → the one providers A and B use. The first four were
// seen in recorded searches, the rest in public clients of provider C.
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

/** A normalised symbol in the spelling that providers A and B share; `BRK.B` → `BRK-B`, `TSCO.LON` → `TSCO.L`. */
export function toListingSymbol(symbol: string): string {
  const dot = symbol.lastIndexOf(".");
  if (dot < 1) return symbol;
  const suffix = symbol.slice(dot + 1);
  // Only A and B are share classes; other single letters (.L, .T, .F) are exchanges.
  if (suffix === "A" || suffix === "B") return `${symbol.slice(0, dot)}-${suffix}`;
  const exchange = Object.hasOwn(EXCHANGE_SUFFIXES, suffix) ? EXCHANGE_SUFFIXES[suffix] : undefined;
  return exchange ? `${symbol.slice(0, dot)}.${exchange}` : symbol;
}

// Up to five letters, and a class, unit or warrant of up to two: "BTC-EUR" is neither.
const US_LISTING = /^[A-Z]{1,5}(?:-[A-Z]{1,2})?$/;
// Coins that provider A spells without a dash: "OPUSD".
const DOLLAR_PAIR = /.USDT?$/;
const US_INDICES = new Set(["^GSPC", "^DJI", "^IXIC", "^NDX", "^NYA", "^RUT"]);

/** Nasdaq gives every US mutual fund five letters with an X at the end, and hardly anything else. */
export function isMutualFund(symbol: string): boolean {
  return /^[A-Z]{4}X$/.test(symbol);
}

/**
 * Whether the symbol certainly trades on the US session: a US listing by its form, or a US index.
 *
 * A wrong "no" costs an occasional call, a wrong "yes" shows an outdated price all night.
 */
export function followsUsSession(symbol: string): boolean {
  const listing = toListingSymbol(symbol);
  return US_INDICES.has(listing) || (US_LISTING.test(listing) && !DOLLAR_PAIR.test(listing));
}

// Indices, futures and currencies, and coins against a dollar in both spellings.
const NO_SHARE = /^\^|=|.-?USDT?$/;

/** Whether the symbol's form allows it to be a share; funds are not told apart from shares. */
export function mayBeShare(symbol: string): boolean {
  return !NO_SHARE.test(symbol);
}
