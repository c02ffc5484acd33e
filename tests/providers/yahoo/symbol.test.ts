import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toYahooSymbol } from "../../../src/providers/yahoo/calls/symbol.js";

describe("provider B's spelling of a symbol", () => {
  it.each([
    ["AAPL", "AAPL"],
    ["BRK.B", "BRK-B"],
    ["TSCO.LON", "TSCO.L"],
    ["OCDO.L", "OCDO.L"],
    ["0700.HK", "0700.HK"],
    ["^GSPC", "^GSPC"],
    ["GC=F", "GC=F"],
    ["M&M.NS", "M&M.NS"],
    ["BTC-USD", "BTC-USD"],
    ["BTCUSD", "BTC-USD"],
    ["USDTUSD", "USDT-USD"],
    ["1INCHUSD", "1INCH-USD"],
    ["TON11419USD", "TON11419-USD"],
    ["EURUSD", "EURUSD=X"],
    ["USDJPY", "USDJPY=X"],
    ["EURUSD=X", "EURUSD=X"],
    ["GOOGLE", "GOOGLE"],
    ["OPUSD", "OPUSD"],
    ["AUSD", "AUSD"],
    ["USD", "USD"],
    ["^XAUUSD", "^XAUUSD"],
  ])("of %s is %s", (symbol, expected) => {
    expect(toYahooSymbol(symbol)).toBe(expected);
  });

  it("does not change when it is converted again", () => {
    const symbols = fc.stringMatching(/^\^?[A-Z0-9][A-Z0-9.\-=&]{0,23}$/);
    fc.assert(
      fc.property(symbols, (symbol) => {
        expect(toYahooSymbol(toYahooSymbol(symbol))).toBe(toYahooSymbol(symbol));
      }),
    );
  });
});
