/** Company overviews by FMP. */
import { optionalParts } from "../../contract/optional.js";
import { source } from "../../contract/provider.js";
import { z } from "../../contract/schema.js";
import { toDebtToEquity, toMargin, toPegRatio } from "../../market/statements/impossible-zeros.js";
import { number, toPositive, toSixDigits } from "../../contract/values.js";
import { toFounded } from "../../market/symbols/founded.js";
import { overview } from "../../capabilities/companies/overview.js";
import { fromUpstreamSector } from "../../market/symbols/sector-names.js";
import { toAverageRating, toConsensus, toTotal, type RecommendationCounts } from "../../market/holdings/rating.js";
import { findRecentProfile, unknownSymbol, type Profile } from "./profile.js";
import { fetchTargetConsensus, type TargetConsensus } from "./price-targets.js";
import { fmpProvider } from "./provider.js";
import { fetchRatios, findListingEps, findNewestYear, NO_RATIOS, type Ratios } from "./ratios.js";
import { findSnapshotCounts } from "./recommendations.js";

const metricsRow = z.object({ returnOnEquityTTM: number, returnOnAssetsTTM: number });
const NO_METRICS = metricsRow.parse({});

/** The ratings as Yahoo writes them. */
const CODES = { "Strong Buy": "strong_buy", Buy: "buy", Hold: "hold", Sell: "sell", "Strong Sell": "strong_sell" };

// The fields of each optional part.
const VALUATION_FIELDS = ["peRatio", "pegRatio", "priceToBook", "priceToSales", "dividendYield"] as const;
const ACCOUNT_FIELDS = ["grossMargin", "operatingMargin", "netMargin", "debtToEquity", "currentRatio"] as const;
const METRICS_FIELDS = ["roe", "roa"] as const;
const TARGET_FIELDS = ["targetHighPrice", "targetLowPrice", "targetMeanPrice", "targetMedianPrice"] as const;
const COUNT_FIELDS = ["recommendationMean", "recommendationKey", "numberOfAnalystOpinions"] as const;

/**
 * The overview: the profile, with ratios, key metrics, price targets and analyst counts as far as they can be fetched.
 *
 * The revenue is that of the last reported year. `recommendationMean` is Σ(weight × count) / Σ(count) of the newest
 * monthly counts, `numberOfAnalystOpinions` their sum.
 *
 * @throws {MarketDataError} `not_found` for a symbol A does not know.
 */
export const overviewFromFmp = source(fmpProvider, overview, async ({ symbol }, client) => {
  const profile = await findRecentProfile(symbol, client);
  if (!profile) throw unknownSymbol("an overview", symbol);
  const parts = optionalParts<typeof overview>();
  const ratiosPart = fetchRatios(symbol, client);
  // A fund has neither ratios nor statements; if the ratios fail, it is not known whether there are statements.
  const mayHaveYear = ratiosPart.then(
    (found) => found !== null,
    () => true,
  );
  const yearPart = mayHaveYear.then((may) => (may ? findNewestYear(symbol, client) : null));
  const epsPart = ratiosPart.then((found) => (found ? findListingEps(symbol, profile, found, client) : null));
  const [ratios, eps, year, metrics, targets, counts] = await Promise.all([
    parts.get([...VALUATION_FIELDS, ...ACCOUNT_FIELDS], ratiosPart),
    parts.get(["eps"], epsPart),
    parts.get(["revenue"], yearPart),
    parts.get(METRICS_FIELDS, client.first(metricsRow, "key-metrics-ttm", { symbol })),
    parts.get(TARGET_FIELDS, fetchTargetConsensus(symbol, client)),
    parts.get(COUNT_FIELDS, findSnapshotCounts(symbol, client)),
  ]);
  const { city, state, country } = profile;
  const figures = { eps, revenue: year?.revenue ?? null };
  return {
    data: {
      symbol,
      companyName: profile.companyName,
      industry: profile.industry,
      sector: fromUpstreamSector(profile.sector),
      marketCap: profile.marketCap,
      employees: profile.fullTimeEmployees,
      description: profile.description,
      website: profile.website,
      headquarters: [city, state, country].filter((part) => part !== null).join(", ") || null,
      founded: toFounded(profile.description),
      ceo: profile.ceo,
      exchange: profile.exchange,
      financialMetrics: toFinancialMetrics(profile, { ...NO_RATIOS, ...ratios, ...NO_METRICS, ...metrics }, figures),
      analystData: toAnalystData(counts, targets),
    },
    fetchedAt: profile.fetchedAt,
    ...parts.gaps(),
    currency: profile.currency,
    accounts: year?.currency ?? null,
  };
});

function toFinancialMetrics(
  profile: Profile,
  tables: Ratios & typeof NO_METRICS,
  { eps, revenue }: { eps: number | null; revenue: number | null },
) {
  const { priceToEarningsRatioTTM: pe, currentRatioTTM: currentRatio } = tables;
  const priceToSales = tables.priceToSalesRatioTTM || null;
  // `toMargin` needs only the sign of the revenue, and price to sales has the same sign, because the price is above 0.
  const sales = priceToSales ?? revenue;
  return {
    // FMP sends a negative P/E for a loss and 0 if it cannot compute one; Yahoo sends neither.
    peRatio: toPositive(pe),
    pegRatio: toPegRatio(tables.priceToEarningsGrowthRatioTTM, pe),
    priceToBook: tables.priceToBookRatioTTM || null,
    priceToSales,
    // For a share without dividends FMP sends 0, Yahoo no value.
    dividendYield: tables.dividendYieldTTM,
    beta: profile.beta,
    eps,
    revenue,
    grossMargin: toMargin(tables.grossProfitMarginTTM, sales),
    operatingMargin: toMargin(tables.operatingProfitMarginTTM, sales),
    netMargin: toMargin(tables.netProfitMarginTTM, sales),
    roe: toMargin(tables.returnOnEquityTTM, sales),
    roa: toMargin(tables.returnOnAssetsTTM, sales),
    debtToEquity: toDebtToEquity(tables.debtToEquityRatioTTM, { sector: profile.sector, currentRatio }),
    currentRatio,
  };
}

function toAnalystData(counts: RecommendationCounts | null, targets: TargetConsensus | null) {
  const mean = counts ? toAverageRating(counts) : null;
  const rating = toConsensus(mean);
  return {
    recommendationMean: toSixDigits(mean),
    recommendationKey: rating && CODES[rating],
    numberOfAnalystOpinions: counts ? toTotal(counts) : null,
    targetHighPrice: targets?.targetHigh,
    targetLowPrice: targets?.targetLow,
    targetMeanPrice: targets?.targetConsensus,
    targetMedianPrice: targets?.targetMedian,
  };
}
