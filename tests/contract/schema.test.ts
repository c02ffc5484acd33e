import { describe, expect, it } from "vitest";
import { figure, limit } from "../../src/capabilities/fields.js";
import { quote } from "../../src/capabilities/quote.js";
import { toJsonSchema, z } from "../../src/contract/schema.js";

describe("toJsonSchema", () => {
  it("describes an object's properties; a schema of another zod would yield none", () => {
    const schema = z.object({ symbol: z.string().describe("Ticker"), limit: limit(50, 20, "Rows") }).strict();
    expect(toJsonSchema(schema)).toEqual({
      type: "object",
      properties: {
        symbol: { type: "string", description: "Ticker" },
        limit: { type: "integer", minimum: 1, maximum: 50, default: 20, description: "Rows" },
      },
      required: ["symbol"],
      additionalProperties: false,
    });
  });

  it("writes nullable as anyOf, because an array in type is refused by some clients", () => {
    expect(toJsonSchema(z.object({ pe: figure("Ratio") }))).toEqual({
      type: "object",
      properties: { pe: { anyOf: [{ type: "number" }, { type: "null" }], description: "Ratio" } },
      required: ["pe"],
      additionalProperties: false,
    });
  });

  it("shows what a caller sends, not what a transform makes of it", () => {
    const trimmed = z.string().transform((value) => value.trim().length);
    expect(toJsonSchema(trimmed)).toEqual({ type: "string" });
  });

  it("says the same thing twice instead of referring to it", () => {
    const money = z.object({ amount: figure("USD") });
    expect(JSON.stringify(toJsonSchema(z.object({ high: money, low: money })))).not.toContain("$ref");
  });

  it("leaves out $schema, about which clients disagree", () => {
    expect(toJsonSchema(quote.output)).not.toHaveProperty("$schema");
  });

  it("allows an answer to grow when open, at every depth", () => {
    const schema = z.object({ rows: z.array(z.object({ symbol: z.string() })) });
    expect(toJsonSchema(schema, { open: true })).toEqual({
      type: "object",
      properties: {
        rows: {
          type: "array",
          items: { type: "object", properties: { symbol: { type: "string" } }, required: ["symbol"] },
        },
      },
      required: ["rows"],
    });
    expect(JSON.stringify(toJsonSchema(schema)).match(/"additionalProperties":false/g)).toHaveLength(2);
  });

  it("keeps what an open record says about its further values", () => {
    const schema = z.object({}).catchall(z.union([z.string(), z.number(), z.null()]));
    expect(toJsonSchema(schema, { open: true })).toEqual({
      type: "object",
      properties: {},
      additionalProperties: { anyOf: [{ type: "string" }, { type: "number" }, { type: "null" }] },
    });
  });

  it("does not take a property named type for its own keyword", () => {
    const schema = z.object({ type: figure("x") });
    expect(toJsonSchema(schema, { open: true })).toEqual({
      type: "object",
      properties: { type: { anyOf: [{ type: "number" }, { type: "null" }], description: "x" } },
      required: ["type"],
    });
  });

  it("is plain data", () => {
    const json = toJsonSchema(quote.output, { open: true });
    expect(JSON.parse(JSON.stringify(json))).toEqual(json);
  });
});
