/** Filed facts by provider D: the values of one tag, or the list of a company's tags. */
import { say, type Sentence } from "../../../contract/sentence.js";
import { filingFacts } from "../../../capabilities/filings/filing-facts.js";
import type { InputOf } from "../../../contract/capability.js";
import { ProviderError } from "../../../contract/errors.js";
import { quoted } from "../../../contract/input.js";
import { source } from "../../../contract/provider.js";
import { daysBetween } from "../../../lib/day.js";
import { eachOnce } from "../../../lib/each-once.js";
import { latestOf, newestFirst } from "../../../lib/newest-first.js";
import { toTag } from "./asked-tag.js";
import { chooseTags, type ChosenTags } from "./chosen-tags.js";
import { findFiler, formerNameNotes } from "../filers.js";
import { findFacts, findTags } from "../books/company-facts.js";
import { findConcept, toStatedFacts, type StatedFact } from "./concept-facts.js";
import { toRuleTag } from "../books/fact-book.js";
import { rankFilers } from "./ranked-filers.js";
import { toLineTags, type LineTags } from "./line-tags.js";
import { toFilingUrl } from "../links.js";
import { officialSources } from "../../official/provider.js";
import { toSlipSentence } from "../books/scale-slips.js";
import { ASKED_LENGTHS, toLength, type Length } from "../books/stated-series.js";
import { isFinancialFiler } from "../statements/statement-rows.js";
import { findSubmissionsIfAny, newestWithFigures } from "../submissions.js";
import { toName, type ListedTag } from "../books/tag-list.js";
import { findLine, type Line } from "../books/usual-words.js";

/** A tag: its taxonomy, and its name in it. */
type Tag = Pick<ListedTag, "taxonomy" | "tag">;

/** The most values in a wrong scale that the notes name. */
const MAX_SLIPS = 3;
/**
 * Days before the end of the newest reported period in which a tag that is still used has its newest value: a figure that
 * is filed once a year is nine months old in the last quarterly report, and a year old if the annual report lacks it.
 */
const USED_DAYS = 320;

/**
 * The values of the tag that `concept` names, by the tag's name, its label, or a usual word for a line of the statements;
 * other words never give values, but the list of the tags that have them; none gives that of all tags. With `as_of` only
 * from filings up to that day.
 * Without a symbol the filers with the largest values of a calendar period.
 *
 * @throws {ProviderError} `no_data` for a symbol that the SEC does not list, `no_figures` for a company without figures in
 * XBRL, `not_covered` where nothing fits, the only tag that fits has no values, or nothing was public on the day.
 */
export const filingFactsFromSec = source(
  officialSources,
  filingFacts,
  async (input, client) => {
    const { symbol, concept, as_of: asOf, by } = input;
    if (symbol === undefined) return rankFilers(input, client);
    // Loaded on first use, because it reads documents.
    if (by !== undefined) return (await import("../segments/cut-answer.js")).answerBy({ ...input, symbol, by }, client);
    const filer = await findFiler(symbol, client);
    const { cik } = filer;
    const submissions = await findSubmissionsIfAny(cik, client);
    const about = { symbol: filer.symbol ?? submissions.symbol ?? null, filer: submissions.name || null, cik };
    const who = [...filer.notes, ...formerNameNotes(symbol, submissions)];
    const reported = newestWithFigures(submissions, asOf)?.reported ?? "";
    const isOld = (end: string) => reported !== "" && daysBetween(end, reported) > USED_DAYS;

    /** The facts of a tag that were public on the day, and the end of the newest one. */
    async function askFor(tag: Tag) {
      const found = await findConcept(cik, tag, submissions, client);
      const known = found?.facts.filter(({ filed }) => asOf === undefined || filed <= asOf) ?? [];
      const newest = latestOf(known.map(({ end }) => end));
      return found && { ...found, known, newest, isUsed: newest === undefined || !isOld(newest) };
    }

    function answerWith(
      tag: Tag,
      found: NonNullable<Awaited<ReturnType<typeof askFor>>>,
      notes: readonly Sentence[] = [],
    ) {
      const name = toName(tag);
      const { rows, slips } = toStatedFacts(found.known);
      const shown = rows.filter(({ start, end }) => isAsked(toLength(start, end), input));
      if (shown.length === 0) throw whyNone(name, found.facts, rows, input);
      const facts = shown.map((row) => toFactRow(cik, row));
      const named = slips
        .filter(({ period: { length } }) => isAsked(length, input))
        .map((slip) => ({ name: "the value", ...slip }));
      return {
        data: { ...about, concept: name, label: found.label, facts },
        fetchedAt: found.fetchedAt,
        notes: [
          ...who,
          ...notes,
          ...(found.isUsed
            ? []
            : [say`The newest value is of ${found.newest}; the reports since then, up to ${reported}, have none.`]),
          ...toSlipSentence(named, MAX_SLIPS),
          ...toNotes(shown),
        ],
      };
    }

    async function findLineTags(of: Line): Promise<LineTags> {
      const { book } = await findFacts(cik, submissions, client);
      return toLineTags(book, of, asOf, isFinancialFiler(submissions.industry, book));
    }

    const line = concept === undefined ? undefined : findLine(concept);
    const asked = concept === undefined ? undefined : toTag(concept);
    // Cash and Revenues are words, too, and the line that they mean may have another tag; InventoryNet is a name only.
    const isWord = line !== undefined && !/[a-z][A-Z]/.test(concept!);
    const direct = asked && (!isWord || line.rule?.tags[0] === asked.tag) ? await askFor(asked) : null;
    if (asked && direct && (!isWord || direct.isUsed)) return answerWith(asked, direct);

    const [{ tags, fetchedAt }, lineTags] = await Promise.all([
      findTags(cik, submissions, client),
      line && findLineTags(line),
    ]);
    const listed = asOf === undefined ? tags : tags.filter(({ first }) => first <= asOf);
    const listThe = (these: readonly ListedTag[], notes: readonly Sentence[]) => ({
      data: { ...about, concepts: these.map((tag) => toTagRow(tag, asOf)) },
      fetchedAt,
      notes: [...who, ...notes, ...(asOf === undefined ? [] : [say`These tags were in filings up to ${asOf}.`])],
    });
    if (concept === undefined) {
      if (listed.length === 0) throw whyNoTag(undefined, undefined, asOf);
      return listThe(
        newestFirst(listed, ({ newest }) => newest),
        [
          say`The company has filed ${eachOnce(listed, toName).length} tags; concept takes one, its label, or a usual word such as revenue.`,
        ],
      );
    }

    const choice = chooseTags(listed, { text: concept, name: asked?.tag, isWord, line: lineTags, isOld });
    const [only, ...others] = choice.meant;
    if (only && others.length === 0) {
      const found = await askFor(only);
      if (!found) throw whyNone(toName(only), [], [], input);
      const notes = lineTags?.newest.includes(toRuleTag(only.taxonomy, only.tag))
        ? [toLineNote(concept, line!, choice, asOf)]
        : [];
      if (found.isUsed || (!isWord && only.tag === asked?.tag)) return answerWith(only, found, notes);
    }
    const near = choice.near();
    if (near.length === 0) throw whyNoTag(concept, line, asOf);
    const isComputed = line !== undefined && (line.rule === undefined || lineTags!.parts.length > 0);
    const computed = isComputed ? [say`${toComputed(concept, line)}.`] : [];
    return listThe(near, [...computed, toListNote(concept, choice)]);
  },
  { setting: "contact" },
);

/** Whether a period has the length that was asked for; a balance has none, and belongs to both. */
function isAsked(length: Length | undefined, { period }: InputOf<typeof filingFacts>): boolean {
  return period === undefined || length === "instant" || length === ASKED_LENGTHS[period as keyof typeof ASKED_LENGTHS];
}

function toFactRow(cik: string, row: StatedFact) {
  const { start, end, value, unit, restated, form, filed, accession, fiscalYear, fiscalPeriod } = row;
  const url = toFilingUrl(cik, accession);
  return { start: start || null, end, value, unit, restated, form, filed, accession, fiscalYear, fiscalPeriod, url };
}

function toTagRow(tag: ListedTag, asOf: string | undefined) {
  const { label, unit, facts, newest } = tag;
  // Both are those of today.
  const counts = asOf === undefined ? { facts, newest } : {};
  return { concept: toName(tag), label: label || null, unit, ...counts };
}

/** The most tags of other periods that a note names. */
const MAX_FURTHER = 3;

/** Returns the note on the tag of a line: which line it is, and which tags it can have in other periods. */
function toLineNote(text: string, { field }: Line, { meant, further }: ChosenTags, asOf: string | undefined): Sentence {
  const named = further.slice(0, MAX_FURTHER).map((tag) => {
    return asOf === undefined ? `${toName(tag)} (to ${tag.newest})` : toName(tag);
  });
  const others = named.length === 0 ? "" : `; other periods may have it from ${named.join(", ")}`;
  return say`${quoted(text)} is ${field} of the financial statements, and the newest of them has it from ${toName(meant[0]!)}${others}.`;
}

function toListNote(text: string, { meant }: ChosenTags): Sentence {
  const values = "concept with one of them has its values";
  return meant.length > 1
    ? say`${quoted(text)} can mean the first ${meant.length} of these tags; ${values}.`
    : say`No tag of the newest reports is surely ${quoted(text)}; the nearest stand first, and ${values}.`;
}

function toComputed(text: string, { field, statement }: Line): string {
  return `${quoted(text)} has no tag of its own: the financial statements compute it, as ${field} with statement_type ${statement}`;
}

const OWN = "facts of a company's own tags are in its filings only, as are those by segment or product: by has them";
const ALL_TAGS = "the list of its tags is had without concept";

function whyNoTag(concept: string | undefined, line: Line | undefined, asOf: string | undefined): ProviderError {
  const day = asOf === undefined ? "" : ` by ${asOf}`;
  const what = concept === undefined ? "no tag" : `no tag that fits ${quoted(concept)}`;
  const computed = line !== undefined && line.rule === undefined ? `; ${toComputed(concept!, line)}` : "";
  const says = `has figures of the company and ${what}${day}${computed}; ${concept === undefined ? "as_of may be later" : ALL_TAGS}; ${OWN}`;
  return new ProviderError("provider-d", "not_covered", { says });
}

/** Returns why a tag that the company uses has no value for the question. */
function whyNone(
  name: string,
  facts: readonly { filed: string }[],
  known: readonly StatedFact[],
  { period, as_of: asOf }: InputOf<typeof filingFacts>,
): ProviderError {
  const first = facts.map(({ filed }) => filed).toSorted()[0];
  const over = period === "annual" ? "a year" : "a quarter";
  const says =
    known.length > 0
      ? `has values of ${quoted(name)} and none over ${over}; all are had without period`
      : first !== undefined && asOf !== undefined
        ? `has no value of ${quoted(name)} that was public by ${asOf}; the first filing with one is of ${first}`
        : `has no value of ${quoted(name)} of this company; ${ALL_TAGS}`;
  return new ProviderError("provider-d", "not_covered", { says });
}

function toNotes(rows: readonly StatedFact[]): Sentence[] {
  const restated = rows.filter((row) => row.restated).length;
  const units = new Set(rows.map(({ unit }) => unit)).size;
  return [
    ...(restated > 0
      ? [
          say`${restated} of ${rows.length} values are restated: a row of the same period has the newer one; values a share and numbers of shares change with splits, too.`,
        ]
      : []),
    ...(units > 1
      ? [
          say`The values are in ${units} units: of a foreign company, US dollars may be a translation of the newest year.`,
        ]
      : []),
  ];
}
