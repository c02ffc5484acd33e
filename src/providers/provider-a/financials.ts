/** Financial statements by provider A. */
import { ProviderError } from "../../contract/errors.js";
import { source } from "../../contract/provider.js";
import { z } from "../../contract/schema.js";
import { toNumber, toText } from "../../contract/values.js";
import {
  financials,
  INCOME_FIELDS,
  toStatementCurrencies,
  type StatementRecord,
  type StatementType,
} from "../../capabilities/financials.js";
import { eachOnce } from "../../lib/each-once.js";
import { toDay } from "./dates.js";
import { nothingThere } from "./profile.js";
import { badAnswer, providerA } from "./provider.js";
import { toSymbolA } from "./symbol.js";

const PATHS = {
  income: "income-statement",
  balance: "balance-sheet-statement",
  cash: "cash-flow-statement",
} as const satisfies Record<StatementType, string>;

const PERIODS_WANTED = 40;
/** Limits of a free key. A larger request is sent first; if it is refused, that is remembered for a day. */
const FREE_PERIODS = 5;

const NO_STATEMENTS =
  " but has no statements for it, as with funds, coins and indices; get_company_overview shows what is known.";

/**
 * The statements, newest first: `date` and `symbol`, for an income statement the
 * interface's fields, then everything else as provider A sends it.
 *
 * @throws {MarketDataError} `no_coverage` for a known symbol without statements
 * (funds, coins), `not_found` for an unknown one.
 */
export const financialsFromA = source(
  providerA,
  financials,
  async (input, client, upstream) => {
    const { symbol, statement_type, period } = input;
    const ask = (limit: number) =>
      client.rows(z.record(z.unknown()), PATHS[statement_type], { symbol: toSymbolA(symbol), period, limit });
    let cut = false;
    const rows = await ask(PERIODS_WANTED).catch((error: unknown) => {
      if (!(error instanceof ProviderError) || error.reason !== "not_in_plan") throw error;
      // If the plan lacks more than the limit on periods, `client` refuses this call without a request.
      cut = true;
      return ask(FREE_PERIODS);
    });
    if (rows.length === 0) {
      throw await nothingThere("financial statements", symbol, NO_STATEMENTS, client, upstream);
    }
    const records = rows.flatMap((row) => toRecord(row, symbol, statement_type));
    const data = eachOnce(records, ({ date }) => date)
      .sort((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : 0))
      .slice(0, PERIODS_WANTED);
    if (data.length === 0) throw badAnswer();
    return {
      data: { symbol, statement_type, period, data },
      currencies: toStatementCurrencies(data),
      notes: cut ? [`Provider A's plan for our API key gives at most ${FREE_PERIODS} periods.`] : [],
    };
  },
  { dated: true },
);

// Fields with text, which may look like a number; every other field of a statement is a figure.
const TEXT_FIELDS = new Set(["reportedCurrency", "cik", "filingDate", "acceptedDate", "fiscalYear", "period"]);
// Twice the size of the largest statement.
const MAX_FIELDS = 120;

function toRecord(row: Record<string, unknown>, symbol: string, type: StatementType): StatementRecord[] {
  const date = toDay(row["date"]);
  if (date === null) return [];
  const record: StatementRecord = { date, symbol };
  if (type === "income") {
    for (const field of INCOME_FIELDS) record[field] = toNumber(row[field === "epsdiluted" ? "epsDiluted" : field]);
  }
  for (const [field, value] of Object.entries(row).slice(0, MAX_FIELDS)) {
    // Inherited names (`constructor`, …) are not figures.
    if (field in record || !/^[A-Za-z]\w*$/.test(field)) continue;
    record[field] = TEXT_FIELDS.has(field) ? toWords(value) : toNumber(value);
  }
  return [record];
}

/** Parses a text; the word "null", which recorded rows have as their `cik`, becomes `null`. */
function toWords(value: unknown): string | null {
  const words = toText(value);
  return words !== null && /^(?:null|undefined|none|nan)$/i.test(words) ? null : words;
}
