/** A field that exists only here: declared once, it is right on every surface. */
import { describe, expect, it } from "vitest";
import { toTerminalText } from "../src/cli/table.js";
import { formatOf } from "../src/cli/table.js";
import { defineCapability } from "../src/contract/capability.js";
import { entry } from "../src/contract/entry.js";
import { toFieldLabel, toHumanFigure } from "../src/contract/field-facts.js";
import {
  always,
  date,
  days,
  fieldsOf,
  group,
  label,
  money,
  multiple,
  percent,
  percentFrom,
  price,
  ratio,
  signed,
  year,
} from "../src/contract/field.js";
import { symbol, timestamp } from "../src/contract/fields.js";
import { toJsonSchema, z } from "../src/contract/schema.js";
import { symbolErrors, SLOW } from "../src/capabilities/shapes.js";
import { createHumanNumbers } from "../src/lib/human-number.js";
import { toUnitSentence } from "../src/mcp/unit-words.js";
import { toListedTools } from "../src/mcp/tools.js";

const toy = defineCapability({
  name: "toy",
  title: "Toy",
  route: "/api/v1/stock/{symbol}/toy",
  tool: { name: "get_toy", set: "company", description: "A toy with one field of each kind." },
  input: z.object({ symbol }),
  output: z.object({
    symbol: z.string(),
    price: always(price("last trade")),
    toys: group("Toys", {
      shareOfToys: ratio("toys / things"),
      growth: signed(ratio("on the year before")),
      playTime: days("mean of all toys"),
      lossOfToys: percent("a year"),
      debtOfToys: percentFrom("provider-b", ratio("debt / toys")),
    }),
    sales: money("accounts", "TTM"),
    value: money("major", "now", "Worth"),
    priceToToys: multiple("price / toys"),
    founded: year("of the shop"),
    opened: date("of the shop"),
    shop: label("Name of the shop"),
    timestamp,
  }),
  freshness: SLOW,
  errors: symbolErrors("fetch toys"),
});

const BODY = {
  symbol: "TOY",
  price: 12.5,
  toys: { shareOfToys: 0.0872, growth: 0.015, playTime: 40.6, lossOfToys: 3.2, debtOfToys: 145 },
  sales: 2_062_638_120_606,
  value: null,
  priceToToys: 12.345,
  founded: 1976,
  opened: "2026-01-31",
  shop: "Toys & Sons",
};

const FIELDS = fieldsOf(toy.output);
const inEnglish = createHumanNumbers("en");
const plain = (text: string) => text.replaceAll("\u00a0", " ");

describe("a declared field", () => {
  it("is read by people in its unit, and in the unit of the provider that answered", () => {
    const figures: Readonly<Record<string, number>> = { ...BODY.toys, sales: BODY.sales };
    const shown = (provider: string) =>
      ["toys.shareOfToys", "toys.growth", "toys.playTime", "toys.lossOfToys", "toys.debtOfToys", "sales"].map((path) =>
        plain(toHumanFigure(FIELDS.get(path)!, figures[path.replace("toys.", "")]!, inEnglish, provider)),
      );
    expect(shown("provider-b")).toEqual(["8.72 %", "+1.50 %", "40.6 days", "3.20 %", "145.00 %", "2.06 T"]);
    expect(shown("provider-a")[4]).toBe("14,500.00 %");
  });

  it("is printed so at a terminal", () => {
    expect(plain(toTerminalText(BODY, undefined, formatOf(FIELDS, "provider-b"))).split("\n")).toEqual([
      "symbol            TOY",
      "price             12.50",
      "toys.shareOfToys  8.72 %",
      "toys.growth       +1.50 %",
      "toys.playTime     40.6 days",
      "toys.lossOfToys   3.20 %",
      "toys.debtOfToys   145.00 %",
      "sales             2.06 T",
      "value             -",
      "priceToToys       12.35",
      "founded           1976",
      "opened            2026-01-31",
      "shop              Toys & Sons",
      "",
    ]);
  });

  it("has a name for people: its label, else its own name in words", () => {
    expect(toFieldLabel("value", FIELDS.get("value"))).toBe("Worth");
    expect(toFieldLabel("shareOfToys", FIELDS.get("toys.shareOfToys"))).toBe("Share of toys");
  });

  it("has a description that begins with its unit, in the schemas of programs", () => {
    const { properties } = toJsonSchema(toy.output) as { properties: Record<string, { description: string }> };
    const toys = properties["toys"] as unknown as typeof properties & { properties: typeof properties };
    const descriptions = Object.entries({ ...properties, ...toys.properties });
    expect(Object.fromEntries(descriptions.map(([name, { description }]) => [name, description]))).toMatchObject({
      price: "Listing currency; last trade",
      shareOfToys: "Ratio (0.24 = 24 %); toys / things",
      growth: "Ratio (0.24 = 24 %); on the year before",
      playTime: "Days; mean of all toys",
      lossOfToys: "Percent (1.5 = 1.5 %); a year",
      debtOfToys: "Percent from provider B, else ratio; debt / toys",
      sales: "Reporting currency; TTM",
      value: "Listing currency (never a minor unit); now",
      priceToToys: "Multiple; price / toys",
      founded: "of the shop",
      opened: "YYYY-MM-DD; of the shop",
    });
  });

  it("is listed for models with its unit", () => {
    const [listed] = toListedTools([entry(toy, [])]);
    const { toys, sales } = listed!.tool.outputSchema!.properties as Record<string, unknown> as Record<string, object>;
    expect(sales).toEqual({ type: ["number", "null"], description: "Reporting currency" });
    expect(toys).toMatchObject({
      // A part with many fields is listed with their names; each answer's note states the units.
      description: expect.stringMatching(/shareOfToys.*growth.*playTime.*lossOfToys/),
    });
  });

  it("is in the sentence on units, as the provider that answered sends it", () => {
    expect(toUnitSentence(toy, "provider-b", {})).toBe(
      "Units: shareOfToys and growth are ratios (0.24 is 24 %), lossOfToys and debtOfToys are in percent.",
    );
    expect(toUnitSentence(toy, "provider-a", {})).toBe(
      "Units: lossOfToys is in percent, other rates are ratios (0.24 is 24 %).",
    );
  });
});
