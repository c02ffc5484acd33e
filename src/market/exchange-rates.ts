/** Exchange rates between currencies, as provider B spells them. */

/** Returns the symbol of the rate from one currency to another: `GBPEUR=X`, from dollars `EUR=X`. */
export function toRateSymbol(from: string, to: string): string {
  return from === "USD" ? `${to}=X` : `${from}${to}=X`;
}

/** The currency of most listings with an exchange's suffix, in the spelling of providers A and B. */
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
