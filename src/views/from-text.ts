/** Converts text from an address or a terminal to the type that a parameter's schema expects. */
import { quoted } from "../contract/input.js";
import { z } from "../contract/schema.js";

const INTEGER = /^-?\d+$/;
// Matches any run of digits in one way only: `\d+\.?\d*` takes seconds for 40 KB of digits before a letter.
const NUMBER = /^-?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** Common words for listed values. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ["quarterly", "quarter"],
  ["annually", "annual"],
  ["yearly", "annual"],
]);

/**
 * Returns a list, split at commas, if the schema expects one; a truth value if it expects one; a number if it expects
 * one and the text is a plain number; a listed value in the letter case of the schema. A listed value may also be
 * written as a common word (`quarterly`), with `m` for `mo` where no such number of minutes is listed (`6m`), or
 * without its number if no other listed value differs only in the number (`rsi` for `rsi14`). Any other text is
 * returned unchanged, and the schema rejects it.
 */
export function fromText(field: z.ZodTypeAny | undefined, text: string): unknown {
  const inner = innermost(field);
  if (inner instanceof z.ZodArray) return text.split(",");
  if (inner instanceof z.ZodEnum) {
    const options = inner.options as string[];
    const findListed = (wanted: string) => options.find((option) => option.toLowerCase() === wanted.toLowerCase());
    return (
      findListed(toMonths(text)) ??
      findListed(text) ??
      findListed(text.replace(/^(\d+)m$/, "$1mo")) ??
      findListed(WORDS.get(text.toLowerCase()) ?? text) ??
      findNumbered(options, text) ??
      text
    );
  }
  if (inner instanceof z.ZodBoolean) return text === "true" ? true : text === "false" ? false : text;
  if (!(inner instanceof z.ZodNumber)) return text;
  const number = Number(text);
  if (!inner.isInt) return NUMBER.test(text) ? number : text;
  // An integer beyond the safe range stays text, so that the error message repeats the caller's digits.
  return INTEGER.test(text) && Number.isSafeInteger(number) ? number : text;
}

/** Returns the only option that is `text` with a number at the end. */
function findNumbered(options: readonly string[], text: string): string | undefined {
  const [only, ...others] = options.filter((option) => option.replace(/\d+$/, "") === text.toLowerCase());
  return others.length === 0 ? only : undefined;
}

/**
 * Returns a sentence for each parameter whose text was `read` as a listed value in another spelling than `written`;
 * the case of letters does not count.
 */
export function spellingNotes(
  shape: z.ZodRawShape,
  written: Readonly<Record<string, unknown>>,
  read: Readonly<Record<string, unknown>>,
): string[] {
  return Object.entries(read).flatMap(([name, value]) => {
    const text = written[name];
    if (typeof text !== "string" || typeof value !== "string") return [];
    if (text.toLowerCase() === value.toLowerCase() || !(innermost(shape[name]) instanceof z.ZodEnum)) return [];
    return [`"${name}" was read as ${value}.`];
  });
}

/** Returns a sentence for each symbol that was `read` in another spelling than `written`; letter case does not count. */
export function symbolNotes(
  written: Readonly<Record<string, unknown>>,
  read: Readonly<Record<string, unknown>>,
): string[] {
  return ["symbol", "symbols"].flatMap((name) => {
    const [before, after] = [written[name], read[name]].map(
      (value) => (Array.isArray(value) ? value : [value]) as unknown[],
    );
    if (before!.length !== after!.length) return [];
    return before!.flatMap((text, index) => {
      const symbol = after![index];
      if (typeof text !== "string" || typeof symbol !== "string") return [];
      return text.trim().toUpperCase() === symbol.toUpperCase() ? [] : [`${quoted(text)} was read as ${symbol}.`];
    });
  });
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
