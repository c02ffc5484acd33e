/** Provider B's estimates of coming periods: where nobody estimates, it sends zeros, which become `null`. */
import { PERIODS, type EstimatedPeriod } from "../../capabilities/earnings-parts.js";
import { isDay } from "../../contract/values.js";
import type { z } from "../../contract/schema.js";
import { badAnswer, readModule } from "./envelopes.js";
import { earningsTrend, trendRow } from "./earnings-modules.js";

/** Estimates, and the currencies that their figures stand in. */
export interface Estimates {
  periods: EstimatedPeriod[];
  epsCurrencies: (string | null)[];
  revenueCurrencies: (string | null)[];
}

/** Limit of rows that are parsed: twice the most that B was seen to send. */
const MAX_ROWS = 12;

/**
 * The estimated periods in the order of `PERIODS`; none when nobody estimates any of them.
 *
 * @throws {ProviderError} `bad_answer` when the module has another shape, or no row can be read.
 */
export function toEstimates(module: unknown): Estimates {
  const sent = readModule(earningsTrend, module)?.trend.slice(0, MAX_ROWS) ?? [];
  const rows = sent.flatMap((row) => {
    const read = trendRow.safeParse(row);
    return read.success && read.data.period !== null ? [read.data] : [];
  });
  if (sent.length > 0 && rows.length === 0) throw badAnswer();
  const own = PERIODS.flatMap((name) => {
    const row = rows.find(({ period }) => period === name);
    return row ? [{ name, row }] : [];
  });
  const periods = own.map(({ name, row }) => toPeriod(name, row));
  const isEstimated = ({ eps, revenue }: EstimatedPeriod) => eps.avg !== null || revenue.avg !== null;
  return {
    periods: periods.some(isEstimated) ? periods : [],
    epsCurrencies: own.map(({ row }) => row.earningsEstimate.earningsCurrency),
    revenueCurrencies: own.map(({ row }) => row.revenueEstimate.revenueCurrency),
  };
}

function toPeriod(period: EstimatedPeriod["period"], row: z.output<typeof trendRow>): EstimatedPeriod {
  const { endDate, earningsEstimate: eps, revenueEstimate: revenue, epsTrend, epsRevisions } = row;
  const followed = hasAnalysts(eps);
  return {
    period,
    periodEnd: endDate !== null && isDay(endDate) ? endDate : null,
    eps: toGroup(eps, eps.yearAgoEps),
    revenue: toGroup(revenue, revenue.yearAgoRevenue),
    epsTrend: toTrend(followed ? epsTrend : null),
    revisions: {
      up7: followed ? epsRevisions.upLast7days : null,
      up30: followed ? epsRevisions.upLast30days : null,
      down7: followed ? epsRevisions.downLast7Days : null,
      down30: followed ? epsRevisions.downLast30days : null,
    },
  };
}

interface Group {
  avg: number | null;
  low: number | null;
  high: number | null;
  numberOfAnalysts: number | null;
  growth: number | null;
}

const NOBODY = { avg: null, low: null, high: null, analysts: null, yearAgo: null, growth: null };

function toGroup(group: Group, yearAgo: number | null): EstimatedPeriod["eps"] {
  if (!hasAnalysts(group)) return NOBODY;
  const { avg, low, high, numberOfAnalysts: analysts, growth } = group;
  return { avg, low, high, analysts, yearAgo, growth };
}

/** Whether anybody estimates; without a number of analysts, three zeros say that nobody does. */
function hasAnalysts({ avg, low, high, numberOfAnalysts }: Group): boolean {
  return numberOfAnalysts === null ? [avg, low, high].some((figure) => figure) : numberOfAnalysts > 0;
}

type Trend = z.output<typeof trendRow>["epsTrend"];

/** The mean estimate over the last ninety days; a 0 beside other figures is a day on which nobody estimated. */
function toTrend(trend: Trend | null): EstimatedPeriod["epsTrend"] {
  const figures = Object.values(trend ?? {});
  const hasOthers = figures.some((figure) => figure);
  const of = (name: keyof Trend) => (trend === null || (hasOthers && trend[name] === 0) ? null : trend[name]);
  return {
    now: of("current"),
    days7: of("7daysAgo"),
    days30: of("30daysAgo"),
    days60: of("60daysAgo"),
    days90: of("90daysAgo"),
  };
}
