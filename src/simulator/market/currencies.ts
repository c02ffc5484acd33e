/** The currencies of the simulated market: invented rates to the dollar, and the signs that Yahoo writes. */

/** Units for a dollar, and the sign. */
const TABLE = {
  USD: [1, "$"],
  EUR: [0.92, "€"],
  GBP: [0.78, "£"],
  JPY: [145, "¥"],
  CHF: [0.86, "CHF"],
  CAD: [1.36, "$"],
  CNY: [7.25, "¥"],
  HKD: [7.8, "$"],
  INR: [85, "₹"],
  KRW: [1380, "₩"],
  TWD: [31.5, "$"],
  TRY: [41, "₺"],
  BRL: [5.5, "R$"],
  SEK: [9.6, "kr"],
  DKK: [6.5, "kr"],
  NOK: [10.2, "kr"],
  PLN: [3.7, "zł"],
  AUD: [1.52, "$"],
  SGD: [1.3, "$"],
  MXN: [18.8, "$"],
} as const;

export type Currency = keyof typeof TABLE;
/** The currency of a price: also pence, and cents of a dollar. */
export type PriceCurrency = Currency | "GBp" | "USX";

/** Returns the currency of which another one is the minor unit, such as the pound for pence. */
function majorOf(currency: PriceCurrency): Currency {
  return currency === "GBp" ? "GBP" : currency === "USX" ? "USD" : currency;
}

/** Returns the units of a currency for a dollar. */
export function perDollar(currency: PriceCurrency): number {
  return TABLE[majorOf(currency)][0];
}

/** Returns the sign of a currency. */
export function signOf(currency: PriceCurrency): string {
  return TABLE[majorOf(currency)][1];
}
