/** Yahoo's modules about earnings; a stock without analysts has zeros for estimates, a fund has no module. */
import { DAY_SECONDS } from "../../lib/day.js";
import { fiscalOf, fiscalYearEnd, type Quarter } from "../companies/accounts.js";
import { isFollowed } from "../companies/analysts.js";
import { announcementsOf, expectedOver, nextAnnouncement, type Expected } from "../companies/earnings.js";
import { round, uniform } from "../market/random.js";
import type { Security } from "../market/security.js";
import { incomeOver } from "../companies/statements.js";
import type { World } from "../companies/world.js";

/** Quarters in the upstream's lists. */
const QUARTERS = 4;

function pastOf({ books }: World, security: Security, at: number) {
  return announcementsOf(security, books, at)
    .filter(({ epsActual }) => epsActual !== null)
    .slice(0, QUARTERS)
    .toReversed();
}

const seconds = (at: number) => Math.floor(at / 1000);

/** Returns the next announcement in `calendarEvents`; empty for a security without accounts. */
export function calendarEarnings(world: World, security: Security, at: number) {
  const next = nextAnnouncement(security, world.books, at);
  if (!next) return {};
  const expected = isFollowed(security) ? expectedOver(world.books.economics(security), next.quarter, 1) : undefined;
  return {
    earnings: {
      earningsDate: next.days.map(seconds),
      earningsCallDate: [],
      isEarningsDateEstimate: !next.isCertain,
      ...(expected && {
        earningsAverage: expected.eps,
        earningsLow: low(expected.eps),
        earningsHigh: high(expected.eps),
        revenueAverage: expected.revenue,
        revenueLow: Math.round(expected.revenue * 0.96),
        revenueHigh: Math.round(expected.revenue * 1.04),
      }),
    },
  };
}

export const earningsModules = {
  earnings(world: World, security: Security, at: number) {
    const past = pastOf(world, security, at);
    if (past.length === 0) return undefined;
    const followed = isFollowed(security);
    const economics = world.books.economics(security);
    return {
      maxAge: DAY_SECONDS,
      defaultMethodology: "gaap",
      earningsChart: {
        quarterly: (followed ? past : []).map(({ quarter, epsActual, epsEstimate }) => ({
          date: nameOf(quarter),
          calendarQuarter: nameOf(quarter),
          fiscalQuarter: nameOf(quarter, economics),
          actual: epsActual,
          estimate: epsEstimate,
        })),
      },
      financialsChart: {
        quarterly: past.map(({ quarter, revenueActual }) => ({
          date: nameOf(quarter),
          revenue: revenueActual,
          earnings: incomeOver(economics, quarter, 1)["netIncome"],
        })),
      },
      financialCurrency: security.reporting,
    };
  },

  earningsHistory(world: World, security: Security, at: number) {
    const past = pastOf(world, security, at);
    if (past.length === 0) return undefined;
    const history = (isFollowed(security) ? past : []).map(({ periodEnd, epsActual, epsEstimate }, place) => {
      const difference = (epsActual ?? 0) - (epsEstimate ?? 0);
      return {
        maxAge: 1,
        period: `-${past.length - place}q`,
        quarter: seconds(Date.parse(periodEnd)),
        epsActual,
        epsEstimate,
        epsDifference: round(difference, 2),
        // A ratio, although its name says percent.
        surprisePercent: epsEstimate ? round(difference / Math.abs(epsEstimate), 4) : null,
        currency: security.reporting,
      };
    });
    return { history, maxAge: DAY_SECONDS };
  },

  earningsTrend(world: World, security: Security, at: number) {
    const next = nextAnnouncement(security, world.books, at);
    if (!next) return undefined;
    const economics = world.books.economics(security);
    const yearEnd = fiscalYearEnd(next.quarter + 3, economics);
    const thisYear = expectedOver(economics, yearEnd, 4);
    const periods: [string, Expected][] = [
      ["0q", expectedOver(economics, next.quarter, 1)],
      ["+1q", expectedOver(economics, next.quarter + 1, 1)],
      ["0y", thisYear],
      ["+1y", expectedOver(economics, yearEnd + 4, 4, thisYear)],
    ];
    const followed = isFollowed(security);
    const trend = periods.map(([period, expected]) =>
      followed ? trendOf(period, expected, security, economics.key) : unfollowed(period),
    );
    return { trend, maxAge: 1 };
  },
};

/** Returns the name of a calendar quarter, or with a company that of its fiscal quarter. */
function nameOf(quarter: Quarter, company = { yearEnd: 3 }): string {
  const { year, number } = fiscalOf(quarter, company);
  return `${number}Q${year}`;
}

function low(eps: number): number {
  return round(eps - Math.abs(eps) * 0.06, 4);
}

function high(eps: number): number {
  return round(eps + Math.abs(eps) * 0.07, 4);
}

function growth(now: number, before: number): number {
  return before === 0 ? 0 : round((now - before) / Math.abs(before), 4);
}

function trendOf(period: string, expected: Expected, { reporting }: Security, key: number) {
  const { eps, revenue, analysts, epsYearAgo, revenueYearAgo, periodEnd } = expected;
  const ago = (days: number) => round(eps * (1 - 0.0004 * days * (uniform(key ^ 23, days) - 0.3)), 5);
  const revisions = (position: number) => Math.floor(uniform(key ^ 24, position) * analysts * 0.4);
  return {
    maxAge: 1,
    period,
    endDate: periodEnd,
    growth: growth(eps, epsYearAgo),
    earningsEstimate: {
      avg: eps,
      low: low(eps),
      high: high(eps),
      yearAgoEps: epsYearAgo,
      numberOfAnalysts: analysts,
      growth: growth(eps, epsYearAgo),
      earningsCurrency: reporting,
    },
    revenueEstimate: {
      avg: revenue,
      low: Math.round(revenue * 0.96),
      high: Math.round(revenue * 1.04),
      numberOfAnalysts: analysts - 1,
      yearAgoRevenue: revenueYearAgo,
      growth: growth(revenue, revenueYearAgo),
      revenueCurrency: reporting,
    },
    epsTrend: {
      current: eps,
      "7daysAgo": ago(7),
      "30daysAgo": ago(30),
      "60daysAgo": ago(60),
      "90daysAgo": ago(90),
      epsTrendCurrency: reporting,
    },
    epsRevisions: {
      upLast7days: Math.floor(revisions(1) / 3),
      upLast30days: revisions(1),
      downLast30days: revisions(2),
      downLast7Days: Math.floor(revisions(2) / 3),
      downLast90days: {},
      epsRevisionsCurrency: reporting,
    },
  };
}

/** Returns zeros, which the upstream sends for a company without analysts. */
function unfollowed(period: string) {
  const noEstimates = { avg: 0, low: 0, high: 0, numberOfAnalysts: 0, growth: {} };
  return {
    maxAge: 1,
    period,
    endDate: null,
    growth: {},
    earningsEstimate: { ...noEstimates, yearAgoEps: {}, earningsCurrency: null },
    revenueEstimate: { ...noEstimates, yearAgoRevenue: {}, revenueCurrency: null },
    epsTrend: { current: 0, "7daysAgo": 0, "30daysAgo": 0, "60daysAgo": 0, "90daysAgo": 0, epsTrendCurrency: null },
    epsRevisions: { upLast7days: 0, upLast30days: 0, downLast30days: 0, downLast7Days: 0, downLast90days: {} },
  };
}
