import { describe, expect, it } from "vitest";
import { isinOnly, search } from "../../src/capabilities/search.js";
import { cacheKeyOf } from "../../src/pipeline/resolve.js";

const asked = (q: string) => search.input.parse({ q });

describe("a search", () => {
  it.each([
    ["\u212Aroger", "kroger"],
    [" bank\u00a0of\u3000 america ", "bank of america"],
    ["Ｔｅｓｃｏ", "tesco"],
    ["Nestlé", "nestlé"],
    ["Nestle\u0301", "nestlé"],
    ["BRK.B", "brk.b"],
  ])("for %j asks the sources for %j, which is its cache key", (q, normal) => {
    expect(asked(q)).toEqual({ q: normal });
    expect(cacheKeyOf(search, asked(q))).toBe(`search:[["q","${normal}"]]`);
  });

  it("for an ISIN asks only provider B, which knows ISINs", () => {
    expect(isinOnly(asked("US0378331005"))).toEqual(["q"]);
    expect(isinOnly(asked("microsoft123"))).toEqual([]);
  });

  it("for another word has another key", () => {
    expect(cacheKeyOf(search, asked("k\u0440oger"))).not.toBe(cacheKeyOf(search, asked("kroger")));
  });

  it("without a match is fresh for five minutes", () => {
    expect(search.ttlSecondsOf?.({ bestMatches: [] })).toBe(300);
    expect(search.ttlSecondsOf?.({ bestMatches: [{}] })).toBeUndefined();
  });

  it("without a match says what is searched, because topics are asked for as well", () => {
    expect(search.firstNotes!({ bestMatches: [] })).toEqual([
      "No match: names, symbols and ISINs are searched, not topics; fewer words of the name match more.",
    ]);
    expect(search.firstNotes!({ bestMatches: [{ symbol: "EEM" }] as never })).toEqual([]);
  });

  it.each(["", " ", "\u3000", "a\u0000", "\ufdfa".repeat(20), "x".repeat(101)])("rejects %j", (q) => {
    expect(search.input.safeParse({ q }).success).toBe(false);
  });
});
