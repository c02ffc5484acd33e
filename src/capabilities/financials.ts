/** Income statements, balance sheets and cash flow statements, newest period first. */
import { defineCapability } from "../contract/capability.js";
import { z } from "../contract/schema.js";
import { allowing, answerSymbol, figure, symbol, wholeNumber, words } from "./fields.js";
import { REFERENCE, symbolErrors } from "./shapes.js";

export const STATEMENT_TYPES = ["income", "balance", "cash"] as const;
export type StatementType = (typeof STATEMENT_TYPES)[number];
export const PERIODS = ["annual", "quarter"] as const;

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

/** One reporting period. Balance and cash records have provider A's field names; any figure may be `null`. */
export type StatementRecord = { date: string; symbol: string } & { [field: string]: string | number | null };

const record = z
  .object({
    date: z.string().describe("Period end"),
    symbol: z.string(),
    reportedCurrency: words("Currency of all money fields").optional(),
    revenue: figure("Income: money").optional(),
    costOfRevenue: figure("Income: money").optional(),
    grossProfit: figure("Income: money").optional(),
    operatingExpenses: figure("Income: money").optional(),
    operatingIncome: figure("Income: money").optional(),
    netIncome: figure("Money").optional(),
    eps: figure("Per share").optional(),
    epsdiluted: figure("Per share, diluted").optional(),
    weightedAverageShsOut: figure("Shares").optional(),
    weightedAverageShsOutDil: figure("Shares, diluted").optional(),
  })
  .catchall(z.union([z.string(), z.number(), z.null()]));

export const financials = defineCapability({
  name: "financials",
  title: "Financial statements",
  route: "/api/v1/provider-a/stock/{symbol}/financials",
  tool: {
    name: "provider_a_get_financial_statements",
    description:
      "Income statement, balance sheet or cash flow of one company by year or quarter, newest first, in its reporting currency.",
    extras: { limit: wholeNumber(1, 40).optional().describe("Newest periods, 1 to 40, default 5") },
    page: { list: "data", rows: 5, max: 40, noun: "periods" },
  },
  input: z.object({
    symbol,
    statement_type: z
      .enum(STATEMENT_TYPES, allowing(STATEMENT_TYPES.join(", ")))
      .default("income")
      .describe("income, balance (sheet) or cash (flow)"),
    period: z
      .enum(PERIODS, allowing(PERIODS.join(", ")))
      .default("annual")
      .describe("Reporting period"),
  }),
  output: z.object({
    symbol: answerSymbol,
    statement_type: z.enum(STATEMENT_TYPES).describe("Statement returned"),
    period: z.enum(PERIODS).describe("annual or quarter"),
    data: z.array(record).describe("One record per period, newest first, units as reported"),
  }),
  freshness: REFERENCE,
  errors: symbolErrors((asked, detail) => ({ error: `404: Failed to fetch financials for ${asked}`, detail })),
});
