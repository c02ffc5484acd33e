/** Income statements, balance sheets and cash flow statements, newest period first. */
import { always, date, figure, list, money, other, perShare, shares, words } from "../contract/field.js";
import { defineCapability } from "../contract/capability.js";
import type { Hint } from "../contract/hints.js";
import { z } from "../contract/schema.js";
import { allowing, answerSymbol, officialInput, symbol, SYMBOL_ALIASES } from "../contract/fields.js";
import { latestDay } from "../market/exchange-day.js";
import { keyStatistics } from "./key-statistics.js";
import { REFERENCE, symbolErrors } from "./shapes.js";
import { requestedColumns, statementColumns, toStatementSentences } from "./statement-columns.js";

const STATEMENT_TYPES = ["income", "balance", "cash"] as const;
export type StatementType = (typeof STATEMENT_TYPES)[number];
const PERIODS = ["annual", "quarter"] as const;

/** Fields of an income record that the interface lists, in its order, after `date` and `symbol`. */
export const INCOME_FIELDS = [
  "revenue",
  "costOfRevenue",
  "grossProfit",
  "operatingExpenses",
  "operatingIncome",
  "netIncome",
  "eps",
  "epsdiluted",
  "weightedAverageShsOut",
  "weightedAverageShsOutDil",
] as const;

/** Fields that identify a period. */
const PERIOD_FIELDS = ["date", "fiscalYear", "period", "reportedCurrency"];

/** The most requested lines of each statement; a record has up to forty. */
const USUAL_FIELDS: Readonly<Record<string, readonly string[]>> = {
  income: [...PERIOD_FIELDS, ...INCOME_FIELDS, "ebitda", "researchAndDevelopmentExpenses"],
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
};

const figureSource = z
  .object({
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
  })
  .describe("Where a figure is from");

/** Where a figure of a record is from. */
export type FigureSource = z.output<typeof figureSource>;

/**
 * One reporting period. Balance and cash records have provider A's field names; any figure may be `null`. Those of provider
 * D also have `derived`, the fields that are sums or differences of filed ones, and `provenance` on request.
 */
export type StatementRecord = { date: string; symbol: string } & {
  [field: string]: string | number | null | string[] | FigureSource[];
};

/** Returns the currency of the records, if all have the same one. */
export function toAccountsCurrency(records: readonly StatementRecord[]): string | null {
  const [currency, ...others] = new Set(records.map(({ reportedCurrency }) => reportedCurrency));
  return typeof currency === "string" && others.length === 0 ? currency : null;
}

/** Returns the schema of an amount of the record's period, in its `reportedCurrency`. */
const amount = (what: string) => money("accounts", `${what} of the period`);

const record = z
  .object({
    date: always(date("period end")),
    symbol: z.string(),
    reportedCurrency: words("Currency of all money fields, per-share values included").optional(),
    revenue: amount("revenue").optional(),
    costOfRevenue: amount("cost of revenue").optional(),
    grossProfit: amount("revenue less its cost").optional(),
    operatingExpenses: amount("operating expenses").optional(),
    operatingIncome: amount("operating income").optional(),
    netIncome: amount("net income").optional(),
    eps: perShare("accounts", "basic earnings of the period").optional(),
    epsdiluted: perShare("accounts", "diluted earnings of the period").optional(),
    weightedAverageShsOut: shares("weighted mean of the period, basic").optional(),
    weightedAverageShsOutDil: shares("weighted mean of the period, diluted").optional(),
    ...statementColumns,
  })
  .catchall(
    other(z.union([z.string(), z.number(), z.null(), z.array(z.string()), z.array(figureSource)]), money("accounts")),
  )
  .describe("Reporting currency, in `reportedCurrency`");

/** Returns where the figures of a trailing year are, which no source sends as a statement. */
function hintFor(parameter: string, asked: unknown): Hint | undefined {
  const isTrailing = parameter === "period" && typeof asked === "string" && /^(?:ttm|ltm)$/i.test(asked);
  return isTrailing ? { tool: keyStatistics.tool.name, why: "has twelve-month figures" } : undefined;
}

/** Returns the day on which a filing became public: it must be both accepted and filed. Provider B states neither. */
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

export const financials = defineCapability({
  name: "financials",
  title: "Financial statements",
  route: "/api/v1/provider-a/stock/{symbol}/financials",
  tool: {
    name: "provider_a_get_financial_statements",
    set: "core",
    aliases: SYMBOL_ALIASES,
    description: "Income statement, balance sheet or cash flow of one company by year or quarter, newest first.",
    rows: {
      list: "data",
      noun: "periods",
      listsFormat: true,
      onRequest: requestedColumns,
      limit: { shown: 5, max: 40 },
      usualFields: ({ statement_type: type, data }) => [
        ...(USUAL_FIELDS[String(type)] ?? []),
        ...(hasProvenance(data) ? ["provenance"] : []),
      ],
    },
    history: { list: "data", dayOf: publicDay, latestDay, snapshot: [] },
    provenance: true,
    picture: "statements",
  },
  resource: {
    path: "stock/{symbol}/financials/{statement}",
    description: "Newest annual income statements, balance sheets or cash flows of one company.",
    variables: { statement: { parameter: "statement_type", words: STATEMENT_TYPES } },
  },
  input: z.object({
    symbol,
    statement_type: z
      .enum(STATEMENT_TYPES, allowing(STATEMENT_TYPES.join(", ")))
      .default("income")
      .describe("Which statement"),
    period: z
      .enum(PERIODS, allowing(PERIODS.join(", ")))
      .default("annual")
      .describe("Reporting period"),
    ...officialInput,
  }),
  output: z.object({
    symbol: answerSymbol,
    statement_type: z.enum(STATEMENT_TYPES).describe("Statement returned"),
    period: z.enum(PERIODS).describe("annual or quarter"),
    data: list(
      "Statements",
      record,
      "Newest first; balance and cash have other fields; full units, not thousands; provider A, else D, else B; with as_of or provenance D first",
    ),
  }),
  firstNotes: toStatementSentences,
  hintFor,
  freshness: REFERENCE,
  errors: {
    ...symbolErrors((asked, detail) => ({ error: `404: Failed to fetch financials for ${asked}`, detail })),
    also: ["no_coverage"],
  },
});
