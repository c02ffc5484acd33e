import { describe, expect, it } from "vitest";
import { EXCHANGES } from "../../../src/contract/symbols/exchanges.js";

describe("the table of exchanges", () => {
  it.each(["names", "prefixes", "bloomberg", "suffix", "alphaVantage", "fmp", "yahoo"] as const)(
    "gives no word of one column to two exchanges: %s",
    (column) => {
      const words = EXCHANGES.flatMap((exchange) => exchange[column]).filter((word) => word !== "");
      expect(words.filter((word, at) => words.indexOf(word) !== at)).toEqual([]);
    },
  );

  it("has a country for each exchange of the screener, by which Yahoo filters too", () => {
    const named = EXCHANGES.filter(({ names }) => names.length > 0);
    expect(named.filter(({ country, yahoo }) => country === null || yahoo.length === 0)).toEqual([]);
  });
});
