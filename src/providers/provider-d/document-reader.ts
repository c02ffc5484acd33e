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
/** The beginning of a document that can name its encoding. */
const ENCODING_BYTES = 1_000;

/**
 * Creates the reader of one document; its text is that of its blocks as JSON, `TOO_LONG`, `DAMAGED`, `NO_MARKUP`, or
 * the page of a refusal.
 */
export function createDocumentReader(kind: "html" | "text"): TextReader {
  const blocks = createBlockReader(kind);
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  /** The bytes that arrived before the encoding is known. */
  let first = Buffer.alloc(0);
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
  function take(text: string): void {
    if (head.length < HEAD_CHARACTERS) head += text.slice(0, HEAD_CHARACTERS);
    read(() => blocks.write(text));
  }
  function takeFirst(): void {
    decoder = new TextDecoder(encodingOf(first));
    take(decoder.decode(first, { stream: true }));
  }
  return {
    add(bytes) {
      size += bytes.length;
      if (size > MAX_DOCUMENT_BYTES || isDamaged) return "enough";
      if (decoder) take(decoder.decode(bytes, { stream: true }));
      else {
        first = Buffer.concat([first, bytes]);
        if (first.length >= ENCODING_BYTES) takeFirst();
      }
      return true;
    },
    end() {
      if (size > MAX_DOCUMENT_BYTES) return TOO_LONG;
      if (!decoder) takeFirst();
      if (REFUSAL.test(head)) return head;
      if (kind === "html" && !head.includes("<")) return NO_MARKUP;
      const text = read(() => {
        blocks.write(decoder!.decode());
        return JSON.stringify(blocks.end());
      });
      return text ?? DAMAGED;
    },
  };
}

/** Documents of before 2010 name Windows' or ISO's letters; all others are in UTF-8, or in ASCII with entities. */
function encodingOf(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, ENCODING_BYTES)).toString("latin1");
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
