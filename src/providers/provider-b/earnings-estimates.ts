/** Provider B's estimates of coming periods. Without analysts it sends zeros, which become `null`. */
import { PERIODS, type EstimatedPeriod } from "../../capabilities/earnings.js";
import { isDay } from "../../contract/values.js";
import type { z } from "../../contract/schema.js";
import { badAnswer, readModule } from "./envelopes.js";
import { earningsTrend, trendRow } from "./earnings-modules.js";

/** Estimates, and the currencies of their figures. */
export interface Estimates {
  periods: EstimatedPeriod[];
  epsCurrencies: (string | null)[];
  revenueCurrencies: (string | null)[];
}

/** Limit of rows that are parsed: twice the most in a recorded answer. */
const MAX_ROWS = 12;

/**
 * Returns the estimated periods in the order of `PERIODS`; none when no analyst estimates any of them.
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
  const estimated = PERIODS.flatMap((name) => {
    const row = rows.find(({ period }) => period === name);
    return row ? [{ name, row }] : [];
  });
  const periods = estimated.map(({ name, row }) => toPeriod(name, row));
  const isEstimated = ({ eps, revenue }: EstimatedPeriod) => eps.avg !== null || revenue.avg !== null;
  return {
    periods: periods.some(isEstimated) ? periods : [],
    epsCurrencies: estimated.map(({ row }) => row.earningsEstimate.earningsCurrency),
    revenueCurrencies: estimated.map(({ row }) => row.revenueEstimate.revenueCurrency),
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

const NO_ESTIMATE = { avg: null, low: null, high: null, analysts: null, yearAgo: null, growth: null };

function toGroup(group: Group, yearAgo: number | null): EstimatedPeriod["eps"] {
  if (!hasAnalysts(group)) return NO_ESTIMATE;
  const { avg, low, high, numberOfAnalysts: analysts, growth } = group;
  return { avg, low, high, analysts, yearAgo, growth };
}

/** Whether any analyst gives an estimate; if B sends no number of analysts, three zeros mean none. */
function hasAnalysts({ avg, low, high, numberOfAnalysts }: Group): boolean {
  return numberOfAnalysts === null ? [avg, low, high].some((figure) => figure) : numberOfAnalysts > 0;
}

type Trend = z.output<typeof trendRow>["epsTrend"];

/**
 * Returns the mean estimate on five days of the last ninety. A 0 beside other figures becomes `null`: no analyst had an
 * estimate on that day.
 */
function toTrend(trend: Trend | null): EstimatedPeriod["epsTrend"] {
  const figures = Object.values(trend ?? {});
  const hasOthers = figures.some((figure) => figure);
  const figureOf = (name: keyof Trend) => (trend === null || (hasOthers && trend[name] === 0) ? null : trend[name]);
  return {
    now: figureOf("current"),
    days7: figureOf("7daysAgo"),
    days30: figureOf("30daysAgo"),
    days60: figureOf("60daysAgo"),
    days90: figureOf("90daysAgo"),
  };
}
