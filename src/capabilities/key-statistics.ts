/** Key statistics of a company: valuation multiples, growth, margins, balance sheet, shares. */
import { defineCapability, type DataOf } from "../contract/capability.js";
import { z } from "../contract/schema.js";
import { answerSymbol, figure, symbol, SYMBOL_ALIASES, timestamp, words } from "../contract/fields.js";
import { SLOW, symbolErrors } from "./shapes.js";

const RATIO = "ratio (0.24 = 24 %)";

export const keyStatistics = defineCapability({
  name: "key-statistics",
  title: "Key statistics",
  route: "/api/v1/stock/{symbol}/statistics",
  tool: {
    name: "get_key_statistics",
    set: "company",
    aliases: SYMBOL_ALIASES,
    description:
      "Valuation multiples, growth, margins, cash and debt, share counts, short interest, averages of one company.",
    units:
      "margins, returns, growth, holdings and changes are ratios (0.24 is 24 %), debtToEquity is in percent from provider B and a ratio from provider A.",
    picture: "statistics",
  },
  input: z.object({ symbol }),
  output: z.object({
    symbol: answerSymbol,
    currency: words("Of prices, as the source writes it; GBp is pence"),
    reportingCurrency: words("Of figures from the accounts; null where the source mislabels it, see the notes"),
    valuation: z
      .object({
        marketCap: figure("currency; never in a minor unit; now"),
        enterpriseValue: figure(
          "currency; never in a minor unit; null for banks, and where price and accounts differ in currency",
        ),
        trailingPE: figure("TTM; price / earnings; null for losses, or where market cap / net income contradicts it"),
        forwardPE: figure("Next fiscal year; price / expected earnings; from B"),
        pegRatio: figure("PE / growth; growth expected by analysts; null for losses"),
        priceToSales: figure("TTM; null where price and accounts differ in currency"),
        priceToBook: figure("Latest quarter; null where price and accounts differ in currency, pence included"),
        evToRevenue: figure("TTM; null where price and accounts differ in currency"),
        evToEbitda: figure("TTM; null where price and accounts differ in currency"),
      })
      .describe("Multiples; money in currency"),
    growth: z
      .object({
        revenue: figure(`${RATIO}; latest quarter on the year before; from B`),
        earnings: figure(`${RATIO}; latest quarter on the year before; from B`),
      })
      .describe(`On the year before, ${RATIO}`),
    profit: z
      .object({
        ebitda: figure("reportingCurrency; TTM"),
        grossProfit: figure("reportingCurrency; TTM; null for banks"),
        freeCashFlow: figure("reportingCurrency; TTM, after interest; from B"),
        operatingCashFlow: figure("reportingCurrency; TTM; from B"),
        grossMargin: figure(`${RATIO}; TTM`),
        operatingMargin: figure(`${RATIO}; B latest quarter, A TTM`),
        netMargin: figure(`${RATIO}; TTM`),
        returnOnEquity: figure(`${RATIO}; TTM`),
        returnOnAssets: figure(`${RATIO}; TTM`),
      })
      .describe(`TTM: reportingCurrency, or ${RATIO}`),
    balance: z
      .object({
        cash: figure("reportingCurrency; with short-term investments; from B"),
        debt: figure("reportingCurrency; from B"),
        debtToEquity: figure("B percent, A ratio; 145 from B is 1.45 from A"),
        currentRatio: figure("Ratio; current assets / current liabilities"),
        quickRatio: figure("Ratio; as currentRatio, without inventory"),
        bookValue: figure("reportingCurrency, a share; equity / shares"),
      })
      .describe("reportingCurrency, or ratio, of the latest quarter"),
    shares: z
      .object({
        outstanding: figure("Shares; of this listing"),
        float: figure("Shares; null where it exceeds all shares, as for ADRs"),
        short: figure("Shares; sold short on shortDate; US listings"),
        shortPercentOfFloat: figure(`${RATIO}`),
        shortRatioDays: figure("Days; short / average daily volume"),
        shortDate: words("Day of the short figures, YYYY-MM-DD"),
        insiders: figure(`${RATIO}; held by insiders`),
        institutions: figure(`${RATIO}; held by institutions`),
      })
      .describe(`Shares, or ${RATIO}`),
    price: z
      .object({
        fiftyTwoWeekChange: figure(`${RATIO}; from B`),
        marketFiftyTwoWeekChange: figure(`${RATIO}; of the S&P 500; from B`),
        beta: figure("ratio; 5 years monthly; slope against the market"),
        average50: figure("currency; mean close of 50 days; from B"),
        average200: figure("currency; mean close of 200 days; from B"),
      })
      .describe(`currency, or ${RATIO}`),
    fiscal: z
      .object({
        lastYearEnd: words("YYYY-MM-DD; of the latest reported year"),
        nextYearEnd: words("YYYY-MM-DD; a year after lastYearEnd, past until that year is reported"),
        latestQuarter: words("End of it, YYYY-MM-DD"),
      })
      .describe("Days"),
    timestamp,
  }),
  freshness: SLOW,
  errors: {
    ...symbolErrors((asked, detail) => ({ error: `404: Failed to fetch key statistics for ${asked}`, detail })),
    also: ["no_coverage"],
  },
});

/** The groups of an answer. */
export type Statistics = Pick<
  DataOf<typeof keyStatistics>,
  "valuation" | "growth" | "profit" | "balance" | "shares" | "price" | "fiscal"
>;

/** Whether no figure except a market cap is known, as for coins and indices. */
export function isEmpty({ valuation: { marketCap: _marketCap, ...valuation }, ...groups }: Statistics): boolean {
  return Object.values({ ...groups, valuation }).every((group) => Object.values(group).every((each) => each === null));
}

/**
 * Returns the currency of each field that may not be in the currency of the prices. `major` is the currency of the
 * prices, or its major unit if they are in a minor one; `reporting` is the currency of the accounts.
 */
export function toStatisticsCurrencies(major: string | null, reporting: string | null): Record<string, string | null> {
  return {
    marketCap: major,
    enterpriseValue: major,
    ebitda: reporting,
    grossProfit: reporting,
    freeCashFlow: reporting,
    operatingCashFlow: reporting,
    cash: reporting,
    debt: reporting,
    bookValue: reporting,
  };
}
