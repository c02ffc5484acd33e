/** Income statements, balance sheets and cash flow statements, newest period first. */
import { forCallers, on, onRows, say, type Sentence, the } from "../../contract/sentence.js";
import {
  always,
  date,
  fieldsOf,
  figure,
  findField,
  list,
  money,
  other,
  perShare,
  shares,
  words,
} from "../../contract/field.js";
import { defineCapability } from "../../contract/capability.js";
import { namesOfSame, toLetters, type Kind } from "../../contract/field-facts.js";
import type { Hint } from "../../contract/errors.js";
import { shownWhen } from "../../contract/rows-spec.js";
import { object, z } from "../../contract/schema.js";
import {
  allowing,
  answerSymbol,
  choice,
  currencyCode,
  day,
  officialInput,
  rowSource,
  symbol,
  wholeNumber,
} from "../../contract/fields.js";
import { futureRule, latestDay } from "../../market/sessions/exchange-day.js";
import { filingText } from "../filings/filing-text.js";
import { keyStatistics } from "./key-statistics.js";
import { REFERENCE, symbolErrors } from "../shapes.js";
import { ACROSS_RESTATEMENT } from "../../market/statements/statement-books.js";
import { CHOICE, wantsOlder, type Choice } from "../../market/statements/chosen-periods.js";
import {
  columnsOfStatements,
  presentStatements,
  requestedColumns,
  statementColumns,
} from "../../market/statements/statement-columns.js";
import { toStatementSentences } from "../../market/statements/statement-sentences.js";
import { statementSummary, toSummary, toSummaryNotes } from "../../market/statements/statement-summary.js";

/** The statements that companies file. */
export const STATEMENT_TYPES = ["income", "balance", "cash"] as const;
export type StatementType = (typeof STATEMENT_TYPES)[number];

/** Revenue by segment, which FMP and filings have. */
const SEGMENTS_TYPES = ["revenue_by_product", "revenue_by_region", "revenue_by_segment"] as const;
export type SegmentsType = (typeof SEGMENTS_TYPES)[number];
const ALL_TYPES = [...STATEMENT_TYPES, ...SEGMENTS_TYPES] as const;
const PERIODS = ["annual", "quarter"] as const;

/** Returns the schema of an amount of the record's period, in its `reportedCurrency`. */
const amount = (what: string) => money("accounts", `${what} of the period`);

const incomeFields = {
  revenue: amount("revenue").optional(),
  costOfRevenue: amount("cost of revenue").optional(),
  grossProfit: amount("revenue less its cost").optional(),
  operatingExpenses: amount("operating expenses").optional(),
  operatingIncome: amount("operating income").optional(),
  netIncome: amount("net income").optional(),
  eps: perShare("accounts", "basic earnings of the period").optional(),
  epsdiluted: perShare("accounts", "diluted earnings of the period", "Diluted EPS").optional(),
  weightedAverageShsOut: shares("weighted mean of the period, basic", "Average shares").optional(),
  weightedAverageShsOutDil: shares("weighted mean of the period, diluted", "Average shares, diluted").optional(),
};
/** Fields of an income record that the interface lists, in its order, after `date` and `symbol`. */
export const INCOME_FIELDS: readonly string[] = Object.keys(incomeFields);

/** Fields of a period; only rows of two sources have `source`, only those across a restatement the last one. */
const PERIOD_FIELDS = ["date", "fiscalYear", "period", "reportedCurrency", "source", ACROSS_RESTATEMENT];

const withGrowth = (names: readonly string[]) =>
  names.flatMap((name) => (name === "revenue" ? [name, "revenueGrowth"] : name));

/** The most requested lines of each statement; a record has up to forty. */
const USUAL_FIELDS: Readonly<Record<string, readonly string[]>> = {
  // Rows have the growth only where it is asked for, or shown to a person.
  income: [...PERIOD_FIELDS, ...withGrowth(INCOME_FIELDS), "ebitda", "researchAndDevelopmentExpenses"],
  balance: [
    ...PERIOD_FIELDS,
    "cashAndCashEquivalents",
    "cashAndShortTermInvestments",
    "inventory",
    "totalCurrentAssets",
    "totalAssets",
    "totalCurrentLiabilities",
    "longTermDebt",
    "totalDebt",
    "netDebt",
    "totalLiabilities",
    "totalStockholdersEquity",
  ],
  cash: [
    ...PERIOD_FIELDS,
    "depreciationAndAmortization",
    "stockBasedCompensation",
    "operatingCashFlow",
    "capitalExpenditure",
    "freeCashFlow",
    "netCashProvidedByInvestingActivities",
    "netCashProvidedByFinancingActivities",
    "commonStockRepurchased",
    "netDividendsPaid",
  ],
  // `name` and `revenue` are columns of CSV.
  ...Object.fromEntries(SEGMENTS_TYPES.map((type) => [type, [...PERIOD_FIELDS, "segments", "name", "revenue"]])),
};

const figureSource = object("Where a figure is from", {
  field: z.string().describe("Field of the record"),
  tag: z.string().describe("Tag in the filing, or a formula of tags"),
  derived: z.boolean().describe("Whether it is a sum or difference of filed figures"),
  accession: z.string().describe("Number of the first filing that states the value"),
  form: z.string().describe("Its form"),
  filed: always(date("of that filing")),
  url: z.string().describe("Page of that filing"),
  first: z
    .object({
      value: always(figure("as filed first, in the unit of the field")),
      filed: always(date("of that filing")),
    })
    .nullable()
    .describe("Where a later filing restated the figure: the first value"),
});

/** Where a figure of a record is from. */
export type FigureSource = z.output<typeof figureSource>;

/** The first fiscal year of which filings have figures in XBRL. */
const FIRST_FILED_YEAR = 2009;

/** Where older records may be. */
const OLDER_FILED = forCallers`A larger ${the.parameter("limit")}, or ${the.parameter("as_of")}, may have older ones.`;

/**
 * Returns the sentences on the year with which all records of a source begin, and where older ones may be, for an answer
 * that shows the first of them; none for provider D, which has a sentence of its own.
 */
export function toReachNotes(records: readonly StatementRecord[]): Sentence[] {
  const oldest = records.map(({ date: end }) => end).toSorted()[0];
  if (oldest === undefined) return [];
  const year = oldest.slice(0, 4);
  const onOldest = (says: Sentence) => onRows([{ days: [oldest], says }], { end: "" });
  const reach = onOldest(say`Records since ${year}.`);
  return Number(year) > FIRST_FILED_YEAR ? [...reach, ...onOldest(OLDER_FILED).map(on.advice)] : reach;
}

const segment = z.object({
  name: words("As the provider names it"),
  revenue: amount("revenue"),
  url: z.string().optional().describe("With provenance: its place in the filing"),
});

/** A product, region or segment with its part of the revenue. */
export interface Segment {
  name: string;
  revenue: number | null;
  /** Its place in the filing, on request. */
  url?: string;
}

/** Whether a type of statement is revenue by segment. */
export function isSegmentsType(type: string): type is SegmentsType {
  return (SEGMENTS_TYPES as readonly string[]).includes(type);
}

/** The parameters that a source without segments cannot apply. */
export function withoutSegments({ statement_type: type }: { statement_type: string }): string[] {
  return isSegmentsType(type) ? [`statement_type ${type}`] : [];
}

/**
 * One reporting period. Balance and cash records have FMP's field names; any figure may be `null`. Those of provider
 * D also have `derived`, the fields that are sums or differences of filed ones, and `provenance` on request.
 */
export type StatementRecord = { date: string; symbol: string } & {
  [field: string]: string | number | null | string[] | FigureSource[] | Segment[];
};

/** Returns the currency of the records, if all have the same one. */
export function toAccountsCurrency(records: readonly StatementRecord[]): string | null {
  const [currency, ...others] = new Set(records.map(({ reportedCurrency }) => reportedCurrency));
  return typeof currency === "string" && others.length === 0 ? currency : null;
}

const record = z
  .object({
    date: always(date("period end")),
    symbol: z.string(),
    reportedCurrency: currencyCode("Currency of all money fields, per-share values included").optional(),
    ...incomeFields,
    ...statementColumns,
    source: rowSource("Where periods of one source stand beside filings: whose, such as PROVIDER_A").optional(),
    segments: z.array(segment).optional().describe("Of revenue_by_… only: parts of the revenue"),
  })
  .catchall(
    other(
      z.union([z.string(), z.number(), z.null(), z.array(z.string()), z.array(figureSource), z.array(segment)]),
      money("accounts"),
    ),
  )
  .describe("Reporting currency, in `reportedCurrency`");

/**
 * Returns where the figures of a trailing year are, which no source sends as a statement, and those of segments, which
 * only one source has.
 */
function hintFor(parameter: string, asked: unknown): Hint | undefined {
  if (typeof asked === "string" && isSegmentsType(asked)) {
    return { tool: filingText.tool.name, why: "has the note on segments of a filing" };
  }
  const isOfRatios =
    parameter === "statement_type" && typeof asked === "string" && /ratio|metric|statistic/i.test(asked);
  if (isOfRatios) return { tool: keyStatistics.tool.name, why: "has ratios" };
  const isTrailing = parameter === "period" && typeof asked === "string" && /^(?:ttm|ltm)$/i.test(asked);
  return isTrailing ? { tool: keyStatistics.tool.name, why: "has twelve-month figures" } : undefined;
}

/** Further lines that callers ask for, by their statement. */
const FURTHER_LINES: Readonly<Record<StatementType, readonly string[]>> = {
  income: ["sellingGeneralAndAdministrativeExpenses", "interestExpense", "incomeTaxExpense", "incomeBeforeTax"],
  balance: ["netReceivables", "accountsReceivables", "accountPayables", "goodwill", "retainedEarnings", "totalEquity"],
  cash: ["netChangeInCash"],
};

/** Returns where a line of another statement is, or a figure of twelve months. */
function elsewhere(
  asked: string,
  { symbol: of, statement_type: own }: Readonly<Record<string, unknown>>,
): Hint | undefined {
  const same = namesOfSame(asked);
  for (const type of STATEMENT_TYPES) {
    const lines = [...USUAL_FIELDS[type]!, ...FURTHER_LINES[type]];
    const line = lines.find((name) => !PERIOD_FIELDS.includes(name) && same.includes(toLetters(name)));
    if (line !== undefined && type !== own)
      return {
        tool: financials.tool.name,
        why: say`has ${the.field(line)}`,
        given: { symbol: String(of), statement_type: type },
      };
  }
  const ofYear = findField(keyStatistics.output, asked);
  if (ofYear !== undefined) return { tool: keyStatistics.tool.name, why: say`has ${the.field(ofYear)}` };
  return same.includes("dividendyield") ? { tool: "get_dividends", why: say`has ${the.field("yield")}` } : undefined;
}

/** Returns the day on which a filing became public: it must be both accepted and filed. Yahoo states neither. */
function publicDay(row: Readonly<Record<string, unknown>>): string | null {
  const days = [row["acceptedDate"], row["filingDate"]]
    .filter((value) => typeof value === "string" && /^\d{4}-\d{2}-\d{2}/.test(value))
    .map((value) => String(value).slice(0, 10))
    .toSorted();
  return days.at(-1) ?? null;
}

/** Whether records name the filings of their figures. */
function hasProvenance(data: unknown): boolean {
  return Array.isArray(data) && (data[0] as StatementRecord | undefined)?.["provenance"] !== undefined;
}

/** Returns the rows of CSV: of records with segments one row for each segment. */
function eachSegment(records: readonly Readonly<Record<string, unknown>>[]): Record<string, unknown>[] {
  return records.flatMap(({ segments, ...period }) =>
    Array.isArray(segments) ? (segments as Segment[]).map((each) => ({ ...period, ...each })) : [period],
  );
}

/** Checks the parameters that choose periods; returns a sentence when they contradict each other. */
function choiceRule(
  { from, to, fiscal_year: year, ttm, statement_type: type, provenance }: Choice & { provenance?: boolean | undefined },
  given: Readonly<Record<string, unknown>>,
): string | undefined {
  if (from !== undefined && to !== undefined && to < from) return `Invalid "to": got ${to}, which is before "from".`;
  if (year !== undefined && (from ?? to) !== undefined) {
    return '"fiscal_year" is not possible with "from" or "to": each of them chooses the periods.';
  }
  if (ttm !== true) return undefined;
  if (given["period"] === "annual")
    return '"ttm" is not possible with period annual: it sums quarters. Leave "period" out.';
  if (isSegmentsType(type ?? ""))
    return `"ttm" is not possible with statement_type ${type}. Allowed: ${STATEMENT_TYPES.join(", ")}.`;
  return provenance === true
    ? '"ttm" is not possible with "provenance": a sum of four quarters is in no filing.'
    : undefined;
}

export const financials = defineCapability({
  name: "financials",
  title: "Financial statements",
  route: "/api/v1/provider-a/stock/{symbol}/financials",
  tool: {
    name: "provider_a_get_financial_statements",
    alsoCalled: ["income", "balance", "cashflow", "statements", "revenue"],
    set: "core",
    aliases: { year: "fiscal_year" },
    description: "Income statement, balance sheet, cash flow or revenue by segment of one company, newest first.",
    rows: {
      list: "data",
      noun: "periods",
      key: ["date"],
      listed: ["limit", "fields", "format"],
      columns: { ...columnsOfStatements, ...shownWhen(["segments", "source"], "rarely") },
      onRequest: requestedColumns,
      elsewhere,
      toCsv: eachSegment,
      limit: { shown: 5, max: 40 },
      furtherBack: (rows, input, limit) => wantsOlder(rows, input as Choice, limit),
      present: presentStatements,
      totals: ({ rows, overall, fields }, body) => ({
        // A page that adds a column by itself has no summary of it.
        fields: fields && toSummary(rows, body, Object.keys(statementColumns), overall),
        notes: toSummaryNotes(rows, body, overall),
      }),
      usualFields: ({ statement_type: type, data }) => [
        ...(USUAL_FIELDS[String(type)] ?? []),
        ...(hasProvenance(data) ? ["provenance"] : []),
      ],
    },
    untrusted: ["data[].segments[].name"],
    history: { list: "data", dayOf: publicDay, latestDay, snapshot: [] },
    provenance: true,
    unlisted: ["summary"],
    // Programs choose periods by their ends; a model asks for fiscal years.
    hidden: ["from", "to"],
    picture: "statements",
  },
  resource: {
    path: "stock/{symbol}/financials/{statement}",
    description: "Newest annual income statements, balance sheets or cash flows of one company.",
    variables: { statement: { parameter: "statement_type", words: STATEMENT_TYPES } },
  },
  input: z.object({
    symbol,
    statement_type: choice(ALL_TYPES).default("income").describe("Kind"),
    period: choice(PERIODS).default("annual").describe("Fiscal years or quarters"),
    fiscal_year: wholeNumber(1980, 2100).optional().describe("e.g. 2024"),
    from: day.optional().describe("First period end"),
    to: day.optional().describe("Last period end"),
    ttm: z.boolean(allowing("true, false")).optional().describe("Sums of four quarters"),
    ...officialInput,
  }),
  viewParameters: CHOICE,
  implied: ({ ttm }) => (ttm === true ? { period: "quarter" as const } : {}),
  output: z.object({
    symbol: answerSymbol,
    statement_type: z.enum(ALL_TYPES).describe("Statement returned"),
    period: z.enum(PERIODS).describe("annual or quarter"),
    data: list(
      "Statements",
      record,
      "Newest first; balance and cash have other fields; full units, not thousands; provider A, else D, else B; with as_of, provenance or a limit above A's or B's rows D first",
    ),
    summary: statementSummary,
  }),
  rule: ({ statement_type: type, provenance, ...chosen }, given) =>
    futureRule({ from: chosen.from }, latestDay(chosen.symbol)) ??
    choiceRule({ ...chosen, statement_type: type, provenance }, given),
  firstNotes: toStatementSentences,
  hintFor,
  freshness: REFERENCE,
  errors: symbolErrors("fetch financials", "no_coverage"),
});

/** Returns what a figure of a record measures; one that is not declared is an amount of money. */
export function kindOfFigure(field: string): Kind {
  const fields = fieldsOf(financials.output);
  return (fields.get(`data.${field}`) ?? fields.get("data.*")!).kind;
}
