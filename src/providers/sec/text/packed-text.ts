/** Text as it is kept: compressed, in base64. It is refused where it would be kept and could never be read again. */
import { gunzipSync, gzipSync } from "node:zlib";
import { DocumentTooLarge } from "./raw-blocks.js";

/** @throws {DocumentTooLarge} for a text of more than `maxBytes`. */
export function packText(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length > maxBytes) throw new DocumentTooLarge();
  return gzipSync(bytes).toString("base64");
}

/** Returns a text that was packed with this limit. */
export function unpackText(packed: string, maxBytes: number): string {
  return gunzipSync(Buffer.from(packed, "base64"), { maxOutputLength: maxBytes }).toString();
}
