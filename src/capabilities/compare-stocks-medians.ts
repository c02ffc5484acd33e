/** The medians of a comparison's rows. */
import { toSixDigits } from "../contract/values.js";
import { MEDIAN_COLUMNS } from "./compare-stocks-output.js";

type Row = Readonly<Record<string, unknown>>;

/** Amounts of money, with the column that names the currency of each. */
const CURRENCIES: Readonly<Record<string, string>> = { marketCap: "marketCapCurrency", netDebt: "reportingCurrency" };

/**
 * Returns the field `median` with the medians of the columns that `fields` names, or of the returns between two days; no
 * field where there are none. A median has six significant digits, and is `null` without a value, and for amounts that
 * are not all in one currency.
 */
export function toMedians(body: Row, fields: readonly string[] | undefined): Row {
  const rows = body["stocks"] as readonly Row[];
  const isRange = body["portfolio"] !== undefined;
  const shown = (name: string) =>
    fields ? fields.includes(name) : isRange && rows.some((row) => Object.hasOwn(row, name));
  const columns = MEDIAN_COLUMNS.filter(shown);
  if (rows.length < 2 || columns.length === 0) return {};
  return { median: Object.fromEntries(columns.map((name) => [name, toMedian(rows, name)])) };
}

function toMedian(rows: readonly Row[], name: string): number | null {
  const known = rows.filter((row) => typeof row[name] === "number");
  const currency = CURRENCIES[name];
  if (currency !== undefined && !isOneCurrency(known.map((row) => row[currency]))) return null;
  const values = known.map((row) => row[name] as number).toSorted((one, other) => one - other);
  const middle = Math.floor(values.length / 2);
  if (values.length === 0) return null;
  return values.length % 2 === 1 ? values[middle]! : toSixDigits((values[middle - 1]! + values[middle]!) / 2);
}

function isOneCurrency([first, ...others]: readonly unknown[]): boolean {
  return typeof first === "string" && others.every((each) => each === first);
}
