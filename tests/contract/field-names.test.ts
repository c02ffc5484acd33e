import { describe, expect, it } from "vitest";
import { namesOfSame } from "../../src/contract/field-facts.js";
import { inSpellingOf } from "../../src/views/rows.js";

describe("the names of a field", () => {
  it("are those of other tools and libraries, in any spelling", () => {
    expect(namesOfSame("trailing_PE")).toContain("peratio");
    expect(inSpellingOf(["date", "netIncome"], ["Date", "net_profit"])).toEqual(["date", "netIncome"]);
  });

  it("stay as they are where none is known", () => {
    expect(namesOfSame("constructor")).toEqual(["constructor"]);
    expect(inSpellingOf(["date"], ["__proto__", "price"])).toEqual(["__proto__", "price"]);
  });

  it("in short may mean a longer one, but not the other way round", () => {
    expect(inSpellingOf(["name", "sharesChange"], ["change"])).toEqual(["sharesChange"]);
    expect(inSpellingOf(["change", "sharesChange"], ["change"])).toEqual(["change"]);
    expect(inSpellingOf(["symbol", "change"], ["sharesChange"])).toEqual(["sharesChange"]);
    expect(inSpellingOf(["date", "yield"], ["dividendYield"])).toEqual(["dividendYield"]);
  });
});
