/** Which figures of a statement are from before a restatement, and which ratios and changes would cross it. */
import { GROWTHS, isYear, QUOTIENTS } from "../../market/statement-columns.js";
import { spanOf, type Cells } from "./cells.js";
import type { Period } from "./periods.js";
import { toDayNumber } from "./stated-series.js";
import { areOfOne, type RestatedDays, type Vintages } from "./vintages.js";

/** Consequences of a restatement for the figures of a period. */
export interface RowVintage {
  /** Fields whose figures no filing states since the period was restated. */
  older: string[];
  /** The newest day on which the period was restated. */
  restated: string | undefined;
  /** Columns with ratios and changes that would be computed from figures before and after a restatement. */
  across: string[];
}

/** Returns the vintage of a period's figures; `revenue` is that of a cash flow statement, which does not contain it. */
export function toVintage(cells: Cells, { all, own }: RestatedDays, revenue: Cells[string]): RowVintage {
  if (all.length === 0) return { older: [], restated: undefined, across: [] };
  const figures: Cells = revenue ? { revenue, freeCashFlow: cells["freeCashFlow"] } : cells;
  const restated = own.at(-1);
  const older = Object.keys(cells).filter(
    (field) => restated !== undefined && (cells[field]?.last.filed ?? restated) < restated,
  );
  const across = Object.entries(QUOTIENTS).flatMap(([column, [value, base]]) =>
    isAcross(all, figures[value], figures[base]) ? [column] : [],
  );
  return { older, restated, across };
}

/** A row of a statement. */
interface Row {
  period: Period;
  cells: Cells;
  vintage: RowVintage;
}

/** Adds the changes within a year that would cross a restatement to the rows' vintages. */
export function addGrowths(rows: readonly Row[], vintages: Vintages): void {
  const ends = rows.map(({ period }) => toDayNumber(period.end));
  for (const [index, { period, cells, vintage }] of rows.entries()) {
    const before = rows[ends.findIndex((end) => isYear(ends[index]! - end))];
    if (!before) continue;
    const days = [...vintages.of(period).all, ...vintages.of(before.period).all];
    if (days.length === 0) continue;
    for (const [column, field] of Object.entries(GROWTHS)) {
      if (isAcross(days, cells[field], before.cells[field])) vintage.across.push(column);
    }
  }
}

function isAcross(days: readonly string[], one: Cells[string], other: Cells[string]): boolean {
  return one !== undefined && other !== undefined && !areOfOne(days, spanOf(one), spanOf(other));
}
