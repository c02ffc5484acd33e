/** Sentences on statements from the SEC's filings. */
import { forCallers, on, onRows, type RowPart, say, type Sentence, the } from "../../../contract/sentence.js";
import { kindOfFigure } from "../../../capabilities/companies/financials.js";
import { newestFirst } from "../../../lib/newest-first.js";
import type { FactBook } from "../books/fact-book.js";
import { firstDayNotes, reachFirstDay, XBRL_SINCE } from "../first-day.js";
import { toFilingUrl } from "../links.js";
import { isTransition, overlapsOf } from "./periods.js";
import { toBasisNotes } from "./split-basis.js";
import { isRounding } from "../books/rounding.js";
import { toSlipSentence } from "../books/scale-slips.js";
import type { FiledRow, FiledRows, Wanted } from "./statement-rows.js";
import { newestWithFigures, type Submissions } from "../submissions.js";

/** Restated figures that the notes name; provenance has all. */
const MAX_RESTATED = 3;
/** Periods with figures from before a restatement that the notes name, and fields of each. */
const [MAX_OLDER, MAX_FIELDS] = [3, 4];
/** Figures filed in two scales that the notes name. */
const MAX_SLIPS = 3;
/** Withheld figures that the notes name. */
const MAX_WITHHELD = 3;

const OF_BANKS = on.lines(say`Of banks and insurers only headline figures are mapped; other lines are ${the.absent}.`);

/** Returns the notes on an answer: its newest filing, restated figures, how they were derived, and how far back it goes. */
export function toStatementNotes(
  cik: string,
  { rows, hasOlder }: FiledRows,
  { asOf, isFinancial }: Wanted,
  book: FactBook,
  submissions: Submissions,
): Sentence[] {
  const oldest = rows.at(-1)!.period;
  const derived = rows.filter(
    ({ period, cells }) => period.place > 1 && Object.values(cells).some((cell) => cell?.derived),
  );
  const transition = book.filings.find(
    ({ form, filed }) => isTransition(form) && (asOf === undefined || filed <= asOf),
  );
  // The list of filings begins with the newest thousand, so that it has none of a day long past.
  const shown = newestWithFigures(submissions, asOf) ?? newestOf(book, asOf);
  const from = `fiscal ${oldest.fiscalYear ?? oldest.end.slice(0, 4)}`;
  const ended = `the period that ended on ${oldest.end}`;
  const renamed = submissions.formerNames.map(({ until }) => until).find((until) => until > oldest.end);
  return [
    ...(shown ? [say`Newest filing: ${shown.form} of ${shown.filed}, ${toFilingUrl(cik, shown.accession)}.`] : []),
    ...onRows(
      rows.flatMap(({ period, notes }) =>
        notes.map(({ field, says }) => ({ days: [period.end], fields: [field], says })),
      ),
      { between: " ", end: "", most: MAX_WITHHELD },
    ),
    ...slipNotes(rows),
    ...restatedNotes(rows),
    ...toBasisNotes(rows),
    ...vintageNotes(rows),
    ...(derived.length > 0
      ? onRows([
          {
            days: endsOf(derived),
            says: say`Some quarters are the year to date less earlier months${forCallers`; \`derived\` names them`}. Earnings per share are never subtracted`,
          },
        ])
      : []),
    hasOlder
      ? say`Filed figures from ${from} on, ${ended}${forCallers`; ${asOf === undefined ? "" : "an earlier "}${the.parameter("as_of")} has older ones`}.`
      : say`Filed figures reach back to ${from}, ${ended}.`,
    ...(!hasOlder && reachFirstDay(oldest.filing.filed, submissions)
      ? firstDayNotes(cik, submissions, XBRL_SINCE)
      : []),
    ...(isFinancial ? [OF_BANKS] : []),
    ...(transition ? [say`The fiscal year changed: the transition report of ${transition.filed} is left out.`] : []),
    ...overlapNotes(rows),
    ...(renamed === undefined
      ? []
      : onRows([
          {
            days: endsOf(rows).filter((end) => end < renamed),
            says: say`The company had another name until ${renamed}`,
          },
        ])),
  ];
}

const endsOf = (rows: readonly FiledRow[]) => rows.map(({ period }) => period.end);

/** Names recast years. */
function overlapNotes(rows: readonly FiledRow[]): Sentence[] {
  const years = rows.map(({ period }) => period).filter(({ length }) => length === "year");
  return overlapsOf(years).flatMap(({ year, before }) => {
    const says = say`The year to ${year.end} begins on ${year.yearStart!}, before the year to ${before.end} ended: it was recast, and both have the months in between`;
    return onRows([{ days: [before.end], says }]);
  });
}

/** Returns the newest report with figures up to the day. */
function newestOf({ filings }: FactBook, asOf: string | undefined) {
  const known = filings.filter(({ form, filed }) => !form.startsWith("8-K") && (asOf === undefined || filed <= asOf));
  return newestFirst(known, ({ filed }) => filed)[0];
}

/** Names the values that were filed in another scale than the one that is shown. */
function slipNotes(rows: readonly FiledRow[]): Sentence[] {
  const slips = rows.flatMap(({ cells }) =>
    Object.entries(cells).flatMap(([name, cell]) => (cell?.slips ?? []).map((slip) => ({ ...slip, name }))),
  );
  return toSlipSentence(slips, MAX_SLIPS);
}

function restatedNotes(rows: readonly FiledRow[]): Sentence[] {
  const restated: RowPart[] = [];
  for (const { period, cells } of rows) {
    for (const field of Object.keys(cells)) {
      const cell = cells[field];
      // Amounts a share and numbers of shares change with a split, which is no restatement; they have a note of their own.
      if (!cell?.original || kindOfFigure(field) !== "money" || isRounding(cell.value, cell.original.value)) continue;
      const { value, filing, original } = cell;
      restated.push({
        days: [period.end],
        fields: [field],
        says: say`${the.field(field)} of ${period.end} was ${original.value} as filed on ${original.filing.filed} and is ${value} since ${filing.filed}`,
      });
    }
  }
  return onRows(restated, { lead: "Restated: ", most: MAX_RESTATED, more: " more, shown with provenance" });
}

/** Names figures from before a restatement, and what is left out because of it. */
function vintageNotes(rows: readonly FiledRow[]): Sentence[] {
  const older = rows.flatMap(({ period, cells, vintage: { older: fields, restated } }): RowPart[] => {
    if (fields.length === 0) return [];
    const filed = fields.map((field) => cells[field]!.last.filed).toSorted();
    const isWhole = Object.values(cells).filter(Boolean).length === fields.length;
    const what = isWhole ? say`All figures of ${period.end} are` : areOf(fields, period.end);
    const says = say`${what} as filed on ${filed.at(-1)}, before the restatement of ${restated}`;
    return [{ days: [period.end], fields: isWhole ? [] : fields, says }];
  });
  const leftOut = rows.flatMap(({ period, vintage: { leftOut: fields } }): RowPart[] =>
    fields.length > 0 ? [{ days: [period.end], fields, says: say`${areOf(fields, period.end)} ${the.absent}` }] : [],
  );
  const across = rows.filter(({ vintage }) => vintage.across.length > 0);
  const more = " more";
  return [
    ...onRows(older, { most: MAX_OLDER, more }),
    ...onRows(leftOut, {
      most: MAX_OLDER,
      more,
      end: ": restated months less months as filed before are no quarter.",
    }),
    ...(across.length > 0
      ? onRows([
          {
            days: endsOf(across),
            says: say`Ratios and changes across a restatement are ${the.absent}${forCallers`; \`acrossRestatement\` names them`}`,
          },
        ])
      : []),
  ];
}

function areOf(fields: readonly string[], end: string): Sentence {
  const more = fields.length - MAX_FIELDS;
  const named = the.fields(fields.slice(0, MAX_FIELDS));
  return say`${named}${more > 0 ? ` and ${more} more` : ""} of ${end} ${fields.length > 1 ? "are" : "is"}`;
}
