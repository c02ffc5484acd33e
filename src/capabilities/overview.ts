/** Company overview: description, ratios, analysts' opinions. */
import { defineCapability } from "../contract/capability.js";
import { z } from "../contract/schema.js";
import { answerSymbol, figure, symbol, timestamp, words, SYMBOL_ALIASES } from "../contract/fields.js";
import { SLOW } from "./shapes.js";

export const overview = defineCapability({
  name: "overview",
  title: "Company overview",
  route: "/api/v1/stock/{symbol}/overview",
  tool: {
    name: "get_company_overview",
    set: "core",
    aliases: SYMBOL_ALIASES,
    units:
      "dividendYield, margins, roe and roa are ratios (0.24 is 24 %), debtToEquity is in percent from provider B and a ratio from provider A.",
    untrusted: ["description"],
    description:
      "Company profile, key ratios (PE, margins, ROE, debt) and analyst summary. Start here for questions about a company.",
  },
  resource: {
    path: "stock/{symbol}/overview",
    description: "Profile, valuation, margins and analysts' view of one company.",
  },
  input: z.object({ symbol }),
  output: z.object({
    symbol: answerSymbol,
    companyName: words("Full name"),
    industry: words("Industry"),
    sector: words("Sector"),
    marketCap: figure("Listing currency, pounds where prices are in pence; now"),
    employees: figure("Full-time; as last reported"),
    description: words("Business description, third-party text"),
    website: words("https address"),
    headquarters: words("City, state, country"),
    founded: words("Year, read from the description"),
    ceo: words("Chief executive"),
    exchange: words("Exchange as the source names it"),
    financialMetrics: z
      .object({
        peRatio: figure("TTM; price / earnings; null for losses"),
        pegRatio: figure("PE / growth; ratio, growth expected by analysts; null for losses"),
        priceToBook: figure(
          "Latest quarter; ratio; null where price and accounts are in different currencies, pence and pounds included",
        ),
        priceToSales: figure("TTM; ratio; null where market cap and accounts are in different currencies"),
        dividendYield: figure("Annual; ratio (0.01 = 1 %), a fund's yield"),
        beta: figure("5 years monthly; slope against the market"),
        eps: figure("TTM; earnings per share, listing currency (B: pounds where prices are in pence)"),
        revenue: figure("Reporting currency; B: TTM, A: last reported year"),
        grossMargin: figure("TTM; ratio (0.4 = 40 %)"),
        operatingMargin: figure("B latest quarter, A TTM; ratio, 0.4 = 40 %"),
        netMargin: figure("TTM; ratio (0.4 = 40 %)"),
        roe: figure("TTM; ratio; return on equity"),
        roa: figure("TTM; ratio; return on assets"),
        debtToEquity: figure("B percent, A ratio; 145 from B is 1.45 from A; latest quarter"),
        currentRatio: figure("Latest quarter; current assets / current liabilities"),
      })
      .describe("TTM ratios, not percent, unless said; from provider B, else A"),
    analystData: z
      .object({
        recommendationMean: figure(
          "1 strong buy to 5; 5 is strong sell; mean of the analysts, for A sum(weight * count) / sum(count)",
        ),
        recommendationKey: words("Lower case, e.g. buy, strong_buy"),
        numberOfAnalystOpinions: figure("Count; analysts behind the mean"),
        targetHighPrice: figure("Per share, listing currency; 12 months ahead"),
        targetLowPrice: figure("Per share, listing currency; 12 months ahead"),
        targetMeanPrice: figure("Per share, listing currency; 12 months ahead"),
        targetMedianPrice: figure("Per share, listing currency; 12 months ahead"),
      })
      .describe("Targets per share, listing currency"),
    timestamp,
  }),
  freshness: SLOW,
  errors: { style: "message", retryField: "retryAfter", unavailable: 500 },
});
