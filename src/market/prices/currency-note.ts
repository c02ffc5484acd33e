/** The note on rows in different currencies: their amounts cannot be compared. */
import { say, type Sentence } from "../../contract/sentence.js";
import { isIndex, isMinorUnit, nameCurrency, toMajorUnit } from "../../contract/currency.js";
import { groupBy } from "../../lib/group-by.js";

/** A row that names its currencies. */
interface Row {
  symbol: string;
  currency: string | null;
  marketCapCurrency: string | null;
}

/**
 * Returns at most one sentence: none if all rows are in USD, and a warning if no currency is known. Indices, whose levels
 * are points, do not count.
 */
export function toCurrencyNotes(all: readonly Row[]): Sentence[] {
  const rows = all.filter(({ symbol }) => !isIndex(symbol));
  if (rows.length === 0) return [];
  if (rows.every(({ currency }) => currency === null)) {
    return [say`The source does not state the currency of these rows; they may be in different ones.`];
  }
  const byCurrencies = groupBy(rows, toCurrencies);
  if (byCurrencies.size > 1) {
    const groups = [...byCurrencies].map(
      ([currencies, of]) => `${of.map(({ symbol }) => symbol).join(", ")} in ${currencies}`,
    );
    return [say`The rows are not all in one currency, so their amounts do not compare: ${groups.join("; ")}.`];
  }
  const [only] = byCurrencies.keys();
  return only === undefined || only === "USD" ? [] : [say`Prices in ${only}.`];
}

/** Returns a sentence for each minor unit of prices: earnings per share beside them are in the currency itself. */
export function toEarningsNotes(
  rows: readonly { currency: string | null; eps?: number | null | undefined }[],
): Sentence[] {
  const units = rows.flatMap(({ currency, eps }) =>
    isMinorUnit(currency) && typeof eps === "number" ? [currency!] : [],
  );
  return [...new Set(units)].map(
    (unit) => say`Earnings per share (eps) are in ${toMajorUnit(unit)} where prices are in ${nameCurrency(unit)}.`,
  );
}

function toCurrencies({ currency, marketCapCurrency: cap }: Row): string {
  if (currency === null) return "an unknown currency";
  return cap === null || cap === currency
    ? nameCurrency(currency)
    : `${nameCurrency(currency)}, market cap in ${nameCurrency(cap)}`;
}
