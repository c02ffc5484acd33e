/** Company overview: description, ratios, analysts' opinions. */
import {
  codes,
  count,
  figure,
  label,
  money,
  multiple,
  percentFrom,
  price,
  ratio,
  words,
} from "../../contract/field.js";
import { defineCapability } from "../../contract/capability.js";
import { object, z } from "../../contract/schema.js";
import { answerSymbol, symbol, timestamp } from "../../contract/fields.js";
import { SLOW, compareThem } from "../shapes.js";

/** The words for the source's ratings. */
const CONSENSUS = {
  strong_buy: "Strong buy",
  buy: "Buy",
  hold: "Hold",
  underperform: "Underperform",
  sell: "Sell",
  strong_sell: "Strong sell",
  none: "None",
};

export const overview = defineCapability({
  name: "overview",
  title: "Company overview",
  route: "/api/v1/stock/{symbol}/overview",
  tool: {
    name: "get_company_overview",
    set: "core",
    untrusted: ["description"],
    leading: ["companyName"],
    description:
      "Company profile (business, CEO, employees, headquarters), key ratios (PE, margins, ROE, debt) and analyst summary. Start here for a company. Read note first.",
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
    marketCap: money("major", "now"),
    employees: count("full-time; as last reported"),
    description: words("Business description, third-party text"),
    website: words("https address"),
    headquarters: words("City, state, country"),
    founded: label("Year, read from the description"),
    ceo: words("Chief executive"),
    exchange: words("Exchange as the source names it"),
    financialMetrics: object("Ratio or multiple, TTM; from provider B, else A", {
      peRatio: multiple("TTM; price / earnings; null for losses"),
      pegRatio: multiple("PE / growth expected by analysts; null for losses"),
      priceToBook: multiple(
        "latest quarter; null where price and accounts are in different currencies, pence and pounds included",
      ),
      priceToSales: multiple("TTM; null where market cap and accounts are in different currencies"),
      dividendYield: ratio("annual, a fund's yield"),
      beta: figure("5 years monthly; slope against the market"),
      eps: price("earnings, TTM (B: pounds where prices are in pence)", "Earnings per share"),
      revenue: money("accounts", "B: TTM, A: last reported year"),
      grossMargin: ratio("TTM"),
      operatingMargin: ratio("B latest quarter, A TTM"),
      netMargin: ratio("TTM"),
      roe: ratio("TTM; return on equity", "Return on equity"),
      roa: ratio("TTM; return on assets", "Return on assets"),
      debtToEquity: percentFrom("provider-b", ratio("145 from B is 1.45 from A; latest quarter", "Debt / equity")),
      currentRatio: multiple("latest quarter; current assets / current liabilities"),
    }),
    analystData: object("Targets in listing currency", {
      recommendationMean: figure(
        "1 strong buy to 5; 5 is strong sell; mean of the analysts, for A sum(weight * count) / sum(count)",
        "Average rating, 1 is strong buy",
      ),
      recommendationKey: codes(CONSENSUS, words("Lower case, e.g. buy, strong_buy", "Consensus")),
      numberOfAnalystOpinions: count("analysts behind the mean", "Analysts"),
      targetHighPrice: price("12 months ahead", "Target, high"),
      targetLowPrice: price("12 months ahead", "Target, low"),
      targetMeanPrice: price("12 months ahead", "Target, mean"),
      targetMedianPrice: price("12 months ahead", "Target, median"),
    }),
    timestamp,
  }),
  hintForSeveral: compareThem,
  freshness: SLOW,
  errors: { style: "message", retryField: "retryAfter", unavailable: 500 },
});
