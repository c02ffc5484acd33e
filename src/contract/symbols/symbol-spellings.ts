/** Symbols in the spelling of other programs, where the listing is certain: `NASDAQ:AAPL`, `AAPL.US`, `BRK/B`, `SH600887`. */
import { isCurrency } from "../currency.js";
import { createExchangeFinder } from "./exchanges.js";

const findByPrefix = createExchangeFinder(({ prefixes }) => prefixes);

/** Names that other programs write behind a dot; Alpha Vantage's own suffixes stay as they are. */
const SUFFIXES = new Set(["US", "LSE", "XETRA", "SH"]);

/** Returns the symbol in our spelling; the unchanged text if it is none of another program, or its listing is not certain. */
export function toOurSpelling(text: string): string {
  const [, before, after] = /^([\w.-]+):([\w.-]+)$/.exec(text) ?? [];
  if (before !== undefined && after !== undefined)
    return onExchange(before, after) ?? onExchange(after, before) ?? text;
  const [, ticker, suffix] = /^([\w.-]+)\.([a-z]+)$/i.exec(text) ?? [];
  if (ticker !== undefined && suffix !== undefined) {
    if (suffix.toUpperCase() === "HK") return onExchange("HK", ticker) ?? text;
    return SUFFIXES.has(suffix.toUpperCase()) ? (onExchange(suffix, ticker) ?? text) : text;
  }
  const [, place, code] = /^(SH|SZ)\.?(\d{6})$/i.exec(text) ?? [];
  if (place !== undefined && code !== undefined) return onExchange(place, code)!;
  const [, base, other] = /^([a-z]{1,6})\/([a-z]{1,4})$/i.exec(text) ?? [];
  if (base !== undefined && other !== undefined) return ofSlash(base.toUpperCase(), other.toUpperCase()) ?? text;
  return /^\$[a-z]{1,5}$/i.test(text) ? text.slice(1) : text;
}

/** Returns the ticker with the suffix of the exchange, or without one for `US`; `undefined` for an unknown exchange. */
function onExchange(exchange: string, ticker: string): string | undefined {
  const prefix = exchange.toUpperCase();
  const suffix = prefix === "US" ? "" : findByPrefix(prefix)?.suffix;
  if (suffix === undefined) return undefined;
  // Hong Kong's codes have four digits, and a fifth one in front only if it is not zero.
  const own = suffix === "HK" && /^\d+$/.test(ticker) ? String(Number(ticker)).padStart(4, "0") : ticker;
  return suffix === "" ? own : `${own}.${suffix}`;
}

/** A share class, a pair of currencies, or a coin in a currency. */
function ofSlash(base: string, other: string): string | undefined {
  if (other.length === 1) return `${base}.${other}`;
  if (!isCurrency(other)) return undefined;
  return isCurrency(base) ? `${base}${other}=X` : `${base}-${other}`;
}
