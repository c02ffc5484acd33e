/** Spelling of a filing's text: blanks, quotes, raised texts and printed numbers. */
import { withoutUnseen } from "../../../contract/values.js";

/** Enclose a raised text until it is known what stands beside it: two characters that no text has. */
export const RAISED_BEGINS = "\uFDD0";
export const RAISED_ENDS = "\uFDD1";

/** Makes one blank of every run of blanks, also of those that do not break a line, and drops characters that show nothing. */
export function squeeze(text: string): string {
  const single = text.replace(/\s+/g, " ").trim();
  const shown = withoutUnseen(single);
  return shown === single ? single : shown.replace(/ +/g, " ").trim();
}

/** The text without the characters of a class at its end; an expression would begin again at each of them. */
export function trimEndOf(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text[end - 1]!)) end -= 1;
  return text.slice(0, end);
}

/** A raised text between its two characters, and the blank before it. */
const RAISED = /(\s?)\uFDD0([^\uFDD0\uFDD1]*)\uFDD1/g;
/** A raised text that is a footnote mark; "st" of "1st" and "®" are none. */
const MARK = /^\(?(?:\d{1,2}|[a-z]|[*†‡§]{1,3})\)?(?:[ ,]{1,3}\(?(?:\d{1,2}|[a-z])\)?|\((?:\d{1,2}|[a-z])\))*$/i;
/** A fraction, of which only the numerator may be raised: "7 1/2%". A year behind a stroke is no denominator. */
const FRACTION = /^\d{1,3} ?[/⁄] ?\d{1,3}(?!\d)/;
/** The text before a power: "1.3x10" or "kg/m". */
const TEN = /[\sx×*·([]10$/i;
const MEASURE_END = /(?:\/|\d ?)(?:[cknµμm]?m|ft)$/;
/** Characters around a raised text that are looked at. */
const NEAR = 12;

/**
 * Shows a footnote mark as " (1)" after a word, and drops it after a number, whose digits it would seem to continue. A raised
 * number that is part of a fraction or a power is kept: "7 1/2%", "1.3x10^13".
 */
export function resolveRaised(text: string): string {
  if (!text.includes(RAISED_BEGINS)) return text;
  // Each character of "(1)" and "1,2" may be raised by itself.
  const joined = text.replace(/(?<=[(,])\uFDD1\s?\uFDD0/g, "").replace(/\uFDD1\s?\uFDD0(?=[),])/g, "");
  const shown = joined.replace(RAISED, (all: string, blank: string, raised: string, at: number) => {
    const words = squeeze(raised);
    const end = at + all.length;
    const before = joined.slice(Math.max(0, at - NEAR), at);
    const isAfterNumber = /(?:[\d%]|(?:^|[\d% ])\))$/.test(before);
    if (FRACTION.test(words + joined.slice(end, end + NEAR))) return `${/\d$/.test(before) ? " " : blank}${words}`;
    if (/^[-−–+]?\d{1,3}$/.test(words) && TEN.test(before)) return `^${words}`;
    if (/^[23]$/.test(words) && MEASURE_END.test(before)) return `^${words}`;
    if (MARK.test(words)) return isAfterNumber ? "" : ` (${words.match(/[\da-z]+|[*†‡§]+/gi)!.join(",")})`;
    return /\d$/.test(before) && /^[-−–+]?\d/.test(words) ? `^${words}` : blank + words;
  });
  return squeeze(shown);
}

/** Whether a text is nothing but raised marks. */
export function isRaisedMark(text: string): boolean {
  return RAISED_ALONE.test(text) && MARK.test(text.replace(/[\uFDD0\uFDD1]+/g, ""));
}
const RAISED_ALONE = /^(?:\uFDD0[^\uFDD0\uFDD1]*\uFDD1 ?)+$/;

/** A printed number, dash or ratio of a table's cell, with its signs and single blanks. */
const NUMBER =
  /^[-−–—―(]{0,3} ?(?:US|C|A|HK|NT|RMB|R)? ?[$€£¥₩₹]? ?\(?[-−–—―]?(?:\d[\d,]*(?:\.\d+)?|\.\d+)\)? ?(?:%|x|¢)?\)? ?%?$/i;
const DASH = /^[$€£¥]? ?[-−–—―]{1,3} ?%?$/;
/** The longest printed number. */
const MAX_NUMBER = 40;

export const isNumber = (text: string): boolean => text.length <= MAX_NUMBER && (NUMBER.test(text) || DASH.test(text));

/** A year is a heading of a column, not a value. */
export const isYear = (text: string): boolean => /^(?:19|20)\d\d$/.test(text);

/** A number in parentheses, with its unit inside or behind, and marks such as "*". */
const NEGATIVE =
  /^([$€£¥₩₹]?) ?\( ?([$€£¥₩₹]?) ?(\d[\d,]*(?:\.\d+)?|\.\d+)(?: ?(%))?( ?(?:bps?|p{0,2}pts?|pp)\.?)? ?\)(?: ?(%))?( ?(?:bps?|p{0,2}pts?|pp)\.?)?([*†‡§+]{0,3})$/i;

/** Writes parentheses around a number as a minus sign, and signs next to their number: `$ (1,234)` is `-$1,234`. */
export function toPrinted(text: string): string {
  const joined = text.replace(/^([$€£¥₩₹]) (?=[(\d.−–—―-])/, "$1").replace(/([\d)]) (?=%)/, "$1");
  const [all, ...parts] = NEGATIVE.exec(joined) ?? [];
  return all === undefined ? joined : `-${parts.join("")}`;
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
