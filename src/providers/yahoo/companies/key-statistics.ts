/** Key statistics by Yahoo, from the modules that its overview needs as well. */
import { say, type Sentence, the } from "../../../contract/sentence.js";
import {
  isEmpty,
  keyStatistics,
  type IndustryValuation,
  type Statistics,
} from "../../../capabilities/companies/key-statistics.js";
import type { FieldName } from "../../../contract/capability.js";
import { noCoverage, type Lack, HINTS } from "../../../contract/errors.js";
import { toDebtToEquity, toMargin } from "../../../market/statements/impossible-zeros.js";
import { toPastInstant, toPositive, toRatio } from "../../../contract/values.js";
import type { MixedCurrencies } from "../modules/company-checks.js";
import type { Upstream } from "../../../contract/upstream.js";
import { optionalParts } from "../../../contract/optional.js";
import { source } from "../../../contract/provider.js";
import { companySources } from "../modules/company-sources.js";
import type { Company } from "../modules/company-summary.js";
import { findCompany } from "../modules/company-parts.js";
import { findIndustryValuation } from "../modules/industry-valuation.js";
import { findPastValuation } from "../modules/past-valuation.js";
import { yahooProvider } from "../provider.js";
import type { YahooClient } from "../calls/client.js";
import { toUtcDay } from "../calls/values.js";

/** Time limit of what is asked for by a parameter, in milliseconds. */
const ON_REQUEST_MS = 10_000;

const NO_STATISTICS: Lack = {
  why: " but has no statistics for it, as with coins and indices.",
  hints: [HINTS.priceIt],
};

/** The groups of an answer that have figures of each module. */
const MODULE_GROUPS: Readonly<Record<string, readonly FieldName<typeof keyStatistics>[]>> = {
  summaryDetail: ["valuation", "profit", "price"],
  defaultKeyStatistics: ["valuation", "balance", "shares", "price", "fiscal"],
  financialData: ["growth", "profit", "balance"],
};

/**
 * The statistics as B sends them. `debtToEquity` is in percent; margins, returns, growth, holdings and changes are
 * ratios.
 *
 * Figures that combine prices with accounts in another currency are `null`: the enterprise value and the multiples of
 * sales, book value and EBITDA. Where prices are in pence and accounts in pounds, only `priceToBook` is `null`, because
 * the market cap is in pounds. Figures that the company's other figures contradict are `null` as well, see
 * `checkCompany`. `forwardPE` is read from `summaryDetail`; the one in `defaultKeyStatistics` may divide a price by
 * earnings in another currency.
 *
 * The second source has the market cap of a share of which B sends only the price; all other figures are `null` and
 * missing. The third one has no `pegRatio` that takes a call of its own.
 *
 * @throws {MarketDataError} `not_found` for a symbol B does not know, `no_coverage` for one without any figure.
 */
const [statisticsFromYahoo, statisticsFromPrice, statisticsWithoutPeg] = companySources(
  keyStatistics,
  MODULE_GROUPS,
  (symbol, found) => {
    const { company, reportingCurrency, accounts, mixed, notes, parts, pegRatio } = found;
    const { currency, regularMarketTime } = company.price;
    const statistics = toStatistics(company, mixed, pegRatio);
    if (company.unread.length === 0 && isEmpty(statistics))
      throw noCoverage("provider-b", "key statistics", symbol, NO_STATISTICS);
    return {
      data: { symbol, currency, reportingCurrency, ...statistics },
      fetchedAt: company.fetchedAt,
      asOf: toPastInstant(regularMarketTime),
      ...parts.gaps(),
      notes: [...(mixed.price ? [toMixedNote(currency, accounts, mixed)] : []), ...Object.values(notes).flat()],
      currency,
      accounts: reportingCurrency,
    };
  },
);

/**
 * Adds the valuation of past periods, and that of the industry, where they are asked for; each takes a call, of B's series
 * and of its screener, and may be missing.
 */
function withRequested(of: typeof statisticsFromYahoo, options: Pick<typeof statisticsFromYahoo, "after"> = {}) {
  return source(
    yahooProvider,
    keyStatistics,
    async (input, client, upstream) => {
      const { symbol, history: span, industry: wantsIndustry } = input;
      const answer = await of.fetch(input, client, upstream);
      if (span === undefined && wantsIndustry !== true) return answer;
      const parts = optionalParts<typeof keyStatistics>();
      const [history, industry] = await Promise.all([
        span === undefined
          ? undefined
          : parts.get(
              ["history"],
              findPastValuation(symbol, span, answer.currency ?? null, client, upstream),
              ON_REQUEST_MS,
            ),
        wantsIndustry === true
          ? parts.get(["industry"], industryOf(symbol, client, upstream), ON_REQUEST_MS)
          : undefined,
      ]);
      const { missing = [], ...gaps } = parts.gaps();
      const none = [
        ...(history?.length === 0
          ? [say`${the.source("provider-b")} has no past valuation of ${symbol} by ${span}.`]
          : []),
        ...(wantsIndustry === true && !missing.includes("industry") ? toIndustryNotes(industry ?? null) : []),
      ];
      return {
        ...answer,
        ...gaps,
        missing: [...(answer.missing ?? []), ...missing],
        notes: [...(answer.notes ?? []), ...none],
        data: {
          ...answer.data,
          ...(span === undefined ? {} : { history: history ?? [] }),
          ...(wantsIndustry === true ? { industry: industry ?? null } : {}),
        },
      };
    },
    options,
  );
}

/** Returns the valuation of the company's industry; its name is in the modules, which are kept. */
async function industryOf(symbol: string, client: YahooClient, upstream: Upstream) {
  const { profile } = await findCompany(symbol, client, upstream);
  return findIndustryValuation(symbol, profile.industry, client, upstream);
}

/** Returns why an industry or its median is `null`, and otherwise what the median is of. */
function toIndustryNotes(industry: IndustryValuation | null): Sentence[] {
  const field = the.field("industry");
  if (industry === null)
    return [
      say`${field} is ${the.absent}: ${the.source("provider-b")} names no industry of it that its screener knows, or its region is unknown.`,
    ];
  const pe = the.field("medianPe");
  if (industry.medianPe === null) return [say`${pe} is ${the.absent}: no company of the industry has a positive P/E.`];
  return [
    say`${pe} is the median of ${industry.companies} ${industry.companies === 1 ? "company" : "companies"} with a positive P/E, of the up to 250 largest of the industry that are listed in the region.`,
  ];
}

export const keyStatisticsFromYahoo = withRequested(statisticsFromYahoo);
export const keyStatisticsFromPrice = withRequested(statisticsFromPrice, { after: statisticsFromPrice.after! });
export const keyStatisticsWithoutPeg = statisticsWithoutPeg;

function toStatistics(company: Company, mixed: MixedCurrencies, pegRatio: number | null): Statistics {
  const { price, summaryDetail: detail, defaultKeyStatistics: statistics, financialData: data, profile } = company;
  const { totalRevenue: revenue, currentRatio } = data;
  const bankCriteria = { sector: profile.sector, currentRatio };
  return {
    valuation: {
      marketCap: price.marketCap,
      enterpriseValue: mixed.marketCap ? null : nonZero(statistics.enterpriseValue),
      trailingPE: detail.trailingPE,
      forwardPE: detail.forwardPE,
      pegRatio,
      priceToSales: mixed.marketCap ? null : detail.priceToSalesTrailing12Months,
      priceToBook: mixed.price ? null : nonZero(statistics.priceToBook),
      evToRevenue: mixed.marketCap ? null : nonZero(statistics.enterpriseToRevenue),
      evToEbitda: mixed.marketCap ? null : nonZero(statistics.enterpriseToEbitda),
    },
    growth: { revenue: data.revenueGrowth, earnings: data.earningsGrowth },
    profit: {
      ebitda: nonZero(data.ebitda),
      grossProfit: nonZero(data.grossProfits),
      freeCashFlow: nonZero(data.freeCashflow),
      operatingCashFlow: nonZero(data.operatingCashflow),
      grossMargin: toMargin(data.grossMargins, revenue),
      operatingMargin: toMargin(data.operatingMargins, revenue),
      netMargin: toMargin(data.profitMargins, revenue),
      returnOnEquity: toMargin(data.returnOnEquity, revenue),
      returnOnAssets: toMargin(data.returnOnAssets, revenue),
      payoutRatio: toPositive(detail.payoutRatio),
    },
    balance: {
      cash: data.totalCash,
      debt: toDebtToEquity(data.totalDebt, bankCriteria),
      debtToEquity: toRatio(toDebtToEquity(data.debtToEquity, bankCriteria)),
      currentRatio,
      quickRatio: data.quickRatio,
      bookValue: nonZero(statistics.bookValue),
    },
    shares: {
      outstanding: statistics.sharesOutstanding,
      float: statistics.floatShares,
      short: statistics.sharesShort,
      shortPercentOfFloat: statistics.shortPercentOfFloat,
      shortRatioDays: statistics.shortRatio,
      shortDate: toUtcDay(statistics.dateShortInterest),
      insiders: statistics.heldPercentInsiders,
      institutions: statistics.heldPercentInstitutions,
    },
    price: {
      fiftyTwoWeekChange: statistics["52WeekChange"],
      marketFiftyTwoWeekChange: statistics.SandP52WeekChange,
      beta: detail.beta ?? statistics.beta,
      average50: detail.fiftyDayAverage,
      average200: detail.twoHundredDayAverage,
    },
    fiscal: {
      lastYearEnd: toUtcDay(statistics.lastFiscalYearEnd),
      nextYearEnd: toUtcDay(statistics.nextFiscalYearEnd),
      latestQuarter: toUtcDay(statistics.mostRecentQuarter),
    },
  };
}

/** Returns `null` for 0, which B sends for an unknown figure; the figures may be negative. */
function nonZero(value: number | null): number | null {
  return value === 0 ? null : value;
}

function toMixedNote(listing: string | null, reporting: string | null, mixed: MixedCurrencies): Sentence {
  const withheld = mixed.marketCap
    ? ["enterpriseValue", "priceToSales", "priceToBook", "evToRevenue", "evToEbitda"]
    : ["priceToBook"];
  const are = withheld.length > 1 ? "are" : "is";
  return say`${the.fieldsAnd(withheld)} ${are} ${the.absent}, because ${withheld.length > 1 ? "they" : "it"} would mix ${listing} and ${reporting}.`;
}
