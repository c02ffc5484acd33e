/** The answer to a question about the parts of a figure in one filing. */
import type { filingFacts } from "../../../capabilities/filings/filing-facts.js";
import { hasForm } from "../../../capabilities/filings/sec-filings.js";
import type { InputOf } from "../../../contract/capability.js";
import { quoted } from "../../../contract/input.js";
import { say, the, type Sentence } from "../../../contract/sentence.js";
import { joinUpTo } from "../../../lib/join-words.js";
import type { OfficialClient } from "../../official/client.js";
import { findLine } from "../books/usual-words.js";
import { chooseReport, type ChosenDocument } from "../documents/chosen-filing.js";
import { notCovered } from "../documents/filed-document.js";
import { findFiler } from "../filers.js";
import { toDocumentUrl } from "../links.js";
import { findCut } from "./cut-of-filing.js";
import type { Cut, CutRow } from "../dimensions/cuts.js";
import type { AnsweredCut, AskedCut } from "../dimensions/facts-of-filing.js";

/** The axes of the usual words, the present one first. */
const AXES: ReadonlyMap<string, readonly string[]> = new Map([
  ["product", ["srt:ProductOrServiceAxis", "us-gaap:ProductOrServiceAxis", "ifrs-full:ProductsAndServicesAxis"]],
  ["segment", ["us-gaap:StatementBusinessSegmentsAxis", "ifrs-full:SegmentsAxis"]],
  ["region", ["srt:StatementGeographicalAxis", "us-gaap:StatementGeographicalAxis", "ifrs-full:GeographicalAreasAxis"]],
]);
const YEARS = ["10-K", "10-KT", "20-F", "40-F"];
const QUARTERS = ["10-Q", "10-QT"];
/** The axes that a refusal names. */
const MAX_NAMED = 12;

type Input = InputOf<typeof filingFacts> & { symbol: string; by: string };
type Period = AskedCut["period"];

/** Returns the forms of reports on these periods; a report on a year has no quarters, but for very old ones. */
export function formsOn(period: Period): readonly string[] {
  if (period === undefined) return [...YEARS, ...QUARTERS];
  return period === "annual" ? YEARS : QUARTERS;
}

/** Returns what is asked about a figure, by default revenue, on the axis that a word or a name means. */
export function toAskedCut(by: string, concept: string | undefined, period: Period, form: string | null): AskedCut {
  const text = concept ?? "revenue";
  const isOnYear = YEARS.some((each) => hasForm(form ?? "", each));
  return { axes: AXES.get(by) ?? [by], concept: text, tags: findLine(text)?.rule?.tags, period, isOnYear };
}

/**
 * Returns the parts of a figure in the newest report, or the one that is named: those of each period that it has.
 *
 * @throws {ProviderError} `not_covered` where no report or no fact of it fits.
 */
export async function answerBy(input: Input, client: OfficialClient) {
  const { by, concept, form, fiscal_year, accession, as_of } = input;
  // The capability's rule refuses periods of the calendar beside a symbol.
  const period = input.period as Period;
  const filer = await findFiler(input.symbol, client);
  const chosen = await chooseReport(
    { symbol: `CIK${filer.cik}`, form, fiscal_year, accession, as_of },
    formsOn(period),
    client,
  );
  if (as_of !== undefined && chosen.filed > as_of) {
    throw notCovered(`has this filing of ${chosen.filed}, which was not public by ${as_of}`);
  }
  const answer = await findCut(chosen, toAskedCut(by, concept, period, chosen.form), client);
  if ("axes" in answer) throw whyNoAxis(by, answer.axes);
  const about = { symbol: filer.symbol, filer: chosen.company, cik: chosen.cik, ...toReport(chosen) };
  const { fetchedAt } = chosen;
  if ("concepts" in answer) {
    const { concepts } = answer;
    if (concepts.length === 0) throw whyNone(by, concept);
    const notes = [
      ...filer.notes,
      say`No tag with this axis is surely ${quoted(concept ?? "revenue")}; concept with one of these has its parts.`,
    ];
    return { data: { ...about, concepts }, fetchedAt, notes };
  }
  const [newest, ...others] = answer.cuts;
  return {
    data: {
      ...about,
      concept: answer.concept,
      label: answer.label,
      rows: toRows(answer, chosen),
      ...sumsOf(newest!),
      otherPeriods: others.map((cut) => ({ start: cut.start || null, end: cut.end, unit: cut.unit, ...sumsOf(cut) })),
    },
    fetchedAt,
    notes: [...filer.notes, ...chosen.notes, ...toCutNotes(answer.cuts)],
  };
}

/** Returns the address of a row's fact: its place on the page, or the document where it has none. */
export function toPlace({ cik, accession, path }: ChosenDocument, { anchor }: CutRow): string {
  const url = toDocumentUrl(cik, accession, path);
  return anchor === "" ? url : `${url}#${encodeURIComponent(anchor)}`;
}

function toReport(chosen: ChosenDocument) {
  const { form, reported, filed, accession } = chosen;
  return { form, reported: reported || null, filed, accession, url: toDocumentUrl(chosen.cik, accession, chosen.path) };
}

const sumsOf = ({ undimensioned, sum, difference }: Cut) => ({ undimensioned, sum, difference });

function toRows({ cuts, labels }: Extract<AnsweredCut, { cuts: unknown }>, chosen: ChosenDocument) {
  const labelOf = new Map(labels);
  return cuts.flatMap(({ start, end, unit, rows }) =>
    rows.map((row) => ({
      start: start || null,
      end,
      label: labelOf.get(row.member) ?? null,
      value: row.value,
      unit,
      kind: row.kind,
      axis: row.axis,
      member: row.member,
      url: toPlace(chosen, row),
    })),
  );
}

/** Returns sentences on whether the parts are the figure, and on members that are left out. */
export function toCutNotes(cuts: readonly Cut[]): Sentence[] {
  const count = cuts.length;
  const those = (which: readonly Cut[]) => (which.length === count ? "" : ` in ${which.length} of ${count} periods`);
  const complete = cuts.filter(({ isComplete }) => isComplete === true);
  const reconciled = cuts.filter(({ isReconciled }) => isReconciled);
  const unknown = cuts.filter(
    ({ sum, isComplete, isReconciled }) => sum === null && isComplete !== true && !isReconciled,
  );
  const differing = cuts.filter((cut) => cut.isComplete === false && !cut.isReconciled && !unknown.includes(cut));
  const left = cuts.reduce((sum, cut) => sum + cut.left, 0);
  const over = cuts.find((cut) => cut.over !== undefined)?.over;
  return [
    ...(complete.length > 0 ? [say`The parts add up to the company's total${those(complete)}.`] : []),
    ...(reconciled.length > 0
      ? [
          say`The parts and the rows that are not added (corporate, elimination) make the company's total${those(reconciled)}.`,
        ]
      : []),
    ...(differing.length > 0
      ? [
          say`The parts do not add up to the company's total${those(differing)}; ${the.field("difference")} says by how much.`,
        ]
      : []),
    ...(unknown.length > 0
      ? [
          say`Some rows may be parts of others, and the filing does not say of which${those(unknown)}; so there is no sum.`,
        ]
      : []),
    ...(left > 0
      ? [say`${left} values of other tables of the report, which cut the figure in another way, are left out.`]
      : []),
    ...(over === undefined
      ? []
      : [say`The filing divides each value in another way, too; the value is the sum of those parts.`]),
  ];
}

/** Taxonomies that are the same for all companies; the names of a company's own axes are its text. */
const COMMON = /^(?:us-gaap|srt|ifrs-full|dei|ecd):[\w-]+$/;

function whyNoAxis(by: string, axes: readonly string[]) {
  const named = joinUpTo(axes.filter((axis) => COMMON.test(axis)).toSorted(), MAX_NAMED);
  return notCovered(`has no figure by ${quoted(by)} in this filing${named === "" ? "" : `; by may be ${named}`}`);
}

const whyNone = (by: string, concept: string | undefined) =>
  notCovered(
    `has no ${quoted(concept ?? "revenue")} by ${quoted(by)} in this filing; an earlier form or fiscal_year may`,
  );
