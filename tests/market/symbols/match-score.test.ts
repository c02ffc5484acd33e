import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toMatchScore } from "../../../src/market/symbols/match-score.js";

describe("toMatchScore", () => {
  it.each([
    ["TSCO.LON", "Tesco PLC", "0.7273"],
    ["TSCDF", "Tesco plc", "0.7143"],
    ["TSCDY", "Tesco plc", "0.7143"],
    ["TCO2.FRK", "TESCO PLC ADR/1 LS-05", "0.5455"],
    ["TCO0.FRK", "TESCO PLC LS-0633333", "0.5455"],
  ])("gives %s the score that provider C gives it for tesco", (symbol, name, score) => {
    expect(toMatchScore("tesco", symbol, name)).toBe(score);
  });

  it("gives the same score to both spellings of a listing", () => {
    expect(toMatchScore("tesco", "TSCO.L", "Tesco PLC")).toBe("0.7273");
  });

  it("ignores upper and lower case in query, symbol and name", () => {
    expect(toMatchScore("BA", "BABA34.SAO", "BABA34")).toBe("0.5000");
    expect(toMatchScore("ba", "baba34.sao", "baba34")).toBe("0.5000");
  });

  it("is 1.0000 for the symbol itself", () => {
    expect(toMatchScore("BA", "BA", "Boeing Company")).toBe("1.0000");
  });

  it("is 0.0000 when no character is shared", () => {
    expect(toMatchScore("xyz", "AAPL", "Apple Inc.")).toBe("0.0000");
  });

  it("uses the symbol alone when there is no name", () => {
    expect(toMatchScore("tesco", "TSCDF", null)).toBe("0.6000");
  });

  // Expected: the larger ratio of Python's difflib.SequenceMatcher over both argument orders.
  it.each([
    ["abcab", "abcacb", "0.9091"],
    ["bbcaccbcabb", "acabbcacabbcabcc", "0.6667"],
    ["aabbba", "bbaabaaa", "0.5714"],
    ["apple computer", "the computer of apples", "0.5556"],
  ])("counts the matching blocks of %s and %s as Ratcliff and Obershelp do", (query, name, score) => {
    expect(toMatchScore(query, "", name)).toBe(score);
  });

  it("is always four decimals from 0 to 1, and the same with query and name exchanged", () => {
    const words = fc.string({ unit: fc.constantFrom("a", "b", "c", " ", "é", "株"), minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(words, words, (query, name) => {
        const score = toMatchScore(query, "", name);
        expect(score).toMatch(/^(?:0\.\d{4}|1\.0000)$/);
        expect(toMatchScore(name, "", query)).toBe(score);
      }),
    );
  });

  it("is 1.0000 for any text against itself", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", minLength: 1, maxLength: 150 }), (name) => {
        expect(toMatchScore(name, "", name)).toBe("1.0000");
      }),
    );
  });
});
