/** Converts a text to the type that a parameter's schema expects, as both surfaces read it. */
import { z } from "../contract/schema.js";

const INTEGER = /^-?\d+$/;
// Matches any run of digits in one way only: `\d+\.?\d*` takes seconds for 40 KB of digits before a letter.
const NUMBER = /^-?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** Common words for listed values, in lower case with `_` between words. */
const WORDS: Readonly<Record<string, string>> = {
  quarterly: "quarter",
  annually: "annual",
  yearly: "annual",
  year: "annual",
  fy: "annual",
  // The sectors as GICS names them, and in short.
  information_technology: "Technology",
  tech: "Technology",
  health_care: "Healthcare",
  health: "Healthcare",
  financials: "Financial Services",
  financial: "Financial Services",
  finance: "Financial Services",
  consumer_discretionary: "Consumer Cyclical",
  consumer_staples: "Consumer Defensive",
  telecommunications: "Communication Services",
  communications: "Communication Services",
  telecom: "Communication Services",
};
/** Endings that say nothing new: `income_statement`, `balance_sheet`, `cash_flow`. */
const ENDINGS = /_?(?:statements?|sheets?|flows?)$/;

/**
 * Returns a truth value if the schema expects one; a number if it expects one and the text is a plain number; a day if it
 * expects one and the text is a day in another form, or has a time; a listed value in the letter case of the schema. A
 * listed value may also be written as a common word (`quarterly`), in the singular or plural, with an ending that says
 * nothing new (`income_statement`), with `m` for `mo` where no such number of minutes is listed (`6m`), or without its
 * number if no other listed value differs only in the number (`rsi` for `rsi14`). Any other text is returned unchanged,
 * and the schema rejects it.
 */
export function fromText(field: z.ZodTypeAny | undefined, text: string): unknown {
  const inner = innermost(field);
  if (inner instanceof z.ZodEnum) return toListedOption(inner.options as string[], text);
  if (inner instanceof z.ZodBoolean) return toTruth(text);
  if (!(inner instanceof z.ZodNumber)) return toDay(field, text);
  const number = Number(text);
  if (!inner.isInt) return NUMBER.test(text) ? number : text;
  // An integer beyond the safe range stays text, so that the error message repeats the caller's digits.
  return INTEGER.test(text) && Number.isSafeInteger(number) ? number : text;
}

/** Returns the items of a list of numbers as numbers, without blanks around them; any other value is returned unchanged. */
export function toItems(field: z.ZodTypeAny, value: unknown): unknown {
  if (!Array.isArray(value) || !isNumberList(field)) return value;
  const { element } = innermost(field) as z.ZodArray<z.ZodTypeAny>;
  return value.map((item: unknown) => (typeof item === "string" ? fromText(element, item.trim()) : item));
}

/** Whether the schema expects a list of numbers. */
export function isNumberList(field: z.ZodTypeAny): boolean {
  const inner = innermost(field);
  return inner instanceof z.ZodArray && expects((inner as z.ZodArray<z.ZodTypeAny>).element) === "number";
}

/** Longer texts are no number with a multiple, no listed value, no day and no name. */
export const MAX_SPELLING = 64;

function toListedOption(options: readonly string[], text: string): string {
  if (text.length > MAX_SPELLING) return text;
  const inWords = (each: string) =>
    each
      .trim()
      .toLowerCase()
      .replace(/[\s-]+/g, "_");
  const findListed = (wanted: string | undefined) =>
    wanted === undefined ? undefined : options.find((option) => inWords(option) === inWords(wanted));
  const own = inWords(text);
  const short = own.replace(ENDINGS, "").replace(ENDINGS, "");
  return (
    findListed(toMonths(text)) ??
    findListed(text) ??
    findListed(text.replace(/^(\d+)m$/, "$1mo")) ??
    (Object.hasOwn(WORDS, own) ? findListed(WORDS[own]) : undefined) ??
    findListed(own.endsWith("s") ? own.slice(0, -1) : `${own}s`) ??
    findListed(short) ??
    findNumbered(options, text) ??
    text
  );
}

function toTruth(text: string): boolean | string {
  if (/^(?:true|yes|1)$/i.test(text)) return true;
  return /^(?:false|no|0)$/i.test(text) ? false : text;
}

const MONTHS = "january february march april may june july august september october november december".split(" ");

/** Returns a day in another form as `YYYY-MM-DD`, as far as the schema takes only that. */
function toDay(field: z.ZodTypeAny | undefined, text: string): string {
  if (text.length > MAX_SPELLING || !/\d/.test(text) || field?.safeParse(text).success !== false) return text;
  const day = toIsoDay(text.trim());
  return day !== undefined && field.safeParse(day).success ? day : text;
}

/**
 * Returns the day of `2026-01-31T14:30:00Z` (as written, whatever the zone), `2026/1/31`, `20260131`, `31 January 2026` and
 * `Jan 31, 2026`; `undefined` for any other text, and for `01/02/2026`, which has two meanings.
 */
function toIsoDay(text: string): string | undefined {
  const [, year, month, day] =
    /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:[T ]\d{1,2}(?::\d{2}){0,2}(?:\.\d+)?\s?(?:Z|UTC|[+-]\d{2}:?\d{2})?)?$/i
      .exec(text)
      ?.toSpliced(2, 1) ??
    /^(\d{4})(\d{2})(\d{2})$/.exec(text) ??
    [];
  if (year !== undefined) return `${year}-${month!.padStart(2, "0")}-${day!.padStart(2, "0")}`;
  const [, before, dayBefore, name, dayBehind, inYear] =
    /^(?:((\d{1,2})\s)?([a-z]{3,9})\.?(?:\s(\d{1,2}))?,?\s(\d{4}))$/i.exec(text) ?? [];
  const number = name === undefined ? 0 : MONTHS.findIndex((each) => each.startsWith(name.toLowerCase())) + 1;
  const on = dayBefore ?? dayBehind;
  if (number === 0 || on === undefined || (before !== undefined && dayBehind !== undefined)) return undefined;
  return `${inYear}-${String(number).padStart(2, "0")}-${on.padStart(2, "0")}`;
}

/** Returns the only option that is `text` with a number at the end. */
function findNumbered(options: readonly string[], text: string): string | undefined {
  const [only, ...others] = options.filter((option) => option.replace(/(?<!\d)\d+$/, "") === text.toLowerCase());
  return others.length === 0 ? only : undefined;
}

/** `1M` is a month in common usage, and only `1m` a minute: `1M` → `1mo`; any other text is returned unchanged. */
function toMonths(text: string): string {
  return text.replace(/^(\d+)M$/, "$1mo");
}

/** Returns the kind of value that a parameter's schema expects, ignoring defaults and refinements. */
export function expects(field: z.ZodTypeAny): "list" | "number" | "text" {
  const inner = innermost(field);
  if (inner instanceof z.ZodArray) return "list";
  return inner instanceof z.ZodNumber ? "number" : "text";
}

/** Returns the schema inside defaults, options and refinements. */
export function innermost(field: z.ZodTypeAny | undefined): z.ZodTypeAny | undefined {
  let inner = field;
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodDefault || inner instanceof z.ZodEffects) {
    inner = (inner instanceof z.ZodEffects ? inner._def.schema : inner._def.innerType) as z.ZodTypeAny;
  }
  return inner;
}
