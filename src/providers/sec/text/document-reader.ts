/** Reads the bytes of a filed document: annual reports have up to 15 MB of markup and a twentieth of that as text. */
import { createDecoder } from "./document-encoding.js";
import { createBlockReader } from "./blocks.js";
import type { Block } from "./raw-blocks.js";

/** Where a document is no web page, but one should be: its text would be kept for a year. */
export class NoDocument extends Error {}

const HEAD_CHARACTERS = 4_000;

/**
 * The blocks of a document, whose bytes are in `pieces`.
 *
 * @throws {DocumentTooLarge} beyond a limit of the blocks or of the markup's depth; {NoDocument} for what is no web page.
 */
export function readDocument(kind: "html" | "text", pieces: readonly Uint8Array[]): Block[] {
  const blocks = createBlockReader(kind);
  const decoder = createDecoder();
  let head = "";
  const take = (text: string): void => {
    if (head.length < HEAD_CHARACTERS) head += text.slice(0, HEAD_CHARACTERS);
    blocks.write(text);
  };
  for (const piece of pieces) take(decoder.write(piece));
  take(decoder.end());
  if (kind === "html" && !head.includes("<")) throw new NoDocument();
  return blocks.end();
}
