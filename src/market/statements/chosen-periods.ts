/** The periods that a question about statements chooses: by their ends, by the fiscal year, or twelve months to each end. */
import { say, type Sentence } from "../../contract/sentence.js";
import { daysBefore } from "../../lib/day.js";
import type { StatementRow } from "./statement-books.js";
import { fiscalYearOf, ordinalOf, toTrailing, toTrailingNotes } from "./trailing.js";

/** The parameters that choose periods. */
export const CHOICE = ["from", "to", "fiscal_year", "ttm"] as const;

export interface Choice {
  statement_type?: string;
  period?: string;
  from?: string | undefined;
  to?: string | undefined;
  fiscal_year?: number | undefined;
  ttm?: boolean | undefined;
}

/** Periods that an answer shows by default. */
const SHOWN = 5;
/** The longest periods in days: a quarter of 17 weeks, a year of 53. */
const LONGEST = { quarter: 125, annual: 372 } as const;
/** The quarters that twelve months need before the last one. */
const BEFORE = 3;

/**
 * Returns the chosen periods and sentences on them; `undefined` for a question that chooses none.
 *
 * @param shown Periods, newest first, with their computed `columns`; `stored` are the same with what they keep.
 */
export function choosePeriods(
  shown: readonly StatementRow[],
  stored: readonly StatementRow[],
  input: Choice,
  columns: readonly string[],
): { rows: StatementRow[]; notes: Sentence[] } | undefined {
  const { statement_type: type = "", period, from, to, fiscal_year: year, ttm } = input;
  if (ttm !== true && (from ?? to ?? year) === undefined) return undefined;
  const isQuarter = period === "quarter";
  const trailing = ttm === true ? toTrailing(type, shown, stored, columns) : undefined;
  const all = trailing?.rows ?? [...shown];
  const places = all.flatMap((_row, at) => (isChosen(stored[at]!, input) ? [at] : []));
  return {
    rows: places.map((at) => all[at]!),
    notes: [
      ...(trailing ? toTrailingNotes(type, trailing) : []),
      ...(year === undefined ? [] : toYearNotes(year, stored, places, isQuarter)),
      ...(places.length > 0 || year !== undefined || all.length === 0 ? [] : [toEndsNote(all)]),
    ],
  };
}

/** Whether the input chooses a period, which has what its source keeps. */
export function isChosen(row: StatementRow, { period, from, to, fiscal_year: year }: Choice): boolean {
  const end = String(row["date"]);
  if (end < (from ?? "") || end > (to ?? end)) return false;
  return year === undefined || fiscalYearOf(row, period === "quarter")?.year === year;
}

/** Returns sentences on a fiscal year that the source does not count, or of which no period is known. */
function toYearNotes(
  year: number,
  stored: readonly StatementRow[],
  places: readonly number[],
  isQuarter: boolean,
): Sentence[] {
  const known = stored.flatMap((row) => fiscalYearOf(row, isQuarter) ?? []);
  const chosen = places.map((at) => fiscalYearOf(stored[at]!, isQuarter)!);
  const years = known.map((each) => each.year).toSorted((one, other) => one - other);
  if (chosen.length > 0) {
    const isCounted = chosen.every(({ isStated }) => isStated);
    return isCounted
      ? []
      : [say`The source does not count fiscal years: fiscal ${year} is the one that ends in ${year}.`];
  }
  if (years.length === 0) return [say`The source does not say which fiscal years its periods are of.`];
  return [say`No period of fiscal ${year} is known; there are those of ${years[0]} to ${years.at(-1)}.`];
}

function toEndsNote(rows: readonly StatementRow[]): Sentence {
  const ends = rows.map(({ date }) => String(date)).toSorted();
  return say`No period ends on these days; the known ones end from ${ends[0]} to ${ends.at(-1)}.`;
}

/** Whether a question means older periods than these, newest first; `limit` is how many of the chosen ones it asks for. */
export function wantsOlder(rows: readonly StatementRow[], input: Choice, limit?: number): boolean {
  if (rows.length < (limit ?? 0)) return true;
  const { period, from, to, fiscal_year: year, ttm } = input;
  const oldest = rows.at(-1);
  if (typeof oldest?.["date"] !== "string") return false;
  const isQuarter = period === "quarter";
  const before = ttm === true ? BEFORE : 0;
  if (year !== undefined) {
    const [first, wanted] = [ordinalOf(oldest, isQuarter), isQuarter ? 4 * year + 1 - before : year];
    return first !== undefined && first > wanted;
  }
  const end = daysBefore(oldest["date"], -before * LONGEST.quarter);
  const longest = isQuarter ? LONGEST.quarter : LONGEST.annual;
  if (from !== undefined && daysBefore(end, longest) >= from) return true;
  if (from !== undefined) return false;
  if (to === undefined) return ttm === true && limit !== undefined && rows.length < limit + before;
  return rows.filter(({ date }) => String(date) <= to).length < (limit ?? SHOWN) + before;
}
