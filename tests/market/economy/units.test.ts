/** The units of economic series that programs read: percent and indices. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { indexUnit, isIndexUnit, isPercentUnit, percentUnit } from "../../../src/contract/field-facts.js";

const SRC = new URL("../../../src/", import.meta.url);

describe("the unit of an economic series", () => {
  it("is recognised as its maker wrote it", () => {
    for (const unit of [percentUnit(), percentUnit("of GDP")])
      expect([unit, isPercentUnit(unit), isIndexUnit(unit)]).toEqual([unit, true, false]);
    for (const unit of [indexUnit(), indexUnit("1982-84")])
      expect([unit, isPercentUnit(unit), isIndexUnit(unit)]).toEqual([unit, false, true]);
    expect([percentUnit("of GDP"), indexUnit("1982-84")]).toEqual(["percent of GDP", "index, 1982-84 = 100"]);
    expect([null, "US dollars"].some((unit) => isPercentUnit(unit) || isIndexUnit(unit))).toBe(false);
  });

  it("is written by its maker: percentUnit or indexUnit of contract/field-facts, not by hand", () => {
    const files = ["market", "providers"].flatMap((folder) =>
      readdirSync(new URL(folder, SRC), { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`),
    );
    const byHand = /\b(?:unit\b|\w+_UNIT\b)[^\n;,]*["'`](?:percent|index)\b/;
    const found = files
      .filter((name) => name.endsWith(".ts"))
      .filter((name) =>
        readFileSync(new URL(name, SRC), "utf8")
          .split("\n")
          .some((line) => byHand.test(line)),
      );
    expect(found).toEqual([]);
  });
});
