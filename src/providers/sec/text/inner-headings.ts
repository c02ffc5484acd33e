/** Finds a part of an item by its heading, such as "Liquidity and Capital Resources" or "Note 20". */
import { CONTINUED, PAGE_AT_END, type Item } from "./form-items.js";
import type { Block } from "./raw-blocks.js";
import { countOf, termsIn, toTerms } from "./search-words.js";
import { toComparable, trimEndOf } from "./words.js";

/** The number of a note before its title: "Note 20 — Leases", "20. Leases" and "(20) Leases". */
const NUMBERED = /^(?:notes? ?(?:no\.? ?)?)?\(?(?<number>\d{1,2})(?:[).:]|(?= ?-)|(?=\s)|$)\)?[\s.:-]*(?<title>.*)$/;
const ASKED_NOTE = /^notes? (?:no\.? ?)?(?<number>\d{1,2})(?:\b[\s.:-]*(?<title>.*))?$/;
/** The number of a note whose title is the next heading. */
const ALONE = /^notes? \d{1,2}$/i;
/** A shorter heading, such as "Debt", is not what a longer one that is asked for means. */
const MIN_TITLE = 8;
/** Subjects of a discussion by management, each of which has headings below it. */
const SUBJECT =
  /^(?:(?:executive |business |company )?overview$|executive (?:overview|summary)|(?:consolidated )?results of operations|liquidity|capital resources|financial condition|(?:application of |summary of )?critical accounting|(?:recent(?:ly)? |new |adopted |issued ){1,3}accounting|non-gaap|forward-looking|quantitative and qualitative|(?:disclosures? about )?market risk)/;
/** Items are found by their own rules, or are not there. */
const ITEM_NAME = /^(?:parts?|items?|proposals?)\b|^[\d.]+[a-k]?$/;
/** A longer heading is a sentence. */
const MAX_WORDS = 14;
/** A heading directly below another one does not end it. */
const MIN_TEXT = 40;
/** Notes whose headings are not read as such may be missing between two. */
const MAX_STEP = 3;
/** As many headings with the same words are looked at: for each of them the document is read to its end. */
const MAX_SAME = 200;

interface Heading {
  block: number;
  text: string;
  number: number | null;
  /** Without its number, in small letters. */
  title: string;
}

/**
 * The part of the document below a heading that has the words of `section`; `undefined` without one. A note ends at the
 * next one, a heading in capitals at the next in capitals, a subject of management's discussion also at the next subject,
 * and any other heading at the next one.
 */
export function findHeading(blocks: readonly Block[], items: readonly Item[], section: string): Item | undefined {
  const headings = headingsOf(blocks);
  const asked = trimEndOf(toComparable(section), ".:");
  if (ITEM_NAME.test(asked)) return undefined;
  const note = ASKED_NOTE.exec(asked)?.groups;
  const terms = toTerms(asked);
  const tests: ((heading: Heading) => boolean)[] = note
    ? [({ number }) => number === Number(note.number)]
    : [
        ({ title }) => beginsWith(title, asked),
        ({ title }) => countOf(termsIn(title, terms)) === terms.length,
        ({ title }) => title.length >= MIN_TITLE && beginsWith(asked, title),
      ];
  for (const test of tests) {
    const same = headings.flatMap((heading, at) => (test(heading) ? [at] : [])).slice(0, MAX_SAME);
    const parts = same.map((at) => toPart(blocks, items, headings, at)).filter(({ from, to }) => to - from > 1);
    const [longest] = parts.map((part) => ({ part, size: sizeOf(blocks, part) })).toSorted((a, b) => b.size - a.size);
    if (longest) return longest.part;
  }
  return undefined;
}

/** Whether a text begins with whole words. */
const beginsWith = (text: string, words: string): boolean =>
  text.startsWith(words) && !/^[\p{L}\p{N}]/u.test(text.slice(words.length));

function headingsOf(blocks: readonly Block[]): Heading[] {
  return blocks.flatMap(({ kind, text }, block) => {
    const isContents = PAGE_AT_END.test(text) && !ALONE.test(text);
    if (kind !== "heading" || isContents || text.split(" ", MAX_WORDS + 1).length > MAX_WORDS) return [];
    const comparable = toComparable(text.replace(CONTINUED, ""));
    const { number, title = comparable } = NUMBERED.exec(comparable)?.groups ?? {};
    return [{ block, text, number: number === undefined ? null : Number(number), title }];
  });
}

function toPart(blocks: readonly Block[], items: readonly Item[], headings: readonly Heading[], at: number): Item {
  const heading = headings[at]!;
  const from = heading.block;
  const around = items.filter((item) => item.from <= from && from < item.to).map(({ to }) => to);
  const end = Math.min(blocks.length, ...around);
  const text = blocks.findIndex((block, place) => place > from && isText(block));
  const next = headings.find((other, place) => place > at && other.block < end && ends(heading, text, other));
  let to = next?.block ?? end;
  while (to - 1 > from && blocks[to - 1]!.kind === "heading") to--;
  return { id: heading.text, title: heading.text, from, to, foundBy: "heading" };
}

/** Whether another heading ends what stands below one, whose first text is in a block; -1 without one. */
function ends(heading: Heading, text: number, other: Heading): boolean {
  if (heading.number !== null) {
    const step = (other.number ?? heading.number) - heading.number;
    return step > 0 && step <= MAX_STEP;
  }
  if (text < 0 || text > other.block) return false;
  if (isInCapitals(other.text)) return true;
  if (SUBJECT.test(heading.title)) return SUBJECT.test(other.title);
  return !isInCapitals(heading.text);
}

const isText = ({ kind, text }: Block): boolean => kind !== "heading" && text.length >= MIN_TEXT;

const isInCapitals = (text: string): boolean => text === text.toUpperCase() && /[A-Z]{3}/.test(text);

const sizeOf = (blocks: readonly Block[], { from, to }: Item): number =>
  blocks.slice(from, to).reduce((sum, { text }) => sum + text.length, 0);
