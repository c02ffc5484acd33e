/** Company overviews by provider B. */
import { toFounded } from "../../capabilities/founded.js";
import { overview } from "../../capabilities/overview.js";
import { REFERENCE } from "../../capabilities/shapes.js";
import { ProviderError } from "../../contract/errors.js";
import { optionalParts } from "../../contract/optional.js";
import { source } from "../../contract/provider.js";
import type { Upstream } from "../../contract/upstream.js";
import { z } from "../../contract/schema.js";
import { prose, toPastInstant } from "../../contract/values.js";
import type { ClientB, Summary } from "./client.js";
import { MODULES, readModules, type Modules } from "./overview-modules.js";
import { toChiefExecutive, toHeadquarters } from "./profile.js";
import { providerB } from "./provider.js";

const HALF_YEAR_SECONDS = 183 * 24 * 60 * 60;

/**
 * The overview, from one call. Ratios, yields and margins are ratios as B sends
 * them, `debtToEquity` is percent; prices are in the listing's currency, revenue
 * in the reporting one. Where the two differ, pence and pounds included,
 * `priceToBook` and `priceToSales` would divide one by the other and are `null`.
 *
 * `pegRatio` left the call's answer in 2025; for shares it is looked up in the
 * timeseries. Funds, coins and indices have a name, a price and little else.
 *
 * @throws {MarketDataError} `not_found` for a symbol B does not know.
 */
export const overviewFromB = source(providerB, overview, async ({ symbol }, client, upstream) => {
  const summary = await client.summary(symbol, MODULES);
  const { price } = summary;
  const parts = optionalParts();
  const modules = readModules(summary, parts);
  const sent = modules.defaultKeyStatistics.pegRatio;
  const isShare = price.quoteType === "EQUITY";
  const pegRatio =
    sent === null && isShare ? await parts.get(["pegRatio"], findPegRatio(symbol, client, upstream)) : sent;
  const reporting = modules.financialData.financialCurrency;
  const mixed = reporting !== null && price.currency !== null && reporting !== price.currency;
  const data = {
    symbol,
    companyName: price.longName ?? price.shortName,
    ...toCompany(summary, modules),
    financialMetrics: toFinancialMetrics(modules, mixed, pegRatio),
    analystData: toAnalystData(modules.financialData),
  };
  const gaps = parts.gaps();
  const known: Record<string, unknown> = { ...data, ...data.financialMetrics, ...data.analystData };
  return {
    data,
    asOf: toPastInstant(price.regularMarketTime),
    ...gaps,
    // Another module may have had the same figure.
    missing: gaps.missing.filter((field) => known[field] === null),
    notes: mixed ? [toCurrencyNote(price.currency, reporting)] : [],
    currency: price.currency ?? undefined,
  };
});

/**
 * The newest trailing PEG ratio; `null` when B has none.
 *
 * It stands in the list of dated figures that the statements come from and is
 * kept as long as they are: it would cost every overview a second call.
 */
export async function findPegRatio(asked: string, client: ClientB, upstream: Upstream): Promise<number | null> {
  const part = { key: `peg ratio ${asked}`, keepSeconds: REFERENCE.ttlSeconds, schema: z.number().nullable() };
  try {
    return await upstream.remember(part, async () => {
      const now = Math.floor(upstream.now().getTime() / 1000);
      const series = await client.timeseries(asked, ["trailingPegRatio"], now - HALF_YEAR_SECONDS, now);
      return series.get("trailingPegRatio")?.at(-1)?.value ?? null;
    });
  } catch (error) {
    if (error instanceof ProviderError && error.reason === "no_data") return null;
    throw error;
  }
}

function toCompany({ price }: Summary, { assetProfile: profile }: Modules) {
  return {
    industry: profile.industry,
    sector: profile.sector,
    marketCap: price.marketCap,
    employees: profile.fullTimeEmployees,
    description: prose.parse(profile.longBusinessSummary) ?? profile.description,
    website: profile.website,
    headquarters: toHeadquarters(profile.city, profile.state, profile.country),
    founded: toFounded(profile.longBusinessSummary),
    ceo: toChiefExecutive(profile.companyOfficers),
    exchange: price.exchangeName,
  };
}

function toFinancialMetrics(modules: Modules, mixed: boolean, pegRatio: number | null) {
  const { summaryDetail: detail, defaultKeyStatistics: statistics, financialData: data } = modules;
  return {
    peRatio: detail.trailingPE,
    pegRatio,
    priceToBook: mixed ? null : statistics.priceToBook,
    priceToSales: mixed ? null : detail.priceToSalesTrailing12Months,
    dividendYield: detail.dividendYield,
    beta: detail.beta ?? statistics.beta,
    eps: statistics.trailingEps,
    revenue: data.totalRevenue,
    grossMargin: data.grossMargins,
    operatingMargin: data.operatingMargins,
    netMargin: data.profitMargins,
    roe: data.returnOnEquity,
    roa: data.returnOnAssets,
    debtToEquity: data.debtToEquity,
    currentRatio: data.currentRatio,
  };
}

function toAnalystData(data: Modules["financialData"]) {
  const key = data.recommendationKey?.toLowerCase() ?? null;
  return {
    recommendationMean: data.recommendationMean,
    recommendationKey: key === "none" ? null : key,
    numberOfAnalystOpinions: data.numberOfAnalystOpinions,
    targetHighPrice: data.targetHighPrice,
    targetLowPrice: data.targetLowPrice,
    targetMeanPrice: data.targetMeanPrice,
    targetMedianPrice: data.targetMedianPrice,
  };
}

function toCurrencyNote(listing: string | null, reporting: string | null): string {
  const [prices, accounts] = [listing, reporting].map((code) => (/^[A-Za-z]{3}$/.test(code ?? "") ? code : "another"));
  return `Prices are in ${prices}, the accounts in ${accounts}; priceToBook and priceToSales would mix the two and are null.`;
}
