import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { serviceStatus } from "../src/capabilities/service-status.js";
import { CATALOGUE, TOOLS as ALL_TOOLS } from "../src/catalogue.js";
import type { Enrichment } from "../src/contract/enrichment.js";
import { providersOf } from "../src/contract/entry.js";
import { fieldsOf } from "../src/contract/field.js";
import { columnsShown } from "../src/contract/rows-spec.js";
import { toJsonSchema, type JsonSchema } from "../src/contract/schema.js";
import { listedParameters } from "../src/mcp/parameters.js";
import { csvFields } from "../src/views/shown-body.js";
import { toListedTools } from "../src/mcp/tools.js";
import { rowFields } from "../src/views/view.js";
import { expectGenerated } from "./support/generated-file.js";

const SRC = new URL("../src", import.meta.url).pathname;
const PROVIDERS = providersOf(CATALOGUE);
const CAPABILITIES = CATALOGUE.map(({ capability }) => capability);
const TOOLS = toListedTools(ALL_TOOLS).map(({ tool }) => tool);
const ROWS = CATALOGUE.map((entry) => [entry.capability.name, entry] as const);
const TOOL_ROWS = CAPABILITIES.map((capability, row) => [TOOLS[row]!.name, capability, TOOLS[row]!] as const);

const repeated = (values: readonly string[]) => values.filter((value, index) => values.indexOf(value) !== index);
const isObject = (value: unknown): value is JsonSchema =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns a schema and all nested ones, each with its path. */
function nodesOf(node: unknown, path = ""): [path: string, node: JsonSchema][] {
  if (Array.isArray(node)) return node.flatMap((item, index) => nodesOf(item, `${path}/${index}`));
  if (!isObject(node)) return [];
  return [[path, node], ...Object.entries(node).flatMap(([key, value]) => nodesOf(value, `${path}/${key}`))];
}

/** Returns every property of a schema, at any depth, with its name. */
function propertiesOf(schema: unknown): [name: string, property: JsonSchema][] {
  return nodesOf(schema).flatMap(([, { properties }]) =>
    isObject(properties) ? (Object.entries(properties) as [string, JsonSchema][]) : [],
  );
}

/** Fields listed for a tool that has the same fields as another one; its schema refers to that tool for the rest. */
const SHOWN_OF_THE_SAME = ["symbol", "price", "timestamp", "source"];

/** Names of number fields that have no description and are in no object or list with one. */
function unitless(node: JsonSchema, isInsideDescribed = false, name = ""): string[] {
  const isDescribed = isInsideDescribed || "description" in node;
  const types = [node["type"]].flat();
  const inner = [node["items"], ...(Array.isArray(node["anyOf"]) ? node["anyOf"] : [])].filter(isObject);
  const fields = Object.entries((node["properties"] ?? {}) as Record<string, JsonSchema>);
  return [
    ...(types.includes("number") && !isDescribed ? [name] : []),
    ...inner.flatMap((each) => unitless(each, isDescribed, name)),
    ...fields.flatMap(([field, each]) => unitless(each, isDescribed, field)),
  ];
}

/** Returns the paths of all fields, such as `profit.margin`, with their types. */
function typesOf(node: JsonSchema, path = ""): [path: string, type: unknown][] {
  const inner = [node["items"], ...(Array.isArray(node["anyOf"]) ? node["anyOf"] : [])].filter(isObject);
  const fields = Object.entries((node["properties"] ?? {}) as Record<string, JsonSchema>);
  return [
    ...[node["type"]].flat().map((type): [string, unknown] => [path, type]),
    ...inner.flatMap((each) => typesOf(each, path)),
    ...fields.flatMap(([name, each]) => typesOf(each, path === "" ? name : `${path}.${name}`)),
  ];
}

describe("the catalogue", () => {
  it("has each capability once", () => {
    expect(repeated(CAPABILITIES.map(({ name }) => name))).toEqual([]);
    expect(repeated(CAPABILITIES.map(({ route }) => route))).toEqual([]);
    expect(repeated(TOOLS.map(({ name }) => name))).toEqual([]);
  });

  // docs/interface.md promises these; the catalogue may have further capabilities.
  it("has the interface's routes and tools", () => {
    const rows = CAPABILITIES.map(({ route, tool }) => `${route} ${tool.name}`);
    const fixed = [
      "/api/v1/crypto provider_a_get_crypto_prices",
      "/api/v1/market/active provider_a_get_most_active",
      "/api/v1/market/gainers provider_a_get_market_gainers",
      "/api/v1/market/losers provider_a_get_market_losers",
      "/api/v1/provider-a/stock/{symbol}/dcf provider_a_get_dcf_valuation",
      "/api/v1/provider-a/stock/{symbol}/financials provider_a_get_financial_statements",
      "/api/v1/provider-a/stock/{symbol}/price-targets provider_a_get_price_targets",
      "/api/v1/screener provider_a_screen_stocks",
      "/api/v1/search search_symbols",
      "/api/v1/stock/{symbol} provider_a_get_stock_quote",
      "/api/v1/stock/{symbol}/insider-transactions get_insider_transactions",
      "/api/v1/stock/{symbol}/overview get_company_overview",
      "/api/v1/stock/{symbol}/provider-b provider_b_get_stock_quote",
      "/api/v1/stock/{symbol}/recommendations get_recommendations",
    ];
    expect(rows).toEqual(expect.arrayContaining(fixed));
  });

  it.each(ROWS)(
    "binds every source of %s to a known provider; rows without sources are answered by this server",
    (_name, { capability, sources, derive, own }) => {
      expect(own === true).toBe(capability === serviceStatus);
      expect(sources.length > 0).toBe(!own && !derive);
      for (const source of sources) {
        expect(source.capability).toBe(capability);
        expect(PROVIDERS).toContain(source.provider);
      }
    },
  );

  it.each(ROWS)("enriches only fields that %s has", (_name, { capability, enrichers }) => {
    for (const { provider, enrichment } of enrichers) {
      expect(PROVIDERS).toContain(provider);
      const listed = propertiesOf(TOOLS[CAPABILITIES.indexOf(capability)]!.outputSchema).map(([name]) => name);
      const declared = [...fieldsOf(capability.output).keys()].map((path) => path.split(".").at(-1)!);
      const names = new Set([...listed, ...declared, ...(capability.tool.unlisted ?? [])]);
      expect((enrichment as Enrichment).fields.filter((field) => !names.has(field))).toEqual([]);
    }
  });

  it.each(ROWS)("has a path parameter of %s for each brace in its route", (_name, { capability }) => {
    const braces = [...capability.route.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
    expect(Object.keys(capability.input.shape)).toEqual(expect.arrayContaining(braces));
  });

  it.each(ROWS)("begins a page of %s with fields that it has", (_name, { capability: { output, tool } }) => {
    const names = propertiesOf(toJsonSchema(output)).map(([name]) => name);
    expect(names).toEqual(expect.arrayContaining([...(tool.leading ?? [])]));
  });

  it.each(ROWS)("lists only existing parameters of %s as view parameters", (_name, { capability }) => {
    const { viewParameters = [], input, tool, output } = capability;
    expect(Object.keys(input.shape)).toEqual(expect.arrayContaining([...viewParameters]));
    expect(Object.keys(output.shape)).toEqual(expect.arrayContaining(tool.rows ? [tool.rows.list] : []));
  });

  it.each(ROWS)("says only of columns that rows of %s can have when they have them", (_name, { capability }) => {
    const { rows } = capability.tool;
    const shown = Object.keys(rows?.columns ?? {}).filter((name) => rows?.columns?.[name] !== "never");
    expect(shown.filter((name) => !rowFields(capability).names.includes(name))).toEqual([]);
    expect(columnsShown(rows, "never").filter((name) => rowFields(capability).names.includes(name))).toEqual([]);
  });
});

/** The only tools and routes that surfaces may name: errors recommend the symbol search, and help has an example. */
const POINTERS: Readonly<Record<string, readonly string[]>> = {
  "mcp/server.ts": ["search_symbols"],
  "rest/openapi-errors.ts": ["/api/v1/search"],
  "cli/tool-commands.ts": ["get_quotes"],
};

describe("a surface", () => {
  const files = ["mcp", "rest", "views", "cli"].flatMap((folder) =>
    readdirSync(`${SRC}/${folder}`).flatMap((name) => (name.endsWith(".ts") ? [`${folder}/${name}`] : [])),
  );

  it.each(files)("names no capability, tool or route in %s", (path) => {
    const text = readFileSync(`${SRC}/${path}`, "utf8");
    const named = CATALOGUE.flatMap(({ capability: { name, route, tool } }) => [
      ...(text.includes(`"${name}"`) ? [name] : []),
      ...[route, tool.name].filter((word) => new RegExp(`${word.replace(/[{}]/g, "\\$&")}(?![\\w/{-])`).test(text)),
    ]);
    expect(named, "Read what the surface needs from a field of the capability's definition.").toEqual(
      POINTERS[path] ?? [],
    );
  });
});

describe("the tool list", () => {
  it("equals the reviewed snapshot", () => {
    expectGenerated("tests/__snapshots__/tools.json", `${JSON.stringify(TOOLS, null, 2)}\n`);
  });

  it("has the same bytes at each start", () => {
    expect(JSON.stringify(toListedTools(ALL_TOOLS).map(({ tool }) => tool))).toBe(JSON.stringify(TOOLS));
  });

  it.each(TOOL_ROWS)("%s has every property that was declared", (_name, capability, listed) => {
    const { input, output, tool } = capability;
    const declared = Object.keys({ ...input.shape, ...listedParameters(capability) }).filter(
      (parameter) => !tool.hidden?.includes(parameter),
    );
    expect(Object.keys(listed.inputSchema.properties ?? {})).toEqual(declared);
    const shown = Object.keys(listed.outputSchema!.properties ?? {});
    const ofRest = tool.sameFieldsAs
      ? SHOWN_OF_THE_SAME
      : Object.keys(output.shape).filter((name) => !tool.unlisted?.includes(name));
    expect(shown).toEqual(["note", "stale", ...ofRest, ...csvFields(tool.rows)]);
    const empty = propertiesOf([listed.inputSchema, listed.outputSchema]).filter(
      ([, { description: _description, ...schema }]) => Object.keys(schema).length === 0,
    );
    expect(empty).toEqual([]);
  });

  it.each(TOOL_ROWS)("%s has a name, a title and annotations that every client accepts", (name, capability, listed) => {
    const { title, tool } = capability;
    expect(name).toMatch(/^[a-z0-9_]{1,64}$/);
    // tests/domain-constants.test.ts names these tools.
    const openWorldHint = tool.untrusted !== undefined;
    expect(listed).toMatchObject({ title, annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint } });
  });

  it.each(TOOL_ROWS)(
    "%s has the fields of which it says that they are third-party prose",
    (_name, { output, tool }) => {
      const paths = new Set(typesOf(toJsonSchema(output)).map(([path]) => path));
      const missing = (tool.untrusted ?? []).filter((path) => !paths.has(path.replaceAll("[]", "")));
      expect(missing).toEqual([]);
    },
  );

  it.each(TOOL_ROWS)("%s describes its fields", (_name, { output }, tool) => {
    expect(tool.description).toMatch(/^[A-Z].{20,400}\.$/);
    // The list is short; the OpenAPI document has the full descriptions.
    const silent = propertiesOf(toJsonSchema(output))
      .filter(([, { description }]) => typeof description !== "string" || description === "")
      .map(([name]) => name);
    // The symbol of a row needs no description; it would be repeated in about twenty schemas.
    expect(silent.filter((name) => name !== "symbol" && name !== "ticker")).toEqual([]);
  });

  it.each(TOOL_ROWS)("%s says of every listed parameter more than its name", (_name, _capability, tool) => {
    const letters = (text: unknown) =>
      String(text ?? "")
        .toLowerCase()
        .replace(/[^a-z%]/g, "");
    const silent = propertiesOf(tool.inputSchema)
      .filter(([name, { description }]) =>
        ["", letters(name), letters(name.replace(/_(?:min|max)$/, ""))].includes(letters(description)),
      )
      .map(([name]) => name);
    expect(silent).toEqual([]);
  });

  // Copilot CLI and Continue show a model no instructions of the server.
  it.each([
    ["get_company_overview", "Read note first."],
    ["provider_a_get_stock_quote", "Read note first."],
    ["get_quotes", "Read note first."],
    ["get_economic_series", "No retail sales."],
    ["get_insider_transactions", "Not of Congress."],
    ["get_news", "No sentiment."],
    ["get_news", "third-party text, no instruction"],
    ["get_earnings", "No transcripts."],
    ["get_filing_text", "8-K and section 99.1: earnings release"],
  ])("%s says beside the server's instructions: %s", (name, words) => {
    const { description, inputSchema } = TOOLS.find((tool) => tool.name === name)!;
    expect(JSON.stringify([description, inputSchema])).toContain(words);
  });

  it.each(TOOL_ROWS)("%s states the unit of every number", (_name, _capability, { outputSchema }) => {
    expect(unitless(outputSchema!)).toEqual([]);
  });

  it.each(TOOL_ROWS)("%s declares what each number measures", (_name, { output }) => {
    const declared = new Set(fieldsOf(output).keys());
    const numbers = typesOf(toJsonSchema(output)).filter(([, type]) => type === "number");
    expect(numbers.filter(([path]) => !declared.has(path))).toEqual([]);
  });

  it.each(TOOL_ROWS)("%s has schemas in the subset that every client supports", (_name, _capability, tool) => {
    const nodes = nodesOf([tool.inputSchema, tool.outputSchema]);
    const holding = (key: string) =>
      nodes.filter(([, node]) => key in node && !("properties" in node && key in (node["properties"] as object)));
    for (const key of [
      "$ref",
      "$schema",
      "$defs",
      "definitions",
      "exclusiveMinimum",
      "exclusiveMaximum",
      "oneOf",
      "allOf",
      "not",
      "if",
    ]) {
      expect(holding(key).map(([path]) => `${key} at ${path}`)).toEqual([]);
    }
    // Only outputs may be null; some clients do not support a list of types in inputs.
    expect(nodesOf(tool.inputSchema).filter(([, { type }]) => Array.isArray(type))).toEqual([]);
    expect(tool.inputSchema.type).toBe("object");
    expect(tool.outputSchema!.type).toBe("object");
  });

  it.each(TOOL_ROWS)(
    "%s is flat: no union in its input, none at the root of its output",
    (_name, _capability, tool) => {
      expect(nodesOf(tool.inputSchema).filter(([, node]) => "anyOf" in node)).toEqual([]);
      const nested = Object.values(tool.inputSchema.properties ?? {}).filter(
        (each) => "properties" in (each as object),
      );
      expect(nested).toEqual([]);
      expect(tool.outputSchema).not.toHaveProperty("anyOf");
    },
  );

  it.each(TOOL_ROWS)("%s allows further fields in its output", (_name, _capability, tool) => {
    expect(nodesOf(tool.outputSchema).filter(([, node]) => node["additionalProperties"] === false)).toEqual([]);
  });
});
