import { describe, expect, it } from "vitest";
import { createMarket } from "../../src/simulator/market/market.js";

const NOW = Date.parse("2025-11-20T18:00:00Z");
const market = createMarket(20_260);

describe("a symbol that is not listed", () => {
  it("is invented with constant name, sector and prices if it has the form of a listing", () => {
    const found = market.find("HELLO")!;
    expect(found).toMatchObject({ symbol: "HELLO", name: "Simulated Company HELLO", kind: "stock", currency: "USD" });
    expect(found.sector).not.toBe("");
    expect(createMarket(20_260).snapshot(found, NOW)).toEqual(market.snapshot(found, NOW));
    expect(market.find("hello")).toEqual(found);
  });

  it("has the real name of a well-known company, but invented figures", () => {
    expect(market.find("SBUX")!.name).toBe("Starbucks");
    expect(market.find("GME")!.name).toBe("GameStop");
  });

  it("has the real field of an oil company that is known for its dividend", () => {
    expect(market.find("SHEL.L")!.sector).toBe("Energy");
  });

  it.each([
    ["SHEL.L", "GBp", "GBP", "LSE"],
    ["6758.T", "JPY", "JPY", "JPX"],
    ["NOVN.SW", "CHF", "CHF", "SIX"],
    ["SAP.DE", "EUR", "EUR", "XETRA"],
    ["MC.PA", "EUR", "EUR", "PARIS"],
    ["RY.TO", "CAD", "CAD", "TORONTO"],
  ])("is quoted as %s in %s, by its suffix", (symbol, currency, reporting, exchange) => {
    expect(market.find(symbol)).toMatchObject({ symbol, currency, reporting, exchange });
  });

  it("is a fund if it is known as one", () => {
    expect(market.find("VWCE.DE")).toMatchObject({ kind: "etf", currency: "EUR" });
  });

  it.each([
    "ZZ",
    "ZZTOP",
    "APPL",
    "MFST",
    "AAPLE",
    "NVDX",
    "APPLE",
    "FORD",
    "NOSUCH",
    "ABC.XX",
    "^ABC",
    "ABC=X",
    "ABC-USD",
    "",
    "A B",
  ])("stays unknown as %j", (symbol) => expect(market.find(symbol)).toBeUndefined());

  it("does not join the lists of the market", () => {
    const before = market.stocks.length;
    market.find("HELLO");
    expect(market.stocks).toHaveLength(before);
  });

  it("is forgotten when many others have been invented, and then is the same again", () => {
    const first = market.snapshot(market.find("HELLO")!, NOW);
    for (let index = 0; index < 1_200; index++) market.find(`Q${index}.L`);
    expect(market.snapshot(market.find("HELLO")!, NOW)).toEqual(first);
  });
});
