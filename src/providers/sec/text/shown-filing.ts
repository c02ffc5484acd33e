/** The part of a filed document that an answer shows: a page of its text or of an item, or passages. */
import { forCallers, say, type Sentence, the } from "../../../contract/sentence.js";
import type { filingText } from "../../../capabilities/filings/filing-text.js";
import type { DataOf, InputOf } from "../../../contract/capability.js";
import { invalidInput, quoted } from "../../../contract/input.js";
import { joinUpTo } from "../../../lib/join-words.js";
import type { Block } from "./raw-blocks.js";
import { findItem, itemsOfParts, STATEMENT_TITLES, type Item } from "./form-items.js";
import { findHeading } from "./inner-headings.js";
import { findItems } from "./items.js";
import { toPage } from "./pages.js";
import { beginningOf } from "./passage-sentences.js";
import { findPassages, type Found, type Passage } from "./passages.js";
import { isShort } from "./statements.js";

type Shown = Pick<
  DataOf<typeof filingText>,
  "item" | "itemFoundBy" | "text" | "passages" | "passages_total" | "page" | "pages" | "charactersLeft"
>;

/** A question about a document of a form, or about an exhibit. */
export interface AskedPart extends Pick<InputOf<typeof filingText>, "section" | "find" | "limit" | "page"> {
  form: string;
}

/** The part of a document, with notes on it. */
export interface ShownPart {
  shown: Shown;
  notes: Sentence[];
}

/** The share of an answer's tokens that its text may have, beside its other fields and its note. */
const TEXT_SHARE = 5 / 6;
const CHARACTERS_PER_TOKEN = 4;
// With a greater limit more passages are shown, and worse ones: each answer has one for so many tokens, and those that lack
// at most a point of the best one's score for so many.
const TOKENS_PER_PASSAGE = 400;
const TOKENS_PER_POINT = 400;
/** Characters of a passage that may only say what the paragraph after it is about. */
const SHORT_PASSAGE = 200;
/** Items with a number or a name of ours; others have the document's own headings, which are third-party text. */
const OWN_ID = new RegExp(
  `^(?:(?:Part [IVX]{1,4}, )?(?:Items? )?\\d{1,2}(?:\\.?[A-Z]|\\.\\d\\d)?|${STATEMENT_TITLES})$`,
);
const LETTERED = /\d\.[A-Z]$/;
/** Items that an error names. */
const MAX_LISTED = 60;

/**
 * Returns the part of a document that is asked for.
 *
 * @throws {MarketDataError} `invalid_input` for a section or page that it does not have.
 */
export function showPart(blocks: readonly Block[], { form, section, find, limit, page }: AskedPart): ShownPart {
  const items = findItems(blocks, form);
  const item = section === undefined ? undefined : itemOf(blocks, items, form, section);
  const from = item?.from ?? 0;
  const part = item ? blocks.slice(from, item.to) : blocks;
  const tokens = Math.ceil(limit * TEXT_SHARE);
  const label = { item: item?.id ?? null, itemFoundBy: item?.foundBy ?? null };
  if (find !== undefined) {
    const inPart = items.map((each) => ({ ...each, from: each.from - from, to: each.to - from }));
    const found = findPassages(part, inPart, find);
    const best = withinTokens(bestOf(found.passages, limit), tokens);
    const passages = withNext(best, found.passages[0], part, tokens);
    const left = charactersOf(found.passages) - charactersOf(best);
    const passages_total = found.passages.length;
    const shown = {
      ...label,
      text: null,
      passages,
      passages_total,
      page: 1,
      pages: 1,
      charactersLeft: Math.max(0, left),
    };
    return { shown, notes: notesOnFound(found, passages.length) };
  }
  const { text, pages, charactersLeft } = toPage(part, tokens, page);
  if (page > Math.max(1, pages)) throw invalidInput(`No page ${page}: this text has ${pages} pages of this limit.`);
  const next = page < pages ? [say`Page ${page} of ${pages}; page ${page + 1} goes on.`] : [];
  const notes = [...next, ...(item ? notesOnStub(blocks, items, item) : [])];
  return { shown: { ...label, text, passages: null, passages_total: null, page, pages, charactersLeft }, notes };
}

/** Notes on words that the passages lack, and on those that are not shown. */
function notesOnFound({ passages, missing, isPartial }: Found, shown: number): Sentence[] {
  const total = passages.length;
  if (total === 0)
    return [
      say`Nothing in this text has these words${forCallers`; try fewer or other words, or read it without ${the.parameter("find")}`}.`,
    ];
  const notes: Sentence[] = [];
  if (isPartial)
    notes.push(
      missing.length > 0
        ? say`No passage has all of these words; missing: ${missing.map((word) => quoted(word)).join(", ")}.`
        : say`No passage has all of these words; those with the most are shown.`,
    );
  if (shown < total)
    notes.push(
      say`${shown} of ${total} passages shown, the best first${forCallers`; a greater ${the.parameter("limit")} shows more, further words fewer`}.`,
    );
  return notes;
}

/** Where an item stands that only refers to another place. */
function notesOnStub(blocks: readonly Block[], items: readonly Item[], item: Item): Sentence[] {
  if (!isShort(blocks, item)) return [];
  const statements = items.find(({ id }) => id === STATEMENT_TITLES);
  if (statements && statements !== item && /financial statements/i.test(item.title))
    return [say`The statements stand elsewhere in this document: ask for section ${quoted(STATEMENT_TITLES)}.`];
  return blocks.slice(item.from, item.to).some(({ text }) => EXHIBIT_13.test(text))
    ? [
        say`This item refers to the annual report to shareholders: ask for section "EX-13", if the filing has that exhibit.`,
      ]
    : [];
}

/** The annual report to shareholders, of which parts of a 10-K may be taken. */
const EXHIBIT_13 = /\bexhibit 13\b|\bannual report to (?:share|stock|security ?)holders\b/i;

/** @throws {MarketDataError} `invalid_input`, with the items that there are. */
function itemOf(blocks: readonly Block[], items: readonly Item[], form: string, section: string): Item {
  const meant = itemsOfParts(form, section);
  const item = meant.length > 0 ? undefined : (findItem(items, form, section) ?? findHeading(blocks, items, section));
  if (item) return item;
  const ids = [...new Set(items.map(({ id }) => id).filter((id) => OWN_ID.test(id)))];
  const listed = ids.length > MAX_LISTED ? ids.filter((id) => !LETTERED.test(id)) : ids;
  const found =
    ids.length > 0
      ? `Items found: ${joinUpTo(listed, MAX_LISTED, ids.length)}.`
      : "No numbered items were found in it; leave section out, or find passages with find.";
  const refused =
    meant.length > 0
      ? `Section ${quoted(section)} can be ${meant.join(" or ")}; name the part.`
      : `No section ${quoted(section)} in this document.`;
  throw invalidInput(`${refused} ${found}`);
}

/** The passages that are worth their tokens. */
function bestOf(passages: readonly Passage[], limit: number): Passage[] {
  const least = (passages[0]?.score ?? 0) - limit / TOKENS_PER_POINT;
  return passages.slice(0, Math.ceil(limit / TOKENS_PER_PASSAGE)).filter(({ score }) => score >= least);
}

type ShownPassage = Pick<Passage, "item" | "text">;

/** Returns the first passages within the tokens; the first one of all may be cut. */
function withinTokens(found: readonly Passage[], tokens: number): ShownPassage[] {
  const most = tokens * CHARACTERS_PER_TOKEN;
  const shown: ShownPassage[] = [];
  for (const { item, text } of found) {
    if (charactersOf(shown) + text.length <= most) shown.push({ item, text });
    else if (shown.length === 0) {
      const first = toPage([{ kind: "paragraph", text }], tokens, 1);
      shown.push({ item, text: first.text });
    } else break;
  }
  return shown;
}

/** Returns the passages; a short first one, which is a paragraph of its own, with the paragraph after it, if there is room. */
function withNext(
  shown: ShownPassage[],
  best: Passage | undefined,
  blocks: readonly Block[],
  tokens: number,
): ShownPassage[] {
  const [first, ...others] = shown;
  if (!first || !best || first.text.length > SHORT_PASSAGE || first.text !== blocks[best.block]!.text) return shown;
  const next = blocks[best.block + 1];
  if (next?.kind !== "paragraph" || others.some(({ text }) => text === next.text)) return shown;
  const longer = { ...first, text: `${first.text}\n\n${beginningOf(next.text)}` };
  const all = [longer, ...others];
  return charactersOf(all) <= tokens * CHARACTERS_PER_TOKEN ? all : shown;
}

function charactersOf(passages: readonly { text: string }[]): number {
  return passages.reduce((sum, { text }) => sum + text.length, 0);
}
