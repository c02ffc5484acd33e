/** Company overviews by provider B. */
import { fromUpstreamSector } from "../../market/sector-names.js";
import { overview } from "../../capabilities/overview.js";
import { isMinorUnit, toMajorUnit } from "../../contract/currency.js";
import type { InputOf } from "../../contract/capability.js";
import { source } from "../../contract/provider.js";
import type { Upstream } from "../../contract/upstream.js";
import type { ClientB } from "./client.js";
import { toDebtToEquity, toMargin } from "../../market/impossible-zeros.js";
import { toPastInstant } from "../../contract/values.js";
import type { MixedCurrencies } from "./company-checks.js";
import { AFTER_BAD_ANSWER, findCompany, findPricedCompany } from "./company-parts.js";
import type { Company } from "./company-summary.js";
import { findCompanyWithPeg } from "./peg-ratio.js";
import { providerB } from "./provider.js";

/**
 * The overview, from the summary and a time series. Yields, margins and returns are ratios as B sends them,
 * `debtToEquity` is in percent; prices are in the listing's currency, revenue in the reporting one.
 *
 * `priceToBook` divides the price by the book value, `priceToSales` the market cap by the revenue; each is `null` if
 * the two are in different currencies. Where prices are in pence, market cap and earnings per share are in pounds, so
 * that only `priceToBook` is `null`. A P/E that market cap and net income contradict is `null`.
 *
 * Since 2025 the summary has no `pegRatio`; for shares it comes from the timeseries. Funds, coins and indices have a
 * name, a price and few other fields.
 *
 * @throws {MarketDataError} `not_found` for a symbol B does not know.
 */
export const overviewFromB = source(providerB, overview, (input, client, upstream) =>
  fetchOverview(input, client, upstream, findCompany),
);

/** The overview of a share of which B sends only the price; most fields are `null` and missing. */
export const overviewFromPrice = source(
  providerB,
  overview,
  (input, client, upstream) => fetchOverview(input, client, upstream, findPricedCompany),
  { after: AFTER_BAD_ANSWER },
);

async function fetchOverview(
  { symbol }: InputOf<typeof overview>,
  client: ClientB,
  upstream: Upstream,
  find: typeof findCompany,
) {
  const checked = await findCompanyWithPeg(symbol, client, upstream, find, MODULE_FIELDS);
  const { company, reportingCurrency, accounts, mixed, notes, parts, pegRatio } = checked;
  const { price } = company;
  const data = {
    symbol,
    companyName: price.longName ?? price.shortName,
    ...toCompany(company),
    financialMetrics: toFinancialMetrics(company, mixed, pegRatio),
    analystData: toAnalystData(company.financialData),
  };
  const gaps = parts.gaps();
  const known: Record<string, unknown> = { ...data, ...data.financialMetrics, ...data.analystData };
  return {
    data,
    fetchedAt: company.fetchedAt,
    asOf: toPastInstant(price.regularMarketTime),
    ...gaps,
    // A field of an unreadable module is not missing if another module has the same figure.
    missing: gaps.missing.filter((field) => known[field] === null),
    notes: [
      ...(mixed.price ? [toCurrencyNote(price.currency, accounts, mixed)] : []),
      ...notes.label,
      ...notes.earnings,
    ],
    currency: price.currency,
    accounts: reportingCurrency,
    ...(isMinorUnit(price.currency) ? { currencies: { eps: toMajorUnit(price.currency) } } : {}),
  };
}

/** The overview's fields that come from each module. */
const MODULE_FIELDS: Readonly<Record<string, readonly string[]>> = {
  assetProfile: ["industry", "sector", "employees", "description", "website", "headquarters", "founded", "ceo"],
  summaryDetail: ["peRatio", "pegRatio", "priceToSales", "dividendYield", "beta"],
  defaultKeyStatistics: ["priceToBook", "beta", "eps"],
  financialData: [
    "revenue",
    "grossMargin",
    "operatingMargin",
    "netMargin",
    "roe",
    "roa",
    "debtToEquity",
    "currentRatio",
    "recommendationMean",
    "recommendationKey",
    "numberOfAnalystOpinions",
    "targetHighPrice",
    "targetLowPrice",
    "targetMeanPrice",
    "targetMedianPrice",
  ],
};

function toCompany({ price, profile }: Company) {
  return {
    industry: profile.industry,
    sector: fromUpstreamSector(profile.sector),
    marketCap: price.marketCap,
    employees: profile.employees,
    description: profile.description,
    website: profile.website,
    headquarters: profile.headquarters,
    founded: profile.founded,
    ceo: profile.ceo,
    exchange: price.exchangeName,
  };
}

function toFinancialMetrics(company: Company, mixed: MixedCurrencies, pegRatio: number | null) {
  const { summaryDetail: detail, defaultKeyStatistics: statistics, financialData: data } = company;
  return {
    peRatio: detail.trailingPE,
    pegRatio,
    // Negative if the book value is negative; 0 means that B has no value.
    priceToBook: mixed.price ? null : statistics.priceToBook || null,
    priceToSales: mixed.marketCap ? null : detail.priceToSalesTrailing12Months,
    dividendYield: detail.dividendYield ?? detail.yield,
    beta: detail.beta ?? statistics.beta,
    eps: statistics.trailingEps,
    revenue: data.totalRevenue,
    grossMargin: toMargin(data.grossMargins, data.totalRevenue),
    operatingMargin: toMargin(data.operatingMargins, data.totalRevenue),
    netMargin: toMargin(data.profitMargins, data.totalRevenue),
    roe: toMargin(data.returnOnEquity, data.totalRevenue),
    roa: toMargin(data.returnOnAssets, data.totalRevenue),
    debtToEquity: toDebtToEquity(data.debtToEquity, {
      sector: company.profile.sector,
      currentRatio: data.currentRatio,
    }),
    currentRatio: data.currentRatio,
  };
}

function toAnalystData(data: Company["financialData"]) {
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

function toCurrencyNote(listing: string | null, reporting: string | null, mixed: MixedCurrencies): string {
  const withheld = mixed.marketCap
    ? "priceToBook and priceToSales would mix the two and are"
    : "priceToBook would mix the two and is";
  return `Prices are in ${listing}, the accounts in ${reporting}; ${withheld} null.`;
}
