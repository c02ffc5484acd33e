/** Compares companies by their overviews. */
import { defineCapability, type BodyOf, type InputOf } from "../contract/capability.js";
import type { Served } from "../contract/envelope.js";
import { toMarketDataError, type MarketDataError } from "../contract/errors.js";
import type { Derived } from "../contract/entry.js";
import { z } from "../contract/schema.js";
import { figure, symbols, timestamp, words } from "./fields.js";
import type { overview } from "./overview.js";
import { marketErrors, SLOW } from "./shapes.js";

const stock = z
  .object({
    symbol: z.string().describe("Symbol as asked"),
    companyName: words("Full name"),
    sector: words("Sector"),
    marketCap: figure("Listing currency"),
    peRatio: figure("TTM; price / earnings, null for losses"),
    priceToBook: figure("Latest quarter; ratio, null where currencies differ"),
    dividendYield: figure("Annual; ratio (0.01 = 1 %)"),
    beta: figure("5 years monthly; slope against the market"),
    grossMargin: figure("TTM; ratio (0.4 = 40 %)"),
    operatingMargin: figure("B latest quarter, A TTM; ratio"),
    netMargin: figure("TTM; ratio"),
    roe: figure("TTM; return on equity, ratio"),
    debtToEquity: figure("B percent, A ratio; see `source`"),
    targetMeanPrice: figure("Per share; analysts' mean, 12 months ahead, listing currency"),
    recommendationKey: words("Lower case, e.g. buy, strong_buy"),
    source: z.string().describe("Who answered: PROVIDER_A or PROVIDER_B"),
  })
  .describe("TTM ratios, not percent, and listing currency, unless said");

const failed = z.object({
  symbol: z.string().describe("Symbol as asked"),
  error: z.string().describe("Why it cannot be compared"),
});

export const compareStocks = defineCapability({
  name: "compare-stocks",
  title: "Stock comparison",
  route: "/api/v1/compare",
  tool: {
    name: "compare_stocks",
    description: "Key metrics of 2 to 5 companies side by side: size, valuation, margins, debt, analysts.",
  },
  input: z.object({ symbols: symbols(2, 5) }),
  output: z.object({
    stocks: z.array(stock).describe("As asked"),
    errors: z.array(failed).describe("Symbols that could not be had"),
    timestamp,
  }),
  freshness: SLOW,
  errors: marketErrors,
});

/**
 * The comparison from one overview each, which are kept as overviews are.
 *
 * @throws {MarketDataError} the first failure when no overview could be had.
 */
export async function compareByOverview(
  { symbols: asked }: InputOf<typeof compareStocks>,
  askOverview: (symbol: string) => Promise<Served>,
): Promise<Derived<typeof compareStocks>> {
  const ended = await Promise.allSettled(asked.map(askOverview));
  const stocks: z.output<typeof stock>[] = [];
  const errors: z.output<typeof failed>[] = [];
  const parts: Served[] = [];
  const failures: MarketDataError[] = [];
  for (const [index, end] of ended.entries()) {
    const symbol = asked[index]!;
    if (end.status === "rejected") {
      const failure = toMarketDataError(end.reason);
      failures.push(failure);
      errors.push({ symbol, error: failure.message });
    } else {
      parts.push(end.value);
      stocks.push(toStock(end.value));
    }
  }
  const [first] = ended;
  if (stocks.length === 0 && first?.status === "rejected") throw first.reason;
  const mixed = new Set(stocks.map(({ source }) => source)).size > 1;
  return { data: { stocks, errors }, parts, failures, notes: mixed ? [MIXED_NOTE] : [] };
}

const MIXED_NOTE =
  "debtToEquity is a percentage from PROVIDER_B and a ratio from PROVIDER_A; see source of each stock.";

function toStock({ envelope }: Served): z.output<typeof stock> {
  const { financialMetrics: metrics, analystData: analysts, ...body } = envelope.body as BodyOf<typeof overview>;
  return {
    symbol: body.symbol,
    companyName: body.companyName,
    sector: body.sector,
    marketCap: body.marketCap,
    peRatio: metrics.peRatio,
    priceToBook: metrics.priceToBook,
    dividendYield: metrics.dividendYield,
    beta: metrics.beta,
    grossMargin: metrics.grossMargin,
    operatingMargin: metrics.operatingMargin,
    netMargin: metrics.netMargin,
    roe: metrics.roe,
    debtToEquity: metrics.debtToEquity,
    targetMeanPrice: analysts.targetMeanPrice,
    recommendationKey: analysts.recommendationKey,
    source: envelope.provider === "provider-a" ? "PROVIDER_A" : "PROVIDER_B",
  };
}
