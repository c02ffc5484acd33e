/**
 * Schemas as the tool list shows them: short, because every host puts the list into a model's context, which costs
 * tokens. The OpenAPI document has the full schemas.
 */
import type { Tool } from "@modelcontextprotocol/sdk/types.js";
import type { ToolSpec } from "../contract/capability.js";
import { listsOf } from "../contract/rows-spec.js";
import type { JsonSchema } from "../contract/schema.js";

/**
 * Returns the input schema of a tool without its hidden parameters. Each parameter keeps its description: a host that
 * shows one tool shows nothing else.
 */
export function toListedInput(schema: JsonSchema, hidden: readonly string[] = []): Tool["inputSchema"] {
  const properties = withoutProperties((schema["properties"] ?? {}) as Node, hidden);
  // The form that the protocol recommends; without it OpenAI's strict mode leaves the tool out.
  const isClosed = Object.keys(properties).length === 0 ? { additionalProperties: false } : {};
  return { ...toParameter({ ...schema, properties }), type: "object", ...isClosed };
}

/**
 * Returns the output schema: every name and type, and the brief of a number (unit and period),
 * unless the enclosing object states them for all its fields. An object in the answer, in a row or in another object
 * has the names of its fields as description, and a list with the rows of an earlier one the name of that list: their
 * types would cost three times as much.
 *
 * Answers always have all fields, so `required` is omitted. With `sameFieldsAs`, only the fields that identify an
 * answer are shown.
 */
export function toListedOutput(
  schema: JsonSchema,
  { sameFieldsAs, rows, unlisted = [] }: Pick<ToolSpec, "sameFieldsAs" | "rows" | "unlisted">,
): Tool["outputSchema"] {
  const properties = withoutProperties(schema["properties"] as Node, unlisted);
  const listed = toField(withoutOccasional({ ...schema, properties }, rows), "");
  listed["properties"] = withoutRepeatedRows(listed["properties"] as Node);
  if (sameFieldsAs === undefined) return { ...listed, type: "object" };
  const identity = Object.entries(listed["properties"] as Record<string, object>).filter(([name]) =>
    IDENTITY.has(name),
  );
  return { type: "object", description: `Fields of ${sameFieldsAs}`, properties: Object.fromEntries(identity) };
}

/** Returns the schema without the columns that not all rows have. */
function withoutOccasional(schema: JsonSchema, rows: ToolSpec["rows"]): JsonSchema {
  if (!rows?.columns) return schema;
  const names = Object.keys(rows.columns);
  const fields = schema["properties"] as Node;
  const lists = new Set(listsOf(rows));
  const properties = mapFields(fields, (field, name) => (lists.has(name) ? withoutColumns(field, names) : field));
  return { ...schema, properties };
}

/** Returns the schema of a list, which may be one of several forms, without these columns. */
function withoutColumns(list: Node, names: readonly string[]): Node {
  const { anyOf, items } = list;
  if (Array.isArray(anyOf)) return { ...list, anyOf: anyOf.map((form) => withoutColumns(form as Node, names)) };
  const { properties, ...row } = (items ?? {}) as Node;
  if (properties === undefined) return list;
  return { ...list, items: { ...row, properties: withoutProperties(properties as Node, names) } };
}

/** Returns the fields; a list whose rows are those of an earlier list names it instead of repeating them. */
function withoutRepeatedRows(fields: Node): Node {
  const lists = new Map<string, string>();
  return mapFields(fields, (field, name) => {
    const { items, ...rest } = field;
    const rows = (items as Node | undefined)?.["properties"];
    if (rows === undefined) return field;
    const earlier = lists.get(JSON.stringify(rows));
    lists.set(JSON.stringify(rows), earlier ?? name);
    return earlier === undefined ? field : { ...rest, description: `Rows as in ${earlier}` };
  });
}

/** Adds to a listed output schema what answers of tools have beside the fields of REST: all optional. */
export function withToolFields(schema: NonNullable<Tool["outputSchema"]>, csvFields: readonly string[]) {
  const text = { type: "string" };
  const lists = Object.fromEntries(csvFields.map((name) => [name, text]));
  return { ...schema, properties: { note: text, stale: { type: "boolean" }, ...schema.properties, ...lists } };
}

const IDENTITY = new Set(["symbol", "price", "timestamp", "source"]);

type Node = Record<string, unknown>;

/**
 * Limits are omitted because the error message states them to a caller who exceeds them, and `additionalProperties` so
 * that clients send unknown arguments: our error names the valid ones, a client's error may not.
 */
const OMITTED = ["minimum", "maximum", "maxLength", "minItems", "maxItems", "pattern", "additionalProperties"];

function toParameter(node: Node): Node {
  const shown = withoutProperties(node, OMITTED);
  if (shown["properties"]) {
    shown["properties"] = mapFields(shown["properties"] as Node, toParameter);
  }
  if (shown["items"]) {
    // The description of the list also describes its items.
    const { description: _description, ...item } = shown["items"] as Node;
    shown["items"] = toParameter(item);
  }
  return shown;
}

/** Where a schema stands: the answer, a field of it, a field of an object in it, a row of a list, a field of a row. */
type Place = "answer" | "field" | "inner" | "row" | "cell";
const BELOW: Readonly<Record<Place, Place>> = {
  answer: "field",
  field: "inner",
  inner: "inner",
  row: "cell",
  cell: "cell",
};

/** Shortens one field; `said` are the descriptions of the enclosing objects, which need not be repeated. */
function toField(sent: Node, said: string, place: Place = "answer"): Node {
  const node = withoutNullOption(sent);
  const { anyOf, type, items, properties, description } = node;
  const isList = items !== undefined || JSON.stringify(anyOf)?.includes('"items"');
  const names =
    place === "inner" || place === "cell" || (place === "field" && !isList && Object.keys(properties ?? {}).length > 4)
      ? namesIn(node)
      : undefined;
  if (names) return names;
  const options = Array.isArray(anyOf) ? (anyOf as Node[]) : undefined;
  const plain = options?.every((option) => Object.keys(option).length === 1) ?? false;
  const isWords = [type, ...(options ?? []).map((option) => option["type"])]
    .flat()
    .some((kind) => kind === "string" || kind === "array");
  const own = (description ?? "") as string;
  const common = properties ? commonBrief(properties as Node) : "";
  const brief = own.toLowerCase().includes(common.toLowerCase()) ? own : [own, common].filter(Boolean).join("; ");
  const isNew = brief !== "" && !isWords && !said.toLowerCase().includes(brief.toLowerCase());
  const stated = `${said} ${brief}`;
  return {
    ...(plain ? { type: options!.map((option) => option["type"]) } : type === undefined ? {} : { type }),
    ...(options && !plain ? { anyOf: options.map((option) => toField(option, stated, place)) } : {}),
    ...(items ? { items: toField(items as Node, stated, "row") } : {}),
    ...(properties
      ? { properties: mapFields(properties as Node, (field) => toField(field, stated, BELOW[place])) }
      : {}),
    ...(isNew ? { description: brief } : {}),
  };
}

/** Returns a list that may be `null` as one schema instead of two options, so that its rows are treated as those of others. */
function withoutNullOption(node: Node): Node {
  const [list, none, ...others] = (node["anyOf"] ?? []) as Node[];
  if (!list?.["items"] || none?.["type"] !== "null" || others.length > 0) return node;
  const { anyOf: _options, ...rest } = node;
  return { ...list, ...rest, type: ["array", "null"] };
}

/** Returns an object, or a list of objects, with the names of its fields as description; `undefined` for any other field. */
function namesIn({ anyOf, type: own, items, properties }: Node): Node | undefined {
  const option = (Array.isArray(anyOf) ? (anyOf as Node[]) : []).find((each) => each["properties"] !== undefined);
  const fields = properties ?? option?.["properties"] ?? (items as Node | undefined)?.["properties"];
  if (fields === undefined) return undefined;
  const type = items ? own : option ? ["object", "null"] : "object";
  return { type, description: Object.keys(fields as Node).join(", ") };
}

/**
 * Returns the brief shared by at least two, and more than half, of the descriptions of an object's numbers, so
 * that the object can state them once. Empty when there are none.
 */
function commonBrief(properties: Node): string {
  const briefs = (Object.values(properties) as Node[])
    .filter(({ type, anyOf }) => type === "number" || JSON.stringify(anyOf)?.includes('"number"'))
    .map(({ description }) => (description ?? "") as string);
  const countOf = (brief: string) => briefs.filter((other) => other === brief).length;
  return briefs.find((brief) => countOf(brief) > Math.max(1, briefs.length / 2)) ?? "";
}

function mapFields(fields: Node, change: (field: Node, name: string) => Node): Node {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, change(field as Node, name)]));
}

function withoutProperties(node: Node, names: readonly string[]): Node {
  return Object.fromEntries(Object.entries(node).filter(([name]) => !names.includes(name)));
}
