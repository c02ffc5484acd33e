/** Sentences on statements from the SEC's filings. */
import { kindOfFigure } from "../../capabilities/financials.js";
import { newestFirst } from "../../lib/newest-first.js";
import type { FactBook } from "./fact-book.js";
import { firstDayNotes, reachFirstDay, XBRL_SINCE } from "./first-day.js";
import { toFilingUrl } from "./links.js";
import { toBasisNotes } from "./split-basis.js";
import { isRounding } from "./rounding.js";
import { toSlipSentence } from "./scale-slips.js";
import type { FiledRow, FiledRows, Wanted } from "./statement-rows.js";
import { newestWithFigures, type Submissions } from "./submissions.js";

/** Restated figures that the notes name; provenance has all. */
const MAX_RESTATED = 3;
/** Periods with figures from before a restatement that the notes name, and fields of each. */
const [MAX_OLDER, MAX_FIELDS] = [3, 4];
/** Figures filed in two scales that the notes name. */
const MAX_SLIPS = 3;
/** Withheld figures that the notes name. */
const MAX_WITHHELD = 3;

/** Returns the notes on an answer: its newest filing, restated figures, how they were derived, and how far back it goes. */
export function toStatementNotes(
  cik: string,
  { rows, hasOlder }: FiledRows,
  { asOf, isFinancial }: Wanted,
  book: FactBook,
  submissions: Submissions,
): string[] {
  const oldest = rows.at(-1)!.period;
  const isDerived = rows.some(
    ({ period, cells }) => period.place > 1 && Object.values(cells).some((cell) => cell?.derived),
  );
  const transition = book.filings.find(({ form, filed }) => form === "10-KT" && (asOf === undefined || filed <= asOf));
  // The list of filings begins with the newest thousand, so that it has none of a day long past.
  const shown = newestWithFigures(submissions, asOf) ?? newestOf(book, asOf);
  const from = `fiscal ${oldest.fiscalYear ?? oldest.end.slice(0, 4)}`;
  const ended = `the period that ended on ${oldest.end}`;
  const renamed = submissions.formerNames.map(({ until }) => until).find((until) => until > oldest.end);
  return [
    ...(shown ? [`Newest filing: ${shown.form} of ${shown.filed}, ${toFilingUrl(cik, shown.accession)}.`] : []),
    ...rows.flatMap(({ notes }) => notes).slice(0, MAX_WITHHELD),
    ...slipNotes(rows),
    ...restatedNotes(rows),
    ...toBasisNotes(rows),
    ...vintageNotes(rows),
    ...(isDerived
      ? [
          "Some quarters are the year to date less earlier months; `derived` names them. Earnings per share are never subtracted.",
        ]
      : []),
    hasOlder
      ? `Filed figures from ${from} on, ${ended}; ${asOf === undefined ? "as_of" : "an earlier as_of"} has older ones.`
      : `Filed figures reach back to ${from}, ${ended}.`,
    ...(!hasOlder && reachFirstDay(oldest.filing.filed, submissions)
      ? firstDayNotes(cik, submissions, XBRL_SINCE)
      : []),
    ...(isFinancial ? ["Of banks and insurers only headline figures are mapped; other lines are null."] : []),
    ...(transition ? [`The fiscal year changed: the transition report of ${transition.filed} is left out.`] : []),
    ...(renamed === undefined ? [] : [`The company had another name until ${renamed}.`]),
  ];
}

/** Returns the newest report with figures up to the day. */
function newestOf({ filings }: FactBook, asOf: string | undefined) {
  const known = filings.filter(({ form, filed }) => form !== "8-K" && (asOf === undefined || filed <= asOf));
  return newestFirst(known, ({ filed }) => filed)[0];
}

/** Names the values that were filed in another scale than the one that is shown. */
function slipNotes(rows: readonly FiledRow[]): string[] {
  const slips = rows.flatMap(({ cells }) =>
    Object.entries(cells).flatMap(([name, cell]) => (cell?.slips ?? []).map((slip) => ({ ...slip, name }))),
  );
  return toSlipSentence(slips, MAX_SLIPS);
}

function restatedNotes(rows: readonly FiledRow[]): string[] {
  const restated: string[] = [];
  for (const { period, cells } of rows) {
    for (const field of Object.keys(cells)) {
      const cell = cells[field];
      // Amounts a share and numbers of shares change with a split, which is no restatement; they have a note of their own.
      if (!cell?.original || kindOfFigure(field) !== "money" || isRounding(cell.value, cell.original.value)) continue;
      const { value, filing, original } = cell;
      restated.push(
        `${field} of ${period.end} was ${original.value} as filed on ${original.filing.filed} and is ${value} since ${filing.filed}`,
      );
    }
  }
  if (restated.length === 0) return [];
  const more = restated.length > MAX_RESTATED ? `; ${restated.length - MAX_RESTATED} more, shown with provenance` : "";
  return [`Restated: ${restated.slice(0, MAX_RESTATED).join("; ")}${more}.`];
}

/** Names figures from before a restatement, and what is left out because of it. */
function vintageNotes(rows: readonly FiledRow[]): string[] {
  const older = rows.flatMap(({ period, cells, vintage: { older: fields, restated } }) => {
    if (fields.length === 0) return [];
    const filed = fields.map((field) => cells[field]!.last.filed).toSorted();
    const isWhole = Object.values(cells).filter(Boolean).length === fields.length;
    const what = isWhole ? `All figures of ${period.end} are` : areOf(fields, period.end);
    return [`${what} as filed on ${filed.at(-1)}, before the restatement of ${restated}`];
  });
  const leftOut = rows.flatMap(({ period, vintage: { leftOut: fields } }) =>
    fields.length > 0 ? [`${areOf(fields, period.end)} null`] : [],
  );
  const isAcross = rows.some(({ vintage: { across } }) => across.length > 0);
  return [
    ...(older.length > 0 ? [`${shorten(older)}.`] : []),
    ...(leftOut.length > 0 ? [`${shorten(leftOut)}: restated months less months as filed before are no quarter.`] : []),
    ...(isAcross ? ["Ratios and changes across a restatement are null; `acrossRestatement` names them."] : []),
  ];
}

function areOf(fields: readonly string[], end: string): string {
  const more = fields.length - MAX_FIELDS;
  const named = fields.slice(0, MAX_FIELDS).join(", ");
  return `${named}${more > 0 ? ` and ${more} more` : ""} of ${end} ${fields.length > 1 ? "are" : "is"}`;
}

function shorten(sentences: readonly string[]): string {
  const more = sentences.length - MAX_OLDER;
  return `${sentences.slice(0, MAX_OLDER).join("; ")}${more > 0 ? `; ${more} more` : ""}`;
}
