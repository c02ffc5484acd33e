/** Applies the consistency rule on expected revenues. */
import { contradictions, RULES } from "../../market/consistency.js";
import type { EstimatedPeriod, NextEarnings } from "../../capabilities/earnings.js";

/** Estimates without the revenues that are above those of a whole year, and the sentence on them. */
interface Checked {
  next: NextEarnings | null;
  periods: EstimatedPeriod[];
  notes: string[];
}

/** Withholds the expected revenue of a quarter that is above that of both fiscal years. */
export function checkExpectedRevenue(next: NextEarnings | null, periods: readonly EstimatedPeriod[]): Checked {
  const years = periods.flatMap(({ period, revenue }) => (period.endsWith("y") ? (revenue.avg ?? []) : []));
  const year = years.length > 0 ? Math.max(...years) : null;
  const notes: string[] = [];
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
