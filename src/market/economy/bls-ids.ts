/**
 * The facts in an id of the US Bureau of Labor Statistics (BLS). The third character is S for a seasonally adjusted series,
 * else U.
 */
import type { ChangeKind } from "./named-series.js";

/**
 * Surveys of the BLS with the least and the most characters of their ids; others have a digit in theirs. The third character
 * says whether a series is seasonally adjusted. Source: bls.gov/help/hlpforma.htm.
 */
const ID_LENGTHS: readonly (readonly [surveys: string, least: number, most: number])[] = [
  ["AP", 12, 13],
  ["BD", 28, 28],
  ["CE LE LU", 13, 13],
  ["CI CM", 17, 17],
  ["CU CW SU", 11, 17],
  ["EI", 5, 16],
  ["EN", 13, 17],
  ["JT", 21, 21],
  ["LA SM", 20, 20],
  ["LN", 11, 12],
  ["OE", 25, 25],
  ["PC", 9, 20],
  ["PR", 11, 11],
  ["WP", 6, 16],
];
const OTHER_SURVEYS =
  /^(?:BG|BP|CB|CC|CD|CF|CH|CS|CX|EC|EE|EW|FI|FM|FW|GP|HC|HS|II|IN|IP|IS|JL|LI|ML|MP|NB|NC|ND|NW|OR|SA|SH|SI|TU|WM|WS)[SU](?=.*\d).{3,27}$/;

/** Whether a text has the form of an id of the BLS: each call to it is one of 25 a day. */
export function isBlsId(text: string): boolean {
  if (!/^[A-Z]{2}[SU][A-Z0-9_#-]+$/.test(text)) return false;
  const lengths = ID_LENGTHS.find(([surveys]) => surveys.split(" ").includes(text.slice(0, 2)));
  return lengths ? text.length >= lengths[1] && text.length <= lengths[2] : OTHER_SURVEYS.test(text);
}

/** Surveys whose series are price indices, by the first letters of their ids. */
const PRICE_INDICES = /^(?:CU|CW|SU|WP|PC|EI)/;

/** Measures of productivity that are changes on the quarter before, at an annual rate. */
const ANNUALISED = /^PR[SU]\d{7}2$/;

/** Returns how the values of an id change. */
export function changesOfId(id: string): ChangeKind {
  if (ANNUALISED.test(id)) return "none";
  return PRICE_INDICES.test(id) ? "percent" : "difference";
}

/** Returns whether the series of an id is seasonally adjusted; `null` where the id does not say it. */
export function isAdjustedId(id: string): boolean | null {
  return id[2] === "S" ? true : id[2] === "U" ? false : null;
}
