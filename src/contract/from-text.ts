/** From text that was typed, in an address or at a terminal, to what a parameter's schema reads. */
import { z } from "./schema.js";

const INTEGER = /^-?\d+$/;
const NUMBER = /^-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/**
 * A list where the schema wants one, split at commas; a number where it wants
 * one and the text is plainly one; else the text, for the schema to refuse.
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
  // One that a number cannot hold stays text: nobody is told of digits that he did not send.
  return INTEGER.test(text) && Number.isSafeInteger(number) ? number : text;
}
