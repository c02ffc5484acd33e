import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { quote } from "../../../src/capabilities/prices/quote.js";
import { followsUsSession, isMutualFund, toListingSymbol } from "../../../src/market/symbols/symbol.js";
import { MarketDataError } from "../../../src/contract/errors.js";
import { parseInput } from "../../../src/contract/input.js";

const read = (symbol: unknown) => parseInput(quote, { symbol }).symbol;

/** Returns the refusal of a symbol; fails when it is accepted or the error is not ours. */
function refusal(symbol: unknown): MarketDataError {
  try {
    parseInput(quote, { symbol });
  } catch (error) {
    if (error instanceof MarketDataError) return error;
    throw error;
  }
  throw new Error(`accepted ${JSON.stringify(symbol)}`);
}

const VALID = /^\^?[A-Z0-9][A-Z0-9.\-=&]{0,23}$/;

describe("a symbol", () => {
  it.each([
    ["AAPL", "AAPL"],
    ["aapl", "AAPL"],
    [" AAPL ", "AAPL"],
    ["a", "A"],
    ["BRK.B", "BRK.B"],
    ["brk-b", "BRK-B"],
    ["^GSPC", "^GSPC"],
    ["BTC-USD", "BTC-USD"],
    ["0700.HK", "0700.HK"],
    ["7203.T", "7203.T"],
    ["EURUSD=X", "EURUSD=X"],
    ["ES=F", "ES=F"],
    ["M&M.NS", "M&M.NS"],
    ["1000SATS-USD", "1000SATS-USD"],
    ["TSCO.LON", "TSCO.LON"],
    ["A".repeat(24), "A".repeat(24)],
  ])("may be %j", (given, normalised) => {
    expect(read(given)).toBe(normalised);
  });

  it.each<[what: string, symbol: unknown]>([
    ["nothing", ""],
    ["blanks", "   "],
    ["25 characters", "A".repeat(25)],
    ["a blank inside", "AA PL"],
    ...[..."/\\?#%,;:*${}<>\"'+@!|~`()[]_"].map(
      (character) => [`the character ${character}`, `AAPL${character}`] as [string, string],
    ),
    ["a ^ that is not in front", "GS^PC"],
    ["a ^ alone", "^"],
    ["two ^", "^^GSPC"],
    ["a dot in front", ".AAPL"],
    ["two dots", "BRK..B"],
    ["a climbing path", "../../etc/passwd"],
    ["an escaped climbing path", "AAPL%2F.."],
    ["a twice escaped climbing path", "%2e%2e"],
    ["a path parameter", "AAPL;x"],
    ["a query", "AAPL?x="],
    ["further parameters", "AAPL&apikey=x/"],
    ["a header", "AAPL\r\nX-Evil: 1"],
    ["a line end", "AAPL\n"],
    ["a tab", "\tAAPL"],
    ["a no-break space", "\u00a0AAPL"],
    ["a NUL", "AAPL\u0000"],
    ["a terminal's escape", "\u001b[31mAAPL"],
    ["full-width letters", "ＡＡＰＬ"],
    ["a Cyrillic А", "ААPL"],
    ["a long s, which is S in upper case", "ſPY"],
    ["a Kelvin sign, which is k in lower case", "\u212a"],
    ["a dotless i, which is I in upper case", "ıBM"],
    ["an Arabic digit", "٣"],
    ["a right-to-left mark", "AAPL\u200f"],
    ["an emoji", "🚀"],
    ["half a surrogate pair", "\ud83d"],
    ["a number", 700],
    ["null", null],
    ["a list", ["AAPL"]],
    ["an object", { symbol: "AAPL" }],
    ["true", true],
    ["nothing at all", undefined],
  ])("may not be, or have, %s", (_what, symbol) => {
    const error = refusal(symbol);
    expect(error.kind).toBe("invalid_input");
    expect(error.message).toMatch(
      /^(?:Invalid "symbol": got .+|Parameter "symbol" is missing)\. Allowed: a ticker symbol of 1 to 24 /,
    );
    expect(error.message).toMatch(/^[\p{L}\p{M}\p{N}\p{P}\p{S} ]+$/u);
    expect(error.message.length).toBeLessThan(700);
  });

  it("is either normalised to the published pattern or rejected", () => {
    const piece = fc.constantFrom(..."aZ09.-=&^ %/é\n", "..", "%2e");
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: piece, maxLength: 30 }), fc.string({ unit: "binary" })), (given) => {
        // Other programs' spellings have tests of their own: EUR/USD, NASDAQ:AAPL, $TSLA, AAPL., BRK B.
        fc.pre(!/[/:$"'`“‘([_]|\. *$| [A-Z] *$/.test(given));
        // So have words for nothing and for all, which are no symbols in small letters.
        fc.pre(!/^ *(?:all|any|na|nan|none|null|undefined|true|false) *$/i.test(given));
        const trimmed = given.replace(/^ +| +$/g, "");
        // Only ASCII letters change case here, regardless of Unicode's rules.
        const upper = trimmed.replace(/[a-z]/g, (letter) => letter.toUpperCase());
        const isValid = VALID.test(upper) && !upper.includes("..");
        expect(isValid ? read(given) : refusal(given).kind).toBe(isValid ? upper : "invalid_input");
      }),
      { numRuns: 500 },
    );
  });

  it.each(["a", ",", "^", " ", "..", "[[", "(", "A ", "%2e"])("is rejected as 10,000 times %j", (piece) => {
    expect(refusal(piece.repeat(10_000)).kind).toBe("invalid_input");
    expect(refusal(` ${piece.repeat(10_000)}x`).kind).toBe("invalid_input");
  });
});

describe("toListingSymbol", () => {
  it.each([
    ["AAPL", "AAPL"],
    ["BRK.B", "BRK-B"],
    ["BRK.A", "BRK-A"],
    ["BRK-B", "BRK-B"],
    ["TSCO.L", "TSCO.L"],
    ["7203.T", "7203.T"],
    ["0700.HK", "0700.HK"],
    ["APC.F", "APC.F"],
    ["^GSPC", "^GSPC"],
    ["BTC-USD", "BTC-USD"],
    ["EURUSD=X", "EURUSD=X"],
    ["X.CONSTRUCTOR", "X.CONSTRUCTOR"],
  ])("spells %s as providers A and B do: %s", (symbol, listing) => {
    expect(toListingSymbol(symbol)).toBe(listing);
  });

  it.each([
    ["TSCO.LON", "TSCO.L"],
    ["TCO2.FRK", "TCO2.F"],
    ["BABA34.SAO", "BABA34.SA"],
    ["6190.HKG", "6190.HK"],
    ["BMW.DEX", "BMW.DE"],
    ["RELIANCE.BSE", "RELIANCE.BO"],
    ["SHOP.TRT", "SHOP.TO"],
    ["ABC.TRV", "ABC.V"],
    ["600104.SHH", "600104.SS"],
    ["000002.SHZ", "000002.SZ"],
    ["AIR.PAR", "AIR.PA"],
    ["ASML.AMS", "ASML.AS"],
    ["ENI.MIL", "ENI.MI"],
    ["BT-A.LON", "BT-A.L"],
  ])("converts a listing of provider C's search: %s is %s", (symbol, listing) => {
    expect(toListingSymbol(symbol)).toBe(listing);
  });

  it("returns a valid symbol, and does not change its own result", () => {
    const suffix = fc.constantFrom("", ".A", ".B", ".L", ".LON", ".FRK", "-B", ".B.LON", "=X");
    fc.assert(
      fc.property(fc.stringMatching(/^\^?[A-Z0-9]{1,8}$/), suffix, (stem, ending) => {
        const listing = toListingSymbol(read(stem + ending));
        expect(listing).toMatch(VALID);
        expect(toListingSymbol(listing)).toBe(listing);
      }),
    );
  });
});

describe("followsUsSession", () => {
  it.each(["AAPL", "T", "GOOGL", "BRK.B", "BRK-A", "VFIAX", "PSTH-WS", "^GSPC", "^DJI", "^IXIC"])(
    "is true of %s",
    (symbol) => {
      expect(followsUsSession(symbol)).toBe(true);
    },
  );

  it.each([
    ["a listing elsewhere", ["TSCO.L", "TSCO.LON", "0700.HK", "7203.T", "M&M.NS", "SHOP.TO"]],
    ["a coin", ["BTC-USD", "BTCUSD", "ETHUSDT", "OPUSD", "1000SATS-USD", "BTC-EUR", "ETH-BTC", "BTCEUR"]],
    ["a currency pair", ["EURUSD=X", "EURUSD", "USDJPY", "EURGBP"]],
    ["a future", ["ES=F", "GC=F", "GCUSD"]],
    ["an index of another market", ["^FTSE", "^N225", "^HSI", "^GDAXI", "^STOXX50E"]],
  ])("is false of %s", (_what, symbols) => {
    expect(symbols.filter(followsUsSession)).toEqual([]);
  });
});

describe("a US mutual fund", () => {
  it("has five letters with an X at the end", () => {
    const asked = ["VFINX", "VTSAX", "AAPL", "FOX", "NFLX", "AAPLX.L", "BTC-USD", "^VIX"];
    expect(asked.filter(isMutualFund)).toEqual(["VFINX", "VTSAX"]);
  });
});
