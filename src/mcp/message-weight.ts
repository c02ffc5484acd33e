/**
 * Counts the values of a JSON text and how deep they are nested, before the text is parsed.
 *
 * One megabyte of keys or brackets keeps `JSON.parse` busy for 0.1 s and the SDK's schemas for a second.
 */
import type { RequestId } from "@modelcontextprotocol/sdk/types.js";

/** Limit of one message in bytes. */
export const MAX_MESSAGE_BYTES = 1024 * 1024;
/** Limit of values in one message, more than any client sends. */
export const MAX_VALUES = 10_000;
/** Limit of nesting; the arguments of our tools have two levels. */
export const MAX_DEPTH = 64;

const [QUOTE, COMMA, COLON, OPEN_LIST, BACKSLASH, CLOSE_LIST, OPEN, CLOSE] = [34, 44, 58, 91, 92, 93, 123, 125];

/** The reason to reject the text, if any, and its request id, which the error must repeat. */
export interface Weight {
  complaint: string | undefined;
  id: RequestId | undefined;
}

/**
 * Weighs a text of any length in one pass; 1 MB takes a few milliseconds. Invalid JSON is weighed
 * up to the error.
 */
export function weigh(text: string): Weight {
  let values = 0;
  let depth = 0;
  let deepest = 0;
  let id: RequestId | undefined;
  let stringAt = 0;
  for (let index = 0; index < text.length; index++) {
    const character = text.charCodeAt(index);
    if (character === QUOTE) {
      stringAt = index;
      index = endOfString(text, index);
    } else if (character === COMMA) values++;
    else if (character === COLON) {
      if (depth === 1 && text.startsWith('"id"', stringAt)) id = readId(text, index + 1);
    } else if (character === OPEN || character === OPEN_LIST) {
      values++;
      deepest = Math.max(deepest, ++depth);
    } else if (character === CLOSE || character === CLOSE_LIST) depth--;
  }
  return { complaint: complaintOf(values, deepest), id };
}

function complaintOf(values: number, depth: number): string | undefined {
  if (values > MAX_VALUES) return `it holds more than ${MAX_VALUES} values`;
  return depth > MAX_DEPTH ? `it is nested more than ${MAX_DEPTH} levels deep` : undefined;
}

/** Returns the index of the quote that ends the string. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text.charCodeAt(before) === BACKSLASH) before--;
    if ((end - before) % 2 === 1) return end;
  }
  return text.length;
}

/** Reads an id in a form that clients use: an integer or a short string. */
function readId(text: string, start: number): RequestId | undefined {
  const literal = /^\s*("(?:[^"\\]|\\.)*"|-?\d+)\s*[,}]/.exec(text.slice(start, start + 300))?.[1];
  try {
    return literal === undefined ? undefined : (JSON.parse(literal) as RequestId);
  } catch {
    return undefined;
  }
}
