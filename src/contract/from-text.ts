/** Converts text from an address or a terminal to the type that a parameter's schema expects. */
import { z } from "./schema.js";

const INTEGER = /^-?\d+$/;
const NUMBER = /^-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/**
 * Returns a list if the schema expects one, split at commas; a number if it expects one and the
 * text is a plain number; otherwise the text, which the schema then rejects.
 */
export function fromText(field: z.ZodTypeAny | undefined, text: string): unknown {
  let inner = field;
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodDefault || inner instanceof z.ZodEffects) {
    inner = (inner instanceof z.ZodEffects ? inner._def.schema : inner._def.innerType) as z.ZodTypeAny;
  }
  if (inner instanceof z.ZodArray) return text.split(",");
  if (!(inner instanceof z.ZodNumber)) return text;
  const number = Number(text);
  if (!inner.isInt) return NUMBER.test(text) ? number : text;
  // A number too large for JavaScript stays text, so that error messages repeat the digits as sent.
  return INTEGER.test(text) && Number.isSafeInteger(number) ? number : text;
}
