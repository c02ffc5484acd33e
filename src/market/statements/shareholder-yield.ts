/** The yield of all that a company pays its shareholders, at the market cap of a quote. */
import { forCallers, say, the, type Sentence } from "../../contract/sentence.js";
import { toMajorUnit } from "../../contract/currency.js";
import { toSixDigits } from "../../contract/values.js";
import { exchangeDay } from "../sessions/exchange-day.js";
import type { StatementRow } from "./statement-books.js";
import { findQuarters } from "./trailing.js";

export const SHAREHOLDER_YIELD = "shareholderYield";

/** Dividends and repurchases, which are negative in statements, and what is raised by new shares. */
const LINES = ["netDividendsPaid", "commonStockRepurchased", "commonStockIssuance"] as const;

/** The yield with its periods and the day of the quote; `null` with the reason. */
interface Yield {
  value: number | null;
  quoteDate: string | null;
  from?: string;
  to?: string;
  periods?: number;
  why?: Sentence;
  /** Lines that no period has: none was paid or raised. */
  none: readonly string[];
}

/**
 * Returns (dividends + repurchases - issuance of shares) / market cap, of the newest year or the newest four quarters. A line
 * that none of them has counts as 0, if another one has a value.
 *
 * @param rows Cash flow statements, newest first.
 * @param quote The answer with the market cap, in a currency that may be a minor unit for the price.
 */
function toShareholderYield(
  rows: readonly StatementRow[],
  { statement_type: type, period, as_of: asOf }: StatementRow,
  quote: StatementRow | undefined,
): Yield {
  const time = quote?.["as_of"];
  const day = typeof time === "string" ? exchangeDay(String(quote!["symbol"]), Date.parse(time)) : null;
  const without = (why: Sentence): Yield => ({ value: null, quoteDate: day, why, none: [] });
  if (type !== "cash")
    return without(say`it is of cash flows${forCallers`; ask with ${the.parameter("statement_type")} cash`}`);
  if (asOf !== undefined) return without(say`the market cap of a past day is not known`);
  if (!quote) return without(say`there is no quote`);
  const found = period === "quarter" ? findQuarters(rows, 0) : { quarters: rows.length > 0 ? [0] : [] };
  if ("why" in found) return without(found.why);
  const periods = found.quarters.map((at) => rows[at]!);
  const [newest] = periods;
  if (!newest) return without(say`there is no period`);
  const cap = quote["marketCap"];
  if (typeof cap !== "number" || cap <= 0) return without(say`the quote has no market cap`);
  const [own, listing] = [newest["reportedCurrency"], quote["currency"]];
  const major = typeof listing === "string" ? toMajorUnit(listing) : null;
  if (typeof own !== "string" || major === null) return without(say`a currency is not known`);
  if (own !== major) return without(say`it would mix ${own} of the accounts with ${major} of the market cap`);
  const values = LINES.map((name) => periods.map((row) => row[name] ?? null));
  const none = LINES.filter((_name, at) => values[at]!.every((value) => value === null));
  const partly = LINES.find(
    (name, at) => !none.includes(name) && !values[at]!.every((value) => typeof value === "number"),
  );
  if (partly) return without(say`a quarter lacks ${the.field(partly)}`);
  if (none.length === LINES.length) return without(say`the statements have none of ${the.fieldsAnd(LINES)}`);
  const sum = values.flat().reduce<number>((all, value) => all + Number(value ?? 0), 0);
  const [from, to] = [periods.at(-1), newest].map((row) => String(row!["date"]));
  return { value: toSixDigits(-sum / cap) || 0, quoteDate: day, from: from!, to: to!, periods: periods.length, none };
}

/** Returns the fields of the summary, and sentences on the yield. */
export function toYieldSummary(
  rows: readonly StatementRow[],
  input: StatementRow,
  quote: StatementRow | undefined,
): { summary: StatementRow; notes: Sentence[] } {
  const { value, quoteDate, from, to, periods, why, none } = toShareholderYield(rows, input, quote);
  const name = the.field(SHAREHOLDER_YIELD);
  const ends = from === undefined ? {} : { from, to, periods };
  const of = input["period"] === "quarter" ? "twelve months" : "year";
  return {
    summary: { ...ends, [SHAREHOLDER_YIELD]: value, quoteDate },
    notes:
      why === undefined
        ? [
            say`${name} is of the ${of} to ${to}, at the market cap of ${quoteDate ?? "the quote"}: (dividends + repurchases - issuance of shares) / market cap, a ratio (0.24 is 24 %).`,
            ...(none.length > 0
              ? [
                  say`${the.fieldsAnd(none)} ${none.length > 1 ? "are" : "is"} not in the statements and ${none.length > 1 ? "count" : "counts"} as 0.`,
                ]
              : []),
          ]
        : [say`${name} is ${the.absent}: ${why}.`],
  };
}
