import { describe, expect, it } from "vitest";
import { screener } from "../../../src/capabilities/companies/screener.js";
import { fromUpstreamSector } from "../../../src/market/symbols/sector-names.js";
import { parseInput } from "../../../src/contract/input.js";

describe("the sector of a screener", () => {
  it.each([
    ["Materials", "Materials"],
    ["Basic Materials", "Materials"],
    ["Industrials", "Industrial"],
    ["industrial", "Industrial"],
    ["REAL ESTATE", "Real Estate"],
    ["technology", "Technology"],
  ])("written as %j is %j", (sector, known) => {
    expect(parseInput(screener, { sector })).toMatchObject({ sector: known });
  });

  it.each(["Banks", "", 5, null])("is rejected as %j, with the allowed names", (sector) => {
    expect(() => parseInput(screener, { sector })).toThrow(
      /Invalid "sector": got .*\. Allowed: Technology, Healthcare/,
    );
  });

  it("is optional", () => {
    expect(parseInput(screener, {})).not.toHaveProperty("sector");
  });
});

describe("the sector of a company", () => {
  it("has the interface's name, which the screener accepts", () => {
    expect(["Basic Materials", "Industrials", "Energy", "Other", null].map(fromUpstreamSector)).toEqual([
      "Materials",
      "Industrial",
      "Energy",
      "Other",
      null,
    ]);
  });
});
