/** Company overviews by provider A. */
import { optionalParts } from "../../contract/optional.js";
import { source } from "../../contract/provider.js";
import { z } from "../../contract/schema.js";
import { number, toSixDigits } from "../../contract/values.js";
import { toFounded } from "../../capabilities/founded.js";
import { overview } from "../../capabilities/overview.js";
import { toAverageRating, toConsensus, toTotal, type RecommendationCounts } from "../../capabilities/rating.js";
import { findSnapshotCounts } from "./analyst-counts.js";
import { findProfile, unknownSymbol, type Profile } from "./profile.js";
import { providerA, type ClientA } from "./provider.js";
import { fetchRatios, findListingEps, type Ratios } from "./ratios.js";
import { toSymbolA } from "./symbol.js";
import { fetchTargetConsensus, type TargetConsensus } from "./target-consensus.js";

const metricsRow = z.object({ returnOnEquityTTM: number, returnOnAssetsTTM: number });
type Metrics = z.output<typeof metricsRow>;

// The fields of each optional part.
const RATIO_FIELDS = ["peRatio", "pegRatio", "priceToBook", "priceToSales", "dividendYield"].concat([
  "grossMargin",
  "operatingMargin",
  "netMargin",
  "debtToEquity",
  "currentRatio",
]);
const METRICS_FIELDS = ["roe", "roa"];
const TARGET_FIELDS = ["targetHighPrice", "targetLowPrice", "targetMeanPrice", "targetMedianPrice"];
const COUNT_FIELDS = ["recommendationMean", "recommendationKey", "numberOfAnalystOpinions"];

/**
 * The overview: the profile, and beside it ratios, key metrics, price targets
 * and analyst counts as far as they can be had.
 *
 * Not given by provider A, without one more call: the revenue. `recommendationMean` is Σ(weight × count) / Σ(count) of the newest
 * monthly counts, `numberOfAnalystOpinions` their sum.
 *
 * @throws {MarketDataError} `not_found` for a symbol it does not know.
 */
export const overviewFromA = source(providerA, overview, async ({ symbol }, client, upstream) => {
  const profile = await findProfile(symbol, client, upstream);
  if (!profile) throw unknownSymbol("an overview", symbol);
  const parts = optionalParts();
  const ratiosPart = fetchRatios(symbol, client);
  const epsPart = ratiosPart.then((found) => (found ? findListingEps(symbol, profile, found, client, upstream) : null));
  const [ratios, eps, metrics, targets, counts] = await Promise.all([
    parts.get(RATIO_FIELDS, ratiosPart),
    parts.get(["eps"], epsPart),
    parts.get(METRICS_FIELDS, fetchMetrics(symbol, client)),
    parts.get(TARGET_FIELDS, fetchTargetConsensus(symbol, client)),
    parts.get(COUNT_FIELDS, findSnapshotCounts(symbol, client, upstream)),
  ]);
  return {
    data: {
      symbol,
      ...toCompany(profile),
      financialMetrics: toFinancialMetrics(profile, ratios, eps, metrics),
      analystData: toAnalystData(counts, targets),
    },
    ...parts.gaps(),
    currency: profile.currency ?? undefined,
    currencies: { revenue: null },
  };
});

async function fetchMetrics(asked: string, client: ClientA): Promise<Metrics | null> {
  const [metrics] = await client.rows(metricsRow, "key-metrics-ttm", { symbol: toSymbolA(asked) });
  return metrics ?? null;
}

function toCompany(profile: Profile) {
  const { city, state, country, fullTimeEmployees: employees } = profile;
  return {
    companyName: profile.companyName,
    industry: profile.industry,
    sector: profile.sector,
    marketCap: profile.marketCap,
    employees: Number.isInteger(employees) ? employees : null,
    description: profile.description,
    website: profile.website,
    headquarters: [city, state, country].filter((part) => part !== null).join(", ") || null,
    founded: toFounded(profile.description),
    ceo: profile.ceo,
    exchange: profile.exchange,
  };
}

function toFinancialMetrics(profile: Profile, ratios: Ratios | null, eps: number | null, metrics: Metrics | null) {
  const pe = ratios?.priceToEarningsRatioTTM ?? null;
  return {
    // Negative for loss makers and 0 when not computable; provider B sends neither.
    peRatio: pe !== null && pe > 0 ? pe : null,
    pegRatio: ratios?.priceToEarningsGrowthRatioTTM ?? null,
    priceToBook: ratios?.priceToBookRatioTTM ?? null,
    priceToSales: ratios?.priceToSalesRatioTTM ?? null,
    dividendYield: ratios?.dividendYieldTTM ?? null,
    beta: profile.beta,
    eps,
    revenue: null,
    grossMargin: ratios?.grossProfitMarginTTM ?? null,
    operatingMargin: ratios?.operatingProfitMarginTTM ?? null,
    netMargin: ratios?.netProfitMarginTTM ?? null,
    roe: metrics?.returnOnEquityTTM ?? null,
    roa: metrics?.returnOnAssetsTTM ?? null,
    debtToEquity: ratios?.debtToEquityRatioTTM ?? null,
    currentRatio: ratios?.currentRatioTTM ?? null,
  };
}

function toAnalystData(counts: RecommendationCounts | null, targets: TargetConsensus | null) {
  const mean = counts ? toAverageRating(counts) : null;
  return {
    recommendationMean: toSixDigits(mean),
    recommendationKey: toConsensus(mean)?.toLowerCase().replace(" ", "_") ?? null,
    numberOfAnalystOpinions: counts ? toTotal(counts) : null,
    targetHighPrice: targets?.targetHigh ?? null,
    targetLowPrice: targets?.targetLow ?? null,
    targetMeanPrice: targets?.targetConsensus ?? null,
    targetMedianPrice: targets?.targetMedian ?? null,
  };
}
