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

/** Returns the schema of an object with its description. */
export function object<Shape extends z.ZodRawShape>(description: string, shape: Shape): z.ZodObject<Shape> {
  return z.object(shape).describe(description);
}

/** A JSON Schema as published: plain data. */
export type JsonSchema = { [key: string]: unknown };

/**
 * Converts a zod object to JSON Schema, in the subset that every MCP client supports.
 *
 * The result has no `$schema`, because clients disagree about dialects, and no `$ref`; nullable is written as `anyOf`,
 * because some clients reject an array in `type`. `open` omits `additionalProperties: false`, which would make clients
 * reject an answer with a new field, and the type of further fields beside declared ones: TypeScript rejects a type whose
 * further fields do not include the types of all declared ones (TS2411), and generators write it all the same.
 */
export function toJsonSchema(schema: z.ZodTypeAny, { open = false } = {}): JsonSchema {
  const json = zodToJsonSchema(schema, { $refStrategy: "none", effectStrategy: "input" });
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
