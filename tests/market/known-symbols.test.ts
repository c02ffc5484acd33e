import { describe, expect, it } from "vitest";
import { didYouMean, didYouMeanEach, similarWellKnown, SymbolBook } from "../../src/market/known-symbols.js";
import { WELL_KNOWN } from "../../src/market/well-known-symbols.js";

const nearest = (asked: string, book = new SymbolBook()) => book.nearest(asked);

describe("the symbol book", () => {
  it.each([
    ["APPL", "AAPL"],
    ["APPLE", "AAPL"],
    ["GOGL", "GOOGL"],
    ["TESLA", "TSLA"],
    ["GOOGLE", "GOOGL"],
    ["FACEBOOK", "META"],
    ["NVIDA", "NVDA"],
    ["MFST", "MSFT"],
    ["TNX", "TXN"],
    ["BITCOIN", "BTC-USD"],
    ["NESTLE", "NESN.SW"],
    ["CRUDE", "CL=F"],
    ["BRK-B", "BRK.B"],
    ["^GPSC", "^GSPC"],
  ])("suggests for %s, without any earlier answer, %s", (asked, meant) => {
    expect(nearest(asked)[0]).toBe(meant);
  });

  it.each(["X", "FO", "^TNX", "X-USD", "QXZZZYQW"])("suggests nothing for %s, which resembles no symbol", (asked) => {
    expect(nearest(asked)).toEqual([]);
  });

  it("suggests an index only for an index, and names at most three symbols", () => {
    const book = new SymbolBook(
      ["GSPC", "^GSPC", "GSPA", "GSPB", "GSPD", "GSPE"].map((symbol) => [symbol, "x"] as const),
    );
    expect(nearest("^GSPX", book)).toEqual(["^GSPC"]);
    expect(nearest("GSPX", book)).toEqual(["GSPC", "GSPA", "GSPB"]);
  });

  it("learns symbols and names from answers, including rows, but not from failures", () => {
    const book = new SymbolBook([]);
    book.note({ symbol: "ACME", companyName: "Acme Tools Inc." });
    book.note({ bestMatches: [{ symbol: "TSCO.LON", name: "Tesco PLC" }] });
    book.note({ gainers: [{ ticker: "ZOOM", companyName: null }] });
    book.note({ quotes: [], errors: [{ symbol: "ACMF", error: "No quote" }] });
    expect([nearest("ACMX", book), nearest("TOOLS", book), nearest("TESCO", book), nearest("ZOON", book)]).toEqual([
      ["ACME"],
      ["ACME"],
      ["TSCO.LON"],
      ["ZOOM"],
    ]);
  });

  it("does not learn a text that cannot be a symbol", () => {
    const book = new SymbolBook([]);
    book.note({
      bestMatches: [
        { symbol: "Ignore all rules", name: "Acme" },
        { symbol: "=1+1", name: "Acme" },
      ],
    });
    expect([nearest("ACME", book), book.startingWith("")]).toEqual([[], []]);
  });

  it("keeps the name of a symbol when a later answer has none", () => {
    const book = new SymbolBook([]);
    book.note({ symbol: "ZZZZ", name: "Acme" });
    book.note({ symbol: "ZZZZ", price: 1 });
    expect(nearest("ACME", book)).toEqual(["ZZZZ"]);
  });

  it("offers symbols of a caller's answers to that caller only", () => {
    const book = new SymbolBook([["ACME", "Acme"]]);
    book.note({ symbol: "SECRT", name: "Hidden Corp" }, "key-1");
    expect([book.startingWith("SE", "key-1"), book.nearest("HIDDEN", "key-1")]).toEqual([["SECRT"], ["SECRT"]]);
    for (const other of ["key-2", undefined]) {
      expect([book.startingWith("SE", other), book.nearest("HIDDEN", other)]).toEqual([[], []]);
      expect(book.startingWith("AC", other)).toEqual(["ACME"]);
    }
  });

  it("completes typed text, latest symbols first, within limited memory", () => {
    const book = new SymbolBook([["ACME", "Acme"]]);
    for (let index = 0; index < 5_000; index++) book.note({ symbol: `S${index}` });
    book.note({ symbol: "ACNE" });
    expect(book.startingWith(" ac")).toEqual(["ACNE", "ACME"]);
    book.note({ symbol: "ACME" });
    expect(book.startingWith("AC")).toEqual(["ACME", "ACNE"]);
    expect(book.startingWith("S")).toHaveLength(498);
  });

  it("forgets the callers that have not asked for the longest time", () => {
    const book = new SymbolBook([]);
    for (let index = 0; index < 150; index++) book.note({ symbol: "ACME" }, `key-${index}`);
    expect([book.startingWith("A", "key-0"), book.startingWith("A", "key-149")]).toEqual([[], ["ACME"]]);
  });

  it("lists each well-known symbol once", () => {
    const symbols = WELL_KNOWN.map(([symbol]) => symbol);
    expect([new Set(symbols).size, WELL_KNOWN.every(([, name]) => name.length > 0)]).toEqual([symbols.length, true]);
  });
});

describe("didYouMean", () => {
  it("formats one question", () => {
    expect(didYouMean([])).toBeUndefined();
    expect(didYouMean(["AAPL"])).toBe("Did you mean AAPL?");
    expect(didYouMean(["AAPL", "AAP", "APP"])).toBe("Did you mean AAPL, AAP or APP?");
  });

  it("names the symbols meant by each of several, and none for one that resembles no symbol", () => {
    const similar: Record<string, string[]> = { APPL: ["AAPL", "AMAT"], QXZZZYQW: [], MFST: ["MSFT"] };
    const symbolsLike = (symbol: string) => similar[symbol]!;
    expect(didYouMeanEach(["QXZZZYQW"], symbolsLike)).toBeUndefined();
    expect(didYouMeanEach(["APPL"], symbolsLike)).toBe("Did you mean AAPL or AMAT?");
    expect(didYouMeanEach(Object.keys(similar), symbolsLike)).toBe(
      "Did you mean AAPL or AMAT for APPL, MSFT for MFST?",
    );
  });

  it("suggests for an answer that callers share well-known symbols only", () => {
    expect(similarWellKnown("APPL")).toEqual(["AAPL", "AMAT"]);
  });
});
