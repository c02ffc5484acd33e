/**
 * Schemas as the tool list shows them: short, because every host puts the list into a model's
 * context, which costs tokens. The OpenAPI document has the full schemas.
 */
import type { Tool } from "@modelcontextprotocol/sdk/types.js";
import type { JsonSchema } from "../contract/schema.js";

/**
 * Returns the input schema of a tool without its hidden parameters, with all descriptions, because models read all of
 * it.
 */
export function toListedInput(schema: JsonSchema, hidden: readonly string[] = []): Tool["inputSchema"] {
  const properties = Object.entries(schema["properties"] ?? {}).filter(([name]) => !hidden.includes(name));
  return { ...toParameter({ ...schema, properties: Object.fromEntries(properties) }), type: "object" };
}

/**
 * Returns the output schema: every name and type, and the first words of a number's description
 * (unit and period), unless the enclosing object states them for all its fields. An object in the
 * rows of a list has the names of its fields as description: their types would cost three times as much.
 *
 * Answers always have all fields, so `required` is omitted. With `sameFieldsAs`, only the fields
 * that identify an answer are shown.
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

/** Adds to a listed output schema what answers of tools have beside the fields of REST: all optional. */
export function withToolFields(schema: NonNullable<Tool["outputSchema"]>, csvFields: readonly string[]) {
  const text = { type: "string" };
  const lists = Object.fromEntries(csvFields.map((name) => [name, text]));
  return { ...schema, properties: { note: text, stale: { type: "boolean" }, ...schema.properties, ...lists } };
}

const IDENTITY = new Set(["symbol", "price", "timestamp", "source"]);

type Node = Record<string, unknown>;

const OMITTED = new Set(["minimum", "maximum", "maxLength", "minItems", "maxItems", "pattern", "additionalProperties"]);

/**
 * Whether the list omits a schema entry. Limits are omitted because the error message states them to a caller who exceeds
 * them, and `additionalProperties` so that clients send unknown arguments: our error names the valid ones, a client's error
 * may not.
 */
function isOmitted([key]: [string, unknown]): boolean {
  return OMITTED.has(key);
}

function toParameter(node: Node): Node {
  const kept = Object.entries(node).filter((pair) => !isOmitted(pair));
  const shown = Object.fromEntries(kept);
  if (shown["properties"])
    shown["properties"] = mapValues(shown["properties"] as Node, (field) => toParameter(field as Node));
  if (shown["items"]) {
    // The description of the list also describes its items.
    const { description: _description, ...item } = shown["items"] as Node;
    shown["items"] = toParameter(item);
  }
  return shown;
}

/**
 * Shortens one field; `said` are the descriptions of the enclosing objects, which need not be repeated. `level` is 1
 * for
 * a row of a list, 2 for its fields and 0 elsewhere.
 */
function toField(node: Node, said: string, level = 0): Node {
  const { anyOf, type, items, properties, description } = node;
  if (level === 2 && properties) return { type: "object", description: Object.keys(properties as Node).join(", ") };
  const options = Array.isArray(anyOf) ? (anyOf as Node[]) : undefined;
  const plain = options?.every((option) => Object.keys(option).length === 1) ?? false;
  const isWords = [type, ...(options ?? []).map((option) => option["type"])].some(
    (kind) => kind === "string" || kind === "array",
  );
  const own = briefOf(description);
  const common = properties ? commonBrief(properties as Node) : "";
  const brief = own.toLowerCase().includes(common.toLowerCase()) ? own : [own, common].filter(Boolean).join("; ");
  const isNew = brief !== "" && !isWords && !said.toLowerCase().includes(brief.toLowerCase());
  const stated = `${said} ${brief}`;
  return {
    ...(plain ? { type: options!.map((option) => option["type"]) } : type === undefined ? {} : { type }),
    ...(options && !plain ? { anyOf: options.map((option) => toField(option, stated)) } : {}),
    ...(items ? { items: toField(items as Node, stated, 1) } : {}),
    ...(properties
      ? { properties: mapValues(properties as Node, (field) => toField(field as Node, stated, level && 2)) }
      : {}),
    ...(isNew ? { description: brief } : {}),
  };
}

/** Returns the first words of a description. */
function briefOf(description: unknown): string {
  return typeof description === "string" ? (description.split(/; |\. | \(/)[0] ?? "") : "";
}

/**
 * Returns the first words shared by at least two, and more than half, of the descriptions of an object's numbers, so
 * that the object can state them once. Empty when there are none.
 */
function commonBrief(properties: Node): string {
  const briefs = (Object.values(properties) as Node[])
    .filter(({ type, anyOf }) => type === "number" || JSON.stringify(anyOf)?.includes('"number"'))
    .map(({ description }) => briefOf(description));
  const countOf = (brief: string) => briefs.filter((other) => other === brief).length;
  return briefs.find((brief) => countOf(brief) > Math.max(1, briefs.length / 2)) ?? "";
}

function mapValues(node: Node, change: (value: unknown) => unknown): Node {
  return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, change(value)]));
}
