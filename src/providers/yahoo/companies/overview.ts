/** Company overviews by Yahoo. */
import { say, type Sentence, the } from "../../../contract/sentence.js";
import { fromUpstreamSector } from "../../../market/symbols/sector-names.js";
import { overview } from "../../../capabilities/companies/overview.js";
import type { FieldName } from "../../../contract/capability.js";
import { isMinorUnit, toMajorUnit } from "../../../contract/currency.js";
import { toDebtToEquity, toMargin } from "../../../market/statements/impossible-zeros.js";
import { toPastInstant } from "../../../contract/values.js";
import type { MixedCurrencies } from "../modules/company-checks.js";
import { companySources } from "../modules/company-sources.js";
import type { Company } from "../modules/company-summary.js";
import { pick } from "../calls/values.js";

const { shape: ANALYSTS } = overview.output.shape.analystData;

/** The overview's fields that come from each module. */
const MODULE_FIELDS: Readonly<Record<string, readonly FieldName<typeof overview>[]>> = {
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
    ...(Object.keys(ANALYSTS) as (keyof typeof ANALYSTS)[]),
  ],
};

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
 * The second source has a share of which B sends only the price; most fields are `null` and missing. The third one does
 * not ask the timeseries.
 *
 * @throws {MarketDataError} `not_found` for a symbol B does not know.
 */
export const [overviewFromYahoo, overviewFromPrice, overviewWithoutPeg] = companySources(
  overview,
  MODULE_FIELDS,
  (symbol, found) => {
    const { company, reportingCurrency, accounts, mixed, notes, parts, pegRatio } = found;
    const { price } = company;
    const key = company.financialData.recommendationKey?.toLowerCase() ?? null;
    const data = pick(overview.output.shape, {
      symbol,
      companyName: price.longName ?? price.shortName,
      ...company.profile,
      sector: fromUpstreamSector(company.profile.sector),
      marketCap: price.marketCap,
      exchange: price.exchangeName,
      financialMetrics: toFinancialMetrics(company, mixed, pegRatio),
      analystData: pick(ANALYSTS, { ...company.financialData, recommendationKey: key === "none" ? null : key }),
    });
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
  },
);

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

function toCurrencyNote(listing: string | null, reporting: string | null, mixed: MixedCurrencies): Sentence {
  const withheld = mixed.marketCap
    ? say`${the.fieldsAnd(["priceToBook", "priceToSales"])} would mix the two and are`
    : say`${the.field("priceToBook")} would mix the two and is`;
  return say`Prices are in ${listing}, the accounts in ${reporting}; ${withheld} ${the.absent}.`;
}
