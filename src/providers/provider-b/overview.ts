/** Company overviews by provider B. */
import { fromUpstreamSector } from "../../capabilities/sector-names.js";
import { mayBeShare } from "../../capabilities/symbol.js";
import { toFounded } from "../../capabilities/founded.js";
import { overview } from "../../capabilities/overview.js";
import { REFERENCE } from "../../capabilities/shapes.js";
import { isMinorUnit, toMajorUnit } from "../../contract/currency.js";
import { ProviderError } from "../../contract/errors.js";
import { optionalParts } from "../../contract/optional.js";
import { source } from "../../contract/provider.js";
import type { Upstream } from "../../contract/upstream.js";
import { z } from "../../contract/schema.js";
import { toDebtToEquity, toMargin, toPegRatio } from "../../contract/impossible-zeros.js";
import { prose, toPastInstant } from "../../contract/values.js";
import type { ClientB, Summary } from "./client.js";
import { MODULES, readModules, type Modules } from "./overview-modules.js";
import { toChiefExecutive, toHeadquarters } from "./profile.js";
import { providerB } from "./provider.js";

const HALF_YEAR_SECONDS = 183 * 24 * 60 * 60;

/**
 * The overview, from the summary and a time series. Ratios, yields and margins are ratios as B sends them,
 * `debtToEquity` is percent; prices are in the listing's currency, revenue in the reporting one. `priceToBook` divides
 * a price by accounts, and `priceToSales` the market cap by the revenue; each is `null` where the two are in different
 * currencies. Where prices are in pence, market cap and earnings per share are in pounds, so that `priceToBook` is
 * wrong there and `priceToSales` right.
 *
 * Since 2025 the summary has no `pegRatio`; for shares it comes from the timeseries. Funds, coins and indices have a
 * name, a price and few other fields.
 *
 * @throws {MarketDataError} `not_found` for a symbol B does not know.
 */
export const overviewFromB = source(providerB, overview, async ({ symbol }, client, upstream) => {
  // Start this together with the summary, although it may not be needed: one after the other would take twice as long.
  const earlyPegRatio = mayBeShare(symbol) ? findPegRatio(symbol, client, upstream) : undefined;
  earlyPegRatio?.catch(() => {});
  const summary = await client.summary(symbol, MODULES);
  const { price } = summary;
  const parts = optionalParts();
  const modules = readModules(summary, parts);
  const sent = toPegRatio(modules.defaultKeyStatistics.pegRatio, modules.summaryDetail.trailingPE);
  // Without profits there is no PEG ratio, so do not wait for it.
  const mayHavePeg = price.quoteType === "EQUITY" && modules.summaryDetail.trailingPE !== null;
  const pegRatio =
    sent === null && mayHavePeg
      ? await parts.get(["pegRatio"], earlyPegRatio ?? findPegRatio(symbol, client, upstream))
      : sent;
  const reporting = modules.financialData.financialCurrency;
  const mixed = {
    price: differ(price.currency, reporting),
    marketCap: differ(toMajorUnit(price.currency), reporting),
  };
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
    // A field of a missing module is not missing if another module has the same figure.
    missing: gaps.missing.filter((field) => known[field] === null),
    notes: mixed.price ? [toCurrencyNote(price.currency, reporting, mixed)] : [],
    currency: price.currency ?? undefined,
    currencies: {
      ...(isMinorUnit(price.currency) ? { eps: toMajorUnit(price.currency) } : {}),
      revenue: reporting,
    },
  };
});

/**
 * The newest trailing PEG ratio; `null` when B has none.
 *
 * It is in the same list of dated figures as the statements and is cached as long as they are; otherwise every overview
 * would cost a second call.
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
    sector: fromUpstreamSector(profile.sector),
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

/** Whether the price, and whether the market cap, is in another currency than the accounts. */
interface Mixed {
  price: boolean;
  marketCap: boolean;
}

function differ(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && one !== other;
}

function toFinancialMetrics(modules: Modules, mixed: Mixed, pegRatio: number | null) {
  const { summaryDetail: detail, defaultKeyStatistics: statistics, financialData: data } = modules;
  return {
    peRatio: detail.trailingPE,
    pegRatio,
    priceToBook: mixed.price ? null : statistics.priceToBook,
    priceToSales: mixed.marketCap ? null : detail.priceToSalesTrailing12Months,
    dividendYield: detail.dividendYield ?? detail.yield,
    beta: detail.beta ?? statistics.beta,
    eps: statistics.trailingEps,
    revenue: data.totalRevenue,
    grossMargin: toMargin(data.grossMargins, data.totalRevenue),
    operatingMargin: toMargin(data.operatingMargins, data.totalRevenue),
    netMargin: toMargin(data.profitMargins, data.totalRevenue),
    roe: data.returnOnEquity,
    roa: data.returnOnAssets,
    debtToEquity: toDebtToEquity(data.debtToEquity, {
      sector: modules.assetProfile.sector,
      currentRatio: data.currentRatio,
    }),
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

function toCurrencyNote(listing: string | null, reporting: string | null, mixed: Mixed): string {
  const withheld = mixed.marketCap
    ? "priceToBook and priceToSales would mix the two and are"
    : "priceToBook would mix the two and is";
  return `Prices are in ${listing}, the accounts in ${reporting}; ${withheld} null.`;
}
