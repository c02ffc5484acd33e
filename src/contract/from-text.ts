/** Converts text from an address or a terminal to the type that a parameter's schema expects. */
import { z } from "./schema.js";

const INTEGER = /^-?\d+$/;
// Matches any run of digits in one way only: `\d+\.?\d*` takes seconds for 40 KB of digits before a letter.
const NUMBER = /^-?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/**
 * Returns a list, split at commas, if the schema expects one; a number if it expects one and the text is a plain
 * number; a listed value in the letter case of the schema. Any other text is returned unchanged, and the schema
 * rejects it.
 */
export function fromText(field: z.ZodTypeAny | undefined, text: string): unknown {
  const inner = innermost(field);
  if (inner instanceof z.ZodArray) return text.split(",");
  if (inner instanceof z.ZodEnum) {
    const options = inner.options as string[];
    const findListed = (wanted: string) => options.find((option) => option.toLowerCase() === wanted.toLowerCase());
    return findListed(toMonths(text)) ?? findListed(text) ?? text;
  }
  if (!(inner instanceof z.ZodNumber)) return text;
  const number = Number(text);
  if (!inner.isInt) return NUMBER.test(text) ? number : text;
  // An integer beyond the safe range stays text, so that the error message repeats the caller's digits.
  return INTEGER.test(text) && Number.isSafeInteger(number) ? number : text;
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

function innermost(field: z.ZodTypeAny | undefined): z.ZodTypeAny | undefined {
  let inner = field;
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodDefault || inner instanceof z.ZodEffects) {
    inner = (inner instanceof z.ZodEffects ? inner._def.schema : inner._def.innerType) as z.ZodTypeAny;
  }
  return inner;
}
