/** Company overviews by provider B. */
import { toFounded } from "../../capabilities/founded.js";
import { overview } from "../../capabilities/overview.js";
import { REFERENCE } from "../../capabilities/shapes.js";
import { ProviderError } from "../../contract/errors.js";
import { optional } from "../../contract/optional.js";
import { source, type Upstream } from "../../contract/provider.js";
import { z } from "../../contract/schema.js";
import { currencyCode, prose, text } from "../../contract/values.js";
import type { ClientB, Summary } from "./client.js";
import { toChiefExecutive, toHeadquarters } from "./profile.js";
import { providerB } from "./provider.js";
import { list, rawNumber, toInstant } from "./values.js";

const MODULES = ["assetProfile", "summaryDetail", "defaultKeyStatistics", "financialData", "quoteType"];
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
  const modules = readModules(summary);
  const sent = modules.defaultKeyStatistics.pegRatio;
  const isShare = price.quoteType === "EQUITY";
  const pegRatio = sent === null && isShare ? await optional(findPegRatio(symbol, client, upstream)) : sent;
  const reporting = modules.financialData.financialCurrency;
  const mixed = reporting !== null && price.currency !== null && reporting !== price.currency;
  return {
    data: {
      symbol,
      companyName: price.longName ?? price.shortName,
      ...toCompany(summary, modules),
      financialMetrics: toFinancialMetrics(modules, mixed, pegRatio ?? null),
      analystData: toAnalystData(modules.financialData),
    },
    asOf: toInstant(price.regularMarketTime),
    missing: pegRatio === undefined ? ["pegRatio"] : [],
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
async function findPegRatio(asked: string, client: ClientB, upstream: Upstream): Promise<number | null> {
  try {
    return await upstream.remember(`peg ratio ${asked}`, REFERENCE.ttlSeconds, async () => {
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

/** The modules with every field they may lack as `null`; a module that is no object counts as absent. */
function readModules({ modules }: Summary) {
  const read = <S extends z.ZodTypeAny>(schema: S, module: unknown): z.output<S> => {
    const parsed = schema.safeParse(module);
    return parsed.success ? parsed.data : schema.parse({});
  };
  return {
    assetProfile: read(assetProfile, modules["assetProfile"]),
    summaryDetail: read(summaryDetail, modules["summaryDetail"]),
    defaultKeyStatistics: read(keyStatistics, modules["defaultKeyStatistics"]),
    financialData: read(financialData, modules["financialData"]),
  };
}

type Modules = ReturnType<typeof readModules>;

const assetProfile = z.object({
  city: text,
  state: text,
  country: text,
  website: text,
  industry: text,
  sector: text,
  longBusinessSummary: z.unknown(),
  description: prose,
  fullTimeEmployees: rawNumber,
  companyOfficers: list,
});

const summaryDetail = z.object({
  trailingPE: rawNumber,
  priceToSalesTrailing12Months: rawNumber,
  dividendYield: rawNumber,
  beta: rawNumber,
});

const keyStatistics = z.object({
  trailingEps: rawNumber,
  priceToBook: rawNumber,
  pegRatio: rawNumber,
  beta: rawNumber,
});

const financialData = z.object({
  financialCurrency: currencyCode,
  recommendationMean: rawNumber,
  recommendationKey: text,
  numberOfAnalystOpinions: rawNumber,
  targetHighPrice: rawNumber,
  targetLowPrice: rawNumber,
  targetMeanPrice: rawNumber,
  targetMedianPrice: rawNumber,
  totalRevenue: rawNumber,
  grossMargins: rawNumber,
  operatingMargins: rawNumber,
  profitMargins: rawNumber,
  returnOnEquity: rawNumber,
  returnOnAssets: rawNumber,
  debtToEquity: rawNumber,
  currentRatio: rawNumber,
});
