/** Finds the passages of a filing that have the words of a question. */
import type { Item } from "./form-items.js";
import { partOf, type Part } from "./passage-text.js";
import type { Block } from "./raw-blocks.js";
import { countOf, termsIn, toTerms } from "./search-words.js";
import { toComparable } from "./words.js";

/** Sentences of a paragraph, rows of a table, or a heading with what follows it, and the item that it stands in. */
export interface Passage {
  item: string | null;
  text: string;
  block: number;
  /** How near to an answer it is, in points. */
  score: number;
}

/** The passages, best first. */
export interface Found {
  passages: Passage[];
  /** The words that none of them has, as they were asked. */
  missing: string[];
  /** Whether none of them has all words. */
  isPartial: boolean;
}

/**
 * The passages with all words of a phrase; if there are none, those with the most of them. Words match from
 * their beginning, in the singular and the plural. Those with all words and a figure in one sentence or row come first. A
 * text that stands twice, or within another one, is found once.
 */
export function findPassages(blocks: readonly Block[], items: readonly Item[], phrase: string): Found {
  const terms = toTerms(phrase);
  if (terms.length === 0) return { passages: [], missing: [], isPartial: false };
  const bits = blocks.map(({ text }) => termsIn(toComparable(text), terms));
  // The title of a table says what its rows are about.
  const inPart = bits.map((own, at) =>
    own !== 0 && blocks[at]!.kind === "table" && blocks[at - 1]?.kind !== "table" ? own | (bits[at - 1] ?? 0) : own,
  );
  const most = inPart.reduce((greatest, each) => Math.max(greatest, countOf(each)), 0);
  if (most === 0) return { passages: [], missing: [], isPartial: false };
  const found = inPart.flatMap((each, block) =>
    countOf(each) === most ? [{ block, part: partOf(blocks, block, terms) }] : [],
  );
  const ranked = found.toSorted((a, b) => b.part.score - a.part.score || a.block - b.block);
  const ids = innermost(items, blocks.length);
  const had = found.reduce((all, { block }) => all | inPart[block]!, 0);
  return {
    passages: once(ranked).map(({ block, part: { text, score } }) => ({
      item: ids[block]!,
      text,
      block,
      score,
    })),
    missing: terms.filter((_, index) => (had & (1 << index)) === 0).map((term) => term.asked),
    isPartial: most < terms.length,
  };
}

interface Ranked {
  block: number;
  part: Part;
}

/** As many passages are read by a person or a model at most; no later one is compared with more of them. */
const MAX_READ = 30;
/** Characters of such a passage that others are looked for in. */
const MAX_KEY = 2_000;

/** The passages without those whose text, or whose block, an earlier one shows. */
function once(ranked: readonly Ranked[]): Ranked[] {
  const shown = new Set<number>();
  const keys = new Set<string>();
  const first: string[] = [];
  return ranked.flatMap(({ block, part }) => {
    // A heading above what is shown already says nothing more.
    const isShown = part.shows.length > 0 && part.shows.every((each) => shown.has(each));
    const text = isShown ? part.own : part.text;
    const key = toKey(text);
    const isWithin = first.some((other) => other.includes(key) || (part.own === "" && key.includes(other)));
    if (shown.has(block) || keys.has(key) || isWithin) return [];
    for (const each of [block, ...part.shows]) shown.add(each);
    keys.add(key);
    if (first.length < MAX_READ) first.push(key.slice(0, MAX_KEY));
    return [{ block, part: { ...part, text } }];
  });
}

/** The letters and digits of a text: quotes and blanks make no other one of it. */
const toKey = (text: string): string => toComparable(text).replace(/[^\p{L}\p{N}]+/gu, "");

/** The innermost item around each block. */
function innermost(items: readonly Item[], count: number): (string | null)[] {
  const ids = Array<string | null>(count).fill(null);
  // Of items with the same text, which one heading joins, it is the first.
  const outerFirst = items.toReversed().toSorted((a, b) => b.to - b.from - (a.to - a.from));
  for (const { id, from, to } of outerFirst) ids.fill(id, Math.max(0, from), Math.max(0, to));
  return ids;
}
