import { describe, expect, it } from "vitest";
import { readOptionCode } from "../../../src/contract/symbols/option-code.js";

describe("the code of an option contract", () => {
  const APPLE = { symbol: "AAPL", expiration: "2027-01-15", side: "calls", strike: 250 };

  it.each([
    ["AAPL270115C00250000", APPLE],
    ["aapl270115c00250000", APPLE],
    ["AAPL  270115C00250000", APPLE],
    ["O:AAPL270115C00250000", APPLE],
    [".AAPL270115C00250000", APPLE],
    ["AAPL1270115P00012500", { ...APPLE, side: "puts", strike: 12.5 }],
    ["BRKB261218P00480000", { symbol: "BRK.B", expiration: "2026-12-18", side: "puts", strike: 480 }],
    ["SPXW261016C06700000", { symbol: "^SPX", expiration: "2026-10-16", side: "calls", strike: 6700, root: "SPXW" }],
  ])("is read as its contract: %s", (text, expected) => {
    expect(readOptionCode(text)).toEqual(expected);
  });

  it.each(["AAPL", "AAPL270230C00250000", "AAPL270115X00250000", "AAPL270115C250", "ABCDEFG270115C00250000", ""])(
    "is none for another text: %j",
    (text) => {
      expect(readOptionCode(text)).toBeUndefined();
    },
  );
});
