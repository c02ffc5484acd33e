/** Prices below 0: which securities have them, and what cannot be computed from them. */
import { isPair, mayBeShare } from "../../contract/currency.js";
import { toSixDigits } from "../../contract/values.js";

/**
 * Kinds of instruments, in the words of any source, whose price may be below 0, as that of oil on 20 April 2020 and many
 * rates of interest. Nobody can owe money for a share, a fund or a coin.
 */
const SIGNED_KINDS: ReadonlySet<string> = new Set(["COMMODITY", "CURRENCY", "FOREX", "FUTURE", "INDEX"]);

/** Whether the price of a security may be below 0; without its kind, the form of its symbol decides: coins have a dash. */
export function mayBeNegative(symbol: string, kind: string | null): boolean {
  return kind === null ? isPair(symbol) || !(mayBeShare(symbol) || symbol.includes("-")) : SIGNED_KINDS.has(kind);
}

/** Returns a price that a security can have, else `null`: 0 means that there is none, whatever the security. */
export function toPrice(value: number | null, isSigned: boolean): number | null {
  return value !== null && (value > 0 || (isSigned && value < 0)) ? value : null;
}

/** Returns the row with `null` for those of its prices that the security cannot have. */
export function withPrices<Name extends string, Row extends Record<Name, number | null>>(
  row: Row,
  names: readonly Name[],
  isSigned: boolean,
): Row {
  return { ...row, ...Object.fromEntries(names.map((name) => [name, toPrice(row[name], isSigned)])) };
}

/** Returns the change in percent from one price to another, six digits; `null` from one that is not above 0. */
export function percentChange(now: number, before: number): number | null {
  return before > 0 ? toSixDigits((now / before - 1) * 100) : null;
}

/** Returns the logarithmic return from one price to another; `NaN` unless both are above 0. */
export function logReturn(now: number, before: number): number {
  return Math.min(now, before) > 0 ? Math.log(now / before) : Number.NaN;
}
