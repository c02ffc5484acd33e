/** Yahoo's estimates of coming periods. Without analysts it sends zeros, which become `null`. */
import type { Sentence } from "../../../contract/sentence.js";
import { PERIODS, type EstimatedPeriod, type NextEarnings } from "../../../capabilities/companies/earnings.js";
import { contradictions, RULES } from "../../../market/consistency.js";
import { currencyCode, isDay, text } from "../../../contract/values.js";
import { z } from "../../../contract/schema.js";
import { entries, readModule, readRows } from "../calls/envelopes.js";
import { part, rawCount, rawNumber, rawPositive, renamed, required } from "../calls/values.js";

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
  const rows = readRows(trendRow, readModule(earningsTrend, module)?.trend ?? [], MAX_ROWS);
  const estimated = PERIODS.flatMap((name) => {
    const row = rows.find(({ period }) => period === name);
    return row ? [{ name, row }] : [];
  });
  const periods = estimated.map(({ name, row }) => toPeriod(name, row));
  const isEstimated = ({ eps, revenue }: EstimatedPeriod) => eps.avg !== null || revenue.avg !== null;
  return {
    periods: periods.some(isEstimated) ? periods : [],
    epsCurrencies: estimated.map(({ row }) => row.earningsEstimate.currency),
    revenueCurrencies: estimated.map(({ row }) => row.revenueEstimate.currency),
  };
}

function toPeriod(period: EstimatedPeriod["period"], row: TrendRow): EstimatedPeriod {
  const { endDate, earningsEstimate, revenueEstimate } = row;
  const { epsTrend, epsRevisions } = hasAnalysts(earningsEstimate) ? row : NOTHING;
  return {
    period,
    periodEnd: endDate !== null && isDay(endDate) ? endDate : null,
    eps: toGroup(earningsEstimate),
    revenue: toGroup(revenueEstimate),
    epsTrend: toTrend(epsTrend),
    revisions: epsRevisions,
  };
}

type Group = TrendRow["earningsEstimate"];

function toGroup(sent: Group): EstimatedPeriod["eps"] {
  const { currency: _, ...group } = hasAnalysts(sent) ? sent : NOTHING.earningsEstimate;
  return group;
}

/** Whether any analyst gives an estimate; if B sends no number of analysts, three zeros mean none. */
function hasAnalysts({ avg, low, high, analysts }: Group): boolean {
  return analysts === null ? [avg, low, high].some((figure) => figure) : analysts > 0;
}

/**
 * Returns the mean estimate on five days of the last ninety. A 0 beside other figures becomes `null`: no analyst had an
 * estimate on that day.
 */
function toTrend({ now, days7, days30, days60, days90 }: EstimatedPeriod["epsTrend"]): EstimatedPeriod["epsTrend"] {
  const hasOthers = [now, days7, days30, days60, days90].some((figure) => figure);
  const known = (figure: number | null) => (hasOthers && figure === 0 ? null : figure);
  return { now: known(now), days7: known(days7), days30: known(days30), days60: known(days60), days90: known(days90) };
}

/** Estimates without the revenues that are above those of a whole year, and the sentence on them. */
interface Checked {
  next: NextEarnings | null;
  periods: EstimatedPeriod[];
  notes: Sentence[];
}

/** Withholds the expected revenue of a quarter that is above that of both fiscal years. */
export function checkExpectedRevenue(next: NextEarnings | null, periods: readonly EstimatedPeriod[]): Checked {
  const years = periods.flatMap(({ period, revenue }) => (period.endsWith("y") ? (revenue.avg ?? []) : []));
  const year = years.length > 0 ? Math.max(...years) : null;
  const notes: Sentence[] = [];
  const isWithheld = (quarter: number | null) => {
    const found = contradictions(RULES.quarterRevenue, { quarter, year });
    notes.push(...found);
    return found.length > 0;
  };
  return {
    next:
      next && isWithheld(next.revenueEstimate)
        ? { ...next, revenueEstimate: null, revenueLow: null, revenueHigh: null }
        : next,
    periods: periods.map((each) =>
      each.period.endsWith("q") && isWithheld(each.revenue.avg)
        ? { ...each, revenue: { ...each.revenue, avg: null, low: null, high: null, growth: null } }
        : each,
    ),
    // The next announcement and its quarter have the same estimate.
    notes: [...new Set(notes)],
  };
}

const earningsTrend = z.object({ trend: entries });

const trendRow = z.object({
  period: required(text),
  endDate: text,
  earningsEstimate: part(
    renamed({
      avg: ["avg", rawNumber],
      low: ["low", rawNumber],
      high: ["high", rawNumber],
      analysts: ["numberOfAnalysts", rawCount],
      yearAgo: ["yearAgoEps", rawNumber],
      growth: ["growth", rawNumber],
      currency: ["earningsCurrency", currencyCode],
    }),
  ),
  revenueEstimate: part(
    renamed({
      avg: ["avg", rawPositive],
      low: ["low", rawPositive],
      high: ["high", rawPositive],
      analysts: ["numberOfAnalysts", rawCount],
      yearAgo: ["yearAgoRevenue", rawPositive],
      growth: ["growth", rawNumber],
      currency: ["revenueCurrency", currencyCode],
    }),
  ),
  epsTrend: part(
    renamed({
      now: ["current", rawNumber],
      days7: ["7daysAgo", rawNumber],
      days30: ["30daysAgo", rawNumber],
      days60: ["60daysAgo", rawNumber],
      days90: ["90daysAgo", rawNumber],
    }),
  ),
  epsRevisions: part(
    renamed({
      up7: ["upLast7days", rawCount],
      up30: ["upLast30days", rawCount],
      // B spells this field with a capital D.
      down7: ["downLast7Days", rawCount],
      down30: ["downLast30days", rawCount],
    }),
  ),
});
type TrendRow = z.output<typeof trendRow>;

/** A row without any figure. */
const NOTHING = trendRow.parse({ period: "0q" });
