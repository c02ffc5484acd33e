/**
 * The subsets of JSON Schema that the function declarations of two large model APIs accept, by their published rules.
 */

type Node = Readonly<Record<string, unknown>>;

interface Subset {
  keywords: ReadonlySet<string>;
  maxDepth: number;
}

/**
 * Strict mode of OpenAI's function calling, as of 2026-11.
 *
 * @see https://platform.openai.com/docs/guides/structured-outputs#supported-schemas
 */
const OPENAI: Subset & { maxProperties: number; maxEnumValues: number; maxNameChars: number } = {
  keywords: new Set(
    "type description title properties required additionalProperties items enum const anyOf $ref $defs pattern format multipleOf minimum maximum exclusiveMinimum exclusiveMaximum minItems maxItems".split(
      " ",
    ),
  ),
  maxDepth: 10,
  maxProperties: 5_000,
  maxEnumValues: 1_000,
  maxNameChars: 120_000,
};

/**
 * The Schema object of Gemini's function declarations, which allows less than its `parametersJsonSchema`.
 *
 * @see https://ai.google.dev/api/caching#Schema
 */
const GEMINI: Subset = {
  keywords: new Set(
    "type format title description nullable enum maxItems minItems properties required minProperties maxProperties minLength maxLength pattern example anyOf propertyOrdering default items minimum maximum".split(
      " ",
    ),
  ),
  maxDepth: 32,
};

/**
 * Returns what OpenAI's strict mode would reject in a parameter schema; empty when it accepts it.
 */
export function openAiFaults(schema: Node): string[] {
  const faults = outside(schema, OPENAI);
  const count = { properties: 0, enumValues: 0, nameChars: 0 };
  walk(schema, (node, path) => {
    const properties = Object.keys((node["properties"] as Node | undefined) ?? {});
    const values = (node["enum"] as unknown[] | undefined) ?? [];
    count.properties += properties.length;
    count.enumValues += values.length;
    count.nameChars += [...properties, ...values].join("").length;
    if (node["type"] !== "object") return;
    if (node["additionalProperties"] !== false) faults.push(`${path} must close additionalProperties`);
    const required = new Set(node["required"] as string[] | undefined);
    for (const name of properties) if (!required.has(name)) faults.push(`${path}.${name} must be required`);
  });
  if (schema["type"] !== "object" || schema["anyOf"]) faults.push("the root must be an object");
  if (count.properties > OPENAI.maxProperties) faults.push("too many properties");
  if (count.enumValues > OPENAI.maxEnumValues) faults.push("too many enum values");
  if (count.nameChars > OPENAI.maxNameChars) faults.push("names too long");
  return faults;
}

/**
 * Returns a schema as adapters change it before they enable strict mode: objects closed, everything required, optional
 * parts nullable, defaults removed.
 *
 * @see https://platform.openai.com/docs/guides/structured-outputs#all-fields-must-be-required
 */
export function tightened(node: Node): Node {
  const { default: _default, properties, items, required, ...rest } = node;
  const needed = new Set(required as string[] | undefined);
  const entries = Object.entries((properties as Record<string, Node> | undefined) ?? {});
  return {
    ...rest,
    ...(items ? { items: tightened(items as Node) } : {}),
    ...(node["type"] === "object"
      ? {
          additionalProperties: false,
          required: entries.map(([name]) => name),
          properties: Object.fromEntries(
            entries.map(([name, field]) => {
              const tight = tightened(field);
              return [name, needed.has(name) ? tight : { anyOf: [tight, { type: "null" }] }];
            }),
          ),
        }
      : {}),
  };
}

/**
 * Returns what Gemini's function declarations would reject in a parameter schema; adapters drop `additionalProperties`.
 */
export function geminiFaults(schema: Node): string[] {
  const faults: string[] = [];
  walk(schema, (node, path, depth) => {
    const { additionalProperties: _dropped, ...rest } = node;
    faults.push(...outside({ ...rest, properties: {}, items: {} }, GEMINI).map((fault) => `${path}: ${fault}`));
    if (depth > GEMINI.maxDepth) faults.push(`${path} is too deep`);
    const values = (node["enum"] as unknown[] | undefined) ?? [];
    if (values.some((value) => typeof value !== "string")) faults.push(`${path} may list texts only`);
    if (node["type"] === "array" && !node["items"]) faults.push(`${path} must say what it is a list of`);
    const properties = (node["properties"] as Node | undefined) ?? {};
    for (const name of (node["required"] as string[] | undefined) ?? []) {
      if (!(name in properties)) faults.push(`${path} requires ${name}, which it does not have`);
    }
  });
  return faults;
}

function outside(schema: Node, { keywords, maxDepth }: Subset): string[] {
  const faults: string[] = [];
  walk(schema, (node, path, depth) => {
    for (const keyword of Object.keys(node)) if (!keywords.has(keyword)) faults.push(`${path} has ${keyword}`);
    const { type } = node;
    if (type === undefined && !node["anyOf"] && Object.keys(node).length > 0) faults.push(`${path} has no type`);
    if (type !== undefined && typeof type !== "string") faults.push(`${path} has several types`);
    if (depth > maxDepth) faults.push(`${path} is too deep`);
  });
  return faults;
}

function walk(node: Node, visit: (node: Node, path: string, depth: number) => void, path = "root", depth = 1): void {
  visit(node, path, depth);
  for (const [name, field] of Object.entries((node["properties"] as Record<string, Node> | undefined) ?? {})) {
    walk(field, visit, `${path}.${name}`, depth + 1);
  }
  if (node["items"]) walk(node["items"] as Node, visit, `${path}[]`, depth + 1);
  for (const option of (node["anyOf"] as Node[] | undefined) ?? []) walk(option, visit, path, depth);
}
