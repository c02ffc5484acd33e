/** Which figures of a statement are from before a restatement, and which ratios and changes would cross it. */
import { daysBetween } from "../../../lib/day.js";
import { createPeriods, operandsOf } from "../../../market/statements/ratio-values.js";
import { INSTEAD, RATIO_NAMES, STATEMENT_OF, type Statement } from "../../../market/statements/ratios.js";
import { STATEMENTS } from "../../../market/statements/statement-books.js";
import { spanOf, type Cells } from "./cells.js";
import type { Period } from "./periods.js";
import { areOfOne, type RestatedDays } from "./vintages.js";

/** Consequences of a restatement for the figures of a period. */
export interface RowVintage {
  /** Fields whose figures no filing states since the period was restated. */
  older: string[];
  /** The newest day on which the period was restated. */
  restated: string | undefined;
  /** All days on which it, or the year around it, was restated. */
  days: readonly string[];
  /** Columns with ratios and changes that would be computed from figures before and after a restatement. */
  across: string[];
}

/** Returns the vintage of a period's figures, without the columns across a restatement. */
export function toVintage(cells: Cells, { all, own }: RestatedDays): RowVintage {
  const restated = own.at(-1);
  const older = Object.keys(cells).filter(
    (field) => restated !== undefined && (cells[field]?.last.filed ?? restated) < restated,
  );
  return { older, restated, days: all, across: [] };
}

/** A row of a statement. */
interface Row {
  period: Pick<Period, "end">;
  cells: Cells;
  vintage: RowVintage;
}

/**
 * Adds the columns that would cross a restatement to the vintages of the rows of a statement, whose columns may have
 * figures of the other statements and of other periods.
 */
export function addAcross(
  rows: readonly Row[],
  rowsOf: (statement: Statement) => readonly Row[],
  isQuarter: boolean,
): void {
  const all = new Map(STATEMENTS.map((each) => [each, rowsOf(each)]));
  const restated = [...all.values()].flat().filter(({ vintage }) => vintage.days.length > 0);
  const byEnd = new Map([...all].map(([each, found]) => [each, new Map(found.map((row) => [row.period.end, row]))]));
  const periods = createPeriods(isQuarter, (statement) => [...byEnd.get(statement)!.keys()]);
  for (const { period, vintage } of rows) {
    // Most companies have restated few periods, and a row has thirty columns.
    if (!restated.some(({ period: { end } }) => isWithin(end, period.end))) continue;
    for (const name of RATIO_NAMES) {
      const used = operandsOf(name, period.end, periods).flatMap(({ figure, end }) => {
        const row = byEnd.get(STATEMENT_OF[figure])!.get(end);
        const other = INSTEAD[figure];
        const cell = row?.cells[figure] ?? (other && row?.cells[other]);
        return row && cell ? [{ cell, days: row.vintage.days }] : [];
      });
      const days = used.flatMap((each) => each.days);
      const isAcross = !areOfOne(days, ...used.map(({ cell }) => spanOf(cell)));
      if (isAcross) vintage.across.push(name);
    }
  }
}

/** Whether the ratios of a period may need figures of a period that ended on `end`: they need those of a year. */
function isWithin(end: string, periodEnd: string): boolean {
  const days = daysBetween(end, periodEnd);
  return days >= 0 && days <= MAX_DAYS;
}

/** A year of 53 weeks, and the days by which its ends may differ. */
const MAX_DAYS = 390;
