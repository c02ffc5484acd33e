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
    "AAPL*1,000",
    "AAPL*10@1,500",
    "AAPL*10@50 USD",
  ])("%s is refused with an example", (item) => {
    const parsed = heldSymbols(1, 5).safeParse([item]);
    expect(parsed.error?.issues[0]?.message).toContain("a symbol, or a holding such as AAPL*10@150.5");
  });

  it.each(["KO*1.000", "KO*10@1.000", "KO*123.000@60"])(
    "%s may have a thousand, and is refused with both forms",
    (item) => {
      const parsed = heldSymbols(1, 5).safeParse([item]);
      expect(parsed.error?.issues[0]?.message).toMatch(
        /^a number that is not also one of thousands: 1000 or 1\.0000 for 1\.000; or a holding such as AAPL/,
      );
    },
  );

  it.each([
    ["KO*1.0000", 1],
    ["KO*10.125", 10.125],
    ["KO*1.00", 1],
    ["KO*0.125", 0.125],
    ["KO*1234.125", 1234.125],
  ])("%s has one meaning", (item, shares) => {
    expect(read([item]).held?.[0]?.shares).toBe(shares);
  });
});
