/**
 * Reads a filed document while it arrives: annual reports have up to 15 MB of markup and a twentieth of that as text.
 */
import type { TextReader } from "../../contract/upstream.js";
import { createBlockReader } from "./filing-blocks.js";

/** Limit of a document in bytes. */
export const MAX_DOCUMENT_BYTES = 32 * 1024 * 1024;
/** Limit of the page of a filing in bytes; that of one with a hundred exhibits has 60 kB. */
const MAX_PAGE_BYTES = 512 * 1024;
/** The text of a document that is too long. */
export const TOO_LONG = "too long";
/** The text of a document whose markup cannot be read. */
export const DAMAGED = "damaged";
/** The text of what is no web page, where one should be: it would be kept for a year. */
const NO_MARKUP = "no markup";

/** Titles of the pages that the SEC sends with status 200 in place of a document. */
const REFUSAL = /<title>[^<]{0,100}(?:Undeclared Automated Tool|Request Rate Threshold Exceeded)/i;
const HEAD_CHARACTERS = 4_000;

/**
 * Creates the reader of one document; its text is that of its blocks as JSON, `TOO_LONG`, `DAMAGED`, `NO_MARKUP`, or
 * the page of a refusal.
 */
export function createDocumentReader(kind: "html" | "text"): TextReader {
  const blocks = createBlockReader(kind);
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  let [size, head] = [0, ""];
  let isDamaged = false;
  // An error would end the process, because pieces arrive in an event of the connection.
  const read = <Value>(work: () => Value): Value | undefined => {
    try {
      return isDamaged ? undefined : work();
    } catch {
      isDamaged = true;
      return undefined;
    }
  };
  return {
    add(bytes) {
      size += bytes.length;
      if (size > MAX_DOCUMENT_BYTES || isDamaged) return "enough";
      decoder ??= new TextDecoder(encodingOf(bytes));
      const text = decoder.decode(bytes, { stream: true });
      if (head.length < HEAD_CHARACTERS) head += text.slice(0, HEAD_CHARACTERS);
      read(() => blocks.write(text));
      return true;
    },
    end() {
      if (size > MAX_DOCUMENT_BYTES) return TOO_LONG;
      if (REFUSAL.test(head)) return head;
      if (kind === "html" && !head.includes("<")) return NO_MARKUP;
      const text = read(() => {
        if (decoder) blocks.write(decoder.decode());
        return JSON.stringify(blocks.end());
      });
      return text ?? DAMAGED;
    },
  };
}

/** Documents of before 2010 name Windows' or ISO's letters; all others are in UTF-8, or in ASCII with entities. */
function encodingOf(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, 1_000)).toString("latin1");
  return /(?:charset|encoding)\s*=\s*["']?(?:windows-1252|iso-8859-1)/i.test(head) ? "windows-1252" : "utf-8";
}

/** Creates the reader of a filing's page, which is short and passed on as it is. */
export function createPageReader(): TextReader {
  const pieces: Buffer[] = [];
  let size = 0;
  return {
    add(bytes) {
      size += bytes.length;
      // A copy, because the caller may use the memory of a piece again.
      pieces.push(Buffer.from(bytes));
      return size <= MAX_PAGE_BYTES;
    },
    end: () => Buffer.concat(pieces).toString("latin1"),
  };
}
