/**
 * Takes what hosts and models write for "nothing" as absent: `null` for every known parameter, and "", [], "null", "None" and
 * "undefined" for one that may be left out. OpenAI's strict mode and several gateways fill every optional parameter.
 */
import { z } from "../contract/schema.js";
import { oncePer } from "../lib/once-per.js";
import { innermost } from "./from-text.js";

const WORDS = new Set(["", "null", "None", "undefined"]);
/** Taken as absent, an empty day of `as_of` would turn a past day into the present one. */
const DAY = "as_of";
/** Parameters that take any text but an empty one: a search for "null", or a symbol in such a spelling. */
const TEXTS = new Set(["q", "symbol"]);

/** Cached, because zod finds it out by parsing nothing, with an error where that is refused. */
const isOptional = oncePer((field: z.ZodTypeAny) => field.isOptional());

const isWord = (value: unknown) => typeof value === "string" && WORDS.has(value);

/** Returns the parameters without those that stand for nothing, and the names of these. */
export function withoutAbsent(
  given: Readonly<Record<string, unknown>>,
  shape: z.ZodRawShape,
): { present: Record<string, unknown>; absent: string[] } {
  const present: [string, unknown][] = [];
  const absent: string[] = [];
  for (const [name, value] of Object.entries(given)) {
    // An unknown one is refused by its name, which is a caller's text and never part of a note.
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
    const kept = Array.isArray(value) && field ? withoutAbsentItems(value, field) : value;
    if (field && isAbsent(name, kept, field)) absent.push(name);
    else present.push([name, kept]);
  }
  // An assignment to a name such as __proto__ would lose it, and it would not be refused.
  return { present: Object.fromEntries(present), absent };
}

/** Returns the items that are not `null`; none if an optional list has nothing but such items and words. */
function withoutAbsentItems(items: readonly unknown[], field: z.ZodTypeAny): unknown[] {
  const present = items.filter((item) => item !== null);
  return isOptional(field) && present.every(isWord) ? [] : present;
}

function isAbsent(name: string, value: unknown, field: z.ZodTypeAny): boolean {
  if (value === null) return true;
  if (!isOptional(field) || name === DAY) return false;
  if (Array.isArray(value)) return value.length === 0;
  if (TEXTS.has(name)) return value === "";
  // A listed word may be one of these.
  return isWord(value) && !(innermost(field) instanceof z.ZodEnum && field.safeParse(value).success);
}
