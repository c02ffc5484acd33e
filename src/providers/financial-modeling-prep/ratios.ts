/** Ratios of the last twelve months, and earnings per share in the right currency. */
import { z } from "../../contract/schema.js";
import { number, positive, text, toSixDigits } from "../../contract/values.js";
import { DAY_SECONDS } from "../../lib/day.js";
import type { Profile } from "./profile.js";
import type { FmpClient } from "./provider.js";
import { toFmpSymbol } from "./symbol.js";

const ratiosRow = z.object({
  grossProfitMarginTTM: number,
  operatingProfitMarginTTM: number,
  netProfitMarginTTM: number,
  currentRatioTTM: positive,
  quickRatioTTM: positive,
  priceToEarningsRatioTTM: number,
  priceToEarningsGrowthRatioTTM: number,
  priceToBookRatioTTM: number,
  priceToSalesRatioTTM: number,
  debtToEquityRatioTTM: number,
  dividendYieldTTM: number,
  dividendPayoutRatioTTM: number,
  netIncomePerShareTTM: number,
  freeCashFlowPerShareTTM: number,
  bookValuePerShareTTM: number,
});

/** Ratios in ratio form; figures per share are in the company's reporting currency. */
export type Ratios = z.output<typeof ratiosRow>;

/** Ratios with every value `null`. */
export const NO_RATIOS: Ratios = ratiosRow.parse({});

/** The ratios; `null` when there are none (funds, coins, indices). */
export function fetchRatios(symbol: string, client: FmpClient): Promise<Ratios | null> {
  return client.first(ratiosRow, "ratios-ttm", { symbol });
}

// Relative difference up to which PE × EPS counts as equal to the price. Two recorded pairs differ by 0 and 0.4 %,
// because the PE may be slightly older than the price.
const PRICE_TOLERANCE = 0.005;
const MAX_PRICE_AGE_MS = 60 * 60 * 1000;

/**
 * Earnings per share of twelve months, in the listing's currency.
 *
 * `netIncomePerShareTTM` if the company reports in the listing's currency, which either PE × EPS = price or the newest
 * statement shows. If it reports in another currency, price / `priceToEarningsRatioTTM` with a price that is at most an
 * hour old. Otherwise `null`.
 */
export async function findListingEps(
  symbol: string,
  profile: Profile,
  ratios: Ratios,
  client: FmpClient,
): Promise<number | null> {
  const { netIncomePerShareTTM: eps, priceToEarningsRatioTTM: pe } = ratios;
  const { price, currency } = profile;
  if (eps === null) return null;
  if (price !== null && pe !== null && price > 0 && Math.abs((pe * eps) / price - 1) <= PRICE_TOLERANCE) return eps;
  if (currency === null) return null;
  const reported = (await findNewestYear(symbol, client))?.currency ?? null;
  if (reported === currency) return eps;
  const fresh = client.upstream.now().getTime() - profile.fetchedAt <= MAX_PRICE_AGE_MS;
  return reported !== null && fresh && price !== null && pe !== null && pe !== 0 ? toSixDigits(price / pe) : null;
}

const statementRow = z.object({ reportedCurrency: text, revenue: number });

const newestYear = z.object({ currency: z.string().nullable(), revenue: z.number().nullable() }).strict();
/** Reporting currency and revenue of the last reported year. */
type NewestYear = z.output<typeof newestYear>;

/** The newest annual income statement, cached for a week; `null` when there is no statement. */
export function findNewestYear(symbol: string, client: FmpClient): Promise<NewestYear | null> {
  const part = {
    key: `newest year ${toFmpSymbol(symbol)}`,
    keepSeconds: 7 * DAY_SECONDS,
    schema: newestYear.nullable(),
    // Do not cache a year without a currency: a company without statements may file its first one tomorrow.
    isGood: (year: NewestYear | null) => year !== null && year.currency !== null,
  };
  return client.upstream.remember(part, async () => {
    const newest = await client.first(statementRow, "income-statement", { symbol, limit: 1 });
    return newest ? { currency: newest.reportedCurrency, revenue: newest.revenue } : null;
  });
}
