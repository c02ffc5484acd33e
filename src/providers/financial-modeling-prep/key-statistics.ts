/** Key statistics by FMP, from its tables of the last twelve months. */
import { isEmpty, keyStatistics, pastMultiples, type Statistics } from "../../capabilities/companies/key-statistics.js";
import { contradictions, RULES } from "../../market/consistency.js";
import { toMajorUnit } from "../../contract/currency.js";
import { noCoverage } from "../../contract/errors.js";
import { toDebtToEquity, toMargin, toPegRatio } from "../../market/statements/impossible-zeros.js";
import { optionalParts } from "../../contract/optional.js";
import { enricher } from "../../contract/enrichment.js";
import { source } from "../../contract/provider.js";
import { z } from "../../contract/schema.js";
import { currencyCode, number, positive, text, toPositive } from "../../contract/values.js";
import { newestFirst } from "../../lib/newest-first.js";
import { toDay } from "./dates.js";
import { findRecentProfile, unknownSymbol, type Profile } from "./profile.js";
import { badAnswer, fmpProvider } from "./provider.js";
import { fetchRatios, NO_RATIOS } from "./ratios.js";

const metricsRow = z.object({
  evToSalesTTM: number,
  evToEBITDATTM: number,
  returnOnEquityTTM: number,
  returnOnAssetsTTM: number,
});
const sharesRow = z.object({ floatShares: positive, outstandingShares: positive });
const incomeRow = z.object({
  date: text,
  reportedCurrency: currencyCode,
  ebitda: number,
  grossProfit: number,
  netIncome: number,
});

const NO_TABLES = { ...NO_RATIOS, ...metricsRow.merge(sharesRow).parse({}) };
const NO_INCOME = incomeRow.parse({});

const NO_STATISTICS = " but has no statistics for it, as with funds, coins and indices.";

/**
 * The statistics in A's tables. A computes each multiple in a single currency, so none is withheld. The tables have no
 * growth, cash flow, short interest or average prices.
 *
 * @throws {MarketDataError} `not_found` for a symbol A does not know, `no_coverage` for one without any figure.
 */
export const keyStatisticsFromFmp = source(
  fmpProvider,
  keyStatistics,
  async ({ symbol }, client) => {
    const profile = await findRecentProfile(symbol, client);
    if (!profile) throw unknownSymbol("key statistics", symbol);
    const parts = optionalParts<typeof keyStatistics>();
    const [ratios, metrics, shares, income] = await Promise.all([
      parts.get(["valuation", "profit", "balance"], fetchRatios(symbol, client)),
      parts.get(["valuation", "profit"], client.first(metricsRow, "key-metrics-ttm", { symbol })),
      parts.get(["shares"], client.first(sharesRow, "shares-float", { symbol })),
      parts.get(["profit", "fiscal"], client.first(incomeRow, "income-statement-ttm", { symbol, limit: 1 })),
    ]);
    const tables = { ...NO_TABLES, ...ratios, ...metrics, ...shares };
    const statement = income ?? NO_INCOME;
    const checked = toChecked(profile, tables, statement);
    const statistics = toStatistics(profile, tables, statement, checked);
    const gaps = parts.gaps();
    if (gaps.missing.length === 0 && isEmpty({ ...statistics, price: {} })) {
      throw noCoverage("provider-a", "key statistics", symbol, NO_STATISTICS);
    }
    const { currency } = profile;
    return {
      data: { symbol, currency, reportingCurrency: statement.reportedCurrency, ...statistics },
      fetchedAt: profile.fetchedAt,
      ...gaps,
      notes: checked.notes,
      currency,
      accounts: statement.reportedCurrency,
    };
  },
  {
    cannot: ({ history, industry }) => [
      ...(history === undefined ? [] : ["history"]),
      ...(industry === true ? ["industry"] : []),
    ],
  },
);

const yearRow = z.object({ fiscalYear: positive, priceToEarningsRatio: number });
/** As many years as a free plan has. */
const PAST_YEARS = 5;

/** The P/E of the newest fiscal years, as A sends them; a negative one, for a loss, becomes `null`. */
export const pastMultiplesFromFmp = enricher(fmpProvider, pastMultiples, async (symbol, client) => {
  const rows = await client.rows(yearRow, "ratios", {
    symbol,
    period: "annual",
    limit: PAST_YEARS,
  });
  const years = rows.map(({ fiscalYear, priceToEarningsRatio: value }) => ({ fiscalYear, value: toPositive(value) }));
  const known = newestFirst(
    years.filter(({ fiscalYear }) => fiscalYear !== null),
    ({ fiscalYear }) => String(fiscalYear),
  );
  if (rows.length > 0 && known.length === 0) throw badAnswer();
  return { facts: known.length > 0 ? known : null };
});

/** Returns the figures that pass the consistency rules, and sentences on those that do not. */
function toChecked({ marketCap, currency }: Profile, tables: typeof NO_TABLES, income: typeof NO_INCOME) {
  const { floatShares: float, outstandingShares: shares } = tables;
  const pe = toPositive(tables.priceToEarningsRatioTTM);
  const netIncome = toMajorUnit(currency) === income.reportedCurrency ? income.netIncome : null;
  const earnings = contradictions(RULES.priceToEarnings, { pe, marketCap, netIncome });
  const floats = contradictions(RULES.float, { float, shares });
  return {
    trailingPE: earnings.length > 0 ? null : pe,
    float: floats.length > 0 ? null : float,
    notes: [...earnings, ...floats],
  };
}

/**
 * Maps the tables. A sends 0 for a figure that it cannot compute; such a 0 becomes `null`. Its enterprise value is left
 * out, because it is in the reporting currency, and ours in the listing's.
 */
function toStatistics(
  profile: Profile,
  tables: typeof NO_TABLES,
  income: typeof NO_INCOME,
  { trailingPE, float }: ReturnType<typeof toChecked>,
): Statistics {
  const priceToSales = tables.priceToSalesRatioTTM || null;
  return {
    valuation: {
      marketCap: profile.marketCap,
      trailingPE,
      pegRatio: toPegRatio(tables.priceToEarningsGrowthRatioTTM, trailingPE),
      priceToSales,
      priceToBook: tables.priceToBookRatioTTM || null,
      evToRevenue: tables.evToSalesTTM || null,
      evToEbitda: tables.evToEBITDATTM || null,
    },
    growth: {},
    profit: {
      ebitda: income.ebitda || null,
      grossProfit: income.grossProfit || null,
      grossMargin: toMargin(tables.grossProfitMarginTTM, priceToSales),
      operatingMargin: toMargin(tables.operatingProfitMarginTTM, priceToSales),
      netMargin: toMargin(tables.netProfitMarginTTM, priceToSales),
      returnOnEquity: toMargin(tables.returnOnEquityTTM, priceToSales),
      returnOnAssets: toMargin(tables.returnOnAssetsTTM, priceToSales),
      payoutRatio: toPositive(tables.dividendPayoutRatioTTM),
    },
    balance: {
      debtToEquity: toDebtToEquity(tables.debtToEquityRatioTTM, {
        sector: profile.sector,
        currentRatio: tables.currentRatioTTM,
      }),
      currentRatio: tables.currentRatioTTM,
      quickRatio: tables.quickRatioTTM,
      bookValue: tables.bookValuePerShareTTM || null,
    },
    shares: { outstanding: tables.outstandingShares, float },
    price: { beta: profile.beta },
    fiscal: { latestQuarter: toDay(income.date) },
  };
}
