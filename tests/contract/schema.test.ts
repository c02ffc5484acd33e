import { describe, expect, it } from "vitest";
import { date, figure, ratio } from "../../src/contract/field.js";
import { limit } from "../../src/contract/fields.js";
import { quote } from "../../src/capabilities/prices/quote.js";
import { object, toJsonSchema, z } from "../../src/contract/schema.js";

describe("toJsonSchema", () => {
  it("has whole descriptions, or on demand only their briefs, also of optional fields", () => {
    const rsi = figure(["0 to 100", "Wilder's smoothing"]);
    const schema = object(["Figures", "of a day"], {
      rsi,
      other: rsi.optional(),
      yield: ratio("of the price"),
      day: date(),
    });
    const textsOf = (brief: boolean) =>
      JSON.stringify(toJsonSchema(schema, { brief })).match(/(?<="description":")[^"]*/g);
    const whole = "0 to 100; Wilder's smoothing";
    expect(textsOf(false)).toEqual([
      whole,
      whole,
      "Ratio (0.24 = 24 %); of the price",
      "YYYY-MM-DD",
      "Figures; of a day",
    ]);
    expect(textsOf(true)).toEqual(["0 to 100", "0 to 100", "Ratio", "YYYY-MM-DD", "Figures"]);
  });

  it("describes an object's properties, of which a schema of another zod version has none", () => {
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

  it("writes nullable as anyOf, because some clients reject an array in type", () => {
    expect(toJsonSchema(z.object({ pe: figure("Ratio") }))).toEqual({
      type: "object",
      properties: { pe: { anyOf: [{ type: "number" }, { type: "null" }], description: "Ratio" } },
      required: ["pe"],
      additionalProperties: false,
    });
  });

  it("shows the form that a caller sends, not the result of a transform", () => {
    const trimmed = z.string().transform((value) => value.trim().length);
    expect(toJsonSchema(trimmed)).toEqual({ type: "string" });
  });

  it("repeats a schema instead of referring to it", () => {
    const money = z.object({ amount: figure("USD") });
    expect(JSON.stringify(toJsonSchema(z.object({ high: money, low: money })))).not.toContain("$ref");
  });

  it("leaves out $schema, about which clients disagree", () => {
    expect(toJsonSchema(quote.output)).not.toHaveProperty("$schema");
  });

  it("allows further fields when open, at every depth", () => {
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

  it("leaves the type of further fields beside declared ones open, which TypeScript would reject, with its description", () => {
    const amount = z.number().describe("Reporting currency");
    const row = z.object({ date: z.string(), revenue: z.number().optional() });
    expect(toJsonSchema(row.catchall(amount), { open: true })).toEqual({
      type: "object",
      properties: { date: { type: "string" }, revenue: { type: "number" } },
      required: ["date"],
      additionalProperties: { description: "Reporting currency" },
    });
    expect(toJsonSchema(row.catchall(z.number()), { open: true })).toMatchObject({ additionalProperties: {} });
    expect(toJsonSchema(row.catchall(z.number()))).toMatchObject({ additionalProperties: { type: "number" } });
  });

  it("keeps the schema of an open record's further values", () => {
    const schema = z.object({}).catchall(z.union([z.string(), z.number(), z.null()]));
    expect(toJsonSchema(schema, { open: true })).toEqual({
      type: "object",
      properties: {},
      additionalProperties: { anyOf: [{ type: "string" }, { type: "number" }, { type: "null" }] },
    });
  });

  it("treats a property named type as a property, not as the keyword", () => {
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
