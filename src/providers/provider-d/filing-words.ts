/** Spelling of a filing's text: blanks, quotes, footnote marks and printed numbers. */

/** Enclose a raised footnote mark until it is known what stands before it. */
export const MARK_BEGINS = "\uE000";
export const MARK_ENDS = "\uE001";

/** Makes one blank of every run of blanks, also of those that do not break a line, and drops characters without width. */
export const squeeze = (text: string): string =>
  text
    .replace(/[\u00AD\u200B-\u200D\u2060\uFEFF]/g, "")
    .replace(/\s+/g, " ")
    .trim();

/** Shows a footnote mark as " (1)" after a word; drops it after a number, whose digits it would seem to continue. */
export function resolveMarks(text: string): string {
  if (!text.includes(MARK_BEGINS)) return text;
  const shown = text.replace(/\s?\uE000([^\uE000\uE001]*)\uE001/g, (_, mark: string, at: number) =>
    /[\d)%]$/.test(text.slice(Math.max(0, at - 1), at)) ? "" : ` (${mark.replace(/[()\s]/g, "")})`,
  );
  return squeeze(shown);
}

/** A printed number, dash or ratio of a table's cell, with its signs. */
const NUMBER =
  /^[-–—(]*\s*(?:US|C|A|HK|NT|RMB|R)?\s*[$€£¥₩₹]?\s*\(?[-–—]?\s*(?:\d[\d,]*(?:\.\d+)?|\.\d+)\)?\s*(?:%|x|¢)?\)?\s*%?$/i;
const DASH = /^[$€£¥]?\s*[-–—]+\s*%?$/;

export const isNumber = (text: string): boolean => NUMBER.test(text) || DASH.test(text);

/** A year is a heading of a column, not a value. */
export const isYear = (text: string): boolean => /^(?:19|20)\d\d$/.test(text);

/** Writes parentheses around a number as a minus sign, and signs next to their number: `$ (1,234)` is `-$1,234`. */
export function toPrinted(text: string): string {
  const joined = text.replace(/^([$€£¥₩₹])\s+(?=[(\d.–—-])/, "$1").replace(/([\d)])\s+(?=%)/, "$1");
  const negative = /^([$€£¥₩₹]?)\s*\(\s*([$€£¥₩₹]?)\s*((?:\d[\d,]*(?:\.\d+)?|\.\d+)\s*%?)\s*\)\s*(%?)$/.exec(joined);
  return negative ? `-${negative[1]}${negative[2]}${negative[3]!.replace(/\s/g, "")}${negative[4]}` : joined;
}

/** A cell of CSV by RFC 4180. */
export const toCsvCell = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Lower case with plain quotes, dashes and single blanks, for comparison. */
export const toComparable = (text: string): string =>
  squeeze(text)
    .toLowerCase()
    .replace(/[‘’‛ʼ`]/g, "'")
    .replace(/[“”„‟]/g, '"')
    .replace(/[‐‑–—―]/g, "-");
