/** Reads a filed document, chunk by chunk, as headings, paragraphs and tables. */
import { createMarkupReader } from "./markup.js";
import { createPlainTextReader } from "./plain-text.js";
import { dropPageFurniture } from "./page-furniture.js";
import type { Block, RawReader } from "./raw-blocks.js";

export type { Block } from "./raw-blocks.js";

/** Receives a document's chunks in order, cut anywhere; `end` returns its blocks. */
interface BlockReader {
  write(chunk: string): void;
  end(): Block[];
}

/** A beginning that has no tag of HTML within this many characters is plain text. */
const SNIFFED = 4096;
const WRAPPED = /^\s*(?:-----BEGIN PRIVACY|<SEC-DOCUMENT|<IMS-DOCUMENT|<SUBMISSION>|<DOCUMENT>)/i;
const HTML = /<(?:html|!doctype html|body|div|p|font|br|center|span|hr)\b/i;
/** Lines of plain text that only stand within the tags of a page, as old reports do where a program passes them on. */
const PLAIN_IN_PAGE = /^\s*(?:<(?:html|body|div)>\s*){0,3}<(?:html|body|div)>(?=[^<&]{400})/i;
const TEXT_ENDS = "</text>";

/**
 * Reads a document of the kind that its file name says: `html`, or `text` for `.txt`. Of a full submission it reads the first
 * document, in HTML if that is HTML. It holds one chunk of the markup at a time, and the text read so far.
 */
export function createBlockReader(kind: "html" | "text"): BlockReader {
  let pending = "";
  let wrapped: boolean | null = null;
  let reader: RawReader | null = null;
  let ended = false;

  function start(): RawReader {
    const beginning = pending.slice(0, SNIFFED);
    const isHtml = (kind === "html" && wrapped === false) || HTML.test(beginning);
    return isHtml && !(PLAIN_IN_PAGE.test(beginning) && /\n *\n/.test(beginning))
      ? createMarkupReader()
      : createPlainTextReader();
  }

  /** Drops the header of a submission up to its first `<TEXT>`; returns whether the text has begun. */
  function isInText(last: boolean): boolean {
    if (wrapped === null && (pending.trimStart().length >= 32 || pending.length >= SNIFFED || last))
      wrapped = WRAPPED.test(pending);
    if (wrapped === null) return false;
    if (!wrapped || reader) return true;
    const begin = /<TEXT>/i.exec(pending);
    // The tag may be cut between two chunks.
    pending = begin ? pending.slice(begin.index + begin[0].length) : pending.slice(-(TEXT_ENDS.length - 1));
    return begin !== null;
  }

  let inText = false;
  function feed(last: boolean): void {
    if (ended) return;
    inText ||= isInText(last);
    if (!inText || (!reader && pending.length < SNIFFED && !last)) return;
    reader ??= start();
    const end = wrapped ? pending.toLowerCase().indexOf(TEXT_ENDS) : -1;
    ended = end >= 0;
    const kept = wrapped && !ended && !last ? TEXT_ENDS.length - 1 : 0;
    const upTo = ended ? end : pending.length - kept;
    reader.write(pending.slice(0, upTo));
    pending = ended ? "" : pending.slice(upTo);
  }

  return {
    write(chunk) {
      if (ended) return;
      pending += chunk;
      feed(false);
    },
    end() {
      feed(true);
      return dropPageFurniture(reader?.end() ?? []);
    },
  };
}
