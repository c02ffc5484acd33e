/** Parameters, fields and error bodies of every route as markdown, for docs/reference.md and docs/interface.md. */
import { CATALOGUE } from "../../src/catalogue.js";
import type { Capability } from "../../src/contract/capability.js";
import { toFailed } from "../../src/views/error-body.js";
import { FAILURES, MarketDataError, type FailureKind } from "../../src/contract/errors.js";
import type { JsonSchema } from "../../src/contract/schema.js";
import { toOpenApi } from "../../src/rest/openapi.js";

interface Parameter {
  name: string;
  in: string;
  required: boolean;
  description?: string;
  schema: JsonSchema;
}

const NO_SYMBOL = "<S>";

/** One section for each route: freshness, parameters, fields of the body. */
export function routeSections(): string {
  const { paths, components } = toOpenApi(CATALOGUE, "0.0.0", {}, {}) as unknown as {
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
  return sections.join("\n\n");
}

/** A capability's route, and the one without a symbol if it has one. */
export function toRoutes({ route, marketRoute }: Capability, between: string): string {
  return [route, ...(marketRoute ? [marketRoute] : [])].map((path) => `\`GET ${path}\``).join(between);
}

/** Status and body of each failure, by route. */
export function errorTable(): string {
  const shapes = new Map<string, string[]>();
  const routes = CATALOGUE.flatMap(({ capability }) =>
    [capability.route, capability.marketRoute].flatMap((route) => (route ? [{ capability, route }] : [])),
  );
  for (const { capability, route } of routes) {
    const hasSymbol = route.includes("{symbol}");
    const symbol = route === capability.marketRoute ? undefined : NO_SYMBOL;
    const also = route === capability.marketRoute ? [] : (capability.errors.also ?? []);
    const cells = [
      bodyOf(capability, "invalid_input", symbol),
      hasSymbol ? bodyOf(capability, "not_found", symbol) : "–",
      also.map((kind) => bodyOf(capability, kind, symbol)).join("<br>") || "–",
      bodyOf(capability, "rate_limited", symbol),
      bodyOf(capability, "upstream_unavailable", symbol),
    ].join(" | ");
    shapes.set(cells, [...(shapes.get(cells) ?? []), `\`${route}\``]);
  }
  const rows = [...shapes].map(([cells, alike]) => `| ${alike.join("<br>")} | ${cells} |`);
  return [
    "| Route | Bad parameter or key | Unknown symbol | Other | Limit reached | No source could answer |",
    "|---|---|---|---|---|---|",
    ...rows,
  ].join("\n");
}

/** The kinds of failure with their status, their `error` phrase and whether a later attempt can succeed. */
export function kindTable(): string {
  const rows = Object.entries(FAILURES).map(([kind, { status, phrase, retryable }]) => {
    const shown = status === "unavailable" ? "500 or 503" : status;
    return `| \`${kind}\` | ${shown} | ${phrase} | ${retryable ? "yes" : "no"} |`;
  });
  return ["| Kind | Status | `error` | Worth retrying later |", "|---|---|---|---|", ...rows].join("\n");
}

/** Status and field names of an error, such as `404 {error, detail}`, with texts that contain the symbol. */
function bodyOf(capability: Capability, kind: FailureKind, symbol: string | undefined): string {
  const { status, body } = toFailed(capability.errors, new MarketDataError(kind, ""), symbol);
  const fields = Object.entries(body).map(([name, value]) =>
    typeof value === "string" && value.includes(NO_SYMBOL) ? `${name}: "${value}"` : name,
  );
  return `${status} \`{${fields.join(", ")}}\``;
}

function freshnessOf({ freshness: { ttlSeconds, staleSeconds, followsUsMarket } }: Capability): string {
  if (ttlSeconds === 0) return "Never cached.";
  const night = followsUsMarket ? " While the US market is closed it stays fresh until the next session." : "";
  return `Fresh for ${toSpan(ttlSeconds)}; after a failure it may be served for ${toSpan(staleSeconds)} more.${night}`;
}

function toSpan(seconds: number): string {
  const [size, unit] = seconds % 3600 === 0 ? [3600, "h"] : seconds % 60 === 0 ? [60, "min"] : [1, "s"];
  return `${seconds / Number(size)} ${unit}`;
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
