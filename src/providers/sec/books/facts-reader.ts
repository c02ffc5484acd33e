/**
 * Reads the SEC's answer with all facts of a company while it arrives. The answers have up to 8.5 MB and half a million
 * values, of which a tenth is needed for statements: parsing one whole would block the event loop for a tenth of a second.
 */
import type { TextReader } from "../../../contract/upstream.js";
import { isObject } from "../../../lib/is-object.js";
import { parseJson } from "../../../lib/parse-json.js";

/** Limit of the whole answer in bytes; the longest known one has 8.5 MB. */
const MAX_BYTES = 32 * 1024 * 1024;
/** Limit of one concept in bytes: a bank's longest one has 100 kB, and more would be parsed for too long at a time. */
const MAX_CONCEPT_BYTES = 256 * 1024;
/** Limit of a key in bytes; longer ones are none that we need. */
const MAX_KEY_BYTES = 200;
const MAX_DEPTH = 64;

const [QUOTE, COLON, BACKSLASH, OPEN, CLOSE, OPEN_LIST, CLOSE_LIST] = [34, 58, 92, 123, 125, 91, 93];
/** Depth of a taxonomy's name, of a concept's name, and of what is in a concept. */
const [TAXONOMY, CONCEPT, WITHIN] = [2, 3, 4];

/** The text of an answer whose facts belong to no statement: those of a new company may be of its offering's fees only. */
export const NO_FIGURES = "none";

/** Collects what is needed of an answer, a concept at a time. */
export interface FactsWriter {
  needs(taxonomy: string, tag: string): boolean;
  add(taxonomy: string, tag: string, concept: Record<string, unknown>): void;
  /** Returns the text that is kept; empty if there is nothing to keep. */
  text(): string;
}

/** Creates the reader of one answer; its text is that of the writer, or `NO_FIGURES`. */
export function createFactsReader(book: FactsWriter): TextReader {
  /** The last key at each of the first three depths. */
  const keys = ["", "", "", ""];
  let [size, depth, inString, escaped, isValid, hasFacts] = [0, 0, false, false, true, false];
  /** The bytes of the string that may be a key. */
  let name: number[] = [];
  /** The pieces so far of a concept that is needed. */
  let pieces: Uint8Array[] | undefined;
  let held = 0;

  /** Ends the concept whose last piece this is. */
  function end(piece: Uint8Array): void {
    const concept = parseJson(Buffer.concat([...pieces!, piece]).toString("utf8"));
    pieces = undefined;
    if (isObject(concept)) book.add(keys[TAXONOMY]!, keys[CONCEPT]!, concept);
  }

  function read(bytes: Uint8Array): boolean {
    let from = 0;
    for (let index = 0; index < bytes.length; index++) {
      const byte = bytes[index]!;
      if (inString) {
        if (byte === QUOTE && !escaped) inString = false;
        else if (depth < WITHIN && name.length < MAX_KEY_BYTES) name.push(byte);
        escaped = byte === BACKSLASH && !escaped;
      } else if (byte === QUOTE) {
        inString = true;
        if (depth < WITHIN) name = [];
      } else if (byte === COLON) {
        if (depth < WITHIN) keys[depth] = String.fromCharCode(...name);
      } else if (byte === OPEN || byte === OPEN_LIST) {
        if (++depth > MAX_DEPTH) return false;
        if (depth === WITHIN && keys[1] === "facts") {
          hasFacts = true;
          if (!book.needs(keys[TAXONOMY]!, keys[CONCEPT]!)) continue;
          pieces = [];
          held = 0;
          from = index;
        }
      } else if (byte === CLOSE || byte === CLOSE_LIST) {
        depth--;
        if (depth < WITHIN && pieces) end(bytes.subarray(from, index + 1));
        if (depth < 0) return false;
      }
    }
    if (pieces) {
      // A copy, because the caller may use the memory of a piece again.
      pieces.push(new Uint8Array(bytes.subarray(from)));
      held += bytes.length - from;
    }
    return held <= MAX_CONCEPT_BYTES;
  }

  return {
    add(bytes) {
      size += bytes.length;
      isValid &&= size <= MAX_BYTES && read(bytes);
      return isValid;
    },
    end: () => (isValid && depth === 0 && !inString ? book.text() || (hasFacts ? NO_FIGURES : "") : ""),
  };
}
