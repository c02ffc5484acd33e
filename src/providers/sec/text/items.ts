/** Finds the items of a filing by its headings. */
import {
  CONTINUED,
  findLettered,
  isCurrentNumber,
  isCurrentReport,
  isWholeTitle,
  numberedItems,
  PAGE_AT_END,
  formPartsOf,
  sectionHeadings,
  STATEMENT_TITLES,
  type FormItem,
  type FoundBy,
  type Item,
} from "./form-items.js";
import type { Block } from "./raw-blocks.js";
import { findSections } from "./sections.js";
import { findBeforeItems, findStatements, firstLine } from "./statements.js";
import { trimEndOf } from "./words.js";

const ITEM =
  /^(?:part\s+(?<part>[iv]{1,3})\b[\s,.:;–—-]*(?:(?:financial|other) information[\s,.:;–—-]*)?)?items?\s*(?<number>16\s?\.\s?[a-k](?=[.:\s])|\d{1,2}(?:\.\d\d)?(?:\s?[a-k](?![a-z]))?(?!\d))(?:\s*\(t\))?(?<more>(?:(?: ?(?:[,;/&]|and|through)){1,2} ?(?:items? ?)?\d{1,2}(?:\.\d\d)?[a-c]?\b)*)(?<mark>[\s.:)–—-]*)(?<title>.*)$/is;
const PART = /^part\s+(?<part>i{1,3}v?|iv)\b[\s.,:–—-]*(?<title>.{0,80})$/i;
/** A heading that names a second item behind its first title: "Item 1. Business and Item 2. Properties". */
const JOINED = /(?:\band|[&;/]) items? ?(\d{1,2}(?:\.\d\d)?[a-c]?)\b/gi;
/** A title in a paragraph of this length is a sentence about the item. */
const MAX_RUN_IN = 400;
/** Items of the contents follow each other without text. */
const MIN_CONTENTS = 4;
/** A longer block below a number without a title is text. */
const MAX_TITLE_BELOW = 200;
/** A shorter block has a number alone, and the block below it has its title. */
const MAX_NUMBER_ALONE = 12;
/** So many characters between two items are marks and not a text. */
const MAX_MARKS = 3;
/** Text beyond these characters makes an item no more likely. */
const MAX_MEASURED = 10_000;
/** Long filings have about a hundred; bounds the work for a damaged one. */
const MAX_CANDIDATES = 2_000;
const CLOSING = /^signatures?$/i;
/** Item 16, "None.", ends as well where a list of exhibits or statements follows it. */
const LIST_FOLLOWS =
  /^(?:exhibit index|list of exhibits|index (?:to|of) (?:exhibits|(?:consolidated )?financial statements)|consent of independent .{0,60})$/i;
/** The title of the next part of a form, or of the next section of a current report, with what stands between it and the item. */
const TITLE_OF_PART = /^parts? [iv]{1,3}(?: and [iv]{1,3})?\b|\bpart [iv]{1,3}$|^section [1-9](?: ?[.:–—-]|$)/i;
const MAX_TITLES = 4;
const MAX_TITLE = 100;
/** Words of the next item's title that are a title of it, too. */
const MIN_SAME = 8;
/** Characters of an item that is taken although it stands out of the form's order. */
const MIN_TEXT = 200;

// Points for a candidate: by the characters of its text, as a heading and for its title; points against it for another part.
const MAX_COUNTED = 4_000;
const CHARACTERS_PER_POINT = 40;
const POINTS_OF_HEADING = 40;
const POINTS_OF_TITLE = 60;
const POINTS_OF_OTHER_PART = -50;

/** The items in the order of the body; none where the document shows no structure. */
export function findItems(blocks: readonly Block[], form: string): Item[] {
  const list = numberedItems(form);
  if (!list && !isCurrentReport(form)) return [...findNumbered(blocks, form), ...findSections(blocks, form)];
  const numbered = findCandidates(blocks);
  const chosen = list ? chooseOfList(numbered, list, blocks) : chooseLongest(numbered, isCurrentNumber);
  const items = toItems(blocks, chosen);
  if (list) items.push(...findOutside(blocks, items, list));
  items.sort((a, b) => a.from - b.from);
  if (!/^20-?F/i.test(form.trim())) return items;
  const lettered = findLettered(blocks);
  return items.flatMap((item) => [item, ...formPartsOf(item, lettered)]);
}

/** The numbered items of a form that has no list of them here; a document that only mentions one has none. */
function findNumbered(blocks: readonly Block[], form: string): Item[] {
  if (sectionHeadings(form)) return [];
  const chosen = chooseLongest(findCandidates(blocks), () => true);
  return chosen.length > 1 ? toItems(blocks, chosen) : [];
}

function toItems(blocks: readonly Block[], chosen: readonly Chosen[]): Item[] {
  return chosen.flatMap(({ candidate, ids, foundBy }, index) => {
    const from = candidate.block;
    // Where an unnumbered item ends is known by the next one only.
    if (!candidate.isNumbered && index === chosen.length - 1) return [];
    const to = endOf(blocks, from, chosen[index + 1]?.candidate.block, ids.includes("Item 16"));
    return ids.map((id) => ({ id, title: candidate.title, from, to, foundBy }));
  });
}

/** The statements of a report that has no heading of their item, or only refers to them there. */
function findOutside(blocks: readonly Block[], items: readonly Item[], list: readonly FormItem[]): Item[] {
  if (items.length === 0) return [];
  const [{ part, number }] = list as [FormItem];
  const id = `Part ${part}, Item ${number}`;
  const before = part !== undefined && !items.some((item) => item.id === id) && findBeforeItems(blocks, items);
  if (before) {
    const to = endOf(blocks, before.from, before.to, false);
    return [{ id, title: STATEMENT_TITLES, from: before.from, to, foundBy: "contents" }];
  }
  const found = findStatements(blocks, items);
  return found ? [{ id: STATEMENT_TITLES, title: STATEMENT_TITLES, ...found, foundBy: "heading" }] : [];
}

/** A heading or line that an item can begin with. */
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

interface Chosen {
  candidate: Candidate;
  ids: string[];
  foundBy: FoundBy;
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
  const further = chooseSure(numbered, list).filter((each) => !each.ids.some((id) => ids.has(id)));
  const inBody = [...chosen, ...further].toSorted((a, b) => a.candidate.block - b.candidate.block);
  // Behind the first number, a title without one is a heading of the item around it.
  const first = inBody[0]?.candidate.block ?? blocks.length;
  const unnumbered = chooseSure(findUnnumbered(numbered, list, blocks.slice(0, first)), list);
  return [...unnumbered, ...inBody].toSorted((a, b) => a.candidate.block - b.candidate.block);
}

/** The longest candidate for each item that is a heading with the right title and a text. */
function chooseSure(candidates: readonly Candidate[], list: readonly FormItem[]): Chosen[] {
  return list.flatMap((each) => {
    const [longest] = candidates.filter((one) => isSure(one, each)).toSorted((a, b) => b.span - a.span);
    return longest ? [toChosen(longest, each)] : [];
  });
}

const isSure = ({ numbers, isHeading, title, span, part }: Candidate, each: FormItem): boolean =>
  numbers[0] === each.number &&
  isHeading &&
  span >= MIN_TEXT &&
  each.title.test(title) &&
  (each.part === undefined || part === each.part);

/** The most convincing candidates in the order of the form: headings with the right title and a long text. */
function chooseInOrder(candidates: readonly Candidate[], list: readonly FormItem[]): Chosen[] {
  const best: (Chain | null)[] = list.map(() => null);
  for (const candidate of candidates) {
    const options = list.flatMap((each, order) => {
      if (each.number !== candidate.numbers[0]) return [];
      const text = Math.min(candidate.span, MAX_COUNTED) / CHARACTERS_PER_POINT;
      const score = text + pointsOf(candidate, each);
      let before: Chain | null = null;
      for (const chain of best.slice(0, order)) if (chain && chain.score > (before?.score ?? 0)) before = chain;
      return [{ order, chain: { score: score + (before?.score ?? 0), chosen: toChosen(candidate, each), before } }];
    });
    for (const { order, chain } of options) if (chain.score > (best[order]?.score ?? 0)) best[order] = chain;
  }
  let chain: Chain | null = null;
  for (const each of best) if (each && each.score > (chain?.score ?? 0)) chain = each;
  const chosen: Chosen[] = [];
  for (; chain; chain = chain.before) chosen.unshift(chain.chosen);
  return chosen;
}

/** How much a candidate looks like the heading of an item, without its text. */
function pointsOf({ title, isHeading, part }: Candidate, each: FormItem): number {
  const isOtherPart = each.part !== undefined && part !== null && part !== each.part;
  return (
    (isHeading ? POINTS_OF_HEADING : 0) +
    (each.title.test(title) ? POINTS_OF_TITLE : 0) +
    (isOtherPart ? POINTS_OF_OTHER_PART : 0)
  );
}

function toChosen(candidate: Candidate, each: FormItem): Chosen {
  const isSurelyIt = pointsOf(candidate, each) >= POINTS_OF_HEADING + POINTS_OF_TITLE;
  return { candidate, ids: idsOf(candidate, each), foundBy: isSurelyIt ? "heading" : "uncertain" };
}

const idsOf = ({ numbers }: Candidate, { part }: FormItem): string[] =>
  numbers.map((number) => (part ? `Part ${part}, Item ${number}` : `Item ${number}`));

/** The items that stand in any order: the longest of each number. */
function chooseLongest(candidates: readonly Candidate[], isNumber: (number: string) => boolean): Chosen[] {
  const longest = new Map<string, Candidate>();
  for (const candidate of candidates) {
    const number = candidate.numbers[0]!;
    if (isNumber(number) && candidate.span > (longest.get(number)?.span ?? -1)) longest.set(number, candidate);
  }
  const inBody = [...longest.values()].toSorted((a, b) => a.block - b.block);
  return inBody.map((candidate) => ({
    candidate,
    ids: candidate.numbers.map((number) => `Item ${number}`),
    foundBy: candidate.isHeading ? "heading" : "uncertain",
  }));
}

/** Where an item ends: at the next one, without its part's heading and contents, or at the signatures. */
function endOf(blocks: readonly Block[], from: number, next: number | undefined, isSummary: boolean): number {
  let to = next ?? blocks.length;
  while (to - 1 > from && isHeadingOfItem(blocks[to - 1]!)) to -= 1;
  if (next !== undefined) return beforeTitles(blocks, from, to);
  const closing = blocks.findIndex(
    (block, at) => at > from && (CLOSING.test(firstLine(block)) || (isSummary && LIST_FOLLOWS.test(block.text))),
  );
  return closing < 0 ? to : closing;
}

/** The place before the title of the next part, or a title of the next item above its number. */
function beforeTitles(blocks: readonly Block[], from: number, to: number): number {
  const next = blocks[to]?.text.toLowerCase() ?? "";
  let end = to;
  for (let at = to - 1; at > from && at >= to - MAX_TITLES; at--) {
    const { kind, text } = blocks[at]!;
    if (kind === "table" || text.length > MAX_TITLE) break;
    const isOfNext = text.length >= MIN_SAME && next.includes(text.toLowerCase());
    if (kind === "heading" && (isOfNext || TITLE_OF_PART.test(text))) end = at;
  }
  return end;
}

/** The places where items can begin, without those of the contents. */
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
    // A page's header has the number of the item that begins below it.
    const below = groups.title === "" ? ITEM.exec(blocks[block + 1]?.text ?? "")?.groups : undefined;
    if (below && below.title !== "" && below.number === groups.number) continue;
    if (groups.part) part = groups.part.toUpperCase();
    const number = groups.number!.replace(/\s|\.(?=\s?[a-k])/gi, "").toUpperCase();
    const title = withoutNumber(titleOf(groups.title!, blocks[block + 1]), number);
    // "Item 7 of this report describes" is a sentence about an item.
    const isSentence = /^(?:of|in|to|above|below|herein|and|was|is|are|has|shall|the|as|under|for)\b/.test(
      groups.title!,
    );
    if (isSentence || (kind !== "heading" && !/[.:)–—-]/.test(groups.mark!))) continue;
    const more = [...groups.more!.matchAll(/\d{1,2}(?:\.\d\d)?[a-c]?/gi)].map(([each]) => each);
    const joined = kind === "heading" ? [...title.matchAll(JOINED)].map(([, each]) => each!) : [];
    const numbers = [number, ...[...more, ...joined].map((each) => each.toUpperCase())];
    candidates.push({ block, part, numbers, title, isNumbered: true, isHeading: kind === "heading", span: 0 });
  }
  measure(candidates, blocks);
  return withoutContents(candidates, blocks);
}

/** Whether a block is the heading of a part or of an item. */
function isHeadingOfItem({ kind, text }: Block): boolean {
  return PART.test(text) || (kind === "heading" && ITEM.test(text));
}

/** The title behind an item's number; of a heading without one, the next heading. */
function titleOf(title: string, next: Block | undefined): string {
  const own = title.trim();
  if (own !== "" || next?.kind === "table" || next === undefined || next.text.length > MAX_TITLE_BELOW)
    return shorten(own);
  return shorten(next.text);
}

/** A title without its item's number or letter, which some documents repeat: "Item 16.H. H. Mine Safety". */
function withoutNumber(title: string, number: string): string {
  const [, digits, letter] = /^(\d+)([A-K])$/.exec(number) ?? [];
  if (letter === undefined) return title;
  return title.replace(new RegExp(`^(?:item ?${digits} ?\\.? ?)?${letter}[.:)] ?`, "i"), "");
}

/** A run-in text behind the title is no part of it. */
const shorten = (title: string): string => trimEndOf(/^(.{3,150}?[^\s.]{3})\.\s/.exec(title)?.[1] ?? title, ".: ");

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
  for (let at = from; at < to && characters < MAX_MEASURED; at++) {
    if (!PART.test(blocks[at]!.text)) characters += blocks[at]!.text.length;
  }
  return characters;
}

/** Drops runs of items without a text between them that come again later, or that are all there is: contents. */
function withoutContents(candidates: readonly Candidate[], blocks: readonly Block[]): Candidate[] {
  const isEmpty = candidates.map(({ block, title }, index) => {
    const after = candidates[index + 1];
    // A title in a block of its own is no text.
    const own = blocks[block]!.text.length < MAX_NUMBER_ALONE ? title.length + MAX_MARKS : MAX_MARKS;
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
