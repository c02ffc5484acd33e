import { describe, expect, it } from "vitest";
import { isinOnly, search, toFitNotes, type SearchMatch } from "../../src/capabilities/companies/search.js";
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
    ["AAPL US Equity", "aapl"],
    ["XNAS:AAPL", "aapl"],
    ["Apple (AAPL)", "aapl"],
    // Names of funds have it, too.
    ["S&P 500", "s&p 500"],
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
    expect(search.firstNotes!({ bestMatches: [] }, asked("emerging markets etf"))).toEqual([
      "No match: names, symbols and ISINs are searched, not topics; fewer words of the name match more.",
    ]);
    expect(search.firstNotes!({ bestMatches: [{ symbol: "EEM" }] as never }, asked("eem"))).toEqual([]);
  });

  it.each(["トヨタ自動車", "Сбербанк", "삼성 samsung"])("without a match for %s asks for Latin letters", (q) => {
    expect(search.firstNotes!({ bestMatches: [] }, asked(q))).toEqual([
      "No match: names, symbols and ISINs are searched, not topics; write the name in Latin letters.",
    ]);
  });

  it("without a match for an accented name asks for fewer words", () => {
    expect(search.firstNotes!({ bestMatches: [] }, asked("Nestlé & Söhne 7"))[0]).toContain("fewer words");
  });

  it.each<[string, string, string, string, boolean]>([
    ["united states steel", "UAL", "United Airlines Holdings, Inc.", "0.5900", false],
    ["united states steel", "X", "United States Steel Corporation", "0.7451", true],
    ["apple", "AAPL", "Apple Inc.", "0.6667", true],
    ["nestle", "NESN.SW", "Nestlé S.A.", "0.7059", true],
    ["brk.b", "BRK-B", "Berkshire Hathaway Inc. New", "0.8000", true],
    ["s&p 500", "^GSPC", "S&P 500", "1.0000", true],
    ["microsft", "MSFT", "Microsoft Corporation", "0.5517", false],
    ["goog", "GOOGL", "Alphabet Inc.", "0.8889", true],
    ["US0378331005", "AAPL", "Apple Inc.", "0.1000", true],
  ])("for %j is said not to be met by %s, %s, of score %s: %s", (q, symbol, name, matchScore, isMet) => {
    const match = { symbol, name, matchScore } as SearchMatch;
    expect(toFitNotes(q, [match]).length === 0).toBe(isMet);
    expect(toFitNotes(q, [match, { ...match, matchScore: "0.9000" }])).toEqual([]);
  });

  it.each(["", " ", "\u3000", "a\u0000", "\ufdfa".repeat(20), "x".repeat(101)])("rejects %j", (q) => {
    expect(search.input.safeParse({ q }).success).toBe(false);
  });
});
