/** The currencies of an answer: that of its prices, and those of fields in another currency. */

/** Codes are ISO 4217, or minor units as the source spells them (`GBp`, `KWF`); `null` is unknown. */
export interface Currencies {
  /** Currency of the prices and of every amount that `fields` does not name. */
  price: string | null;
  /** Currency by field; a field in the currency of the prices may be left out. */
  fields: Readonly<Record<string, string | null>>;
}

/** For an answer without a known currency, or whose rows state their currencies. */
export const NO_CURRENCIES: Currencies = { price: null, fields: {} };

/** Minor units in which some exchanges quote, with their currency, how many make one of it, and their name. */
const MINOR_UNITS: Readonly<Record<string, { major: string; parts: number; name: string }>> = {
  GBp: { major: "GBP", parts: 100, name: "pence" },
  GBX: { major: "GBP", parts: 100, name: "pence" },
  ZAc: { major: "ZAR", parts: 100, name: "cents" },
  ZAC: { major: "ZAR", parts: 100, name: "cents" },
  ILA: { major: "ILS", parts: 100, name: "agorot" },
  KWF: { major: "KWD", parts: 1000, name: "fils" },
  USX: { major: "USD", parts: 100, name: "cents" },
};

let isoCodes: ReadonlySet<string> | undefined;

/** Whether a code is that of a national currency (ISO 4217) and not of a coin. */
export function isCurrency(code: string): boolean {
  isoCodes ??= new Set(Intl.supportedValuesOf("currency"));
  return isoCodes.has(code);
}

/** Whether a symbol is that of an index, whose level is in points and has no currency, whatever a source names. */
export function isIndex(symbol: unknown): boolean {
  return typeof symbol === "string" && symbol.startsWith("^");
}

/** Whether a symbol is that of a pair of currencies, with `=X` or without, whose price is a rate. */
export function isPair(symbol: unknown): boolean {
  if (typeof symbol !== "string") return false;
  return (
    symbol.endsWith("=X") || (/^[A-Z]{6}$/.test(symbol) && [symbol.slice(0, 3), symbol.slice(3)].every(isCurrency))
  );
}

// Symbols of indices, futures, currencies, and coins: against a dollar in both spellings, else with a dash (`BTC-EUR`).
const NO_SHARE = /^\^|=|.-?USDT?$|-[A-Z]{3,4}$/;

/** Whether a symbol may be that of a share or a fund, which have splits and dividends, judged by its form. */
export function mayBeShare(symbol: string): boolean {
  return !NO_SHARE.test(symbol);
}

/** Whether prices in this currency are in a minor unit, such as pence. */
export function isMinorUnit(code: string | null): boolean {
  return code !== null && Object.hasOwn(MINOR_UNITS, code);
}

/** Returns how many units of the code make one of its currency: 100 for pence, 1000 for fils, 1 for a currency itself. */
export function partsOf(code: string | null): number {
  return isMinorUnit(code) ? MINOR_UNITS[code!]!.parts : 1;
}

/**
 * Returns the currency and the minor unit between which a source may slip, for a price in either of the two, such as GBP
 * and pence, and how many of the unit make one of the currency; `undefined` for any other currency. Only futures are
 * quoted in US cents, so that a price in dollars is none.
 */
export function unitsOf(code: string | null): { major: string; parts: number; name: string } | undefined {
  if (isMinorUnit(code)) return MINOR_UNITS[code!];
  return Object.values(MINOR_UNITS).find(({ major }) => major === code && code !== "USD");
}

/** Converts a minor unit to its currency (`GBp` → `GBP`); returns any other code unchanged. */
export function toMajorUnit(code: string): string;
export function toMajorUnit(code: string | null): string | null;
export function toMajorUnit(code: string | null): string | null {
  return (isMinorUnit(code) && MINOR_UNITS[code!]?.major) || code;
}

/** Returns a code with the name of a minor unit: `GBp (pence)`, `EUR`. */
export function nameCurrency(code: string): string {
  return isMinorUnit(code) ? `${code} (${MINOR_UNITS[code]!.name})` : code;
}

/** Returns the currency of one field; `null` when it is unknown. */
export function currencyOf({ price, fields }: Currencies, field: string): string | null {
  return Object.hasOwn(fields, field) ? fields[field]! : price;
}

/** Returns the fields that are known to be in another currency than the prices, with their codes. */
export function otherCurrencies({ price, fields }: Currencies): [field: string, code: string][] {
  return Object.entries(fields).filter((other): other is [string, string] => other[1] !== null && other[1] !== price);
}

/** Returns the currencies in one line, such as `GBp; marketCap=GBP`; `undefined` when none is known. */
export function toCurrencyLine(currencies: Currencies): string | undefined {
  const others = otherCurrencies(currencies).map(([field, code]) => `${field}=${code}`);
  const line = [...(currencies.price === null ? [] : [currencies.price]), ...others].join("; ");
  return line === "" ? undefined : line;
}
