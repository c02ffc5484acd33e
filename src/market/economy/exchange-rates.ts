/** Exchange rates between currencies: their symbols, as Yahoo spells them, and reference rates of a day. */
import { isPair } from "../../contract/currency.js";
import { toSixDigits } from "../../contract/values.js";

/** Returns the symbol of the rate from one currency to another: `GBPEUR=X`, from dollars `EUR=X`. */
export function toRateSymbol(from: string, to: string): string {
  return from === "USD" ? `${to}=X` : `${from}${to}=X`;
}

/**
 * Returns the two currencies of a rate's symbol: `to` for one `from`. `EURUSD=X` or `EURUSD` is dollars for one euro,
 * and `EUR=X` euros for one dollar. It is `undefined` for another symbol.
 */
export function toPair(symbol: string): { from: string; to: string } | undefined {
  const [, from = "USD", to] = /^([A-Z]{3})?([A-Z]{3})(?:=X)?$/.exec(symbol) ?? [];
  return to !== undefined && isPair(symbol) ? { from, to } : undefined;
}

/** Units of each currency for one euro, by the European Central Bank, and the day of the rates. */
export interface EuroRates {
  date: string;
  rates: Readonly<Record<string, number>>;
}

/**
 * Returns the rate of a pair: of the euro as the bank states it, else `to` / `from` for one euro, with six significant
 * digits. It is `undefined` for a currency without a rate.
 */
export function toReferenceRate({ from, to }: { from: string; to: string }, { rates }: EuroRates): number | undefined {
  const perEuro: EuroRates["rates"] = { ...rates, EUR: 1 };
  const [units, divisor] = [perEuro[to], perEuro[from]];
  if (units === undefined || divisor === undefined || from === to) return undefined;
  return from === "EUR" ? units : toSixDigits(units / divisor)!;
}

/** The currency of most listings with an exchange's suffix, in the spelling of FMP and Yahoo. */
const USUAL: Readonly<Record<string, string>> = {
  L: "GBP",
  SW: "CHF",
  T: "JPY",
  HK: "HKD",
  TO: "CAD",
  AX: "AUD",
  ST: "SEK",
  CO: "DKK",
  OL: "NOK",
  NS: "INR",
  ...Object.fromEntries(["DE", "F", "PA", "AS", "MI", "MC", "BR", "VI", "HE", "LS"].map((suffix) => [suffix, "EUR"])),
};

/** Returns the major currency that a listing usually has: a guess, so that prices and rates can be asked for together. */
export function toUsualCurrency(listing: string): string {
  const [, suffix = ""] = /\.([A-Z]+)$/.exec(listing) ?? [];
  return (Object.hasOwn(USUAL, suffix) && USUAL[suffix]) || "USD";
}
