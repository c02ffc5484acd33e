import { describe, expect, it } from "vitest";
import {
  didYouMean,
  didYouMeanEach,
  similarWellKnown,
  wellKnownStarting,
} from "../../../src/market/symbols/known-symbols.js";
import { WELL_KNOWN } from "../../../src/contract/symbols/well-known-symbols.js";

describe("well-known symbols", () => {
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
  ])("suggests for %s %s", (asked, meant) => {
    expect(similarWellKnown(asked)[0]).toBe(meant);
  });

  it.each(["X", "FO", "^TNX", "X-USD", "QXZZZYQW"])("suggests nothing for %s, which resembles no symbol", (asked) => {
    expect(similarWellKnown(asked)).toEqual([]);
  });

  it("suggests an index only for an index, and names at most three symbols", () => {
    expect(similarWellKnown("^GSPX")).toEqual(["^GSPC"]);
    expect(similarWellKnown("GSPX")).toEqual([]);
    // Four have the word in their name.
    expect(similarWellKnown("INDEX")).toEqual(["^GSPC", "^DJI", "^IXIC"]);
  });

  it("complete typed text in any letter case", () => {
    expect(wellKnownStarting(" aap")).toEqual(["AAPL"]);
    expect(wellKnownStarting("NOSUCH")).toEqual([]);
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
    expect(didYouMeanEach(["QXZZZYQW"])).toBeUndefined();
    expect(didYouMeanEach(["APPL"])).toBe("Did you mean AAPL or AMAT?");
    expect(didYouMeanEach(["APPL", "QXZZZYQW", "MFST"])).toBe("Did you mean AAPL or AMAT for APPL, MSFT for MFST?");
  });
});
