/**
 * Zod and JSON Schema, and the limits of their combination.
 *
 * `zod-to-json-schema` supports zod's v3 API only; for a zod 4 schema it silently returns an empty one. So every schema
 * uses the `z` exported here, and no other file imports zod.
 */
import type { Sentence } from "./sentence.js";
import { z } from "zod/v3";
import { zodToJsonSchema } from "zod-to-json-schema";

export { z };

/** A description; of several parts the first is its brief, which is enough for the list of tools. */
export type Description = string | readonly [brief: string, ...rest: string[]];

const BRIEFS = new WeakMap<object, string>();

/** Returns the schema with its description. */
export function describe<T extends z.ZodTypeAny>(
  type: T,
  description: Description,
  brief = [description].flat()[0]!,
): T {
  const described = type.describe([description].flat().join("; "));
  BRIEFS.set(described._def as object, brief);
  return described;
}

/** Returns the brief of a schema; optional and nullable ones have that of the inner one. */
function briefOf(def: z.ZodTypeDef & { innerType?: z.ZodTypeAny }): string | undefined {
  const inner = def.innerType?._def as z.ZodTypeDef | undefined;
  return BRIEFS.get(def) ?? (inner?.description === def.description ? inner && briefOf(inner) : undefined);
}

const EXAMPLES = new WeakMap<object, string>();

/** Returns the schema with an example as its description. */
export function withExample<T extends z.ZodTypeAny>(type: T, example: string): T {
  const described = type.describe(`e.g. ${example}`);
  EXAMPLES.set(described, example);
  return described;
}

/** Returns the example that a schema has as its description. */
export const exampleOf = (type: z.ZodTypeAny): string | undefined => EXAMPLES.get(type);

/** Returns the schema of an object with its description. */
export function object<Shape extends z.ZodRawShape>(description: Description, shape: Shape): z.ZodObject<Shape> {
  return describe(z.object(shape), description);
}

/** A JSON Schema as published: plain data. */
export type JsonSchema = { [key: string]: unknown };

/**
 * Converts a zod object to JSON Schema, in the subset that every MCP client supports.
 *
 * The result has no `$schema`, because clients disagree about dialects, and no `$ref`; nullable is written as `anyOf`,
 * because some clients reject an array in `type`. `open` omits `additionalProperties: false`, which would make clients
 * reject an answer with a new field, and the type of further fields beside declared ones: TypeScript rejects a type whose
 * further fields do not include the types of all declared ones (TS2411), and generators write it all the same. With
 * `brief`, descriptions are the briefs.
 */
export function toJsonSchema(schema: z.ZodTypeAny, { open = false, brief = false } = {}): JsonSchema {
  const json = zodToJsonSchema(schema, {
    $refStrategy: "none",
    effectStrategy: "input",
    postProcess: (node, def) => (brief && node && briefOf(def) ? { ...node, description: briefOf(def)! } : node),
  });
  return portable(json as JsonSchema, open) as JsonSchema;
}

function portable(node: unknown, open: boolean): unknown {
  if (Array.isArray(node)) return node.map((item) => portable(item, open));
  if (node === null || typeof node !== "object") return node;
  const result: JsonSchema = {};
  for (const [key, value] of Object.entries(node)) {
    if (key === "$schema") continue;
    if (key === "additionalProperties" && open && value === false) continue;
    if (key === "type" && Array.isArray(value)) {
      result["anyOf"] = value.map((type) => ({ type }));
      continue;
    }
    result[key] = portable(
      open && key === "additionalProperties" && hasProperties(node) ? untyped(value) : value,
      open,
    );
  }
  return result;
}

function hasProperties(node: object): boolean {
  return "properties" in node && Object.keys(node.properties as object).length > 0;
}

/** Returns a schema that allows every value; the description stays. */
function untyped(schema: unknown): JsonSchema {
  const { description } = schema as JsonSchema;
  return description === undefined ? {} : { description };
}

/** The schema of a sentence in an answer or in the store. It is not in sentence.ts, which pages in a browser load. */
export const sentence = z.string() as unknown as z.ZodType<Sentence>;
