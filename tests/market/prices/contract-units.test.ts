import { describe, expect, it } from "vitest";
import { toContractUnit, toUnitNotes } from "../../../src/market/prices/contract-units.js";

describe("the unit of a future", () => {
  it.each([
    ["GC=F", "USD", "troy ounce"],
    ["HG=F", "USD", "pound"],
    ["CL=F", "USD", "barrel"],
    ["NG=F", "USD", "MMBtu"],
    ["ZC=F", "USX", "bushel, price in US cents"],
    ["KC=F", "USX", "pound, price in US cents"],
    ["LBR=F", "USD", "1,000 board feet"],
    ["ES=F", "USD", "index point"],
    ["XYZ=F", "USD", null],
    ["GC", "USD", null],
    ["AAPL", "USD", null],
  ])("%s in %s is %s", (symbol, currency, unit) => {
    expect(toContractUnit({ symbol, currency })).toBe(unit);
  });

  it("is one sentence of all futures", () => {
    const rows = [
      { symbol: "GC=F", currency: "USD" },
      { symbol: "AAPL", currency: "USD" },
      { symbol: "ZC=F", currency: "USX" },
    ];
    expect(toUnitNotes(rows)).toEqual(["GC=F: per troy ounce; ZC=F: per bushel, price in US cents."]);
    expect(toUnitNotes([{ symbol: "AAPL", currency: "USD" }])).toEqual([]);
  });
});
