/** Validates the OpenAPI document with a validator, a JSON Schema implementation and the table of errors. */
import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { CATALOGUE } from "../../src/catalogue.js";
import { z } from "../../src/contract/schema.js";
import { REJECTIONS, ROUTE_REJECTIONS } from "../../src/http/rejections.js";
import { EXAMPLES as examples } from "../../src/serve/openapi-examples.js";
import { toOpenApi } from "../../src/rest/openapi.js";
import { routeViewShape } from "../../src/views/view.js";

const raw = z
  .record(z.unknown())
  .parse(JSON.parse(JSON.stringify(toOpenApi(CATALOGUE, "1.2.3", examples, ROUTE_REJECTIONS))));

const reference = z.object({ $ref: z.string() });
const content = z.object({
  "application/json": z.object({
    schema: z.union([reference, z.object({ anyOf: z.array(reference) })]),
    example: z.unknown(),
    examples: z.record(z.object({ value: z.record(z.unknown()) })).optional(),
  }),
});
const response = z.object({ headers: z.record(z.unknown()), content: content.optional() });
const document = z
  .object({
    paths: z.record(z.object({ get: z.unknown() })),
    components: z.object({ schemas: z.record(z.record(z.unknown())), responses: z.record(response) }),
  })
  .parse(raw);
const SHARED = "#/components/responses/";
const operation = z.object({
  parameters: z.array(z.object({ name: z.string(), in: z.string(), required: z.boolean(), description: z.string() })),
  responses: z.record(
    z.union([response, reference.transform(({ $ref }) => document.components.responses[$ref.replace(SHARED, "")]!)]),
  ),
});

const operations = CATALOGUE.map(({ capability }) => ({
  capability,
  route: capability.route,
  get: operation.parse(document.paths[capability.route]?.get),
}));

const ajv = new Ajv2020({ strict: false });
ajv.addSchema({ $id: "document", $defs: resolved(document.components.schemas) });

function resolved(schema: object): object {
  const text = JSON.stringify(schema).replaceAll("#/components/schemas/", "document#/$defs/");
  return z.record(z.unknown()).parse(JSON.parse(text));
}

function judge(schema: object, value: unknown): unknown {
  const validate = ajv.compile(resolved(schema));
  return validate(value) ? [] : validate.errors;
}

/** The shapes of a status, each as its field names. */
function shapesOf(route: string, status: string): string[] {
  const found = operations.find((each) => each.route === route)?.get.responses[status]?.content;
  const bodies = Object.values(found?.["application/json"].examples ?? {}).map(({ value }) => Object.keys(value));
  return [...new Set(bodies.map((keys) => keys.join(" ")))];
}

it("writes a response that several endpoints have only once", () => {
  const text = JSON.stringify(raw["paths"]);
  const shared = Object.entries(document.components.responses);
  expect(shared.length).toBeGreaterThan(10);
  for (const [name, one] of shared) {
    expect([name, text.split(`"${SHARED}${name}"`).length > 2]).toEqual([name, true]);
    expect([name, text.includes(JSON.stringify(one))]).toEqual([name, false]);
  }
});

it("is valid OpenAPI 3.1 according to an independent validator", async () => {
  const validator = new Validator();
  expect(await validator.validate(raw)).toEqual({ valid: true });
  expect(validator.version).toBe("3.1");
});

it("has only references that the page /docs can follow: into the document, by plain names, not in circles", () => {
  const parts = Object.entries(z.record(z.record(z.unknown())).parse(raw["components"])).flatMap(([kind, named]) =>
    Object.entries(named).map(([name, part]) => [`#/components/${kind}/${name}`, part] as const),
  );
  const partAt = new Map<string, unknown>(parts);
  const referencesIn = (part: unknown) =>
    [...JSON.stringify(part).matchAll(/"\$ref":"([^"]*)"/g)].map(([, address]) => address!);
  const follow = (part: unknown, path: readonly string[]): void => {
    for (const address of referencesIn(part)) {
      expect(address).toMatch(/^#\/components\/\w+\/[\w-]+$/);
      expect([...partAt.keys()]).toContain(address);
      expect(path).not.toContain(address);
      follow(partAt.get(address), [...path, address]);
    }
  };
  for (const [address, part] of parts) follow(part, [address]);
  follow(raw["paths"], []);
  expect(referencesIn(raw).length).toBeGreaterThan(100);
});

describe.each(operations)("$route", ({ capability, get }) => {
  it("has every parameter, described", () => {
    const names = get.parameters.filter((each) => each.in !== "header").map(({ name }) => name);
    expect(names).toEqual(Object.keys({ ...capability.input.shape, ...routeViewShape(capability) }));
    expect(get.parameters.filter(({ description }) => description === "")).toEqual([]);
  });

  it("describes every field of its body, and its example is valid", () => {
    const { schema, example } = get.responses["200"]!.content!["application/json"];
    expect(example).toBeDefined();
    expect(judge(schema, example)).toEqual([]);
    const named = document.components.schemas[reference.parse(schema).$ref.split("/").at(-1)!];
    const { properties } = z
      .object({ properties: z.record(z.object({ description: z.string() }).partial()) })
      .parse(named);
    const silent = Object.entries(properties).filter(([, { description }]) => !description);
    expect(silent.map(([name]) => name)).toEqual([]);
  });

  it("gives a valid example for each failure", () => {
    const failing = Object.entries(get.responses).filter(([status]) => status >= "400");
    expect(failing.length).toBeGreaterThan(4);
    for (const [, { content: body }] of failing) {
      const { schema, examples: samples = {} } = body!["application/json"];
      expect(Object.keys(samples)).not.toEqual([]);
      for (const { value } of Object.values(samples)) expect(judge(schema, value)).toEqual([]);
    }
  });

  it("shows the message for a wrong parameter", () => {
    const { examples: samples = {} } = get.responses["400"]!.content!["application/json"];
    const { message, detail } = samples["invalid_input"]!.value;
    expect(message ?? detail).toMatch(/^(?:Invalid "\w+": got .+\. Allowed: .+|Unknown parameter "limit"\. .+)\.$/);
    const [, name = "limit"] = /"(\w+)": got/.exec(String(message ?? detail)) ?? [];
    const isKnown = Object.keys(capability.input.shape).includes(name);
    expect(isKnown).toBe(!String(message ?? detail).startsWith("Unknown"));
  });

  it("describes the headers of each answer", () => {
    expect(Object.keys(get.responses["200"]!.headers)).toEqual(
      expect.arrayContaining(["Age", "Cache-Control", "Cache-Status", "ETag", "RateLimit", "RateLimit-Policy"]),
    );
    expect(get.responses["304"]!.headers).toHaveProperty("ETag");
    expect(get.responses["429"]!.headers).toHaveProperty("Retry-After");
    expect(get.responses["401"]!.headers).toHaveProperty("WWW-Authenticate");
  });
});

const PLAIN = "error detail";
const RETRY = "error detail retry_after";
const CODE = "error message code";
// The failures of each endpoint.
it.each([
  { path: "/api/v1/stock/{symbol}/overview", bad: CODE, unknown: [CODE], limited: `${CODE} retryAfter`, status: "500" },
  { path: "/api/v1/stock/{symbol}", unknown: ["detail"], limited: RETRY, status: "500" },
  { path: "/api/v1/stock/{symbol}/provider-b", unknown: ["detail"], limited: RETRY, status: "500" },
  { path: "/api/v1/provider-a/stock/{symbol}/financials", unknown: [PLAIN], limited: RETRY, status: "500" },
  { path: "/api/v1/provider-a/stock/{symbol}/price-targets", unknown: ["error", PLAIN], limited: PLAIN, status: "500" },
  { path: "/api/v1/provider-a/stock/{symbol}/dcf", unknown: ["error"], short: [PLAIN], limited: PLAIN, status: "500" },
  { path: "/api/v1/stock/{symbol}/recommendations", unknown: [PLAIN], limited: RETRY, status: "500" },
  { path: "/api/v1/stock/{symbol}/insider-transactions", unknown: ["error"], limited: RETRY, status: "500" },
  { path: "/api/v1/search", unknown: [], limited: RETRY, status: "503" },
  { path: "/api/v1/screener", unknown: [], limited: RETRY, status: "503" },
  { path: "/api/v1/market/gainers", unknown: [], limited: RETRY, status: "503" },
  { path: "/api/v1/market/losers", unknown: [], limited: RETRY, status: "503" },
  { path: "/api/v1/market/active", unknown: [], limited: PLAIN, status: "503" },
  { path: "/api/v1/crypto", unknown: [], limited: RETRY, status: "503" },
])("$path fails in the documented shapes", ({ path, bad = PLAIN, unknown, short = [], limited, status }) => {
  expect(shapesOf(path, "400")).toEqual([bad]);
  expect(shapesOf(path, "401")).toEqual([bad]);
  expect(shapesOf(path, "404")).toEqual(unknown);
  expect(shapesOf(path, "422")).toEqual(short);
  expect(shapesOf(path, "429")).toEqual([limited]);
  expect(shapesOf(path, status)).toEqual([bad]);
});

it.each(Object.entries(ROUTE_REJECTIONS))(
  "describes the rejection %s on every route, as the service sends it",
  (name, rejection) => {
    const { status, error, detail } = rejection;
    const overview = { error, message: detail, code: status };
    for (const { route, get } of operations) {
      const { examples: samples = {} } = get.responses[String(status)]!.content!["application/json"];
      const isOverview = rejection.inShapeOfRoute && route.endsWith("/overview");
      expect(samples[name]).toEqual({ value: isOverview ? overview : { error, detail } });
    }
    expect(Object.values(REJECTIONS)).toContainEqual(rejection);
  },
);

it("describes both ways to send a key", () => {
  expect(raw).toMatchObject({
    security: [{}, { apiKey: [] }, { bearer: [] }],
    components: {
      securitySchemes: {
        apiKey: { type: "apiKey", in: "header", name: "X-API-Key" },
        bearer: { type: "http", scheme: "bearer" },
      },
    },
  });
});
