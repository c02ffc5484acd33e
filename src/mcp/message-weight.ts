/**
 * Counts the values of a JSON text and how deep they are nested, before the text is parsed.
 *
 * One megabyte of keys or brackets keeps `JSON.parse` busy for 0.1 s and the SDK's schemas for a second.
 */
import type { RequestId } from "@modelcontextprotocol/sdk/types.js";
import { JsonWeight, type JsonLimits } from "../lib/json-weight.js";

/** Limit of one message in bytes. */
export const MAX_MESSAGE_BYTES = 1024 * 1024;
/** Limit of values in one message, more than any client sends. */
export const MAX_VALUES = 10_000;
/** Limit of nesting; the arguments of our tools have two levels. */
export const MAX_DEPTH = 64;

/** The reason to reject the text, if any, and its request id, which the error must repeat. */
interface Weight {
  complaint: string | undefined;
  id: RequestId | undefined;
}

/**
 * Weighs a text of any length in one pass; 1 MB takes about ten milliseconds. Invalid JSON is weighed up to the error.
 */
export function weigh(text: string): Weight {
  const bytes = Buffer.from(text);
  const weight = new JsonWeight({ values: MAX_VALUES, depth: MAX_DEPTH, shapes: MAX_VALUES }, "id");
  weight.add(bytes);
  const { exceeded, keyAt } = weight;
  return {
    complaint: exceeded && COMPLAINTS[exceeded],
    id: keyAt === undefined ? undefined : readId(bytes.toString("utf8", keyAt, keyAt + MAX_ID_BYTES)),
  };
}

const TOO_MANY = `it holds more than ${MAX_VALUES} values`;
const COMPLAINTS: Readonly<Record<keyof JsonLimits, string>> = {
  values: TOO_MANY,
  depth: `it is nested more than ${MAX_DEPTH} levels deep`,
  // Each shape has a value of its own.
  shapes: TOO_MANY,
};

/** Longer ids are not read. */
const MAX_ID_BYTES = 300;

/** Reads an id in a form that clients use: an integer or a short string. */
function readId(text: string): RequestId | undefined {
  const literal = /^\s*("(?:[^"\\]|\\.)*"|-?\d+)\s*[,}]/.exec(text)?.[1];
  try {
    return literal === undefined ? undefined : (JSON.parse(literal) as RequestId);
  } catch {
    return undefined;
  }
}
