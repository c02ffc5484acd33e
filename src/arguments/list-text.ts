/**
 * Lists that models write as text: `AAPL, MSFT and NVDA`. A word of a language between two items is no item, and blanks
 * alone separate only what cannot be one name: `AAPL vs MSFT` once became three companies.
 */
import { parseJson } from "../lib/parse-json.js";

/** Longer texts are not split; no list takes as many characters. */
const MAX_LIST_TEXT = 5_000;
/** More items than any list takes. */
const MAX_ITEMS = 100;

/** Words between two items, in small letters: in capitals most of them are symbols. */
const JOINING_WORDS = [
  "& and or vs vs. versus plus",
  // German, French, Spanish, Italian, Portuguese.
  "und oder et ou y e o u",
  // Dutch, Polish, Czech, Swedish, Danish, Romanian, Turkish.
  "en i oraz lub nebo och eller og și sau ve veya",
  // Russian, Ukrainian, Greek.
  "и или та або και ή",
].flatMap((words) => words.split(" "));
const AS_PATTERN = JOINING_WORDS.map((word) => word.replace(".", String.raw`\.`)).join("|");
const BETWEEN = new RegExp(` (?:${AS_PATTERN}) `, "u");
const BEFORE = new RegExp(`^(?:${AS_PATTERN}) `, "u");
const IN_CAPITALS = new Set(JOINING_WORDS.map((word) => word.toUpperCase()));

/** Last words of one symbol in Bloomberg's notation: `VOD LN`, `BRK/B US EQUITY`, `SPX INDEX`. */
const BLOOMBERG = new Set("US LN HK JP GY GR FP EQUITY INDEX CURNCY COMDTY".split(" "));

/**
 * Returns the items of a list that is written as text, or as a list with such texts among its items; any other value, and a
 * text that is too long, is returned unchanged, and the schema rejects it.
 */
export function toItems(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.length > MAX_ITEMS ? value : value.flatMap((item: unknown) => (isShort(item) ? split(item) : [item]));
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
  // Runs of blanks and line ends become one each, so that no pattern below has to try several lengths.
  const text = written
    .replace(/ +/g, " ")
    .replace(/ ?[\r\n][\r\n ]*/g, "\n")
    .replace(/^[ \n]|[ \n]$/g, "");
  const [, inside = text] = /^(?:\(([^()]*)\)|\[([^[\]]*)\])$/.exec(text)?.filter((part) => part !== undefined) ?? [];
  const parts = inside.trim().split(/ ?[,;|][ \n]?|\n/);
  return parts.flatMap((part, at) =>
    (at > 0 ? part.replace(BEFORE, "") : part)
      .split(BETWEEN)
      .flatMap(splitBlanks)
      .map((item) => item.replace(/^(["'])(.*)\1$/, "$2")),
  );
}

/** Splits `AAPL MSFT`; anything else with blanks may be one name, or a symbol in Bloomberg's notation. */
function splitBlanks(item: string): string[] {
  const words = item.split(" ");
  const isList = words.every((word) => word === word.toUpperCase() && !IN_CAPITALS.has(word));
  return isList && !BLOOMBERG.has(words.at(-1)!) ? words : [item];
}
