/** Converts text from an address or a terminal to the type that a parameter's schema expects. */
import { z } from "./schema.js";

const INTEGER = /^-?\d+$/;
const NUMBER = /^-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/**
 * A list where the schema expects one, split at commas; a number where it expects
 * one and the text is plainly one; a listed value in the listed upper and lower
 * case; else the text, for the schema to refuse.
 */
export function fromText(field: z.ZodTypeAny | undefined, text: string): unknown {
  const inner = innermost(field);
  if (inner instanceof z.ZodArray) return text.split(",");
  if (inner instanceof z.ZodEnum) {
    const listed = (inner.options as string[]).find((option) => option.toLowerCase() === text.toLowerCase());
    return listed ?? text;
  }
  if (!(inner instanceof z.ZodNumber)) return text;
  const number = Number(text);
  if (!inner.isInt) return NUMBER.test(text) ? number : text;
  // An integer that a number cannot hold stays text, so that a message repeats the digits that came.
  return INTEGER.test(text) && Number.isSafeInteger(number) ? number : text;
}

/** Returns the kind of value that a parameter's schema expects below its defaults and refinements. */
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
