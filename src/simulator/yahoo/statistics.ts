/** Fields about valuation, shares and dividends, for several of Yahoo's modules. */
import { fiscalYearEnd, quarterEnd } from "../companies/accounts.js";
import { paymentsOf } from "../companies/dividends.js";
import { priceToEarnings } from "../companies/fundamentals.js";
import { incomeOver } from "../companies/statements.js";
import { minorUnitFactor } from "../market/prices.js";
import { round, toKey, uniform } from "../market/random.js";
import type { Security } from "../market/security.js";
import { DAY_MS } from "../../lib/day.js";
import type { World } from "../companies/world.js";

const YEAR_DAYS = 365;

/** Returns fields of `summaryDetail`; those about dividends are 0 or absent for a company that pays none. */
export function detailFields(world: World, security: Security, at: number) {
  const { market, books } = world;
  if (security.kind !== "stock") return {};
  const now = market.tick(security, at);
  const fundamentals = books.fundamentals(security, at);
  const pe = priceToEarnings(security, now.price, fundamentals);
  const forward = pe === null ? {} : { forwardPE: round(pe / (1 + fundamentals.economics.growth), 6) };
  const rate = fundamentals.dividend * minorUnitFactor(security);
  if (rate <= 0) {
    return { ...forward, payoutRatio: 0, trailingAnnualDividendRate: 0, trailingAnnualDividendYield: 0 };
  }
  const { exDate } = datesOf(world, security, at);
  return {
    ...forward,
    ...(exDate === undefined ? {} : { exDividendDate: exDate }),
    payoutRatio: round(fundamentals.dividend / fundamentals.eps, 4),
    // Percent, unlike the other yields.
    fiveYearAvgDividendYield: round((rate / now.price) * 100 * 1.1, 2),
    // Like the upstream's, this rate is in the currency of the accounts.
    trailingAnnualDividendRate: round(rate * fundamentals.rate, 3),
    trailingAnnualDividendYield: round((rate * fundamentals.rate) / now.price, 7),
  };
}

/** Returns the dates of `calendarEvents`, midnight UTC; empty for a company that pays no dividend. */
export function calendarDates(world: World, security: Security, at: number) {
  const { exDate, payDate } = datesOf(world, security, at);
  return exDate === undefined ? {} : { exDividendDate: exDate, dividendDate: payDate };
}

/** Returns the dates of the newest declared payment. */
function datesOf(world: World, security: Security, at: number) {
  const today = Math.floor(at / DAY_MS);
  const newest = paymentsOf(world, security, today - 200, today + 30, at).at(-1);
  const seconds = (day: number) => (day * DAY_MS) / 1000;
  return newest ? { exDate: seconds(newest.exDay), payDate: seconds(newest.payDay) } : {};
}

/**
 * Returns fields of `defaultKeyStatistics`. Like the upstream's, multiples of the enterprise value combine price and
 * accounts even when their currencies differ.
 */
export function keyFields({ market, books }: World, security: Security, at: number) {
  const now = market.snapshot(security, at);
  const { balance, income, quarter, economics } = books.fundamentals(security, at);
  const key = toKey(`holders of ${security.company}`, market.seed);
  const shares = market.shares(security);
  const enterprise = now.marketCap + (balance["totalDebt"] ?? 0) - (balance["cashAndShortTermInvestments"] ?? 0);
  const sold = Math.round(shares * (0.005 + 0.04 * uniform(key, 1)));
  const index = market.find("^GSPC");
  const changeOf = (one: Security) => round(yearChange(market, one, at), 7);
  const seconds = (day: string) => Date.parse(`${day}T00:00:00Z`) / 1000;
  const lastYear = fiscalYearEnd(quarter, economics);
  return {
    enterpriseValue: enterprise,
    enterpriseToRevenue: round(enterprise / (income["revenue"] ?? 1), 3),
    ...(income["ebitda"] ? { enterpriseToEbitda: round(enterprise / income["ebitda"], 3) } : {}),
    heldPercentInsiders: round(0.001 + 0.1 * uniform(key, 2), 5),
    heldPercentInstitutions: round(0.3 + 0.6 * uniform(key, 3), 5),
    // Only US exchanges publish short interest.
    ...(security.currency === "USD"
      ? {
          sharesShort: sold,
          shortRatio: round(sold / now.averageVolume, 2),
          shortPercentOfFloat: round(sold / (shares * 0.9), 4),
          dateShortInterest: seconds(monthEndBefore(at)),
        }
      : {}),
    "52WeekChange": changeOf(security),
    ...(index ? { SandP52WeekChange: changeOf(index) } : {}),
    lastFiscalYearEnd: seconds(quarterEnd(lastYear)),
    nextFiscalYearEnd: seconds(quarterEnd(lastYear + 4)),
    mostRecentQuarter: seconds(quarterEnd(quarter)),
  };
}

/** Returns the change of a price over 52 weeks, a ratio. */
export function yearChange(market: World["market"], security: Security, at: number): number {
  return market.tick(security, at).price / market.closeOn(security, Math.floor(at / DAY_MS) - YEAR_DAYS) - 1;
}

/** Returns fields of `financialData`; growth compares the latest quarter with the same quarter a year earlier. */
export function accountFields({ books }: World, security: Security, at: number) {
  const { income, balance, quarter, economics } = books.fundamentals(security, at);
  const growthOf = (field: string) => {
    const [latest, before] = [quarter, quarter - 4].map((each) => incomeOver(economics, each, 1)[field] ?? 0);
    return before! > 0 ? round(latest! / before! - 1, 3) : undefined;
  };
  const earnings = growthOf("netIncome");
  const liquid = (balance["totalCurrentAssets"] ?? 0) - (balance["inventory"] ?? 0);
  return {
    grossProfits: income["grossProfit"],
    revenueGrowth: growthOf("revenue"),
    ...(earnings === undefined ? {} : { earningsGrowth: earnings }),
    ...(security.traits.has("bank")
      ? {}
      : { quickRatio: round(liquid / (balance["totalCurrentLiabilities"] ?? 1), 3) }),
  };
}

/** Returns the last day of the previous month, `YYYY-MM-DD`, UTC. */
function monthEndBefore(at: number): string {
  const date = new Date(at);
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 0)).toISOString().slice(0, 10);
}
