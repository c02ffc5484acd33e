/**
 * The first day of a company's number at the SEC. A new holding company has a new number (Exxon in 2026, Alphabet in 2015),
 * and what its predecessor filed is not under it. The SEC's lists do not name the number before.
 */
import { say, type Sentence } from "../../contract/sentence.js";
import { daysBetween } from "../../lib/day.js";
import { capital } from "../../lib/capital.js";
import { oldestFiled, type Submissions } from "./submissions.js";

/** Companies of the US file electronically since 1996: a list that begins before has all that there is. */
const ELECTRONIC_SINCE = "1997-01-01";
/** The first filings with figures in XBRL are of 2009: those of an older number end there for this reason. */
export const XBRL_SINCE = "2009-06-01";
/** Forms by which a company takes the place of another one that was registered. */
const SUCCESSION = /\t(8-K(?:12B|12G3|15D5))(?:\/A)?\t(\d{4}-\d{2}-\d{2})\t/;
/** A company files a report with figures within this number of days from its first filing; two years at most. */
const FIRST_REPORT_DAYS = 730;

/**
 * Returns a clause on the first day of a company's number, `cik`, without a capital and a full stop; `undefined` for a number
 * that begins before the day `after`.
 */
export function toFirstDayClause(cik: string, submissions: Submissions, after = ELECTRONIC_SINCE): string | undefined {
  const first = oldestFiled(submissions);
  if (first === undefined || first < after) return undefined;
  const [, form, day] = SUCCESSION.exec(submissions.lines) ?? [];
  const begins = `the SEC's number of this company, ${Number(cik)}, has filings since ${first} only`;
  return form === undefined
    ? `${begins}; earlier ones of the company, if there are any, are not under it`
    : `${begins}; it succeeded another filer (form ${form} of ${day}), whose own number has the earlier ones and is not named in the SEC's lists`;
}

/** Returns the clause as a sentence, for an answer that goes back to the first day of the number. */
export function firstDayNotes(...asked: Parameters<typeof toFirstDayClause>): Sentence[] {
  const clause = toFirstDayClause(...asked);
  return clause === undefined ? [] : [say`${capital(clause)}.`];
}

/**
 * Whether figures whose oldest filing is of the day `filed` go back to the first day of the number. Where they are older, the
 * list of filings is not whole.
 */
export function reachFirstDay(filed: string, submissions: Submissions): boolean {
  const first = oldestFiled(submissions);
  return first !== undefined && first <= filed && daysBetween(first, filed) <= FIRST_REPORT_DAYS;
}
