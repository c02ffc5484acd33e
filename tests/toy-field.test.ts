/**
 * A field that exists only here: declared once, it is right in descriptions and schemas, in notes and headers, in CSV, at
 * the terminal, and in the currencies of pictures, whose drawing tests/apps shows.
 */
import { describe, expect, it } from "vitest";
import { otherCurrencyOf, readAnswer } from "../src/apps/parts/answer.js";
import { createNamedCells } from "../src/cli/pages/cells.js";
import { toNamedAnswer } from "../src/cli/pages/named-table.js";
import { defineCapability } from "../src/contract/capability.js";
import type { Served } from "../src/contract/envelope.js";
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
import { source } from "../src/contract/provider.js";
import { symbol, timestamp } from "../src/contract/fields.js";
import { toJsonSchema, z } from "../src/contract/schema.js";
import { symbolErrors, SLOW } from "../src/capabilities/shapes.js";
import { createHumanNumbers } from "../src/lib/human-number.js";
import { toCurrencyWords, PRICE } from "../src/views/currency-words.js";
import { compose } from "../src/pipeline/compose-envelope.js";
import { toOpenApi } from "../src/rest/openapi.js";
import { represent } from "../src/rest/representation.js";
import { createSourceNames } from "../src/views/source-names.js";
import { toUnitSentence } from "../src/views/unit-words.js";
import { toListedTools } from "../src/mcp/tools.js";
import { fakeB, servedOf } from "./support/fakes.js";

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
const NAMES = createSourceNames([entry(toy, [])]);

/** An answer of provider B about a shop whose shares are quoted in pence and whose accounts are in euros. */
function served(): Served {
  const data = { ...BODY, value: 27_100_000_000 };
  const from = source(fakeB, toy, async () => ({ data }));
  const found = { data, currency: "GBp", accounts: "EUR", source: from, passedOver: [], filled: [] };
  return servedOf({}, { envelope: compose(toy, found, 0) });
}

const CURRENCY_LINE = "GBp; sales=EUR; value=GBP";
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
    const time = [1, 0, 1.5].map((value) => plain(toHumanFigure({ kind: "days" }, value, inEnglish)));
    expect(time).toEqual(["1 day", "0 days", "1.5 days"]);
  });

  it("is printed so at a terminal", () => {
    expect(plain(toNamedAnswer(BODY, undefined, createNamedCells(FIELDS, "provider-b"))).split("\n")).toEqual([
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

  it("is in colour at a terminal if it is a change", () => {
    const text = toNamedAnswer(BODY, undefined, createNamedCells(FIELDS, "provider-b"), true);
    const coloured = plain(text)
      .split("\n")
      .filter((line) => line.includes("\u001b"));
    expect(coloured).toEqual(["toys.growth       \u001b[32m+1.50 %\u001b[39m"]);
  });

  it("has the currency of its owner, in the answer's line of currencies and in its sentence", async () => {
    const { headers } = await represent(toy, served(), {}, NAMES, { wantsCsv: false, isPrivate: false });
    expect(headers["x-data-currency"]).toBe(CURRENCY_LINE);
    expect(toCurrencyWords(toy, served().envelope)).toEqual({
      main: { noun: PRICE, unit: "GBp (pence)" },
      more: ["Sales in EUR; worth in GBP."],
    });
  });

  it("has in a picture the currency of its owner beside its label, unless that is the one of the prices", () => {
    const answer = readAnswer({ structuredContent: BODY, _meta: { "market-data/currency": CURRENCY_LINE } });
    const named = ["price", "toys.growth", "sales", "value", "priceToToys"].map((path) => [
      path,
      otherCurrencyOf(answer, path, FIELDS.get(path)!),
    ]);
    expect(Object.fromEntries(named)).toEqual({
      price: null,
      "toys.growth": null,
      sales: "EUR",
      value: "GBP",
      priceToToys: null,
    });
  });

  it("is a column of CSV, named by its path, with the exact value", async () => {
    const { body } = await represent(toy, served(), {}, NAMES, { wantsCsv: true, isPrivate: false });
    const [names, values] = body.split("\n").map((line) => line.split(","));
    expect(names!.slice(0, 9).map((name, at) => [name, values![at]])).toEqual([
      ["symbol", "TOY"],
      ["price", "12.5"],
      ["toys.shareOfToys", "0.0872"],
      ["toys.growth", "0.015"],
      ["toys.playTime", "40.6"],
      ["toys.lossOfToys", "3.2"],
      ["toys.debtOfToys", "145"],
      ["sales", "2062638120606"],
      ["value", "27100000000"],
    ]);
  });

  it("is described with its unit in the OpenAPI document", () => {
    const document = JSON.stringify(toOpenApi([entry(toy, [])], "1.2.3", {}, {}));
    expect(document).toContain(
      '"shareOfToys":{"anyOf":[{"type":"number"},{"type":"null"}],"description":"Ratio (0.24 = 24 %); toys / things"}',
    );
    expect(document).toContain('"description":"Listing currency (never a minor unit); now"');
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
