/** Drops page numbers, page headers and links back to the contents, and joins the paragraphs that they interrupt, and bullets. */
import { groupBy } from "../../../lib/group-by.js";
import { BULLET, ITEM_BEGINS, type Block, type RawBlock } from "./raw-blocks.js";

const PAGE_NUMBER =
  /^(?:(?:[Pp]age|PAGE)(?=\s))?[-–—|\s]*(?:\d{1,3}|[ivxl]{1,6}|[A-Z]{1,2}-(?:[IVX]{1,4}-)?\d{1,3})[-–—|\s]*(?:of\s+\d+)?$/;
const BACK_LINK =
  /^(?:(?:back|return) to (?:the )?)?(?:table of contents|contents|index)(?:[\s|]*(?:\d{1,3}|[FS]-\d+))?[\s|]*$/i;
/** A line that several pages repeat and that still belongs to what follows it: a unit, an answer, a sentence. */
const KEPT = /\b(?:thousands|millions|billions|except)\b|^(?:none|not applicable|n\/a)\b/i;
const COMPANY = /\b(?:inc|corp|co|ltd|llc|n\.v|s\.a)\.$/i;
const MAX_FURNITURE = 150;
/** Lines next to a page break that can be furniture. */
const NEAR = 3;
/**
 * Pages that repeat a line of furniture. A statement of each of three years begins three pages with the same title; an item
 * begins once, or once in each part; a heading that is continued says so itself.
 */
const MIN_PAGES = 4;
const MIN_PAGES_OF_ITEM = 3;
const MIN_PAGES_CONTINUED = 2;
const ITEM_START = /^(?:part|items?) /i;
const CONTINUED = /\bcon(?:tinued|t?['’]d\.?)\)?[.:]?$/i;
/** The numbers of a line that can be a page's. */
const PAGE = /(?<!\d)\d{1,3}(?!\d)/g;
/** A longer text is no paragraph that a page interrupts. */
const MAX_PARAGRAPH = 20_000;
const SENTENCE_ENDS = /[.!?:;]["”’')]*$/;

/** The blocks of a document without what only its printed pages need. */
export function dropPageFurniture(raw: readonly RawBlock[]): Block[] {
  const broken = raw.map((block) => (isPageLine(block) ? { kind: "break" as const, text: "" } : block));
  const furniture = findFurniture(broken);
  const seen = new Set<string>();
  const blocks: Block[] = [];
  let afterBreak = false;
  for (const [index, { kind, text }] of broken.entries()) {
    const repeated = furniture.get(index);
    const isFirst = repeated !== undefined && !seen.has(repeated) && (kind === "heading" || ITEM_BEGINS.test(text));
    if (repeated !== undefined) seen.add(repeated);
    if (kind === "break" || (repeated !== undefined && !isFirst)) {
      afterBreak = true;
      continue;
    }
    const last = blocks.at(-1);
    const goesOn = kind === "paragraph" && last?.kind === "paragraph";
    if (goesOn && (BULLET.test(last.text) || (afterBreak && isInterrupted(last.text, text)))) {
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

/** A line next to a page's break. */
interface Line {
  at: number;
  text: string;
  /** The number of breaks before it. */
  page: number;
}

/** The lines that pages repeat, by their places, each with what they all have of it. */
function findFurniture(raw: readonly RawBlock[]): Map<number, string> {
  const near = nearBreaks(raw, isShortLine);
  const same = groupBy(near, ({ text }) => text);
  const alike = groupBy(near, ({ text }) => withoutNumbers(text));
  const numbered = new Set([...alike].filter(([, lines]) => areNumbered(lines)).map(([key]) => key));
  const repeatedOf = (text: string): string | undefined => {
    const least = CONTINUED.test(text) ? MIN_PAGES_CONTINUED : ITEM_START.test(text) ? MIN_PAGES_OF_ITEM : MIN_PAGES;
    if (!BULLET.test(text) && (same.get(text)?.length ?? 0) >= least) return text;
    return numbered.has(withoutNumbers(text)) ? withoutNumbers(text) : undefined;
  };
  // A header has nothing else between it and the break: what stands below the title of a statement is a part of the page.
  const furniture = nearBreaks(raw, (block) => isShortLine(block) && repeatedOf(block.text) !== undefined);
  return new Map(furniture.map(({ at, text }) => [at, repeatedOf(text)!]));
}

/** Lines next to page breaks up to the first block that is none. */
function nearBreaks(raw: readonly RawBlock[], isLine: (block: RawBlock) => boolean): Line[] {
  const lines = new Map<number, Line>();
  let page = 0;
  for (const [index, { kind }] of raw.entries()) {
    if (kind !== "break") continue;
    if (raw[index - 1]?.kind !== "break") page += 1;
    for (const step of [-1, 1]) {
      for (let at = index + step; Math.abs(at - index) <= NEAR; at += step) {
        const block = raw[at];
        if (!block || block.kind === "break" || !isLine(block)) break;
        lines.set(at, { at, text: block.text, page });
      }
    }
  }
  return [...lines.values()].toSorted((a, b) => a.at - b.at);
}

const isShortLine = ({ text }: RawBlock): boolean =>
  text.length <= MAX_FURNITURE && !text.includes("\n") && !KEPT.test(text) && !isSentence(text);

const isSentence = (text: string): boolean =>
  /\w \w/.test(text) && /[.!?:]$/.test(text) && !COMPANY.test(text) && !CONTINUED.test(text);

const withoutNumbers = (text: string): string => text.replace(PAGE, "#");

/** Whether a number of lines that are else the same grows with the pages: "Proposal 2" comes anywhere behind "Proposal 1". */
function areNumbered(lines: readonly Line[]): boolean {
  const numbers = lines.map(({ text }) => (text.match(PAGE) ?? []).map(Number));
  return numbers[0]!.some((_, place) => {
    const steps = lines.slice(1).map(({ page }, before) => {
      const grown = numbers[before + 1]![place]! - numbers[before]![place]!;
      return grown > 0 ? (page - lines[before]!.page) / grown : undefined;
    });
    const most = Math.max(...[...groupBy(steps, (step) => step)].map(([step, all]) => (step ? all.length : 0)));
    const isAlone = BULLET.test(lines[0]!.text) && most === steps.length;
    return most >= (isAlone ? 2 : MIN_PAGES - 1) && most >= steps.length / 2;
  });
}
