/** Blocks as both notations are read, with the breaks of pages, and the lines that are headings. */
import { nextTurn } from "../../lib/next-turn.js";

/** One part of a document's text. A table's text is CSV (RFC 4180), one line for each row, without line breaks in cells. */
export interface Block {
  kind: "heading" | "paragraph" | "table";
  text: string;
}

/** A block, or the place where a printed page ends. */
export interface RawBlock {
  kind: Block["kind"] | "break";
  text: string;
}

/** Characters of blocks that are read in one turn of the event loop. */
const SLICE = 200_000;

/** Calls `read` with each block; of a long document not all in one turn of the event loop. */
export async function eachInTurns(blocks: readonly Block[], read: (block: Block) => void): Promise<void> {
  let characters = 0;
  for (const block of blocks) {
    read(block);
    characters += block.text.length;
    if (characters < SLICE) continue;
    characters = 0;
    await nextTurn();
  }
}

/** A reader of one notation. */
export interface RawReader {
  write(chunk: string): void;
  end(): RawBlock[];
}

/** The beginning of an item's heading, such as "Item 1A" or "PART I, ITEMS 1 AND 2". */
export const ITEM_BEGINS = /^(?:part\s+[iv]{1,3}\b[\s,.:–—-]*)?items?\s*\d/i;
const PART_BEGINS = /^part\s+[iv]{1,3}\b/i;
/** Longest heading; the longest titles of items have about 150 characters. */
const MAX_HEADING = 250;
/** Longest title of an item that is printed like the text around it. */
const MAX_PLAIN_HEADING = 170;

/** Whether a paragraph is a heading, by its words and whether all of it is bold or underlined. */
export function isHeadingText(text: string, emphasised: boolean): boolean {
  if (text.length > MAX_HEADING || !/[A-Za-z]{2}/.test(text)) return false;
  if (ITEM_BEGINS.test(text)) return emphasised || (text.length <= MAX_PLAIN_HEADING && !/[;,]$/.test(text));
  if (PART_BEGINS.test(text)) return emphasised || text.length <= 80;
  if (/[;,]$/.test(text)) return false;
  return emphasised || (text.length <= 120 && text === text.toUpperCase() && /[A-Z]{4}/.test(text));
}
