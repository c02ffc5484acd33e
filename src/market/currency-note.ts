/** The note on rows in different currencies: their amounts cannot be compared. */
import { nameCurrency } from "../contract/currency.js";

/** A row that names its currencies. */
interface Row {
  symbol: string;
  currency: string | null;
  marketCapCurrency: string | null;
}

/** Returns at most one sentence: none if all rows are in USD, and a warning if no currency is known. */
export function toCurrencyNotes(rows: readonly Row[]): string[] {
  if (rows.length === 0) return [];
  if (rows.every(({ currency }) => currency === null)) {
    return ["The source does not state the currency of these rows; they may be in different ones."];
  }
  const symbols = new Map<string, string[]>();
  for (const row of rows) {
    const currencies = toCurrencies(row);
    symbols.set(currencies, [...(symbols.get(currencies) ?? []), row.symbol]);
  }
  if (symbols.size > 1) {
    const groups = [...symbols].map(([currencies, of]) => `${of.join(", ")} in ${currencies}`);
    return [`The rows are not all in one currency, so their amounts do not compare: ${groups.join("; ")}.`];
  }
  const [only] = symbols.keys();
  return only === undefined || only === "USD" ? [] : [`Prices in ${only}.`];
}

function toCurrencies({ currency, marketCapCurrency: cap }: Row): string {
  if (currency === null) return "an unknown currency";
  return cap === null || cap === currency
    ? nameCurrency(currency)
    : `${nameCurrency(currency)}, market cap in ${nameCurrency(cap)}`;
}
