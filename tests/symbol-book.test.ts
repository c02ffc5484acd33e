import { describe, expect, it } from "vitest";
import { didYouMean, SymbolBook } from "../src/symbol-book.js";
import { WELL_KNOWN } from "../src/well-known.js";

const nearest = (asked: string, book = new SymbolBook()) => book.nearest(asked).map(({ symbol }) => symbol);

describe("the symbol book", () => {
  it.each([
    ["APPL", "AAPL"],
    ["GOGL", "GOOGL"],
    ["TESLA", "TSLA"],
    ["GOOGLE", "GOOGL"],
    ["FACEBOOK", "META"],
    ["NVIDA", "NVDA"],
    ["BITCOIN", "BTC-USD"],
    ["^GPSC", "^GSPC"],
  ])("finds for %s, from the start, that %s was meant", (asked, meant) => {
    expect(nearest(asked)[0]).toBe(meant);
  });

  it("has nothing to say to what is like nothing, and names at most three", () => {
    expect(nearest("QXZZZYQW")).toEqual([]);
    expect(nearest("AA").length).toBeLessThanOrEqual(3);
  });

  it("learns symbols and names from answers, rows included, and not from failures", () => {
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

  it("keeps the name of a symbol when an answer comes without one", () => {
    const book = new SymbolBook([["ACME", "Acme"]]);
    book.note({ symbol: "ACME", price: 1 });
    expect(book.nearest("ACMX")).toEqual([{ symbol: "ACME", name: "Acme" }]);
  });

  it("completes what somebody begins to type, the latest first, without growing for ever", () => {
    const book = new SymbolBook([["ACME", "Acme"]]);
    for (let index = 0; index < 5_000; index++) book.note({ symbol: `S${index}` });
    book.note({ symbol: "ACNE" });
    book.note({ symbol: "ACME" });
    expect(book.startingWith(" ac")).toEqual(["ACME", "ACNE"]);
    expect(book.startingWith("S")).toHaveLength(1_998);
  });

  it("names each well-known symbol once", () => {
    const symbols = WELL_KNOWN.map(([symbol]) => symbol);
    expect([new Set(symbols).size, WELL_KNOWN.every(([, name]) => name.length > 0)]).toEqual([symbols.length, true]);
  });
});

describe("didYouMean", () => {
  it("asks in one sentence", () => {
    const known = (symbol: string, name?: string) => ({ symbol, name });
    expect(didYouMean([])).toBeUndefined();
    expect(didYouMean([known("AAPL", "Apple")])).toBe("Did you mean AAPL (Apple)?");
    expect(didYouMean([known("AAPL", "Apple"), known("AAP"), known("APP")])).toBe(
      "Did you mean AAPL (Apple), AAP or APP?",
    );
  });
});
