/** Finds the passages of a filing that have a phrase or its words. */
import type { Item } from "./form-items.js";
import type { Block } from "./raw-blocks.js";
import { headerLines } from "./tables.js";
import { toComparable, trimEndOf } from "./words.js";

/** A whole paragraph, or the matching rows of a table below its header, with the item that it stands in. */
export interface Passage {
  item: string | null;
  text: string;
  block: number;
}

const MOST = 8;
// Points for a passage: by its mentions and by the kind of its block.
const MAX_MENTIONS = 3;
const POINTS_OF_KIND = { paragraph: 2, table: 1, heading: 0 };
/** A table of so many items is one of contents. */
const MIN_ITEMS = 3;

/**
 * Up to `most` passages with the phrase, if there are none with all of its words. Passages with more of them in fewer words
 * come first, then those that stand first. A heading is found with the text below it.
 */
export function findPassages(blocks: readonly Block[], items: readonly Item[], phrase: string, most = MOST): Passage[] {
  const asked = toComparable(phrase);
  const words = [
    ...new Set(asked.match(/[\p{L}\p{N}][\p{L}\p{N}.,'&%$-]*/gu)?.map((word) => trimEndOf(word, ".,'-")) ?? []),
  ];
  if (words.length === 0) return [];
  const texts = blocks.map(({ text }) => toComparable(text));
  const withPhrase = texts.flatMap((text, block) => (text.includes(asked) ? [block] : []));
  const isExact = withPhrase.length > 0;
  const found = isExact
    ? withPhrase
    : texts.flatMap((text, block) => (words.every((word) => text.includes(word)) ? [block] : []));
  const isMatch = (text: string) => (isExact ? text.includes(asked) : words.some((word) => text.includes(word)));
  const scored = found.map((block) => ({
    block,
    score: scoreOf(blocks[block]!, texts[block]!, isExact ? [asked] : words),
  }));
  return scored
    .toSorted((a, b) => b.score - a.score || a.block - b.block)
    .slice(0, most)
    .map(({ block }) => ({ item: itemOf(items, block), text: passageOf(blocks, block, isMatch), block }));
}

/** Text counts more than a heading or a table of contents; a second mention more than the first alone. */
function scoreOf({ kind, text }: Block, comparable: string, terms: readonly string[]): number {
  const mentions = Math.min(...terms.map((term) => Math.min(comparable.split(term).length - 1, MAX_MENTIONS)));
  const isContents = kind === "table" && (text.match(/^"?item \d/gim)?.length ?? 0) >= MIN_ITEMS;
  if (isContents) return 0;
  return mentions + POINTS_OF_KIND[kind];
}

function passageOf(blocks: readonly Block[], block: number, isMatch: (text: string) => boolean): string {
  const { kind, text } = blocks[block]!;
  if (kind === "heading") {
    const below = blocks[block + 1];
    return below?.kind === "paragraph" ? `${text}\n\n${below.text}` : text;
  }
  if (kind !== "table") return text;
  const lines = text.split("\n");
  const headers = headerLines(lines);
  const rows = lines.slice(headers).filter((line) => isMatch(toComparable(line)));
  return rows.length === 0 ? text : [...lines.slice(0, headers), ...rows].join("\n");
}

/** The innermost item around a block. */
function itemOf(items: readonly Item[], block: number): string | null {
  const around = items.filter(({ from, to }) => from <= block && block < to);
  return around.toSorted((a, b) => a.to - a.from - (b.to - b.from))[0]?.id ?? null;
}
