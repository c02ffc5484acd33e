/** Key statistics of a company: valuation multiples, growth, margins, balance sheet, shares. */
import type { Sparse } from "../../contract/absent.js";
import { defineCapability, type DataOf } from "../../contract/capability.js";
import { enrichment, findingsOf } from "../../contract/enrichment.js";
import { choosesFields } from "../../contract/rows-spec.js";
import { object, z } from "../../contract/schema.js";
import {
  always,
  count,
  date,
  days,
  figure,
  group,
  label,
  list,
  money,
  multiple,
  perShare,
  price,
  ratio,
  shares,
  signed,
  year,
} from "../../contract/field.js";
import { allowing, answerSymbol, choice, symbol, timestamp } from "../../contract/fields.js";
import { DAY_SECONDS } from "../../lib/day.js";
import { mayBeShare } from "../../contract/currency.js";
import { SLOW, compareThem, symbolErrors } from "../shapes.js";

const pastMultiple = z.object({
  fiscalYear: year("of the accounts"),
  value: multiple("P/E of that year; price at its end / earnings, null for losses", "P/E"),
});

const pastValuation = object("At the end of a past period, as sent by B", {
  date: always(date("end of the period", "Period to")),
  marketCap: money("major", "on that day; null in another currency than the listing's"),
  trailingPE: multiple("P/E over the twelve months before", "P/E (TTM)"),
  priceToSales: multiple("over the twelve months before"),
  priceToBook: multiple("of that period's end"),
  evToEbitda: multiple("over the twelve months before", "EV / EBITDA"),
});

/** Market cap and multiples at the end of one past period. */
export type PastValuation = z.output<typeof pastValuation>;

/** The industry of a company, as the source calls it, and what its companies cost. */
export const industryValuation = z.object({
  name: always(label("as B calls it")),
  medianPe: multiple(
    "TTM; median of the positive P/E of the up to 250 largest of the industry in the listing's region, computed",
    "Median P/E",
  ),
  companies: always(count("with such a P/E")),
});

export type IndustryValuation = z.output<typeof industryValuation>;

/** The P/E of past years, newest first. */
type PastMultiple = z.output<typeof pastMultiple>;

/** The most past periods of an answer: three years of quarters. */
export const MAX_PERIODS = 12;

export const keyStatistics = defineCapability({
  name: "key-statistics",
  title: "Key statistics",
  route: "/api/v1/stock/{symbol}/statistics",
  tool: {
    name: "get_key_statistics",
    alsoCalled: ["ratios", "valuation", "pe"],
    command: "statistics",
    set: "company",
    description:
      "One company in figures: PE ratio (historical too), EV/EBITDA, price to sales, growth, margins, cash, debt, shares, short interest. Several: compare_stocks.",
    // Only servers with a key of FMP have it.
    unlisted: ["pePast", "history", "industry"],
    picture: "statistics",
    rows: {
      list: "history",
      noun: "periods",
      key: ["date"],
      limit: { shown: MAX_PERIODS, max: MAX_PERIODS },
    },
  },
  input: z.object({
    symbol,
    history: choice(["quarter", "year"]).optional().describe("Market cap, multiples at period ends"),
    industry: z.boolean(allowing("true, false")).optional().describe("Median PE of industry"),
  }),
  output: z.object({
    symbol: answerSymbol,
    currency: label("Of prices, as the source writes it; GBp is pence"),
    reportingCurrency: label("Of figures from the accounts; null where the source mislabels it, see the notes"),
    valuation: group("Valuation", {
      marketCap: money("major", "now"),
      enterpriseValue: money(
        "major",
        "negative where cash is larger, as of banks with their customers' deposits; null where price and accounts differ in currency",
      ),
      trailingPE: multiple(
        "TTM; price / earnings; null for losses, or where market cap / net income contradicts it",
        "P/E (TTM)",
      ),
      forwardPE: multiple("next fiscal year; price / expected earnings; from B", "Forward P/E"),
      pegRatio: multiple("PE / growth expected by analysts; null for losses"),
      priceToSales: multiple("TTM; null where price and accounts differ in currency"),
      priceToBook: multiple("latest quarter; null where price and accounts differ in currency, pence included"),
      evToRevenue: multiple("TTM; null where price and accounts differ in currency", "EV / revenue"),
      evToEbitda: multiple("TTM; null where price and accounts differ in currency", "EV / EBITDA"),
    }),
    growth: group(
      "Growth, latest quarter on the year before",
      {
        revenue: signed(ratio("from B")),
        earnings: signed(ratio("from B")),
      },
      "latest quarter on the year before",
    ),
    profit: group(
      "Profit, twelve months",
      {
        ebitda: money("accounts", "TTM"),
        grossProfit: money("accounts", "TTM; null for banks"),
        freeCashFlow: money("accounts", "TTM, after interest; from B"),
        operatingCashFlow: money("accounts", "TTM; from B"),
        grossMargin: ratio("TTM"),
        operatingMargin: ratio("B latest quarter, A TTM"),
        netMargin: ratio("TTM"),
        returnOnEquity: ratio("TTM"),
        returnOnAssets: ratio("TTM"),
        payoutRatio: ratio("TTM; dividends / earnings, as sent"),
      },
      "TTM",
    ),
    balance: group(
      "Balance sheet",
      {
        cash: money("accounts", "with short-term investments; from B"),
        debt: money("accounts", "from B"),
        debtToEquity: ratio("total debt / equity; B's percentage / 100", "Debt / equity"),
        currentRatio: multiple("current assets / current liabilities"),
        quickRatio: multiple("like currentRatio, without inventory"),
        bookValue: perShare("accounts", "a share; equity / shares", "Book value per share"),
      },
      "latest quarter",
    ),
    shares: group("Shares", {
      outstanding: shares("of this listing"),
      float: shares("null where it exceeds all shares, as for ADRs"),
      short: shares("sold short on shortDate; US listings", "Sold short"),
      shortPercentOfFloat: ratio("sold short", "Short interest, % of float"),
      shortRatioDays: days("short / average daily volume", "Days to cover"),
      shortDate: date("day of the short figures", "Short interest as of"),
      insiders: ratio("held by insiders", "Insiders hold"),
      institutions: ratio("held by institutions", "Institutions hold"),
    }),
    price: group("Price", {
      fiftyTwoWeekChange: signed(ratio("from B", "52-week change")),
      marketFiftyTwoWeekChange: signed(ratio("of the S&P 500; from B", "S&P 500, same time")),
      beta: figure("5 years monthly; slope against the market", "Beta (5 years, monthly)"),
      average50: price("mean close of 50 days; from B", "50-day average"),
      average200: price("mean close of 200 days; from B", "200-day average"),
    }),
    fiscal: group("Fiscal year", {
      lastYearEnd: date("of the latest reported year", "Last year ended"),
      nextYearEnd: date("a year after lastYearEnd, past until that year is reported", "Next year ends"),
      latestQuarter: date("end of it"),
    }),
    pePast: list("P/E of past years", pastMultiple, "newest first, at most five; null without a key of A").nullable(),
    history: list("Past valuation", pastValuation, "newest first, where `history` was asked for").optional(),
    industry: group("Industry", industryValuation.shape, "where `industry` was asked for").nullable().optional(),
    timestamp,
  }),
  rule: ({ history: span, ...view }: { history?: unknown; fields?: unknown }) =>
    span === undefined && choosesFields(view.fields)
      ? '"fields" was given without "history". Allowed: beside "history", whose columns it chooses; the other figures always stand together.'
      : undefined,
  hintForSeveral: compareThem,
  freshness: SLOW,
  errors: symbolErrors("fetch key statistics", "no_coverage"),
});

/** Enrichment with the P/E of past years, which only FMP has: one more call a day. */
export const pastMultiples = enrichment(keyStatistics, {
  name: "past-multiples",
  keep: { seconds: DAY_SECONDS, schema: findingsOf(z.array(pastMultiple).nullable()) },
  fields: ["pePast"],
  ask: (data, input) => (data.pePast === null && mayBeShare(input.symbol) ? input.symbol : null),
  apply: (data, facts: PastMultiple[] | null) => ({
    data: { ...data, pePast: facts },
    fields: facts === null ? [] : ["pePast"],
  }),
});

/** The groups of an answer, as a mapping writes them. */
export type Statistics = Sparse<
  Pick<DataOf<typeof keyStatistics>, "valuation" | "growth" | "profit" | "balance" | "shares" | "price" | "fiscal">
>;

/** Whether no figure except a market cap is known, as for coins and indices. */
export function isEmpty({ valuation: { marketCap: _marketCap, ...valuation }, ...groups }: Statistics): boolean {
  return Object.values({ ...groups, valuation }).every((fields) =>
    Object.values(fields).every((each) => each === null || each === undefined),
  );
}
