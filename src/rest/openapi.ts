/** The catalogue as an OpenAPI 3.1 document. */
import { toAgeWords } from "../lib/age-words.js";
import { toTypeName } from "../lib/capital.js";
import { toRouteTag, type RouteTag } from "../lib/route-tag.js";
import { toPlainText } from "../contract/sentence.js";
import type { Capability } from "../contract/capability.js";
import { providersOf, type Entry } from "../contract/entry.js";
import { toJsonSchema, type JsonSchema } from "../contract/schema.js";
import { inputSchema } from "../contract/input.js";
import { createRestForm, toHintSentence, type HintForm } from "../views/hint-words.js";
import { createSourceNames } from "../views/source-names.js";
import { routeViewShape } from "../views/view.js";
import { toErrorResponses, toErrorSchemas, type Rejections } from "./openapi-errors.js";
import { HEADERS, toHeaderReferences } from "./openapi-headers.js";
import { shareResponses } from "./openapi-shared.js";

/** An example request and its answer, by capability name. */
export type Examples = Readonly<
  Record<string, { input: Readonly<Record<string, unknown>>; body: unknown } | undefined>
>;

const DESCRIPTION = `Market data as JSON or CSV. \`null\` means that no source has the value. Headers say where an answer came from and how old it is.

**CSV.** Answers are described as JSON. With \`format=csv\`, or an \`Accept\` that prefers \`text/csv\`, the same routes answer as \`text/csv\` with a header line; a generated client reads these as text.

**Keys.** A server without keys is open. One with keys requires \`X-API-Key\`, or \`Authorization: Bearer\`, and counts calls against the key's plan, as the \`RateLimit\` headers say. Keys are not accepted in the address.

**Lists** in the address are written with commas, or as repeated parameters.

**Errors** have a shape that depends on the endpoint and is described there. Every other path is 404, every method except GET, HEAD and OPTIONS is 405 with \`Allow\`, both as \`{error, detail}\`.

**Examples** are from the simulated market: every figure in them is invented, and their lists are cut to a few rows.`;

const TAGS: Readonly<Record<RouteTag, string>> = {
  "One symbol": "Quotes, prices over time, accounts, dividends, news, analysts, insiders",
  Market: "Several symbols, searches, movers, crypto",
  Server: "The state of this server",
};

/**
 * Returns the document: all routes with parameters, bodies, errors and headers. Every route can answer with each of the
 * `rejections`.
 */
export function toOpenApi(
  catalogue: readonly Entry[],
  version: string,
  examples: Examples,
  rejections: Rejections,
  prefix = "",
): JsonSchema {
  const capabilities = catalogue.map(({ capability }) => capability);
  const restForm = createRestForm(catalogue);
  const names = { providers: providersOf(catalogue), of: createSourceNames(catalogue) };
  const { paths, responses } = shareResponses({
    ...Object.fromEntries(
      catalogue.flatMap((entry) => {
        const { name, route, marketRoute, tool } = entry.capability;
        const operation = toOperation(
          entry,
          entry.refusal ? undefined : examples[name],
          toErrorResponses(entry, rejections, names),
          restForm,
        );
        const whole = marketRoute && {
          ...operation,
          operationId: `${tool.name}_of_market`,
          tags: [toRouteTag(marketRoute)],
          parameters: operation.parameters.filter((parameter) => parameter["in"] !== "path"),
        };
        return [[route, { get: operation }], ...(whole ? [[marketRoute, { get: whole }]] : [])];
      }),
    ),
    ...Object.fromEntries(OPERATIONS.map((operation) => [operation.path, { get: toOwnOperation(operation) }])),
  });
  return {
    openapi: "3.1.0",
    info: {
      title: "market-data-mcp",
      version,
      summary: "Market data for AI assistants and programs",
      description: DESCRIPTION,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: prefix || "/", description: "This server" }],
    security: [{}, { apiKey: [] }, { bearer: [] }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: {
        ...Object.fromEntries(
          capabilities.map((capability) => [
            toTypeName(capability.name),
            toJsonSchema(capability.output, { open: true }),
          ]),
        ),
        ...toErrorSchemas(capabilities, rejections),
      },
      responses,
      headers: HEADERS,
      securitySchemes: {
        apiKey: { type: "apiKey", in: "header", name: "X-API-Key", description: "A key of this server." },
        bearer: {
          type: "http",
          scheme: "bearer",
          description: "The same key, or a token of the issuer this server trusts, where it trusts one.",
        },
      },
    },
  };
}

function toOperation(
  entry: Entry,
  example: Examples[string],
  errors: Readonly<Record<string, JsonSchema>>,
  restForm: HintForm,
) {
  const { capability } = entry;
  return {
    operationId: capability.tool.name,
    tags: [toRouteTag(entry.capability.route)],
    summary: capability.title,
    description: toDescription(entry, restForm),
    parameters: [
      ...toParameters(capability, example?.input ?? {}),
      {
        name: "If-None-Match",
        in: "header",
        required: false,
        description: "ETag of an answer that the client has; 304 if it has not changed",
        schema: { type: "string" },
      },
    ],
    responses: {
      "200": {
        description: capability.title,
        headers: toHeaderReferences("answer"),
        // CSV stands in the text of the document: beside JSON, it would make every answer of a generated client text or JSON.
        content: {
          "application/json": {
            schema: { $ref: `#/components/schemas/${toTypeName(capability.name)}` },
            ...(example ? { example: example.body } : {}),
          },
        },
      },
      "304": {
        description: "Not changed since the ETag in If-None-Match; no body",
        headers: toHeaderReferences("answer"),
      },
      ...errors,
    },
  };
}

const OPERATIONS = [
  { path: "/healthz", operationId: "healthz", summary: "Whether the process is up", type: "application/json" },
  { path: "/readyz", operationId: "readyz", summary: "Whether it can serve, and its state", type: "application/json" },
  {
    path: "/status.json",
    operationId: "status_page",
    summary: "Data of the status page: providers, traffic of the last 15 minutes, stale answers and why",
    type: "application/json",
  },
  { path: "/metrics", operationId: "metrics", summary: "Metrics for Prometheus", type: "text/plain" },
] as const;

/** Returns the operation of a route that needs no key and counts against no plan. */
function toOwnOperation({ operationId, summary, type }: (typeof OPERATIONS)[number]) {
  const schema = { type: type === "application/json" ? "object" : "string" };
  return {
    operationId,
    tags: ["Server" satisfies RouteTag],
    summary,
    description: "Needs no key and counts against no plan.",
    security: [{}],
    responses: { "200": { description: summary, content: { [type]: { schema } } } },
  };
}

function toDescription({ capability, sources, refusal }: Entry, restForm: HintForm): string {
  if (refusal) return "No source of this server has it.";
  const { ttlSeconds, staleSeconds } = capability.freshness;
  const { description, otherwise } = capability.tool;
  const hint = otherwise && toHintSentence(otherwise, restForm);
  const providers = [...new Set(sources.map(({ provider }) => provider.title))];
  return [
    description,
    hint && toPlainText(hint),
    providers.length > 0 ? `Answered by ${providers.join(", then ")}.` : undefined,
    ttlSeconds > 0
      ? `Fresh for ${toAgeWords(ttlSeconds)}; served up to ${toAgeWords(staleSeconds)} longer when no source can do better.`
      : undefined,
  ]
    .filter((sentence) => sentence !== undefined)
    .join(" ");
}

/** Descriptions of the view's parameters over REST; the list of tools has shorter ones. */
const VIEW_DESCRIPTIONS: Readonly<Record<string, string>> = {
  limit: "Rows at most; all by default",
  fields: "Fields of a row, separated by commas; all by default",
  format: "json, or csv for a text/csv instead; by default as the header Accept prefers, else json",
  as_of: "A past day, YYYY-MM-DD: the answer as it was known then",
};

function toParameters(capability: Capability, examples: Readonly<Record<string, unknown>>): JsonSchema[] {
  const { input, route } = capability;
  const view = routeViewShape(capability);
  const { properties = {}, required = [] } = toJsonSchema(inputSchema(capability, view)) as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: route.includes(`{${name}}`) ? "path" : "query",
    required: required.includes(name) || route.includes(`{${name}}`),
    description: name in view && !(name in input.shape) ? VIEW_DESCRIPTIONS[name] : description,
    // A list is one value with commas, which is shorter; the router also accepts repeated parameters.
    ...(schema["type"] === "array" ? { style: "form", explode: false } : {}),
    schema,
    ...(name in examples ? { example: examples[name] } : {}),
  }));
}
