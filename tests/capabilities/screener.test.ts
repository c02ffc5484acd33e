import { describe, expect, it } from "vitest";
import { onlyFromB, screener } from "../../src/capabilities/screener.js";
import { sorted, sortOf } from "../../src/capabilities/screener-order.js";
import { parseInput } from "../../src/contract/input.js";

const parse = (given: Record<string, unknown>) => parseInput(screener, given);

describe("a screen", () => {
  it.each([
    [{ sort: "size" }, /Invalid "sort".*market_cap, pe, dividend_yield, change, volume, price/],
    [{ sort: "+pe" }, /Invalid "sort"/],
    [{ pe_min: 20, pe_max: 10 }, /"pe_min".*above "pe_max"/],
    [{ change_min: 2, change_max: -2 }, /"change_min".*above "change_max"/],
    [{ near_low_max: -1 }, /Invalid "near_low_max"/],
    [{ dividend_yield_min: -1 }, /Invalid "dividend_yield_min"/],
  ])("rejects %j", (given, message) => {
    expect(() => parse(given)).toThrow(message);
  });

  it("names the filters that only provider B can apply", () => {
    expect(onlyFromB(parse({ sector: "Energy", pe_max: 15, sort: "-PE" }))).toEqual(["pe_max", "sort"]);
    expect(onlyFromB(parse({ sector: "Energy", beta_max: 1 }))).toEqual([]);
  });
});

describe("an order", () => {
  it("is ascending, or descending with a sign", () => {
    expect([sortOf("pe"), sortOf("-PE"), sortOf("size")]).toEqual([
      { key: "pe", descending: false },
      { key: "pe", descending: true },
      undefined,
    ]);
  });

  it("puts missing values last both ways", () => {
    const values = [3, null, 1, 2];
    expect(sorted(values, false, (value) => value)).toEqual([1, 2, 3, null]);
    expect(sorted(values, true, (value) => value)).toEqual([3, 2, 1, null]);
  });
});
