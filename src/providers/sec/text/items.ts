/** Finds the items of a filing by its headings. */
import {
  isCurrentNumber,
  isCurrentReport,
  isWholeTitle,
  numberedItems,
  CONTINUED,
  PAGE_AT_END,
  type FormItem,
  type Item,
} from "./filing-item-titles.js";
import { findLettered, partsOf } from "./filing-item-parts.js";
import type { Block } from "./filing-raw-blocks.js";
import { findSections } from "./filing-sections.js";

interface Candidate {
  block: number;
  part: string | null;
  /** Several numbers where a heading joins items: "Items 1 and 2. Business and Properties". */
  numbers: string[];
  title: string;
  isNumbered: boolean;
  isHeading: boolean;
  /** Characters up to the next candidate of another number. */
  span: number;
}

const ITEM =
  /^(?:part\s+(?<part>[iv]{1,3})\b[\s,.:;–—-]*(?:(?:financial|other) information[\s,.:;–—-]*)?)?items?\s*(?<number>16\s?\.\s?[a-k](?=[.:\s])|\d{1,2}(?:\.\d\d)?(?:\s?[a-k](?![a-z]))?)(?:\s*\(t\))?(?<more>(?:\s*(?:,|and|&|through)\s*(?:item\s*)?\d{1,2}[a-c]?\b)*)(?<mark>[\s.:)–—-]*)(?<title>.*)$/is;
const PART = /^part\s+(?<part>i{1,3}v?|iv)\b[\s.,:–—-]*(?<title>.{0,80})$/i;
const CLOSING = /^signatures?$/i;
/** Item 16, "None.", ends as well where a list of exhibits or statements follows it. */
const LIST_FOLLOWS =
  /^(?:exhibit index|list of exhibits|index (?:to|of) (?:exhibits|(?:consolidated )?financial statements))$/i;
/** A heading that names a second item behind its first title: "Item 1. Business and Item 2. Properties". */
const JOINED = /\band items?\s*(\d{1,2}[a-c]?)\b/i;
/** A title in a paragraph of this length is a sentence about the item. */
const MAX_RUN_IN = 400;
/** Items of the contents follow each other without text. */
const MIN_CONTENTS = 4;
/** Characters of an item that is taken although it stands out of the form's order. */
const MIN_TEXT = 200;
/** Long filings have about a hundred; bounds the work for a damaged one. */
const MAX_CANDIDATES = 2_000;

/** The items in the order of the body; none where the document shows no structure. */
export function findItems(blocks: readonly Block[], form: string): Item[] {
  const list = numberedItems(form);
  if (!list && !isCurrentReport(form)) return findSections(blocks, form);
  const numbered = withoutContents(findCandidates(blocks), blocks);
  const chosen = list ? chooseOfList(numbered, list, blocks) : chooseLongest(numbered);
  const items = chosen.flatMap(({ candidate, ids }, index) => {
    const from = candidate.block;
    // Where an unnumbered item ends is known by the next one only.
    if (!candidate.isNumbered && index === chosen.length - 1) return [];
    const to = endOf(blocks, from, chosen[index + 1]?.candidate.block, ids.includes("Item 16"));
    return ids.map((id) => ({ id, title: candidate.title, from, to }));
  });
  if (!/^20-?F/i.test(form.trim())) return items;
  const lettered = findLettered(blocks);
  return items.flatMap((item) => [item, ...partsOf(item, lettered)]);
}

function findCandidates(blocks: readonly Block[]): Candidate[] {
  const candidates: Candidate[] = [];
  let part: string | null = null;
  for (const [block, { kind, text }] of blocks.entries()) {
    if (candidates.length >= MAX_CANDIDATES) break;
    if (kind === "table" || text.length > MAX_RUN_IN) continue;
    const inPart = PART.exec(text)?.groups;
    if (inPart && !/item/i.test(text)) part = inPart.part!.toUpperCase();
    const groups = ITEM.exec(text)?.groups;
    if (!groups || CONTINUED.test(text) || (groups.title !== "" && PAGE_AT_END.test(text))) continue;
    if (groups.part) part = groups.part.toUpperCase();
    const title = titleOf(groups.title!, blocks[block + 1]);
    // "Item 7 of this report describes" is a sentence about an item.
    const isSentence = /^(?:of|in|to|above|below|herein|and|was|is|are|has|shall|the|as|under|for)\b/.test(
      groups.title!,
    );
    if (isSentence || (kind !== "heading" && !/[.:)–—-]/.test(groups.mark!))) continue;
    const more = [...groups.more!.matchAll(/\d{1,2}[a-c]?/gi)].map(([number]) => number.toUpperCase());
    const joined = JOINED.exec(groups.title!)?.[1];
    if (joined && kind === "heading") more.push(joined.toUpperCase());
    const numbers = [groups.number!.replace(/\s|\.(?=\s?[a-k])/gi, "").toUpperCase(), ...more];
    candidates.push({ block, part, numbers, title, isNumbered: true, isHeading: kind === "heading", span: 0 });
  }
  measure(candidates, blocks);
  return candidates;
}

/** The title behind an item's number; of a heading without one, the next heading. */
function titleOf(title: string, next: Block | undefined): string {
  const own = title.trim();
  if (own !== "" || next?.kind === "table" || next === undefined || next.text.length > 200) return shorten(own);
  return shorten(next.text);
}

/** A run-in text behind the title is no part of it. */
const shorten = (title: string): string =>
  (/^(.{3,150}?[^\s.]{3})\.\s/.exec(title)?.[1] ?? title).replace(/[.:\s]+$/, "");

function measure(candidates: readonly Candidate[], blocks: readonly Block[]): void {
  for (const [index, candidate] of [...candidates.entries()].toReversed()) {
    const after = candidates[index + 1];
    const goesOn = after?.numbers[0] === candidate.numbers[0] ? after : undefined;
    const end = goesOn ? goesOn.block + 1 : (after?.block ?? blocks.length);
    candidate.span = charactersBetween(blocks, candidate.block + 1, end) + (goesOn?.span ?? 0);
  }
}

function charactersBetween(blocks: readonly Block[], from: number, to: number): number {
  let characters = 0;
  for (let at = from; at < to && characters < 10_000; at++) {
    if (!PART.test(blocks[at]!.text)) characters += blocks[at]!.text.length;
  }
  return characters;
}

/** Drops runs of items without a text between them that come again later, or that are all there is: contents. */
function withoutContents(candidates: readonly Candidate[], blocks: readonly Block[]): Candidate[] {
  const isEmpty = candidates.map(({ block, title }, index) => {
    const after = candidates[index + 1];
    // A title in a block of its own is no text.
    const own = blocks[block]!.text.length < 12 ? title.length + 3 : 3;
    return after !== undefined && charactersBetween(blocks, block + 1, after.block) <= own;
  });
  const kept: Candidate[] = [];
  for (let index = 0; index < candidates.length;) {
    let end = index;
    while (end < candidates.length && isEmpty[end]) end++;
    const run = candidates.slice(index, end + 1);
    const isContents =
      end - index >= MIN_CONTENTS && (run.length === candidates.length || comesAgain(run, candidates.slice(end + 1)));
    if (!isContents) kept.push(...run);
    // The text behind the last one can be its own: every part of some reports begins with its contents.
    else if (
      end < candidates.length &&
      !comesAgain([candidates[end]!], candidates.slice(end + 1)) &&
      run.length < candidates.length
    )
      kept.push(candidates[end]!);
    index = end + 1;
  }
  return kept;
}

/** Whether half of the items come again later. */
function comesAgain(run: readonly Candidate[], after: readonly Candidate[]): boolean {
  const later = new Set(after.flatMap(({ numbers }) => numbers));
  return run.filter(({ numbers }) => later.has(numbers[0]!)).length >= run.length / 2;
}

interface Chosen {
  candidate: Candidate;
  ids: string[];
}

interface Chain {
  score: number;
  chosen: Chosen;
  before: Chain | null;
}

/**
 * The items of a form with a list: in its order, then those elsewhere, as "Item 2" before "Item 1" of some reports, and
 * those without a number.
 */
function chooseOfList(numbered: readonly Candidate[], list: readonly FormItem[], blocks: readonly Block[]): Chosen[] {
  const chosen = chooseInOrder(numbered, list);
  const ids = new Set(chosen.flatMap((each) => each.ids));
  const further = [...chooseSure(numbered, list), ...chooseSure(findUnnumbered(numbered, list, blocks), list)];
  return [...chosen, ...further.filter((each) => !each.ids.some((id) => ids.has(id)))].toSorted(
    (a, b) => a.candidate.block - b.candidate.block,
  );
}

/** The longest candidate for each item that is a heading with the right title and a text. */
function chooseSure(candidates: readonly Candidate[], list: readonly FormItem[]): Chosen[] {
  return list.flatMap((each) => {
    const [longest] = candidates.filter((one) => isSure(one, each)).toSorted((a, b) => b.span - a.span);
    return longest ? [{ candidate: longest, ids: idsOf(longest, each) }] : [];
  });
}

const isSure = ({ numbers, isHeading, title, span, part }: Candidate, each: FormItem): boolean =>
  numbers[0] === each.number &&
  isHeading &&
  span >= MIN_TEXT &&
  each.title.test(title) &&
  (each.part === undefined || part === each.part);

/** Headings that are the whole title of an item that the document does not number. */
function findUnnumbered(
  numbered: readonly Candidate[],
  list: readonly FormItem[],
  blocks: readonly Block[],
): Candidate[] {
  const lacking = list.filter(
    (each) => !numbered.some(({ numbers, title }) => numbers.includes(each.number) && each.title.test(title)),
  );
  const candidates: Candidate[] = [];
  for (const [block, { kind, text }] of blocks.entries()) {
    if (candidates.length >= MAX_CANDIDATES) break;
    const item = kind === "heading" && isWholeTitle(text) ? lacking.find(({ title }) => title.test(text)) : undefined;
    if (!item) continue;
    const part = item.part ?? null;
    candidates.push({ block, part, numbers: [item.number], title: text, isNumbered: false, isHeading: true, span: 0 });
  }
  measure(candidates, blocks);
  return candidates;
}

/** The most convincing candidates in the order of the form: headings with the right title and a long text. */
function chooseInOrder(candidates: readonly Candidate[], list: readonly FormItem[]): Chosen[] {
  const best: (Chain | null)[] = list.map(() => null);
  for (const candidate of candidates) {
    const options = list.flatMap((each, order) => {
      if (each.number !== candidate.numbers[0]) return [];
      const isTitled = each.title.test(candidate.title);
      const isOtherPart = each.part !== undefined && candidate.part !== null && candidate.part !== each.part;
      const score =
        Math.min(candidate.span, 4_000) / 40 +
        (candidate.isHeading ? 40 : 10) +
        (isTitled ? 60 : 0) -
        (isOtherPart ? 50 : 0);
      let before: Chain | null = null;
      for (const chain of best.slice(0, order)) if (chain && chain.score > (before?.score ?? 0)) before = chain;
      return [
        {
          order,
          chain: { score: score + (before?.score ?? 0), chosen: { candidate, ids: idsOf(candidate, each) }, before },
        },
      ];
    });
    for (const { order, chain } of options) if (chain.score > (best[order]?.score ?? 0)) best[order] = chain;
  }
  let chain: Chain | null = null;
  for (const each of best) if (each && each.score > (chain?.score ?? 0)) chain = each;
  const chosen: Chosen[] = [];
  for (; chain; chain = chain.before) chosen.unshift(chain.chosen);
  return chosen;
}

const idsOf = ({ numbers }: Candidate, { part }: FormItem): string[] =>
  numbers.map((number) => (part ? `Part ${part}, Item ${number}` : `Item ${number}`));

/** The items of a current report, which stand in any order. */
function chooseLongest(candidates: readonly Candidate[]): Chosen[] {
  const longest = new Map<string, Candidate>();
  for (const candidate of candidates) {
    const number = candidate.numbers[0]!;
    if (isCurrentNumber(number) && candidate.span > (longest.get(number)?.span ?? -1)) longest.set(number, candidate);
  }
  const inBody = [...longest.values()].toSorted((a, b) => a.block - b.block);
  return inBody.map((candidate) => ({ candidate, ids: candidate.numbers.map((number) => `Item ${number}`) }));
}

/** Where an item ends: at the next one, without its part's heading and contents, or at the signatures. */
function endOf(blocks: readonly Block[], from: number, next: number | undefined, isSummary: boolean): number {
  let to = next ?? blocks.length;
  const leadsToNext = ({ kind, text }: Block) => PART.test(text) || (kind === "heading" && ITEM.test(text));
  while (to - 1 > from && leadsToNext(blocks[to - 1]!)) to -= 1;
  if (next !== undefined) return to;
  const closing = blocks.findIndex(
    ({ text }, at) => at > from && (CLOSING.test(text) || (isSummary && LIST_FOLLOWS.test(text))),
  );
  return closing < 0 ? to : closing;
}
