/** A comparison of several stocks: companies side by side, or their returns between two days. */
import { say, type Sentence, the } from "../../contract/sentence.js";
import { defineCapability } from "../../contract/capability.js";
import {
  always,
  count,
  date,
  figure,
  inRemarks,
  list,
  label,
  money,
  multiple,
  percent,
  percentAYear,
  price,
  ratio,
  signed,
  words,
} from "../../contract/field.js";
import {
  allowing,
  currencyCode,
  day,
  listedSymbols,
  notes,
  rowCurrency,
  rowMarketCapCurrency,
  rowSource,
  timestamp,
  weights,
  weightsRule,
  whyNoSymbol,
} from "../../contract/fields.js";
import { quoted } from "../../contract/input.js";
import { shownWhen, type RowsSpec } from "../../contract/rows-spec.js";
import { describe, object, sentence, z } from "../../contract/schema.js";
import { median } from "../../lib/median.js";
import { toSixDigits } from "../../contract/values.js";
import { toMistakenNotes } from "../../market/symbols/mistaken-symbols.js";
import { convert } from "../../market/prices/converted-price.js";
import { exchangeDay, latestDay } from "../../market/sessions/exchange-day.js";
import { rangeRule } from "../../market/prices/price-range.js";
import { PEER_KINDS } from "../companies/peers.js";
import { marketErrors, MAX_COMPARED, SLOW, toMissingNotes } from "../shapes.js";

/** So many companies fit into a default answer with all columns; more have the usual ones. */
const MAX_WHOLE_ROWS = 5;
const USUAL_COLUMNS = [
  "symbol",
  "companyName",
  "assets",
  "expenseRatio",
  "distributionYield",
  "fundReturn1y",
  "fundReturn3y",
  "fundReturn5y",
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

const AMOUNT_ALLOWED = "an amount of money above 0";

// A bound that a number may not have is a keyword of JSON Schema that some clients refuse.
const amount = z
  .number(allowing(AMOUNT_ALLOWED))
  .finite()
  .refine((value) => value > 0, AMOUNT_ALLOWED)
  .optional();

const returnOf = (period: string, name: string) => signed(percent(`${period}, without dividends`, name));

/** The columns about a company; rows of a comparison between two days have them when `fields` names them. */
const companyFields = {
  companyName: words("Full name"),
  sector: words("Sector"),
  marketCap: money("major", "in `marketCapCurrency`"),
  peRatio: multiple("TTM; price / earnings, null for losses"),
  priceToBook: multiple("latest quarter; null where currencies differ"),
  dividendYield: ratio("annual"),
  beta: figure(["5 years monthly", "slope against the market"], "Beta (5 years, monthly)"),
  grossMargin: ratio("TTM"),
  operatingMargin: ratio("B latest quarter, A TTM"),
  netMargin: ratio("TTM"),
  roe: ratio("TTM; return on equity", "Return on equity"),
  debtToEquity: ratio("latest quarter; B's percentage / 100", "Debt / equity"),
  targetMeanPrice: price("analysts' mean, 12 months ahead, in `targetCurrency`", "Mean target"),
  recommendationKey: words("Lower case, e.g. buy, strong_buy", "Rating"),
  return1mo: returnOf("since the close before range 1mo", "Return, 1M"),
  returnYtd: returnOf("since the last close of the year before", "Return, YTD"),
  return1y: returnOf("since the close before range 1y", "Return, 1Y"),
  volatility20: percentAYear(
    "20 daily logarithmic returns × √252 (coins √365); null under 21 closes",
    "Volatility (20 days, annualised)",
  ),
  enterpriseValueToEbitda: multiple("TTM; from B; null where price and accounts differ in currency", "EV / EBITDA"),
  netDebt: money("accounts", "latest quarter; debt - cash with short-term investments, from B"),
  pricesTo: inRemarks("once", date("that returns and volatility end on", "As of")),
};

/** The columns of a comparison of funds alone, in place of those of a company's business. */
const fundFields = {
  assets: money("major", "of a fund, all share classes, in `marketCapCurrency`", "Fund's assets"),
  expenseRatio: ratio("of a fund, a year"),
  distributionYield: ratio("of a fund; distributions of twelve months / price", "Yield"),
  fundReturn1y: signed(percent("of a fund, with distributions, to returnsTo", "Return with distributions, 1 year")),
  fundReturn3y: signed(percent("the same, a year, mean of three", "Return with distributions, 3 years (annualised)")),
  fundReturn5y: signed(percent("the same, a year, mean of five", "Return with distributions, 5 years (annualised)")),
  returnsTo: inRemarks("once", date("month end of the three before", "Fund returns as of")),
};

/** The currencies of a company's amounts. */
const currencies = {
  marketCapCurrency: rowMarketCapCurrency,
  reportingCurrency: currencyCode("Of the accounts behind the ratios"),
  targetCurrency: currencyCode("Of targetMeanPrice"),
};

/** Columns that rows have only when `fields` names them. */
const requested = {
  price: price("close of pricesTo"),
  forwardPE: multiple("next fiscal year; price / expected earnings; from B", "Forward P/E"),
  evToRevenue: multiple("TTM; from B; null where price and accounts differ in currency", "EV / revenue"),
  revenueGrowth: signed(ratio("latest quarter on the year before; from B", "Revenue growth, latest quarter")),
  ebitdaMargin: ratio("TTM; EBITDA / revenue, from B"),
  freeCashFlowYield: ratio(
    "TTM; free cash flow after interest, from B / market cap; null where accounts are in another currency",
  ),
  payoutRatio: ratio("TTM; dividends / earnings, from B"),
};

/** The figures that a row and the portfolio have in a comparison between two days; `of` says of which values. */
const annualReturn = signed(
  percentAYear(
    "((1 + totalReturnPercent / 100)^(365.25 / calendar days) - 1) × 100; null under 360 days",
    "Total return (annualised)",
  ),
);
const volatilityOf = (of: string) =>
  percentAYear(
    `sample deviation of daily logarithmic returns of ${of} × √252 (with a coin √365) × 100; null under 21 closes`,
    "Volatility (annualised)",
  );
const sharpeOf = (of: string) =>
  figure(
    `(mean daily logarithmic return of ${of} × 252 (with a coin 365) × 100 - mean 3-month US Treasury yield of the range) / volatility; null under 60 returns, over more than six calendar years, without yields`,
    "Sharpe ratio",
  );

/** The columns of a comparison between two days. */
const range = {
  startDate: date("of the close at or before `from`"),
  startClose: price("adjusted for splits"),
  endDate: date("of the last close at or before `to`"),
  endClose: price("adjusted for splits"),
  priceReturnPercent: signed(percent("endClose / startClose - 1", "Price return")),
  totalReturnPercent: signed(percent("the same of closes adjusted for dividends too: reinvested", "Total return")),
  annualReturnPercent: annualReturn,
  volatility: volatilityOf("adjusted closes"),
  maxDrawdown: signed(percent("lowest of adjusted close / highest before - 1; 0 where none falls")),
  sharpe: sharpeOf("adjusted closes"),
  convertedReturnPercent: signed(
    percent("total return × change of the rate, in the portfolio's currency", "Converted return"),
  ),
  weightPercent: percent("of the money at the start; equal parts without `weights`", "Weight at the start"),
  value: money(undefined, "at the end, in the portfolio's currency"),
};

/** A stock of a comparison: a company, or its returns between two days. */
export const stock = object("Ratio, TTM, unless said", {
  symbol: z.string().describe("Symbol as asked"),
  ...z.object(companyFields).partial().shape,
  ...z.object(fundFields).partial().shape,
  currency: rowCurrency,
  ...z.object(currencies).partial().shape,
  source: rowSource("Who answered, such as PROVIDER_A").optional(),
  ...z.object(range).partial().shape,
  ...z.object(requested).partial().shape,
});

/** So many rows of a comparison between two days fit into a default answer with all columns, beside their correlation. */
const MAX_WHOLE_RANGES = 7;
const USUAL_RANGE_COLUMNS = [
  "symbol",
  "currency",
  ...Object.keys(range).filter((name) => !/^(?:start|end)(?:Date|Close)$/.test(name)),
];

const COMPANY_COLUMNS = [...Object.keys({ ...companyFields, ...currencies }), "source"];
const REQUESTED_COLUMNS = Object.keys(requested);

/** The columns of a company that mean nothing for a fund, or that its own ones replace. */
const NOT_OF_FUNDS = new Set([
  "sector",
  "marketCap",
  "peRatio",
  "priceToBook",
  "dividendYield",
  "grossMargin",
  "operatingMargin",
  "netMargin",
  "roe",
  "debtToEquity",
  "targetMeanPrice",
  "recommendationKey",
  "enterpriseValueToEbitda",
  "netDebt",
  "reportingCurrency",
  "targetCurrency",
  ...REQUESTED_COLUMNS.filter((name) => name !== "price"),
]);

/** Whether rows with these columns of all differ between companies and funds, or are only about funds. */
export function concernsFunds(columns: readonly string[] | undefined): boolean {
  return columns?.some((name) => NOT_OF_FUNDS.has(name) || Object.hasOwn(fundFields, name)) ?? true;
}

/** The figures of a fund in a comparison of funds. */
export type FundFigures = z.output<z.ZodObject<typeof fundFields>>;

/** Returns the row of a fund: its name, its own figures, then those of its price. */
export function toFundRow({ symbol, companyName, ...row }: CompanyRow, figures: FundFigures): z.output<typeof stock> {
  const others = Object.entries(row).filter(([name]) => !NOT_OF_FUNDS.has(name));
  return { symbol, companyName, ...figures, ...Object.fromEntries(others) } as z.output<typeof stock>;
}

/** A row with everything that is known of a company. */
export type CompanyRow = z.output<z.ZodObject<typeof companyFields & typeof currencies & typeof requested>> &
  Pick<z.output<typeof stock>, "symbol" | "currency"> & { source: string };
/** A row of a comparison between two days. */
export type RangeRow = Partial<z.output<z.ZodObject<typeof range>>> &
  Pick<z.output<typeof stock>, "symbol" | "currency">;

/** A symbol that cannot be compared. */
const failed = z.object({
  symbol: z.string().describe("Symbol as asked"),
  error: sentence.describe("Why it cannot be compared"),
});

/** The columns of which a median says something: not a price of one share. */
const medians = {
  ...z
    .object({ ...companyFields, ...requested })
    .omit({
      companyName: true,
      sector: true,
      targetMeanPrice: true,
      recommendationKey: true,
      pricesTo: true,
      price: true,
    })
    .partial().shape,
  priceReturnPercent: range.priceReturnPercent.optional(),
  totalReturnPercent: range.totalReturnPercent.optional(),
  convertedReturnPercent: range.convertedReturnPercent.optional(),
};
const MEDIAN_COLUMNS = Object.keys(medians) as (keyof typeof medians)[];

const portfolioFields = object("Bought at `from`, held, dividends reinvested; equal weights without `weights`", {
  currency: label("`convert`, else that of the first symbol"),
  from: always(date("latest first close")),
  to: always(date("latest last close")),
  days: always(count("closes of the value between both: days on which a holding has one")),
  invested: always(money(undefined, "amount, in `currency`")),
  value: money(undefined, "sum of invested × weight × adjusted close / that of the start × rate / that of the start"),
  totalReturnPercent: signed(percent("value / invested - 1", "Total return")),
  annualReturnPercent: annualReturn,
  volatility: volatilityOf("the value"),
  maxDrawdown: z
    .object({
      percent: always(signed(percent("value / highest value before - 1"))),
      peak: always(date()),
      trough: always(date()),
    })
    .nullable()
    .describe("Deepest fall of the value"),
  sharpe: sharpeOf("the value").optional(),
  best: z.string().describe("Holding with the highest total return in `currency`"),
  worst: z.string().describe("Holding with the lowest"),
});

const correlation = object("Pearson over ln(adjusted close / that of the common day before), each in its currency", {
  from: always(date("first common day")),
  to: always(date("last common day")),
  days: always(count("common days, on which all have a close")),
  symbols: z.array(z.string()).describe("Of rows and columns"),
  matrix: list(
    "Matrix",
    z.array(figure("-1 to 1")),
    "rows of numbers from -1 to 1; null for a stock that does not move",
  ),
});

/** The answer's body. */
const output = z.object({
  stocks: z.array(stock).describe("As asked"),
  errors: z.array(failed).describe("Symbols without an answer"),
  peers: describe(
    z
      .object({
        source: z.string().describe("Who names them, such as PROVIDER_A"),
        kind: z.enum(PEER_KINDS).describe("peers of the same business, or related by interest of readers"),
        symbols: z.array(z.string()).describe("At most four"),
      })
      .nullable()
      .optional(),
    ["With one symbol: companies beside it", "null when none are known"],
  ),
  median: object("Of the columns shown; mean of the two middle rows where their number is even", medians)
    .optional()
    .describe("Of the rows with a value, of columns that `fields` names or of returns"),
  portfolio: portfolioFields
    .nullable()
    .optional()
    .describe("With `from`; null with a note where a holding lacks figures"),
  correlation: correlation.nullable().optional().describe("With `from`; null under 30 common days"),
  notes,
  timestamp,
});

/** Rows between two days are made of prices only, so that what is known of companies is asked for when it is named. */
const rows: RowsSpec = {
  list: "stocks",
  failed: "errors",
  key: ["symbol", "companyName"],
  columns: {
    ...shownWhen(REQUESTED_COLUMNS, "on request"),
    ...shownWhen(["enterpriseValueToEbitda", "netDebt", ...Object.keys(fundFields)], "rarely"),
    ...shownWhen(Object.keys(range), { with: "from" }),
  },
  usualFields({ stocks, portfolio }) {
    const { length } = stocks as unknown[];
    if (portfolio === undefined) return length > MAX_WHOLE_ROWS ? USUAL_COLUMNS : undefined;
    return length > MAX_WHOLE_RANGES ? USUAL_RANGE_COLUMNS : undefined;
  },
  totals: ({ fields }, body) => ({ fields: toMedians(body, fields) }),
  onRequest: {
    inputFor: (names) => (names.length > 0 ? { columns: names } : {}),
    namesOf: ({ portfolio }) =>
      portfolio === undefined ? REQUESTED_COLUMNS : [...COMPANY_COLUMNS, ...REQUESTED_COLUMNS],
    also(names, between, { from }) {
      if (from === undefined) return [];
      return [{ columns: names, input: { symbols: between.map(({ symbol }) => symbol), alone: true, columns: names } }];
    },
    keptWith: (names) => names.flatMap((name) => CURRENCIES[name] ?? []),
    toColumns({ rows: between, further }) {
      const companies = further.flatMap((answer) => answer.rows);
      return {
        notes: further.flatMap(({ body }) => (body as z.output<typeof output>).notes),
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
    alsoCalled: ["peers", "vs"],
    set: "core",
    description:
      "Compares 2-10 stocks or one to peers (competitors): valuation, margins, debt; with from: returns, Sharpe, correlation, portfolio.",
    leading: ["symbol", "companyName", "price"],
    picture: "comparison",
    extras: {
      symbols: listedSymbols(1, MAX_COMPARED).describe("e.g. AAPL, MSFT"),
      from: day.optional().describe("First day"),
      to: day.optional().describe("Last day"),
      weights: weights(MAX_COMPARED).optional().describe("%, sum 100"),
      amount: amount.describe("Money at start"),
      convert: convert.describe("e.g. EUR"),
    },
    aliases: { allocation: "weights", weighting: "weights", investment: "amount", initial_investment: "amount" },
    unlisted: ["median", "portfolio", "correlation"],
    rows,
  },
  input: z.object({
    symbols: listedSymbols(1, MAX_COMPARED).describe(`1 to ${MAX_COMPARED}`),
    from: day.optional().describe("Returns from the close at or before this day"),
    to: day.optional().describe("Returns to the close at or before this day, by default the latest"),
    weights: weights(MAX_COMPARED)
      .optional()
      .describe("With `from`: percent of each symbol, in their order, with a sum of 100"),
    amount: amount.describe("With `from`: money at the start, by default 10000"),
    convert: convert.describe("With `from`: currency of the portfolio, by default that of the first symbol"),
  }),
  output,
  freshness: SLOW,
  errors: marketErrors,
  firstNotes: ({ stocks, errors }) => {
    const missing = toMissingNotes(stocks, errors);
    const mistaken = toMistakenNotes(stocks.map(({ symbol: each }) => each));
    const [only, ...others] = stocks;
    return missing.length > 0 && others.length === 0
      ? [...mistaken, ...missing, say`Only ${only!.symbol} is left to compare.`]
      : [...mistaken, ...missing, ...toFundDaysNotes(stocks)];
  },
  rule: (input) => peersRule(input) ?? daysRule(input) ?? heldRule(input),
});

/** Returns a sentence on the different ends of two returns of a year that stand beside each other, where all rows agree. */
function toFundDaysNotes(stocks: z.output<typeof output>["stocks"]): Sentence[] {
  const ends = new Set(
    stocks.map(({ returnsTo, pricesTo }) => (returnsTo && pricesTo ? `${returnsTo},${pricesTo}` : "")),
  );
  const [returnsTo, pricesTo] = [...ends].join(",").split(",");
  return ends.size === 1 && pricesTo && returnsTo !== pricesTo
    ? [say`${the.field("fundReturn1y")} ends on ${returnsTo}, ${the.field("return1y")} on ${pricesTo}.`]
    : [];
}

interface Input {
  symbols: readonly string[];
  from?: string | undefined;
  to?: string | undefined;
  weights?: readonly number[] | undefined;
}

/** Returns a sentence where one symbol is left of several items: it alone would be compared with its peers. */
function peersRule({ symbols, from }: Input): string | undefined {
  const odd = symbols.find((symbol) => whyNoSymbol(symbol) !== undefined);
  const left = [...new Set(symbols.filter((symbol) => whyNoSymbol(symbol) === undefined))];
  return odd !== undefined && left.length === 1 && from === undefined
    ? `Invalid "symbols": got ${quoted(odd)}. ${whyNoSymbol(odd)} Allowed: two symbols or more; ${left[0]} alone is compared with its peers.`
    : undefined;
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
function heldRule({ symbols, weights: given }: Input): string | undefined {
  if (given === undefined) return undefined;
  const twice = symbols.find((symbol, at) => symbols.indexOf(symbol) !== at);
  const odd = twice ?? symbols.find((symbol) => whyNoSymbol(symbol) !== undefined);
  if (odd !== undefined) {
    const why = twice === undefined ? whyNoSymbol(odd) : "It was given twice.";
    return `Invalid "symbols": got ${quoted(odd)}. ${why} Allowed: with "weights", symbols, each once.`;
  }
  return weightsRule(given, symbols.length);
}

type Row = Readonly<Record<string, unknown>>;

/** Amounts of money, with the column that names the currency of each. */
const CURRENCIES: Readonly<Record<string, string>> = { marketCap: "marketCapCurrency", netDebt: "reportingCurrency" };

/**
 * Returns the field `median` with the medians of the columns that `fields` names, or of the returns between two days; no
 * field where there are none. A median has six significant digits, and is `null` without a value, and for amounts that
 * are not all in one currency.
 */
export function toMedians(body: Row, fields: readonly string[] | undefined): Row {
  const stocks = body["stocks"] as readonly Row[];
  const isRange = body["portfolio"] !== undefined;
  const shown = (name: string) =>
    fields ? fields.includes(name) : isRange && stocks.some((row) => Object.hasOwn(row, name));
  const columns = MEDIAN_COLUMNS.filter(shown);
  if (stocks.length < 2 || columns.length === 0) return {};
  return { median: Object.fromEntries(columns.map((name) => [name, toMedian(stocks, name)])) };
}

function toMedian(stocks: readonly Row[], name: string): number | null {
  const known = stocks.filter((row) => typeof row[name] === "number");
  const currency = CURRENCIES[name];
  if (currency !== undefined && !isOneCurrency(known.map((row) => row[currency]))) return null;
  const values = known.map((row) => row[name] as number);
  const middle = median(values);
  // Only a mean of two is computed; a middle row's value stays as its source sent it.
  return middle === undefined ? null : values.includes(middle) ? middle : toSixDigits(middle);
}

function isOneCurrency([first, ...others]: readonly unknown[]): boolean {
  return typeof first === "string" && others.every((each) => each === first);
}
