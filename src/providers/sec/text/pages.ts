/** Cuts a filing's text into pages of a given size. */
import type { Block } from "./raw-blocks.js";
import { headerLines } from "./tables.js";

const BYTES_PER_TOKEN = 4;
const BETWEEN = "\n\n";
/** Smallest page, so that every page holds some text. */
const MIN_BYTES = 200;

/**
 * One page of the blocks, counted from 1, of at most `tokens`: bytes of the JSON string divided by four. Pages end with a
 * paragraph; a longer paragraph or table is cut at the end of a sentence or row, and the table's header is repeated.
 * A page beyond the last has no text. `charactersLeft` counts the text of the pages behind this one.
 */
export function toPage(
  blocks: readonly Block[],
  tokens: number,
  page: number,
): { text: string; pages: number; charactersLeft: number } {
  const limit = Math.max(tokens * BYTES_PER_TOKEN, MIN_BYTES);
  const pieces = blocks.flatMap(({ kind, text }) => (sizeOf(text) > limit ? cut(kind, text, limit) : [text]));
  const pages = pack(pieces, BETWEEN, limit);
  const left = pages.slice(page).reduce((sum, each) => sum + each.length, 0);
  return { text: pages[page - 1] ?? "", pages: pages.length, charactersLeft: left };
}

/** Texts whose bytes are their characters, in a filing nearly all. */
const PLAIN = /^[ !#-[\]-~]*$/;

/** Bytes of a text within a JSON string, without its quotes. */
const sizeOf = (text: string): number => (PLAIN.test(text) ? text.length : Buffer.byteLength(JSON.stringify(text)) - 2);

function cut(kind: Block["kind"], text: string, limit: number): string[] {
  if (kind !== "table") return pack(sentencesOf(text), " ", limit);
  const lines = text.split("\n");
  const header = lines.slice(0, headerLines(lines)).join("\n");
  const room = limit - sizeOf(header) - 2;
  if (header === "" || room < limit / 4) return pack(lines, "\n", limit);
  const rows = pack(lines.slice(headerLines(lines)), "\n", room);
  return rows.map((part) => `${header}\n${part}`);
}

/** The sentences of a text; one with an abbreviation may be parted behind it. */
export const sentencesOf = (text: string): string[] => text.split(/(?<=[.!?;][”"’')]?)\s+(?=\S)/);

/** Joins parts to the largest pieces within the limit; a part beyond it is cut between words. */
function pack(parts: readonly string[], between: string, limit: number): string[] {
  const pieces: string[] = [];
  const gap = sizeOf(between);
  let piece = "";
  let bytes = 0;
  for (const whole of parts) {
    for (const part of sizeOf(whole) > limit ? cutWords(whole, limit) : [whole]) {
      const size = sizeOf(part) + gap;
      if (piece !== "" && bytes + size > limit) {
        pieces.push(piece);
        piece = "";
        bytes = 0;
      }
      piece = piece === "" ? part : piece + between + part;
      bytes += size;
    }
  }
  if (piece !== "") pieces.push(piece);
  return pieces;
}

/** A sixth of the bytes is the fewest characters that they can hold in JSON: `\u0001`. */
function cutWords(text: string, limit: number): string[] {
  const length = Math.max(Math.floor(limit / 6), 1);
  const words: string[] = text
    .split(" ")
    .flatMap((word) => (sizeOf(word) > limit ? (word.match(new RegExp(`.{1,${length}}`, "gsu")) ?? []) : [word]));
  return pack(words, " ", limit);
}
