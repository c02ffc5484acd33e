/** Blocks as both notations are read, with the breaks of pages, and the lines that are headings. */
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

/**
 * Limits of a document's blocks and of their text: annual reports have up to 30,000 blocks with 2 MB. 12 MB of paragraphs of
 * one letter would need 400 MB.
 */
export const MAX_BLOCKS = 100_000;
export const MAX_TEXT = 8 * 1024 * 1024;
/** Limit of a table's columns: each cell is compared with all of them, and beyond it no table is read as one. */
export const MAX_COLUMNS = 400;

/** A document exceeds a limit of its blocks, or of the depth of its markup. */
export class DocumentTooLarge extends Error {}

/** The blocks of a document while it is read. */
export class RawBlocks {
  readonly all: RawBlock[] = [];
  #characters = 0;

  /** @throws {DocumentTooLarge} */
  push(...blocks: readonly RawBlock[]): void {
    for (const block of blocks) {
      this.all.push(block);
      this.#characters += block.text.length;
      if (this.all.length > MAX_BLOCKS || this.#characters > MAX_TEXT) throw new DocumentTooLarge();
    }
  }
}

/** A reader of one notation. */
export interface RawReader {
  write(chunk: string): void;
  end(): RawBlock[];
}

/** A sign or a number that begins a point of a list. */
export const BULLET = /^(?:[•·●○▪■◦‣–—*-]|o|§|\(?(?:\d{1,2}|[A-Za-z]|[IVXivx]{1,5})[.)])$/;

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
