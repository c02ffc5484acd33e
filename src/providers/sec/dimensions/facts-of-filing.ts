/** The facts of a filing that have dimensions, in the form that is kept, and the answers to questions about them. */
import { latestOf } from "../../../lib/newest-first.js";
import { parseJson } from "../../../lib/parse-json.js";
import { groupBy } from "../../../lib/group-by.js";
import { toRuleTag } from "../books/fact-book.js";
import { ASKED_LENGTHS, toLength } from "../books/stated-series.js";
import { toKey } from "../books/tag-words.js";
import { createDecoder } from "../text/document-encoding.js";
import { DocumentTooLarge } from "../text/raw-blocks.js";
import { toLocal, toPrefix } from "../text/xml-records.js";
import { CONSOLIDATION, toCut, type Cut } from "./cuts.js";
import { readFiledFacts, type FiledFact } from "./filed-facts.js";
import { readFiledNames, type FiledName } from "./filed-labels.js";

/** The part of a filing that is kept. */
export interface FactsOfFiling {
  /** Facts of the tags that have dimensions, those without dimension too. */
  facts: FiledFact[];
  /** Tags, axes and members with their labels and tables. */
  names: [name: string, FiledName][];
}

/** A question about a filing. */
export interface AskedCut {
  /** The axes that are meant, the best first: names, with or without prefix. */
  axes: readonly string[];
  /** A tag, or its label. */
  concept: string;
  /** The tags of the line that the words mean, in the form of our rules; those of one group have the largest figure first. */
  tags: readonly (string | readonly string[])[] | undefined;
  period: "annual" | "quarter" | undefined;
  /** Whether the report is on a year, which may have quarters that end on the same day. */
  isOnYear: boolean;
}

/** The answer to a question about a filing. */
export type AnsweredCut =
  | { concept: string; label: string | null; cuts: Cut[]; labels: [name: string, label: string | null][] }
  /** Tags to choose from, as none is meant for sure. */
  | { concepts: { concept: string; label: string | null; unit: string; facts: number; newest: string }[] }
  /** No fact of the filing has the axis; these it has. */
  | { axes: string[] };

/** Axes of one fact that questions are answered with: two, and that of consolidation. */
const MAX_AXES = 3;
/** Characters of what is kept, in JSON; large banks have 3 million. */
export const MAX_KEPT = 16_000_000;
const MAX_CONCEPTS = 200;

/**
 * Reads the facts of a page, and what `MetaLinks.json` says about their names. `isWhole` is false for a page without facts, and
 * for one that shares its contexts with further pages: `pages` are the names of all of them.
 *
 * @throws {DocumentTooLarge} beyond a limit.
 */
export function readFactsOfFiling(
  pieces: Iterable<Uint8Array>,
  meta: Iterable<Uint8Array>,
  page: string,
): { filing: FactsOfFiling; isWhole: boolean; pages: readonly string[] } {
  const all = readFiledFacts(pieces);
  const withAxes = new Set(all.flatMap(({ concept, dimensions }) => (dimensions.length > 0 ? [concept] : [])));
  const facts = all.filter(({ concept, dimensions }) => withAxes.has(concept) && dimensions.length <= MAX_AXES);
  const needed = new Set(facts.flatMap(({ concept, dimensions }) => [concept, ...dimensions.flat()]));
  const decoder = createDecoder();
  const text = [...meta].map((piece) => decoder.write(piece)).join("") + decoder.end();
  const { names, documents: pages } = readFiledNames(text, page, (name) => needed.has(name));
  return { filing: { facts, names: [...names] }, isWhole: all.length > 0 && pages.length < 2, pages };
}

/** @throws {DocumentTooLarge} */
export function packFacts(filing: FactsOfFiling): string {
  const text = JSON.stringify(filing);
  if (text.length > MAX_KEPT) throw new DocumentTooLarge();
  return text;
}

/** Returns the parts of a figure in each period of the filing, the newest first. */
export function answerCut({ facts, names }: FactsOfFiling, asked: AskedCut): AnsweredCut {
  const known = new Map(names);
  const labelOf = (name: string) => known.get(name)?.label ?? null;
  const axes = [...new Set(facts.flatMap(({ dimensions }) => dimensions.map(([axis]) => axis)))];
  const meant = asked.axes.flatMap((name) => axes.filter((axis) => axis === name || toLocal(axis) === name));
  if (meant.length === 0) return { axes };
  const isAsked = ({ start, end }: FiledFact): boolean => {
    const length = toLength(start, end);
    return asked.period === undefined || length === "instant" || length === ASKED_LENGTHS[asked.period];
  };
  const ofConcept = groupBy(facts.filter(isAsked), ({ concept }) => concept);
  const cutsOf = (concept: string): Cut[] => {
    const groups = [...groupBy(ofConcept.get(concept) ?? [], ({ unit, start, end }) => `${unit} ${start} ${end}`)];
    for (const axis of meant) {
      const cuts = groups.flatMap(([, own]) => toCut(own, axis, (name) => known.get(name)?.tables ?? []) ?? []);
      if (cuts.length > 0) return cuts.toSorted((one, other) => compareCuts(one, other, asked.isOnYear));
    }
    return [];
  };
  const concepts = [...ofConcept.keys()];
  const chosen = chooseConcept(concepts, asked, labelOf, cutsOf);
  if (chosen) {
    const { concept, cuts } = chosen;
    const shown = new Set(cuts.flatMap(({ rows }) => rows.flatMap(({ axis, member }) => [axis, member])));
    return { concept, label: labelOf(concept), cuts, labels: [...shown].map((name) => [name, labelOf(name)]) };
  }
  const listed = concepts.flatMap((concept) => {
    const own = ofConcept.get(concept)!.filter(({ dimensions }) => hasAxisAlone(dimensions, meant));
    const [first] = own;
    const newest = latestOf(own.map(({ end }) => end));
    return first && newest !== undefined
      ? [{ concept, label: labelOf(concept), unit: first.unit, facts: own.length, newest }]
      : [];
  });
  return { concepts: listed.slice(0, MAX_CONCEPTS) };
}

/** Whether a fact has one of the axes and no other one, but for that of consolidation. */
function hasAxisAlone(dimensions: FiledFact["dimensions"], axes: readonly string[]): boolean {
  const further = dimensions.filter(([axis]) => !axes.includes(axis));
  return further.length < dimensions.length && further.every(([axis]) => axis === CONSOLIDATION);
}

/** The newest first; of one day a report on a quarter has that before the half year, one on a year the year before its quarter. */
function compareCuts(one: Cut, other: Cut, isOnYear: boolean): number {
  if (one.end !== other.end) return one.end < other.end ? 1 : -1;
  if (one.start !== other.start) return one.start < other.start === isOnYear ? -1 : 1;
  return one.unit < other.unit ? -1 : 1;
}

/** Returns the tag that the question means, of those that have the axis. */
function chooseConcept(
  concepts: readonly string[],
  { concept: asked, tags }: AskedCut,
  labelOf: (name: string) => string | null,
  cutsOf: (concept: string) => Cut[],
): { concept: string; cuts: Cut[] } | undefined {
  const withCuts = (names: readonly string[]) =>
    names.map((concept) => ({ concept, cuts: cutsOf(concept) })).filter(({ cuts }) => cuts.length > 0);
  const named = withCuts(concepts.filter((name) => name === asked || toLocal(name) === asked));
  if (named.length > 0) return named[0];
  if (tags) {
    const ofRule = new Map(concepts.map((name) => [toRuleTag(toPrefix(name), toLocal(name)), name]));
    const found = tags.flatMap((group) => {
      const own = [group].flat().flatMap((tag) => ofRule.get(tag) ?? []);
      return withCuts(own).toSorted((one, other) => wholeOf(other.cuts) - wholeOf(one.cuts));
    });
    // A figure whose parts are known wholly stands before one with some of them.
    const complete = found.find(({ cuts }) => cuts[0]!.isComplete === true || cuts[0]!.isReconciled);
    if (found.length > 0) return complete ?? found[0];
  }
  const labelled = withCuts(concepts.filter((name) => toKey(labelOf(name) ?? toLocal(name)) === toKey(asked)));
  return labelled.length === 1 ? labelled[0] : undefined;
}

const wholeOf = ([newest]: readonly Cut[]): number => newest?.undimensioned ?? -Infinity;

/** Returns what was kept. */
export function unpackFacts(text: string): FactsOfFiling {
  return parseJson(text) as FactsOfFiling;
}
