/**
 * Zod and JSON Schema, and everything one must know about the pair.
 *
 * `zod-to-json-schema` reads zod's v3 API only; handed a zod 4 schema it
 * answers with an empty one and says nothing. So every schema of ours is made
 * with the `z` exported here, and nobody else imports zod.
 */
import { z } from "zod/v3";
import { zodToJsonSchema } from "zod-to-json-schema";

export { z };

/** A JSON Schema as we publish it: plain data. */
export type JsonSchema = { [key: string]: unknown };

/**
 * The JSON Schema of a zod object, in the subset every MCP client reads.
 *
 * No `$schema` (clients disagree about dialects), no `$ref`, nullable written
 * as `anyOf` because an array in `type` is refused by some. `open` drops
 * `additionalProperties: false`, which clients would hold against an answer
 * that grew a field.
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
    result[key] = portable(value, open);
  }
  return result;
}
