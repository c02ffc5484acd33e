/** Joins Yahoo's past quarters with the rows of its two charts: EPS and revenue. */
import { z } from "../../../contract/schema.js";
import { currencyCode, text } from "../../../contract/values.js";
import { flag, list, part, rawNumber, rawPositive } from "../calls/values.js";

/** Limit of rows that are parsed; no recorded answer has as many. */
const MAX_ROWS = 40;
/** EPS of the same quarter differ by at most this much between two lists, of which one may be rounded to cents. */
const EPS_ROUNDING = 0.006;

/** The module with the charts. */
export const earningsModule = z.object({
  earningsChart: part(z.object({ quarterly: list, earningsDate: list, isEarningsDateEstimate: flag })),
  financialsChart: part(z.object({ quarterly: list })),
  financialCurrency: currencyCode,
});
export type Charts = z.output<typeof earningsModule> | null;

/** A quarter of the charts, of EPS or of revenue; `date` is its name, such as 4Q2024. */
const chartQuarter = z.object({ date: text, fiscalQuarter: text, actual: rawNumber, revenue: rawPositive });

/** Fields of one quarter that only the charts have. */
interface ChartFacts {
  /** Such as 1Q2025. */
  fiscalQuarter: string | null;
  /** In the currency of the accounts. */
  revenueActual: number | null;
}

/**
 * Returns the facts of each quarter of `past`, which is newest first.
 *
 * Rows are joined by their position from the newest, because history and charts list the same quarters. They are not
 * joined by name: B names a quarter that ends on 31 January after the calendar quarter before it, one that ends on 28
 * February after the current one. An EPS chart that shows another EPS than the history in as many quarters as not, and a
 * row that does, are left out; so is a revenue whose row has another name than the EPS of the same position.
 */
export function joinCharts(past: readonly { epsActual: number | null }[], charts: Charts): ChartFacts[] {
  const eps = readRows(charts?.earningsChart.quarterly);
  const figures = readRows(charts?.financialsChart.quarterly);
  const agrees = past.map(({ epsActual }, at) => isSameEps(epsActual, eps[at]?.actual ?? null));
  const count = (wanted: boolean) => agrees.filter((each) => each === wanted).length;
  const areSameQuarters = count(true) > count(false);
  return past.map((_, at) => {
    const quarter = areSameQuarters && agrees[at] !== false ? eps[at] : undefined;
    const fiscal = quarter?.fiscalQuarter ?? "";
    const isSameName = quarter !== undefined && quarter.date !== null && quarter.date === figures[at]?.date;
    return {
      fiscalQuarter: /^[1-4]Q\d{4}$/.test(fiscal) ? fiscal : null,
      revenueActual: isSameName ? figures[at]!.revenue : null,
    };
  });
}

/** Returns the rows of a chart, newest first; B sends them oldest first. */
function readRows(sent: readonly unknown[] = []) {
  return sent
    .slice(0, MAX_ROWS)
    .map((row) => chartQuarter.safeParse(row).data)
    .toReversed();
}

/** Whether two EPS of one quarter agree; `null` when one of them is unknown. */
function isSameEps(one: number | null, other: number | null): boolean | null {
  return one === null || other === null ? null : Math.abs(one - other) <= EPS_ROUNDING;
}
