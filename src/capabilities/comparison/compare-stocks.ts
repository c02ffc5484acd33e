/** The fields of a stock comparison. */
import {
  always,
  count,
  date,
  figure,
  list,
  label,
  money,
  multiple,
  percent,
  price,
  ratio,
  signed,
  words,
} from "../contract/field.js";
import { notes, rowCurrency, rowMarketCapCurrency, timestamp } from "../contract/fields.js";
import { object, z } from "../contract/schema.js";
import { PEER_KINDS } from "./peers.js";

const returnOf = (period: string, name: string) => signed(percent(`${period}, without dividends`, name));

/** The columns about a company; rows of a comparison between two days have them when `fields` names them. */
const company = {
  companyName: words("Full name"),
  sector: words("Sector"),
  marketCap: money("major", "in `marketCapCurrency`"),
  peRatio: multiple("TTM; price / earnings, null for losses"),
  priceToBook: multiple("latest quarter; null where currencies differ"),
  dividendYield: ratio("annual"),
  beta: figure("5 years monthly; slope against the market", "Beta (5 years, monthly)"),
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
  volatility20: percent("20 daily logarithmic returns × √252 (coins √365)", "Volatility (20 days, annualised)"),
  enterpriseValueToEbitda: multiple("TTM; from B; null where price and accounts differ in currency", "EV / EBITDA"),
  netDebt: money("accounts", "latest quarter; debt - cash with short-term investments, from B"),
  pricesTo: date("that returns and volatility end on", "As of"),
};

/** The currencies of a company's amounts. */
const currencies = {
  marketCapCurrency: rowMarketCapCurrency,
  reportingCurrency: words("Of the accounts behind the ratios"),
  targetCurrency: words("Of targetMeanPrice"),
};

/** Columns that rows have only when `fields` names them. */
const requested = {
  price: price("close of pricesTo"),
  forwardPE: multiple("next fiscal year; price / expected earnings; from B", "Forward P/E"),
  evToRevenue: multiple("TTM; from B; null where price and accounts differ in currency", "EV / revenue"),
  revenueGrowth: signed(ratio("latest quarter on the year before; from B", "Revenue growth, latest quarter")),
  ebitdaMargin: ratio("TTM; EBITDA / revenue, from B", "EBITDA margin"),
  freeCashFlowYield: ratio(
    "TTM; free cash flow after interest, from B / market cap; null where accounts are in another currency",
  ),
  payoutRatio: ratio("TTM; dividends / earnings, from B", "Payout ratio"),
};

/** The columns of a comparison between two days. */
const range = {
  startDate: date("of the close at or before `from`"),
  startClose: price("adjusted for splits"),
  endDate: date("of the last close at or before `to`"),
  endClose: price("adjusted for splits"),
  priceReturnPercent: signed(percent("endClose / startClose - 1", "Price return")),
  totalReturnPercent: signed(percent("the same of closes adjusted for dividends too: reinvested", "Total return")),
  convertedReturnPercent: signed(
    percent("total return × change of the rate, in the portfolio's currency", "Total return"),
  ),
  weightPercent: percent("of the money at the start, with `weights`", "Weight at the start"),
  value: money(undefined, "at the end, in the portfolio's currency"),
};

/** A stock of a comparison: a company, or its returns between two days. */
export const stock = object("Ratio, TTM, unless said", {
  symbol: z.string().describe("Symbol as asked"),
  ...z.object(company).partial().shape,
  currency: rowCurrency,
  ...z.object(currencies).partial().shape,
  source: z.string().optional().describe("Who answered, such as PROVIDER_A"),
  ...z.object(range).partial().shape,
  ...z.object(requested).partial().shape,
});

export const COMPANY_COLUMNS = [...Object.keys({ ...company, ...currencies }), "source"];
export const REQUESTED_COLUMNS = Object.keys(requested);
export const RANGE_COLUMNS = Object.keys(range);

/** A row with everything that is known of a company. */
export type CompanyRow = z.output<z.ZodObject<typeof company & typeof currencies & typeof requested>> &
  Pick<z.output<typeof stock>, "symbol" | "currency"> & { source: string };
/** A row of a comparison between two days. */
export type RangeRow = Partial<z.output<z.ZodObject<typeof range>>> &
  Pick<z.output<typeof stock>, "symbol" | "currency">;

/** A symbol that cannot be compared. */
export const failed = z.object({
  symbol: z.string().describe("Symbol as asked"),
  error: z.string().describe("Why it cannot be compared"),
});

/** The columns of which a median says something: not a price of one share. */
const medians = {
  ...z
    .object({ ...company, ...requested })
    .pick({
      marketCap: true,
      peRatio: true,
      priceToBook: true,
      dividendYield: true,
      beta: true,
      grossMargin: true,
      operatingMargin: true,
      netMargin: true,
      roe: true,
      debtToEquity: true,
      return1mo: true,
      returnYtd: true,
      return1y: true,
      volatility20: true,
      enterpriseValueToEbitda: true,
      netDebt: true,
      forwardPE: true,
      evToRevenue: true,
      revenueGrowth: true,
      ebitdaMargin: true,
      freeCashFlowYield: true,
      payoutRatio: true,
    })
    .partial().shape,
  priceReturnPercent: range.priceReturnPercent.optional(),
  totalReturnPercent: range.totalReturnPercent.optional(),
  convertedReturnPercent: range.convertedReturnPercent.optional(),
};
export const MEDIAN_COLUMNS = Object.keys(medians) as (keyof typeof medians)[];

const portfolio = object("Bought at `from`, held, dividends reinvested; equal weights without `weights`", {
  currency: label("`convert`, else that of the first symbol"),
  from: always(date("latest first close")),
  to: always(date("latest last close")),
  days: always(count("closes of the value between both: days on which a holding has one")),
  invested: always(money(undefined, "amount, in `currency`")),
  value: money(undefined, "sum of invested × weight × adjusted close / that of the start × rate / that of the start"),
  totalReturnPercent: signed(percent("value / invested - 1", "Total return")),
  volatility: percent("sample deviation of the value's daily logarithmic returns × √252 (with a coin √365) × 100"),
  maxDrawdown: z
    .object({
      percent: always(signed(percent("value / highest value before - 1"))),
      peak: always(date()),
      trough: always(date()),
    })
    .nullable()
    .describe("Deepest fall of the value"),
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
export const comparisonOutput = z.object({
  stocks: z.array(stock).describe("As asked"),
  errors: z.array(failed).describe("Symbols without an answer"),
  peers: z
    .object({
      source: z.string().describe("Who names them, such as PROVIDER_A"),
      kind: z.enum(PEER_KINDS).describe("peers of the same business, or related by interest of readers"),
      symbols: z.array(z.string()).describe("At most four"),
    })
    .nullable()
    .optional()
    .describe("With one symbol: companies beside it; null when none are known"),
  median: object("Of the columns shown; mean of the two middle rows where their number is even", medians)
    .optional()
    .describe("Of the rows with a value, of columns that `fields` names or of returns"),
  portfolio: portfolio.nullable().optional().describe("With `from`; null with a note where a holding lacks figures"),
  correlation: correlation.nullable().optional().describe("With `from`; null under 30 common days"),
  notes,
  timestamp,
});
