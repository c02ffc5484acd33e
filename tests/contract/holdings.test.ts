import { describe, expect, it } from "vitest";
import { heldSymbols, separateHoldings } from "../../src/contract/holdings.js";

const read = (items: string[]) => separateHoldings(heldSymbols(1, 5).parse(items));

describe("holdings behind symbols", () => {
  it.each([
    ["AAPL*10@150.5", "AAPL", { shares: 10, cost: 150.5 }],
    [" nasdaq:aapl * 0.25 @ 1 ", "AAPL", { shares: 0.25, cost: 1 }],
    ["BTC-USD*0.00012345", "BTC-USD", { shares: 0.00012345, cost: null }],
    ["TSCO.L*100@0", "TSCO.L", { shares: 100, cost: 0 }],
  ])("%s are separated from them", (item, symbol, holding) => {
    expect(read([item, "MSFT"])).toEqual({
      symbols: [symbol, "MSFT"],
      held: [holding && { symbol, ...holding }, undefined],
    });
  });

  it("are not meant by every @: such an item is no symbol, and has a row that says so", () => {
    expect(read(["A@B"])).toEqual({ symbols: ["A@B"] });
  });

  it("are absent where no symbol has one", () => {
    expect(read(["aapl", "MSFT"])).toEqual({ symbols: ["AAPL", "MSFT"] });
  });

  it.each([
    "AAPL*",
    "AAPL*ten",
    "AAPL*-1",
    "AAPL*0",
    "AAPL*10@",
    "AAPL*10@-5",
    "AAPL@10",
    "AAPL @ 10",
    "*10",
    "AAPL*1e3",
    "AAPL*1*2",
  ])("%s is refused with an example", (item) => {
    const parsed = heldSymbols(1, 5).safeParse([item]);
    expect(parsed.error?.issues[0]?.message).toContain("a symbol, or a holding such as AAPL*10@150.5");
  });
});
