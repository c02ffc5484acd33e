import { describe, expect, it } from "vitest";
import { likelyNames } from "../../src/lib/nearest-names.js";

const NAMES = ["date", "payDate", "netMargin", "grossMargin", "freeCashFlow", "marketCap"];

describe("likely names", () => {
  it("have all words of the entered one, or only such", () => {
    expect(likelyNames("earnings date", NAMES)[0]).toBe("date");
    expect(likelyNames("leveredFreeCashFlow", NAMES)).toEqual(["freeCashFlow"]);
    expect(likelyNames("margin", NAMES)).toEqual(expect.arrayContaining(["netMargin", "grossMargin"]));
  });

  it("are none where each of two names has a word of its own", () => {
    expect(likelyNames("ebitdaMargin", NAMES)).toEqual([]);
    expect(likelyNames("record date", ["payDate"])).toEqual([]);
  });

  it("are those with a slip of the pen", () => {
    expect(likelyNames("marketCpa", NAMES)).toEqual(["marketCap"]);
  });
});
