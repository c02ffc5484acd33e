/**
 * Schemas as the tool list shows them: short, because every host reads the list
 * into a context that is paid for. The OpenAPI document has them in full.
 */
import type { Tool } from "@modelcontextprotocol/sdk/types.js";
import type { JsonSchema } from "../contract/schema.js";

/** Parameters; all of it counts against what a model reads. */
export function toListedInput(schema: JsonSchema): Tool["inputSchema"] {
  return { ...toParameter(schema), type: "object" };
}

/**
 * An answer's fields: every name and type, and of a number's description the
 * first words (unit and period), unless the object around it says them for all.
 *
 * Answers always have all fields, so `required` says nothing to a reader. With
 * `sameFieldsAs` only the fields a program needs to tell answers apart are shown.
 */
export function toListedOutput(schema: JsonSchema, sameFieldsAs?: string): Tool["outputSchema"] {
  const listed = toField(schema, "");
  if (sameFieldsAs === undefined) return { ...listed, type: "object" };
  const properties = Object.entries(listed["properties"] as object).filter(([name]) => IDENTITY.has(name));
  return {
    type: "object",
    description: `Fields of ${sameFieldsAs}`,
    properties: Object.fromEntries(properties) as Record<string, object>,
  };
}

const IDENTITY = new Set(["symbol", "price", "timestamp", "source"]);

type Node = Record<string, unknown>;

/**
 * What a caller learns of when he breaks it, and not before. An unknown argument
 * shall reach us too: our sentence names the right ones, a client's may not.
 */
function isUnread([key, value]: [string, unknown]): boolean {
  if (key === "maximum") return value === Number.MAX_SAFE_INTEGER;
  if (key === "minimum") return value === 0;
  return ["maxLength", "minItems", "maxItems", "pattern", "additionalProperties"].includes(key);
}

function toParameter(node: Node): Node {
  const kept = Object.entries(node).filter((pair) => !isUnread(pair));
  const shown = Object.fromEntries(kept);
  if (shown["properties"])
    shown["properties"] = mapValues(shown["properties"] as Node, (field) => toParameter(field as Node));
  if (shown["items"]) shown["items"] = toParameter(shown["items"] as Node);
  return shown;
}

/** `said` is what the object around a field has said of all its fields. */
function toField(node: Node, said: string): Node {
  const { anyOf, type, items, properties, description } = node;
  const options = Array.isArray(anyOf) ? (anyOf as Node[]) : undefined;
  const plain = options?.every((option) => Object.keys(option).length === 1) ?? false;
  const isWords = [type, ...(options ?? []).map((option) => option["type"])].some(
    (kind) => kind === "string" || kind === "array",
  );
  const brief = typeof description === "string" ? (description.split(/; |\. | \(/)[0] ?? "") : "";
  const isNew = brief !== "" && !isWords && !said.toLowerCase().includes(brief.toLowerCase());
  const heard = `${said} ${brief}`;
  return {
    ...(plain ? { type: options!.map((option) => option["type"]) } : type === undefined ? {} : { type }),
    ...(options && !plain ? { anyOf: options.map((option) => toField(option, heard)) } : {}),
    ...(items ? { items: toField(items as Node, heard) } : {}),
    ...(properties ? { properties: mapValues(properties as Node, (field) => toField(field as Node, heard)) } : {}),
    ...(isNew ? { description: brief } : {}),
  };
}

function mapValues(node: Node, change: (value: unknown) => unknown): Node {
  return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, change(value)]));
}
