/** Filed facts by provider D: the values of one tag, or the list of a company's tags. */
import { filingFacts } from "../../capabilities/filing-facts.js";
import type { InputOf } from "../../contract/capability.js";
import { ProviderError } from "../../contract/errors.js";
import { quoted } from "../../contract/input.js";
import { source } from "../../contract/provider.js";
import { eachOnce } from "../../lib/each-once.js";
import { newestFirst } from "../../lib/newest-first.js";
import { findCik } from "./companies.js";
import { findTags } from "./company-tags.js";
import { findConcept, toStatedFacts, type StatedFact } from "./concept-facts.js";
import { toFilingUrl } from "./links.js";
import { providerD } from "./provider.js";
import { toSlipSentence } from "./scale-slips.js";
import { toLength, type Length } from "./stated-series.js";
import { findSubmissionsIfAny } from "./submissions.js";
import { TAG, TAXONOMY, type ListedTag } from "./tag-list.js";
import { findByWords } from "./tag-words.js";

/** A tag: its taxonomy, and its name in it. */
type Tag = Pick<ListedTag, "taxonomy" | "tag">;

/** The most values in a wrong scale that the notes name. */
const MAX_SLIPS = 3;
/** The lengths of periods that can be asked for. */
const LENGTHS = { annual: "year", quarter: "quarter" } as const;

/**
 * The values of the tag that `concept` names, or of the only one that its words fit; else the tags that fit, or all. With
 * `as_of` only from filings up to that day.
 *
 * @throws {ProviderError} `no_data` for a symbol that the SEC does not list, `no_figures` for a company without figures in
 * XBRL, `not_covered` where nothing fits, the only tag that fits has no values, or nothing was public on the day.
 */
export const filingFactsFromD = source(
  providerD,
  filingFacts,
  async (input, client) => {
    const { symbol, concept, as_of: asOf } = input;
    const cik = await findCik(symbol, client);
    const submissions = await findSubmissionsIfAny(cik, client);
    const about = { symbol, filer: submissions.name || null, cik };
    const askFor = (tag: Tag) => findConcept(cik, tag, submissions, client);

    async function answerWith(tag: Tag, found: NonNullable<Awaited<ReturnType<typeof askFor>>>) {
      const name = toName(tag);
      const known = found.facts.filter(({ filed }) => asOf === undefined || filed <= asOf);
      const { rows, slips } = toStatedFacts(known);
      const shown = rows.filter(({ start, end }) => isAsked(toLength(start, end), input));
      if (shown.length === 0) throw whyNone(name, found.facts, rows, input);
      const facts = shown.map((row) => toFactRow(cik, row));
      const named = slips
        .filter(({ period: { length } }) => isAsked(length, input))
        .map((slip) => ({ name: "the value", ...slip }));
      return {
        data: { ...about, concept: name, label: found.label, facts },
        fetchedAt: found.fetchedAt,
        notes: [...toSlipSentence(named, MAX_SLIPS), ...toNotes(shown)],
      };
    }

    const asked = concept === undefined ? undefined : toTag(concept);
    const direct = asked && (await askFor(asked));
    if (asked && direct) return answerWith(asked, direct);
    const { tags, fetchedAt } = await findTags(cik, submissions, client);
    const listed = asOf === undefined ? tags : tags.filter(({ first }) => first <= asOf);
    const { tags: fitting, isWhole } =
      concept === undefined ? { tags: listed, isWhole: false } : findByWords(listed, concept);
    if (fitting.length === 0) throw whyNoTag(concept, asOf);
    const [only, ...others] = eachOnce(fitting, toName);
    if (isWhole && others.length === 0) {
      const found = await askFor(only!);
      if (!found) throw whyNone(toName(only!), [], [], input);
      return answerWith(only!, found);
    }
    const shown = concept === undefined ? newestFirst(listed, ({ newest }) => newest) : fitting;
    return {
      data: { ...about, concepts: shown.map((tag) => toTagRow(tag, asOf)) },
      fetchedAt,
      notes: toListNotes(concept, others.length + 1, isWhole, asOf),
    };
  },
  { needs: "contact" },
);

/** Returns the tag that a text names; `undefined` for words. A name without a taxonomy is looked for in the usual one. */
function toTag(concept: string): Tag | undefined {
  const [name = "", taxonomy = "us-gaap", ...more] = concept.split(":").toReversed();
  // Words of a label, such as goodwill, are often written without a capital.
  const isName = more.length === 0 && TAG.test(name) && TAXONOMY.test(taxonomy) && /[A-Z]/.test(name);
  return isName ? { taxonomy, tag: name } : undefined;
}

/** Whether a period has the length that was asked for; a balance has none, and belongs to both. */
function isAsked(length: Length | undefined, { period }: InputOf<typeof filingFacts>): boolean {
  return period === undefined || length === "instant" || length === LENGTHS[period];
}

const toName = ({ taxonomy, tag }: Tag) => `${taxonomy}:${tag}`;

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

function toListNotes(concept: string | undefined, number: number, isWhole: boolean, asOf: string | undefined) {
  const found =
    concept === undefined
      ? `The company has filed ${number} tags; concept takes one, or words of its label.`
      : isWhole
        ? `${number} tags fit ${quoted(concept)} equally well; concept with one of them has its values.`
        : `No tag has all words of ${quoted(concept)}; these ${number} have the most of them, and concept with one of them has its values.`;
  return [found, ...(asOf === undefined ? [] : [`These tags were in filings up to ${asOf}.`])];
}

const OWN = "facts by segment, product or share class, and of a company's own tags, are mostly not in the SEC's data";
const ALL_TAGS = "the list of its tags is had without concept";

function whyNoTag(concept: string | undefined, asOf: string | undefined): ProviderError {
  const day = asOf === undefined ? "" : ` by ${asOf}`;
  const what = concept === undefined ? "no tag" : `no tag that fits ${quoted(concept)}`;
  const says = `has figures of the company and ${what}${day}; ${concept === undefined ? "as_of may be later" : ALL_TAGS}; ${OWN}`;
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

function toNotes(rows: readonly StatedFact[]): string[] {
  const restated = rows.filter((row) => row.restated).length;
  const units = new Set(rows.map(({ unit }) => unit)).size;
  return [
    ...(restated > 0
      ? [
          `${restated} of ${rows.length} values are restated: a row of the same period has the newer one; values a share and numbers of shares change with splits, too.`,
        ]
      : []),
    ...(units > 1
      ? [`The values are in ${units} units: of a foreign company, US dollars may be a translation of the newest year.`]
      : []),
  ];
}
