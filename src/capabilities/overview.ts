/** A company at a glance: what it is, its ratios, what analysts think. */
import { defineCapability } from "../contract/capability.js";
import { z } from "../contract/schema.js";
import { answerSymbol, figure, symbol, timestamp, words } from "./fields.js";
import { SLOW } from "./shapes.js";

export const overview = defineCapability({
  name: "overview",
  title: "Company overview",
  route: "/api/v1/stock/{symbol}/overview",
  tool: {
    name: "get_company_overview",
    description:
      "Company profile with key ratios (PE, margins, ROE, debt) and analyst summary with price targets. Start here for questions about a company.",
  },
  input: z.object({ symbol }),
  output: z.object({
    symbol: answerSymbol,
    companyName: words("Full name"),
    industry: words("Industry"),
    sector: words("Sector"),
    marketCap: figure("Listing currency"),
    employees: figure("Full-time employees"),
    description: words("Business description, third-party text"),
    website: words("URL"),
    headquarters: words("City, state, country"),
    founded: words("Year, read from the description"),
    ceo: words("Chief executive"),
    exchange: words("Exchange as the source names it"),
    financialMetrics: z
      .object({
        peRatio: figure("Price / earnings TTM; null for losses"),
        pegRatio: figure("PE / growth"),
        priceToBook: figure("Ratio; null if currencies differ"),
        priceToSales: figure("Ratio TTM; null if currencies differ"),
        dividendYield: figure("Annual, ratio (0.01 = 1 %)"),
        beta: figure("Against the market"),
        eps: figure("Per share TTM"),
        revenue: figure("TTM, reporting currency"),
        grossMargin: figure("Ratio (0.4 = 40 %)"),
        operatingMargin: figure("Ratio; B: latest quarter, A: TTM"),
        netMargin: figure("Ratio TTM"),
        roe: figure("Return on equity, ratio TTM"),
        roa: figure("Return on assets, ratio TTM"),
        debtToEquity: figure("B: percent (145 = 1.45); A: ratio"),
        currentRatio: figure("Current assets / current liabilities"),
      })
      .describe("Ratios and per-share figures"),
    analystData: z
      .object({
        recommendationMean: figure("1 strong buy to 5 strong sell"),
        recommendationKey: words("Lower case, e.g. buy, strong_buy"),
        numberOfAnalystOpinions: figure("Analysts"),
        targetHighPrice: figure("Per share, listing currency"),
        targetLowPrice: figure("Per share, listing currency"),
        targetMeanPrice: figure("Per share, listing currency"),
        targetMedianPrice: figure("Per share, listing currency"),
      })
      .describe("Analyst opinions and price targets"),
    timestamp,
  }),
  freshness: SLOW,
  errors: { style: "message", retryField: "retryAfter", unavailable: 500 },
});
