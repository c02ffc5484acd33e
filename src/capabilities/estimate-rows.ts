/** Estimates of coming periods as flat rows, for a table. */
import type { EstimatedPeriod } from "./earnings-parts.js";

/** Names of periods in the table: CSV would put an apostrophe before `+1q`, to protect spreadsheets from formulas. */
const NAMES = { "0q": "this quarter", "+1q": "next quarter", "0y": "this year", "+1y": "next year" } as const;

/** Returns a row for each period of which a mean is known; `eps.avg` becomes `epsAvg`. */
export function toEstimateRows(estimates: readonly EstimatedPeriod[]) {
  return estimates.filter(isEstimated).map(flatten);
}

function isEstimated({ eps, revenue }: EstimatedPeriod): boolean {
  return eps.avg !== null || revenue.avg !== null;
}

function flatten({ period, periodEnd, eps, revenue, epsTrend, revisions }: EstimatedPeriod) {
  return {
    period: NAMES[period],
    periodEnd,
    ...prefixed("eps", eps),
    ...prefixed("revenue", revenue),
    eps7dAgo: epsTrend.days7,
    eps30dAgo: epsTrend.days30,
    eps60dAgo: epsTrend.days60,
    eps90dAgo: epsTrend.days90,
    raised7d: revisions.up7,
    raised30d: revisions.up30,
    lowered7d: revisions.down7,
    lowered30d: revisions.down30,
  };
}

function prefixed(prefix: string, group: Readonly<Record<string, number | null>>): Record<string, number | null> {
  return Object.fromEntries(
    Object.entries(group).map(([name, value]) => [`${prefix}${name[0]!.toUpperCase()}${name.slice(1)}`, value]),
  );
}
