/** The reference of the routes, which a release has as a file: parameters and fields of every route, as markdown. */
import { CATALOGUE } from "../src/catalogue.js";
import type { Capability } from "../src/contract/capability.js";
import type { JsonSchema } from "../src/contract/schema.js";
import { toAgeWords } from "../src/lib/age-words.js";
import { toOpenApi } from "../src/rest/openapi.js";

interface Parameter {
  name: string;
  in: string;
  required: boolean;
  description?: string;
  schema: JsonSchema;
}

/** Returns the page: one section for each route, with its freshness, parameters and fields of the body. */
export function toReference(version: string): string {
  const { paths, components } = toOpenApi(CATALOGUE, version, {}, {}) as unknown as {
    paths: Record<string, { get: { parameters: Parameter[]; responses: Record<string, JsonSchema> } }>;
    components: { schemas: Record<string, JsonSchema> };
  };
  const sections = CATALOGUE.map(({ capability }) => {
    const { parameters } = paths[capability.route]!.get;
    const own = parameters.filter((parameter) => parameter.in !== "header");
    return [
      `## ${capability.title}`,
      "",
      `${toRoutes(capability, ", or without a symbol ")}, tool \`${capability.tool.name}\`. ${freshnessOf(capability)}`,
      "",
      ...(own.length > 0
        ? ["| Parameter | Type | Required | Default | Meaning |", "|---|---|---|---|---|", ...own.map(parameterRow), ""]
        : []),
      "| Field | Type | Meaning |",
      "|---|---|---|",
      ...fieldRows(components.schemas[typeName(capability)]!),
    ].join("\n");
  });
  const title = "# Reference of the routes";
  const about = `Version ${version}. docs/interface.md of the repository has what all routes share: conventions, errors, limits.`;
  return `${[title, about, ...sections].join("\n\n")}\n`;
}

/** A capability's route, and the one without a symbol if it has one. */
export function toRoutes({ route, marketRoute }: Capability, between: string): string {
  return [route, ...(marketRoute ? [marketRoute] : [])].map((path) => `\`GET ${path}\``).join(between);
}

function freshnessOf({ freshness: { ttlSeconds, staleSeconds, followsUsMarket } }: Capability): string {
  if (ttlSeconds === 0) return "Never cached.";
  const night = followsUsMarket ? " While the US market is closed it stays fresh until the next session." : "";
  return `Fresh for ${toAgeWords(ttlSeconds)}; after a failure it may be served for ${toAgeWords(staleSeconds)} more.${night}`;
}

function parameterRow({ name, in: place, required, description = "", schema }: Parameter): string {
  const { default: fallback, enum: allowed, minimum, maximum } = schema as Record<string, unknown>;
  const bounds = [
    allowed ? `One of ${(allowed as string[]).join(", ")}` : undefined,
    minimum === undefined ? undefined : `At least ${minimum as number}`,
    maximum === undefined ? undefined : `At most ${maximum as number}`,
  ].filter((bound) => bound !== undefined);
  const meaning = [description, ...bounds].filter((text) => text !== "").join(". ");
  return `| \`${name}\` (${place}) | ${typeOf(schema)} | ${required ? "yes" : "no"} | ${fallback === undefined ? "–" : `\`${String(fallback)}\``} | ${cell(meaning)} |`;
}

/** A row for each field; fields of objects are written `outer.inner`, of rows `list[].field`. */
function fieldRows(schema: JsonSchema, prefix = ""): string[] {
  return Object.entries((schema["properties"] ?? {}) as Record<string, JsonSchema>).flatMap(([name, field]) => {
    const path = `${prefix}${name}`;
    const own = `| \`${path}\` | ${typeOf(field)} | ${cell(String(field["description"] ?? ""))} |`;
    return [own, ...alternatives(field).flatMap((each) => nestedRows(each, path))];
  });
}

function nestedRows(schema: JsonSchema, path: string): string[] {
  const { type, items } = schema as { type?: string; items?: JsonSchema };
  if (type === "array" && items) return fieldRows(items, `${path}[].`);
  return type === "object" ? fieldRows(schema, `${path}.`) : [];
}

function alternatives(schema: JsonSchema): JsonSchema[] {
  return (schema["anyOf"] as JsonSchema[] | undefined) ?? [schema];
}

function typeOf(schema: JsonSchema): string {
  return alternatives(schema)
    .map(({ type, const: fixed }) => (fixed === undefined ? String(type ?? "any") : JSON.stringify(fixed)))
    .join(" or ");
}

function typeName({ name }: Capability): string {
  return name.replace(/(?:^|-)(\w)/g, (_match, letter: string) => letter.toUpperCase());
}

const cell = (text: string) => text.replaceAll("|", "\\|").replaceAll("\n", " ");
