/** The number that a fact of an inline page has, from its text, the name of its format, and its scale and sign. */
import { ownValue } from "../../../lib/own-value.js";

/** Namespaces of formats: the registries of 2010 to 2022, and the SEC's own. */
const REGISTRY = /^http:\/\/www\.xbrl\.org\/(?:2008\/inlineXBRL|inlineXBRL)\/transformation(?:\/\d{4}-\d{2}-\d{2})?$/;
const SEC_REGISTRY = /^http:\/\/www\.sec\.gov\/inlineXBRL\/transformation\/\d{4}-\d{2}-\d{2}$/;

/** Numbers with a point, and commas, blanks or apostrophes between thousands. */
const WITH_POINT = new Set(
  "num-dot-decimal num-dot-decimal-apos num-dot-decimal-in numdotdecimal numdotdecimalin numcommadot numspacedot".split(
    " ",
  ),
);
/** Numbers with a comma before the decimals. */
const WITH_COMMA = new Set(
  "num-comma-decimal num-comma-decimal-apos numcommadecimal numdotcomma numspacecomma numcomma".split(" "),
);
/** Two numbers with words between them, such as "1 dollar 25 cents". */
const WITH_UNITS = new Set(["num-unit-decimal", "numunitdecimal"]);
/** Any text, often a dash, that means 0. */
const ZERO = new Set(["fixed-zero", "zerodash", "numdash"]);
/** The longest text of a number; "one hundred twenty-three million …" is the longest kind. */
export const MAX_NUMBER_TEXT = 300;
/** Powers of ten beyond which no figure of accounts is. */
const MAX_SCALE = 18;

/** The notes around the text of a fact. */
interface NumberNotes {
  /** Namespace and local name of the format; `undefined` if the fact has none. */
  format: { namespace: string | undefined; name: string } | undefined;
  scale: string | undefined;
  isNegative: boolean;
}

/**
 * Returns the number of a fact; `undefined` for an unknown format, and for text that its format does not allow: such a fact
 * is left out. Nothing is rounded: a number with more digits than a double holds is left out, too.
 */
export function toFiledNumber(text: string, { format, scale = "0", isNegative }: NumberNotes): number | undefined {
  const digits = text.length > MAX_NUMBER_TEXT ? undefined : toDigits(text.trim(), format);
  const shift = /^[+-]?\d{1,2}$/.test(scale) ? Number(scale) : NaN;
  if (digits === undefined || !(Math.abs(shift) <= MAX_SCALE)) return undefined;
  return toExactNumber(`${isNegative ? "-" : ""}${digits}`, shift);
}

/**
 * Returns a decimal number times ten to the power of `shift`; `undefined` for what is none, or has more digits than a number
 * holds.
 */
export function toExactNumber(decimal: string, shift = 0): number | undefined {
  const [, sign, whole = "", part = ""] = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(decimal) ?? [];
  if (sign === undefined || whole + part === "") return undefined;
  const value = Number(`${sign}${whole || "0"}.${part || "0"}e${shift}`);
  const significant = `${whole}${part}`.replace(/^0+/, "").replace(/(?<!0)0+$/, "");
  return Number.isFinite(value) && significant.length <= MAX_DIGITS ? value + 0 : undefined;
}

/** Every decimal number of so many digits is its own double. */
const MAX_DIGITS = 15;

function toDigits(text: string, format: NumberNotes["format"]): string | undefined {
  if (format === undefined) return withPoint(text, /[,\s]/g);
  const { namespace = "", name } = format;
  if (SEC_REGISTRY.test(namespace)) return name === "numwordsen" ? toDigitsOfWords(text) : undefined;
  if (!REGISTRY.test(namespace)) return undefined;
  if (ZERO.has(name)) return "0";
  if (WITH_POINT.has(name)) return withPoint(text.replaceAll(",", ""), BETWEEN);
  if (WITH_COMMA.has(name)) return withPoint(text.replaceAll(".", "").replace(",", "."), BETWEEN);
  if (!WITH_UNITS.has(name)) return undefined;
  const [whole = "", part = "", ...further] = text.split(/[^\d,.\s]+/).filter((each) => /\d/.test(each));
  const isPair = /^\d/.test(text) && /^\d{1,2}$/.test(part.trim()) && further.length === 0;
  return isPair ? `${whole.replaceAll(/\D/g, "")}.${part.trim().padStart(2, "0")}` : undefined;
}

/** Signs between thousands. */
const BETWEEN = /[\s'’]/g;

function withPoint(text: string, between: RegExp): string | undefined {
  const plain = text.replaceAll(between, "");
  return /^(?:\d+(?:\.\d*)?|\.\d+)$/.test(plain) ? plain : undefined;
}

const ONES =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const POWERS: Readonly<Record<string, number>> = { thousand: 1e3, million: 1e6, billion: 1e9, trillion: 1e12 };

/** Returns the digits of an English number in words; "no" and "none" are 0. */
function toDigitsOfWords(text: string): string | undefined {
  const words = text.toLowerCase().split(/[\s,-]+/);
  if (words.length === 1 && /^(?:no|none|nil)$/.test(words[0]!)) return "0";
  let [sum, group] = [0, 0];
  let hasNumber = false;
  for (const word of words) {
    if (word === "and" && hasNumber) continue;
    const [one, ten] = [ONES.indexOf(word), TENS.indexOf(word)];
    const power = ownValue(POWERS, word);
    if (one >= 0) group += one;
    else if (ten >= 0) group += (ten + 2) * 10;
    else if (word === "hundred" && hasNumber) group *= 100;
    else if (power !== undefined && hasNumber) [sum, group] = [sum + group * power, 0];
    else return undefined;
    hasNumber = true;
  }
  return hasNumber ? String(sum + group) : undefined;
}
