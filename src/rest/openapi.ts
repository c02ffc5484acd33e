/** The catalogue as an OpenAPI 3.1 document. */
import type { Capability, ErrorShape } from "../contract/capability.js";
import { toFailed } from "../contract/error-body.js";
import { MarketDataError, type FailureKind } from "../contract/errors.js";
import type { Entry } from "../contract/provider.js";
import { toJsonSchema, type JsonSchema } from "../contract/schema.js";

const EXAMPLE_SYMBOL = "NOSUCH";

/** All routes with their parameters, bodies and errors. */
export function toOpenApi(catalogue: readonly Entry[], version: string): JsonSchema {
  return {
    openapi: "3.1.0",
    info: {
      title: "market-data-mcp",
      version,
      description:
        "Market data as JSON. null means that no source has the value. Every body says when it was composed; headers say where it came from and how old it is.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/" }],
    security: [{}, { apiKey: [] }, { bearer: [] }],
    paths: Object.fromEntries(catalogue.map(({ capability }) => [capability.route, { get: toOperation(capability) }])),
    components: {
      securitySchemes: {
        apiKey: { type: "apiKey", in: "header", name: "X-API-Key" },
        bearer: { type: "http", scheme: "bearer" },
      },
    },
  };
}

function toOperation(capability: Capability): JsonSchema {
  return {
    operationId: capability.tool.name,
    summary: capability.title,
    description: capability.tool.description,
    parameters: toParameters(capability),
    responses: {
      "200": {
        description: capability.title,
        headers: {
          Age: header("Seconds since the data came from its source", "integer"),
          "Cache-Status": header("hit, fwd=miss or fwd=stale"),
          ETag: header("For If-None-Match"),
          "X-Data-Sources": header("Who answered, who was passed over and why, who filled in which fields"),
          "X-Data-Stale": header("Why something old is served; only then"),
        },
        content: { "application/json": { schema: toJsonSchema(capability.output, { open: true }) } },
      },
      "304": { description: "Not modified since the ETag in If-None-Match" },
      ...toErrors(capability.errors, capability.route.includes("{symbol}")),
    },
  };
}

function header(description: string, type = "string"): JsonSchema {
  return { description, schema: { type } };
}

function toParameters({ input, route }: Capability): JsonSchema[] {
  const { properties = {}, required = [] } = toJsonSchema(input) as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: route.includes(`{${name}}`) ? "path" : "query",
    required: required.includes(name),
    description,
    schema,
  }));
}

function toErrors(errors: ErrorShape, hasSymbol: boolean): Record<string, JsonSchema> {
  const kinds: FailureKind[] = [
    "invalid_input",
    "unauthorized",
    ...(hasSymbol ? (["not_found"] as const) : []),
    "rate_limited",
    "upstream_unavailable",
  ];
  const responses: Record<string, JsonSchema> = {};
  for (const kind of kinds) {
    const { status, body } = toFailed(
      errors,
      new MarketDataError(kind, "What was attempted, what was found, what to do next."),
      EXAMPLE_SYMBOL,
    );
    const properties = Object.fromEntries(
      Object.entries(body).map(([name, value]) => [name, { type: typeof value === "number" ? "integer" : "string" }]),
    );
    responses[String(status)] = {
      description: String(body["error"] ?? body["detail"]),
      content: {
        "application/json": { schema: { type: "object", properties, required: Object.keys(body) }, example: body },
      },
    };
  }
  return responses;
}
