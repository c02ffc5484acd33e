/** Financial statements by FMP, and its revenue by product and by region. */
import { ProviderError } from "../../contract/errors.js";
import { say } from "../../contract/sentence.js";
import { newestFirst } from "../../lib/newest-first.js";
import { source } from "../../contract/provider.js";
import { z } from "../../contract/schema.js";
import { currencyCode, text, toCurrencyCode, toNumber, toText } from "../../contract/values.js";
import {
  financials,
  INCOME_FIELDS,
  isSegmentsType,
  toAccountsCurrency,
  toReachNotes,
  type Segment,
  type SegmentsType,
  type StatementRecord,
  type StatementType,
} from "../../capabilities/companies/financials.js";
import { toShareJumpNotes } from "../../market/statements/statement-sentences.js";
import { eachOnce } from "../../lib/each-once.js";
import { isObject } from "../../lib/is-object.js";
import { day, toDay } from "./dates.js";
import { fetchAllowedRows } from "./plan-limits.js";
import { NO_STATEMENTS } from "../../capabilities/companies/fund.js";
import { noCoverageOrUnknown } from "./profile.js";
import { badAnswer, fmpProvider, type FmpClient } from "./provider.js";

const PATHS = {
  income: "income-statement",
  balance: "balance-sheet-statement",
  cash: "cash-flow-statement",
  revenue_by_product: "revenue-product-segmentation",
  revenue_by_region: "revenue-geographic-segmentation",
} as const satisfies Partial<Record<StatementType | SegmentsType, string>>;

/** Revenue by the segments of a company, which FMP does not have. */
const BY_SEGMENT = "revenue_by_segment";

const PERIODS_WANTED = 40;

/**
 * The statements, newest first. A record has `date` and `symbol`, for an income statement the interface's fields, then
 * all other fields as FMP sends them; a record of revenue by product or region has its segments.
 *
 * @throws {MarketDataError} `no_coverage` for a known symbol without statements (funds, coins), `not_found` for an
 * unknown one.
 */
export const financialsFromFmp = source(
  fmpProvider,
  financials,
  async (input, client) => {
    const { symbol, statement_type, period } = input;
    if (statement_type === BY_SEGMENT) throw new ProviderError("provider-a", "not_covered");
    const { records, notes } = isSegmentsType(statement_type)
      ? { records: await fetchSegments({ symbol, statement_type, period }, client), notes: [SEGMENTS_NOTE] }
      : await fetchStatements({ symbol, statement_type, period }, client);
    const asked = records.filter((record) => !isOtherPeriod(toText(record["period"]), period));
    const periods = eachOnce(asked, ({ date }) => date);
    const data = newestFirst(periods, ({ date }) => date).slice(0, PERIODS_WANTED);
    if (data.length === 0) throw badAnswer();
    return {
      data: { symbol, statement_type, period, data },
      accounts: toAccountsCurrency(data),
      notes: isSegmentsType(statement_type) ? notes : [...notes, ...toShareJumpNotes(data), ...toReachNotes(data)],
    };
  },
  {
    dated: true,
    cannot: ({ statement_type: type }) => (type === BY_SEGMENT ? [`statement_type ${type}`] : []),
  },
);

interface Asked<Type> {
  symbol: string;
  statement_type: Type;
  period: "annual" | "quarter";
}

async function fetchStatements({ symbol, statement_type, period }: Asked<StatementType>, client: FmpClient) {
  const request = (limit: number) =>
    client.rows(z.record(z.unknown()), PATHS[statement_type], { symbol, period, limit });
  const { rows, notes } = await fetchAllowedRows(request, PERIODS_WANTED, "periods");
  if (rows.length === 0) {
    throw await noCoverageOrUnknown("financial statements", symbol, NO_STATEMENTS, client);
  }
  return { records: rows.flatMap((row) => toRecord(row, symbol, statement_type)), notes };
}

/** Whether a statement is of a quarter (`Q1`) although years were asked for, or of a year (`FY`) instead of a quarter. */
function isOtherPeriod(sent: string | null, asked: "annual" | "quarter"): boolean {
  return sent !== null && (asked === "annual" ? /^Q[1-4]$/ : /^FY$/).test(sent.toUpperCase());
}

// Text fields, some of whose values look like numbers; every other field of a statement is a figure.
const TEXT_FIELDS = new Set(["cik", "filingDate", "acceptedDate", "fiscalYear", "period"]);
// Limit of fields per statement: twice the size of the largest one.
const MAX_FIELDS = 120;

function toRecord(row: Record<string, unknown>, symbol: string, type: StatementType): StatementRecord[] {
  const date = toDay(row["date"]);
  if (date === null) return [];
  const record: StatementRecord = { date, symbol };
  if (type === "income") {
    for (const field of INCOME_FIELDS) record[field] = toNumber(row[field === "epsdiluted" ? "epsDiluted" : field]);
  }
  // The interface's `epsdiluted` is FMP's `epsDiluted`. Spreadsheets and databases take names that differ only in
  // the case of letters for one.
  const names = new Set(Object.keys(record).map((name) => name.toLowerCase()));
  for (const [field, value] of Object.entries(row).slice(0, MAX_FIELDS)) {
    // `in` skips names that every object inherits, such as `constructor`.
    if (names.has(field.toLowerCase()) || field in record || !/^[A-Za-z]\w*$/.test(field)) continue;
    names.add(field.toLowerCase());
    // Our sentences repeat the currency.
    if (field === "reportedCurrency") record[field] = toCurrencyCode(value);
    else record[field] = TEXT_FIELDS.has(field) ? toWords(value) : toNumber(value);
  }
  return [record];
}

/** Parses a text; the word "null", which recorded rows have as their `cik`, becomes `null`. */
function toWords(value: unknown): string | null {
  const words = toText(value);
  return words !== null && /^(?:null|undefined|none|nan)$/i.test(words) ? null : words;
}

/** Limit of the segments of a period: several times the longest list. */
const MAX_SEGMENTS = 60;

/** `data` has segments by name. A schema of a record would drop the name `__proto__`. */
const segmentsRow = z.object({
  date: day,
  fiscalYear: text,
  period: text,
  reportedCurrency: currencyCode,
  data: z.unknown(),
});

const NO_SEGMENTS = " but has no revenue by segment for it; statement_type income has the whole revenue.";

/** The sentence on every answer. */
export const SEGMENTS_NOTE = say`The names of segments are the provider's and may change from year to year.`;

/**
 * Returns the periods as sent, each with its segments in the order sent; a segment without a readable revenue has `null`.
 *
 * @throws {ProviderError} `bad_answer` when no period has a day and segments.
 * @throws {MarketDataError} `no_coverage` for a known symbol without segments, `not_found` for an unknown one.
 */
async function fetchSegments(
  { symbol, statement_type: type, period }: Asked<Exclude<SegmentsType, typeof BY_SEGMENT>>,
  client: FmpClient,
): Promise<StatementRecord[]> {
  const rows = await client.rows(segmentsRow, PATHS[type], { symbol, period, structure: "flat" });
  if (rows.length === 0) throw await noCoverageOrUnknown("revenue by segment", symbol, NO_SEGMENTS, client);
  const records = rows.flatMap(({ date, fiscalYear, period: place, reportedCurrency, data }) => {
    const segments = toSegments(data);
    return date === null || segments.length === 0
      ? []
      : [{ date, symbol, fiscalYear, period: place, reportedCurrency, segments }];
  });
  if (records.length === 0) throw badAnswer();
  return records;
}

/** Converts the object of a period: its keys are a company's own words, and become values here. */
function toSegments(sent: unknown): Segment[] {
  if (!isObject(sent)) return [];
  return Object.entries(sent)
    .slice(0, MAX_SEGMENTS)
    .flatMap(([key, revenue]) => {
      const name = toText(key);
      return name === null ? [] : [{ name, revenue: toNumber(revenue) }];
    });
}
