/** The fields of a stock comparison. */
import { figure, money, multiple, percent, price, ratio, signed, words } from "../contract/field.js";
import { rowCurrency, rowMarketCapCurrency } from "../contract/fields.js";
import { object, z } from "../contract/schema.js";

const returnOf = (period: string, label: string) => signed(percent(`${period}, without dividends`, label));

/** A company of a comparison. */
export const stock = object("Ratio, TTM, unless said", {
  symbol: z.string().describe("Symbol as asked"),
  companyName: words("Full name"),
  sector: words("Sector"),
  marketCap: money("major", "in `marketCapCurrency`"),
  peRatio: multiple("TTM; price / earnings, null for losses", "P/E"),
  priceToBook: multiple("latest quarter; null where currencies differ", "Price / book"),
  dividendYield: ratio("annual"),
  beta: figure("5 years monthly; slope against the market"),
  grossMargin: ratio("TTM"),
  operatingMargin: ratio("B latest quarter, A TTM"),
  netMargin: ratio("TTM"),
  roe: ratio("TTM; return on equity", "Return on equity"),
  debtToEquity: ratio("latest quarter; B's percentage / 100", "Debt / equity"),
  targetMeanPrice: price("analysts' mean, 12 months ahead, in `targetCurrency`", "Mean target"),
  recommendationKey: words("Lower case, e.g. buy, strong_buy", "Rating"),
  return1mo: returnOf("30 days", "Return, 30 days"),
  returnYtd: returnOf("since the last close of the year before", "Return, this year"),
  return1y: returnOf("365 days", "Return, 1 year"),
  volatility20: percent("20 daily logarithmic returns × √252 (coins √365)", "Volatility, 20 days"),
  enterpriseValueToEbitda: multiple("TTM; from B; null where price and accounts differ in currency", "EV / EBITDA"),
  netDebt: money("accounts", "latest quarter; debt - cash with short-term investments, from B"),
  pricesTo: words("Day that returns and volatility end on"),
  currency: rowCurrency,
  marketCapCurrency: rowMarketCapCurrency,
  reportingCurrency: words("Of the accounts behind the ratios"),
  targetCurrency: words("Of targetMeanPrice"),
  source: z.string().describe("Who answered, such as PROVIDER_A"),
});

/** A symbol that cannot be compared. */
export const failed = z.object({
  symbol: z.string().describe("Symbol as asked"),
  error: z.string().describe("Why it cannot be compared"),
});
