/** Validates the listed schemas against the rules of model APIs and clients. */
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { CATALOGUE } from "../../src/catalogue.js";
import { toListedTools } from "../../src/mcp/tools.js";
import { geminiFaults, openAiFaults, tightened } from "../support/schema-subsets.js";

const TOOLS = toListedTools(CATALOGUE).map(({ tool }) => tool);

describe("a listed tool", () => {
  it.each(TOOLS)("$name has schemas in which JSON Schema 2020-12 knows every keyword", (tool) => {
    // In strict mode an unknown keyword, a missing type or a missing required property is an error, too.
    const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: true });
    for (const schema of [tool.inputSchema, tool.outputSchema!]) {
      expect(ajv.validateSchema(schema)).toBe(true);
      expect(() => ajv.compile(schema)).not.toThrow();
      expect(JSON.stringify(schema)).not.toMatch(/"\$(?:schema|ref|defs|dynamicRef)"/);
    }
  });

  it.each(TOOLS)("$name can be declared to OpenAI's strict mode", ({ inputSchema }) => {
    expect(openAiFaults(tightened(inputSchema))).toEqual([]);
  });

  it.each(TOOLS)("$name can be declared to Gemini", ({ inputSchema }) => {
    expect(geminiFaults(inputSchema)).toEqual([]);
  });

  it.each(TOOLS)("$name has a name that stays valid with a host's prefix, and a description that fits", (tool) => {
    // Model interfaces allow 64 characters, and hosts put the server's name in front.
    expect(tool.name).toMatch(/^[a-z][a-z0-9_]{2,39}$/);
    expect(tool.description!.length).toBeLessThanOrEqual(1_024);
  });
});

describe("the checks", () => {
  const object = (properties: Record<string, object>, rest: object = {}) => ({ type: "object", properties, ...rest });

  it.each([
    [object({ a: { type: ["string", "null"] } }), "root.a has several types"],
    [object({ a: { type: "string", minLength: 1 } }), "root.a has minLength"],
    [object({ a: { oneOf: [{ type: "string" }] } }), "root.a has oneOf"],
    [object({ a: {} }, { anyOf: [object({})] }), "the root must be an object"],
  ])("know what OpenAI's strict mode rejects: %j", (schema, fault) => {
    expect(openAiFaults(tightened(schema))).toContain(fault);
  });

  it("know that strict mode requires closed objects and required properties", () => {
    expect(openAiFaults(object({ a: { type: "string" } }))).toEqual([
      "root must close additionalProperties",
      "root.a must be required",
    ]);
  });

  it.each([
    [object({ a: { type: "string", const: "x" } }), "root.a: root has const"],
    [object({ a: { type: "integer", exclusiveMinimum: 0 } }), "root.a: root has exclusiveMinimum"],
    [object({ a: { type: "integer", enum: [1] } }), "root.a may list texts only"],
    [object({ a: { type: "array" } }), "root.a must say what it is a list of"],
    [object({}, { required: ["a"] }), "root requires a, which it does not have"],
  ])("know what Gemini rejects: %j", (schema, fault) => {
    expect(geminiFaults(schema)).toContain(fault);
  });

  it.each([
    ["OpenAI's strict mode", 10, (schema: object) => openAiFaults(tightened({ ...schema }))],
    ["Gemini", 32, (schema: object) => geminiFaults({ ...schema })],
  ] as const)("know the depth that %s allows: %i", (_api, depth, faultsOf) => {
    const nested = (levels: number): object =>
      levels === 1 ? { type: "string" } : object({ a: nested(levels - 1) }, { required: ["a"] });
    expect(faultsOf(nested(depth))).toEqual([]);
    expect(faultsOf(nested(depth + 1))).toEqual([`root${".a".repeat(depth)} is too deep`]);
  });
});
