/** The part of a filed document that an answer shows: a page of its text or of an item, or passages. */
import type { filingText } from "../../capabilities/filing-text.js";
import type { DataOf, InputOf } from "../../contract/capability.js";
import { invalidInput, quoted } from "../../contract/input.js";
import { nextTurn } from "../../lib/next-turn.js";
import { chooseDocument } from "./chosen-filing.js";
import { findBlocks, isReadable } from "./filed-document.js";
import type { Block } from "./filing-blocks.js";
import { findItem } from "./filing-item-names.js";
import type { Item } from "./filing-item-titles.js";
import { findItems } from "./filing-items.js";
import { toPage } from "./filing-pages.js";
import { findPassages, type Passage } from "./filing-passages.js";
import { toDocumentUrl } from "./links.js";
import type { ClientD } from "./client.js";

type Input = InputOf<typeof filingText>;
type Shown = Pick<DataOf<typeof filingText>, "item" | "text" | "passages" | "page" | "pages" | "charactersLeft">;

/** The share of an answer's tokens that its text may have, beside its other fields and its note. */
const TEXT_SHARE = 5 / 6;
const CHARACTERS_PER_TOKEN = 4;
const MAX_PASSAGES = 8;
/** Items with a number; others have the document's own headings, which are third-party text. */
const NUMBERED = /^(?:Part [IVX]{1,4}, )?(?:Items? )?\d{1,2}(?:\.?[A-Z]|\.\d\d)?$/;
/** Items that an error names. */
const MAX_LISTED = 60;

/**
 * A page of the text of a filed document, or of an item of it, or passages of it.
 *
 * @throws {ProviderError} `no_data` for a symbol that the SEC does not know, `not_covered` without such a document.
 * @throws {MarketDataError} `invalid_input` for a filing, section or page that does not exist.
 */
export async function showFiling(input: Input, client: ClientD) {
  const chosen = await chooseDocument(input, client);
  const { company, form, filed, reported, cik, accession, path, exhibit, fetchedAt } = chosen;
  const head = { company, form, period: reported === "" ? null : reported, filed, accession };
  const { shown, notes } = isReadable(path)
    ? await show(await findBlocks(cik, accession, path, client), exhibit ?? form, { ...input, section: chosen.section })
    : UNREADABLE;
  return {
    data: {
      ...head,
      url: toDocumentUrl(cik, accession, path),
      ...shown,
      item: shown.item ?? exhibit,
      passages: shown.passages?.map((passage) => ({ ...passage, item: passage.item ?? exhibit })),
    },
    notes: [...chosen.notes, ...notes],
    fetchedAt,
  };
}

/** The answer for a document that is not read. */
const UNREADABLE: { shown: Shown; notes: string[] } = {
  shown: { item: null, text: null, passages: null, page: 1, pages: 0, charactersLeft: 0 },
  notes: [
    "This document is not read here, because it is no web page and no text but, for example, a PDF: see its url.",
  ],
};

/** Returns what the input asks for of a document of a form, or of an exhibit. */
async function show(
  blocks: readonly Block[],
  form: string,
  { section, find, limit, page }: Input,
): Promise<{ shown: Shown; notes: string[] }> {
  const items = findItems(blocks, form);
  await nextTurn();
  const item = section === undefined ? undefined : itemOf(items, form, section);
  const from = item?.from ?? 0;
  const part = item ? blocks.slice(from, item.to) : blocks;
  const tokens = Math.ceil(limit * TEXT_SHARE);
  const label = item?.id ?? null;
  if (find !== undefined) {
    const inPart = items.map((each) => ({ ...each, from: each.from - from, to: each.to - from }));
    const found = await findPassages(part, inPart, find, MAX_PASSAGES);
    const passages = await withinTokens(found, tokens);
    const left = charactersOf(found) - charactersOf(passages);
    const notes =
      found.length === 0
        ? ["Nothing in this text has these words; try fewer or other words, or read it without find."]
        : left > 0
          ? [`${passages.length} of ${found.length} passages shown; a greater limit shows more.`]
          : [];
    return { shown: { item: label, text: null, passages, page: 1, pages: 1, charactersLeft: left }, notes };
  }
  const { text, pages, charactersLeft } = await toPage(part, tokens, page);
  if (page > Math.max(1, pages)) throw invalidInput(`No page ${page}: this text has ${pages} pages of this limit.`);
  const next = page < pages ? [`Page ${page} of ${pages}; page ${page + 1} goes on.`] : [];
  return { shown: { item: label, text, passages: null, page, pages, charactersLeft }, notes: next };
}

/** @throws {MarketDataError} `invalid_input`, with the items that there are. */
function itemOf(items: readonly Item[], form: string, section: string): Item {
  const item = findItem(items, form, section);
  if (item) return item;
  const ids = [...new Set(items.map(({ id }) => id).filter((id) => NUMBERED.test(id)))].slice(0, MAX_LISTED);
  const listed =
    ids.length > 0
      ? `Items found: ${ids.join(", ")}.`
      : "No numbered items were found in it; leave section out, or find passages with find.";
  throw invalidInput(`No section ${quoted(section)} in this document. ${listed}`);
}

/** Returns the first passages within the tokens; the first one of all may be cut. */
async function withinTokens(
  found: readonly Passage[],
  tokens: number,
): Promise<{ item: string | null; text: string }[]> {
  const most = tokens * CHARACTERS_PER_TOKEN;
  const shown: { item: string | null; text: string }[] = [];
  for (const { item, text } of found) {
    if (charactersOf(shown) + text.length <= most) shown.push({ item, text });
    else if (shown.length === 0) {
      const first = await toPage([{ kind: "paragraph", text }], tokens, 1);
      shown.push({ item, text: first.text });
    } else break;
  }
  return shown;
}

function charactersOf(passages: readonly { text: string }[]): number {
  return passages.reduce((sum, { text }) => sum + text.length, 0);
}
