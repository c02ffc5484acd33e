/** Drops page numbers, page headers and links back to the contents, and joins the paragraphs that they interrupt. */
import { ITEM_BEGINS, type Block, type RawBlock } from "./filing-raw-blocks.js";

const PAGE_NUMBER = /^(?:page\s+)?[-–—|\s]*(?:\d{1,3}|[ivxl]{1,6}|[A-Z]{1,2}-\d{1,3})[-–—|\s]*(?:of\s+\d+)?$/;
const BACK_LINK =
  /^(?:(?:back|return) to (?:the )?)?(?:table of contents|contents|index)[\s|]*(?:\d{1,3}|[FS]-\d+)?[\s|]*$/i;
/** A line that several pages repeat and that still belongs to what follows it. */
const KEPT =
  /\b(?:thousands|millions|billions|except)\b|^(?:none|not applicable|n\/a)\b|\w+ \w+.*(?<!\b(?:inc|corp|co|ltd|llc|n\.v|s\.a))[.!?]$/i;
const MAX_FURNITURE = 150;
/** Lines next to a page break that can be furniture, and the pages that must repeat them. */
const NEAR = 3;
const MIN_PAGES = 3;
/** A longer text is no paragraph that a page interrupts. */
const MAX_PARAGRAPH = 20_000;
const SENTENCE_ENDS = /[.!?:;]["”’')]*$/;

/** The blocks of a document without what only its printed pages need. */
export function dropPageFurniture(raw: readonly RawBlock[]): Block[] {
  const broken = raw.map((block) => (isPageLine(block) ? { kind: "break" as const, text: "" } : block));
  const near = nearBreaks(broken);
  const pages = new Map<string, number>();
  for (const index of near) {
    const key = keyOf(broken[index]!.text);
    pages.set(key, (pages.get(key) ?? 0) + 1);
  }
  const seen = new Set<string>();
  const blocks: Block[] = [];
  let afterBreak = false;
  for (const [index, { kind, text }] of broken.entries()) {
    const key = near.has(index) ? keyOf(text) : "";
    const repeated = key !== "" && (pages.get(key) ?? 0) >= MIN_PAGES && !KEPT.test(text);
    const isFirst = !seen.has(key) && (kind === "heading" || ITEM_BEGINS.test(text));
    if (repeated) seen.add(key);
    if (kind === "break" || (repeated && !isFirst)) {
      afterBreak = true;
      continue;
    }
    const last = blocks.at(-1);
    if (afterBreak && kind === "paragraph" && last?.kind === "paragraph" && isInterrupted(last.text, text)) {
      last.text += ` ${text}`;
    } else blocks.push({ kind, text });
    afterBreak = false;
  }
  return blocks;
}

const isPageLine = ({ kind, text }: RawBlock): boolean =>
  kind !== "table" && text.length < 40 && (PAGE_NUMBER.test(text) || BACK_LINK.test(text));

const isInterrupted = (before: string, after: string): boolean =>
  before.length < MAX_PARAGRAPH && !SENTENCE_ENDS.test(before) && /^[a-z]/.test(after);

/** The same for every page's header, whatever its page number; of items only where they have the same number. */
const keyOf = (text: string): string => text.replace(/(?<!\bitems?\s*\d*)\d+/gi, "#");

/** Places of the short lines next to page breaks. */
function nearBreaks(raw: readonly RawBlock[]): Set<number> {
  const near = new Set<number>();
  const isShort = (block: RawBlock | undefined) =>
    block !== undefined && block.kind !== "break" && block.text.length <= MAX_FURNITURE && !block.text.includes("\n");
  for (const [index, block] of raw.entries()) {
    if (block.kind !== "break") continue;
    for (let at = index - 1; at >= index - NEAR && isShort(raw[at]); at--) near.add(at);
    for (let at = index + 1; at <= index + NEAR && isShort(raw[at]); at++) near.add(at);
  }
  return near;
}
