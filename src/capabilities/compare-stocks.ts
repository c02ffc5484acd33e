/** A comparison of several stocks: companies side by side, or their returns between two days. */
import { defineCapability } from "../contract/capability.js";
import { allowing, day, listedSymbols, whyNoSymbol } from "../contract/fields.js";
import { quoted } from "../contract/input.js";
import type { RowsSpec } from "../contract/rows-spec.js";
import { z } from "../contract/schema.js";
import { convert } from "../market/converted-price.js";
import { exchangeDay, latestDay } from "../market/exchange-day.js";
import { rangeRule } from "../market/price-range.js";
import { COMPANY_COLUMNS, comparisonOutput, RANGE_COLUMNS, REQUESTED_COLUMNS } from "./compare-stocks-output.js";
import { toMedians } from "./compare-stocks-medians.js";
import { marketErrors, SLOW, toMissingNotes } from "./shapes.js";

const MAX_SYMBOLS = 10;
/** So many companies fit into a default answer with all columns; more have the usual ones. */
const MAX_WHOLE_ROWS = 5;
const USUAL_COLUMNS = [
  "symbol",
  "companyName",
  "marketCap",
  "peRatio",
  "priceToBook",
  "dividendYield",
  "beta",
  "grossMargin",
  "operatingMargin",
  "netMargin",
  "roe",
  "debtToEquity",
  "return1mo",
  "returnYtd",
  "return1y",
  "currency",
];

const WEIGHTS_ALLOWED = "weights in percent such as 60,40, one for each symbol in their order, with a sum of 100";
/** Weights that were rounded to half a percent in all are scaled to 100. */
const SUM_OF_WEIGHTS = [99.5, 100.5] as const;
const AMOUNT_ALLOWED = "an amount of money above 0";

/** A number of percent, which a caller may write with the sign. */
const weight = z.preprocess(
  (value) => (typeof value === "string" && /^\d+(?:\.\d+)? ?%$/.test(value) ? Number.parseFloat(value) : value),
  z.number(allowing(WEIGHTS_ALLOWED)).finite().min(0, WEIGHTS_ALLOWED),
);
const weights = z
  .array(weight, allowing(WEIGHTS_ALLOWED))
  .min(1, WEIGHTS_ALLOWED)
  .max(MAX_SYMBOLS, WEIGHTS_ALLOWED)
  .optional();

/** Rows between two days are made of prices only, so that what is known of companies is asked for when it is named. */
const rows: RowsSpec = {
  list: "stocks",
  failed: "errors",
  noun: "stocks",
  key: ["symbol", "companyName"],
  unlisted: true,
  rare: ["enterpriseValueToEbitda", "netDebt", ...RANGE_COLUMNS],
  needs: Object.fromEntries(RANGE_COLUMNS.map((name) => [name, "from"])),
  usualFields: ({ stocks, portfolio }) =>
    portfolio === undefined && (stocks as unknown[]).length > MAX_WHOLE_ROWS ? USUAL_COLUMNS : undefined,
  totals: ({ fields }, body) => toMedians(body, fields),
  onRequest: {
    names: REQUESTED_COLUMNS,
    namesOf: ({ portfolio }) =>
      portfolio === undefined ? REQUESTED_COLUMNS : [...COMPANY_COLUMNS, ...REQUESTED_COLUMNS],
    also(names, between, { from }) {
      if (from === undefined) return [];
      return [{ columns: names, input: { symbols: between.map(({ symbol }) => symbol), alone: true } }];
    },
    toColumns({ rows: between, further }) {
      const companies = further.flatMap((answer) => answer.rows);
      return {
        rows: between.map((row) => ({ ...row, ...companies.find((company) => company["symbol"] === row["symbol"]) })),
      };
    },
  },
};

export const compareStocks = defineCapability({
  name: "compare-stocks",
  title: "Stock comparison",
  route: "/api/v1/compare",
  tool: {
    name: "compare_stocks",
    command: "compare",
    set: "core",
    description:
      "Compares 2-10 stocks or one to peers: valuation, margins, debt; with from: returns, portfolio, % weights.",
    picture: "comparison",
    // The tool's description says what these are.
    extras: {
      symbols: listedSymbols(1, MAX_SYMBOLS).describe("Symbols"),
      from: day.optional().describe("From"),
      to: day.optional().describe("To"),
      weights: weights.describe("Weights"),
    },
    hidden: ["amount", "convert"],
    aliases: { allocation: "weights", weighting: "weights", investment: "amount", initial_investment: "amount" },
    unlisted: ["median", "portfolio", "correlation"],
    rows,
  },
  input: z.object({
    symbols: listedSymbols(1, MAX_SYMBOLS).describe(`1 to ${MAX_SYMBOLS}`),
    from: day.optional().describe("Returns from the close at or before this day"),
    to: day.optional().describe("Returns to the close at or before this day, by default the latest"),
    weights: weights.describe("With `from`: percent of each symbol, in their order, with a sum of 100"),
    amount: z
      .number(allowing(AMOUNT_ALLOWED))
      .finite()
      .positive(AMOUNT_ALLOWED)
      .optional()
      .describe("With `from`: money at the start, by default 10000"),
    convert: convert.describe("With `from`: currency of the portfolio, by default that of the first symbol"),
  }),
  output: comparisonOutput,
  freshness: SLOW,
  errors: marketErrors,
  firstNotes: ({ stocks, errors }) => {
    const missing = toMissingNotes(stocks, errors);
    const [only, ...others] = stocks;
    return missing.length > 0 && others.length === 0
      ? [...missing, `Only ${only!.symbol} is left to compare.`]
      : missing;
  },
  rule: (input) => daysRule(input) ?? weightsRule(input),
});

interface Input {
  symbols: readonly string[];
  from?: string | undefined;
  to?: string | undefined;
  weights?: readonly number[] | undefined;
}

/** Returns a sentence on days that contradict each other, and on parameters that need a first day. */
function daysRule(input: Input): string | undefined {
  const { symbols, from, to } = input;
  if (from === undefined) {
    const given: Readonly<Record<string, unknown>> = { ...input };
    const alone = ["to", "weights", "amount", "convert"].find((name) => given[name] !== undefined);
    return alone && `"${alone}" was given without "from". Allowed: beside "from", the day from which returns count.`;
  }
  const latest = symbols.map(latestDay).toSorted().at(-1)!;
  const today = symbols.map((symbol) => exchangeDay(symbol)).toSorted();
  return rangeRule({ from, to, interval: "1d" }, today.at(-1)!, latest);
}

/** Returns a sentence on weights that do not fit the symbols, or are no parts of a whole. */
function weightsRule({ symbols, weights: given }: Input): string | undefined {
  if (given === undefined) return undefined;
  const twice = symbols.find((symbol, at) => symbols.indexOf(symbol) !== at);
  const odd = twice ?? symbols.find((symbol) => whyNoSymbol(symbol) !== undefined);
  if (odd !== undefined) {
    const why = twice === undefined ? whyNoSymbol(odd) : "It was given twice.";
    return `Invalid "symbols": got ${quoted(odd)}. ${why} Allowed: with "weights", symbols, each once.`;
  }
  if (given.length !== symbols.length) {
    return `Invalid "weights": got ${given.length} for ${symbols.length} symbols. Allowed: ${WEIGHTS_ALLOWED}.`;
  }
  // Sums such as 33.4 + 33.3 + 33.8 are no exact binary fractions.
  const sum = Number(given.reduce((total, each) => total + each, 0).toFixed(9));
  const [least, most] = SUM_OF_WEIGHTS;
  if (sum >= least && sum <= most) return undefined;
  return `Invalid "weights": got a sum of ${sum}. Allowed: ${WEIGHTS_ALLOWED}.`;
}
