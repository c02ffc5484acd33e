/**
 * Lists that models write as text: `AAPL, MSFT and NVDA`. A word of a language between two items is no item, and blanks
 * alone separate only symbols that we know: `AAPL WITH MSFT`, `BANK OF AMERICA` and `BHP AU` have been three companies, and
 * two. Nothing else separates the items of a list that is none of text: they are `Johnson & Johnson` or `VOD LN`.
 */
import { JOINING } from "../contract/fields.js";
import { isKnownWord } from "../contract/symbols/symbol-spellings.js";
import { parseJson } from "../lib/parse-json.js";

/** Longer texts are not split; no list takes as many characters. */
const MAX_LIST_TEXT = 5_000;
/** More items than any list takes. */
const MAX_ITEMS = 100;

/** The same with signs and in other languages, some of whose words are symbols to a person who writes in small letters. */
const JOINING_WORDS = [
  ...JOINING,
  "& + plus",
  // German, French, Spanish, Italian, Portuguese.
  "und oder et ou y e o u",
  // Dutch, Polish, Czech, Swedish, Danish, Romanian, Turkish.
  "en i oraz lub nebo och eller og și sau ve veya",
  // Russian, Ukrainian, Greek.
  "и или та або και ή",
].flatMap((words) => words.split(" "));
const AS_PATTERN = JOINING_WORDS.map((word) => word.replace(/[.+]/, String.raw`\$&`)).join("|");
const BETWEEN = new RegExp(` (?:${AS_PATTERN}) `, "u");
const BEFORE = new RegExp(`^(?:${AS_PATTERN}) `, "u");

/** In front of the item of a line. */
const BULLET = /^(?:[-*•]|\d{1,2}[.)]) (?=.)/;

/** A comma inside of a holding's number, `KO*1,000`, may also stand before a symbol of digits, and so separates nothing. */
const COMMA = String.raw`(?<![*@] ?\$?\d[\d.,]{0,30}),|,(?!\d+(?:\.\d+)?(?:[ ,;|@\n]|$))`;
/** Between two items. */
const SEPARATOR = new RegExp(String.raw` ?(?:${COMMA}|[;|，、]|=>)[ \n]?|\n`);
const COMMAS = new RegExp(COMMA);

/** Returns what stands between the commas of an address, which separate all else in a list. */
export const atCommas = (text: string): string[] => text.split(COMMAS);

/**
 * Returns the items of a list that is written as text, or as a list with such texts among its items; any other value, and a
 * text that is too long, is returned unchanged, and the schema rejects it.
 */
export function toItems(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.length > MAX_ITEMS
      ? value
      : value.flatMap((item: unknown) => (isShort(item) ? splitItem(item) : [item]));
  }
  if (!isShort(value)) return value;
  const text = value.trim();
  if (text.startsWith("[")) {
    const parsed = parseJson(text);
    if (Array.isArray(parsed)) return toItems(parsed);
    return parsed ?? (text.endsWith("]") ? split(text) : value);
  }
  return split(value);
}

const isShort = (value: unknown): value is string => typeof value === "string" && value.length <= MAX_LIST_TEXT;

function split(written: string): string[] {
  const parts = toParts(written);
  const items = parts.flatMap((part, at) => (at > 0 ? part.replace(BEFORE, "") : part).split(BETWEEN));
  return items.flatMap(splitBlanks).map(withoutQuotes);
}

/** Splits `AAPL MSFT` and `20 50 200`; anything else with blanks may be one name, or a symbol in the notation of another program. */
function splitBlanks(item: string): string[] {
  const words = item.split(" ");
  return words.every(isKnownWord) || words.every((word) => /^[\d.]+$/.test(word)) ? words : [item];
}

/** Splits an item of a list, which is no text with words between its items. */
const splitItem = (written: string) => toParts(written).map(withoutQuotes);

/** Returns what stands between the separators. */
function toParts(written: string): string[] {
  // Runs of blanks and line ends become one each, so that no pattern below has to try several lengths.
  const text = written
    .replace(/ +/g, " ")
    .replace(/ ?[\r\n\t][\r\n\t ]*/g, "\n")
    .replace(/^[ \n]|[ \n]$/g, "");
  const [, inside = text] =
    /^(?:\(([^()]*)\)|\[([^[\]]*)\]|\{([^{}:]*)\})$/.exec(text)?.filter((part) => part !== undefined) ?? [];
  return inside
    .trim()
    .replace(/,$/, "")
    .split(SEPARATOR)
    .map((part) => part.replace(BULLET, ""));
}

const withoutQuotes = (item: string) => item.replace(/^(["'])(.*)\1$/, "$2");
