/** Symbols as other programs write them. */
import { describe, expect, it } from "vitest";
import { symbol } from "../../../src/contract/fields.js";

describe("a symbol in the spelling of another program", () => {
  it.each([
    ["NASDAQ:AAPL", "AAPL"],
    ["nyse:brk.b", "BRK.B"],
    ["AAPL:NASDAQ", "AAPL"],
    ["LSE:VOD", "VOD.L"],
    ["TSX:RY", "RY.TO"],
    ["XETR:SAP", "SAP.DE"],
    ["HKEX:700", "0700.HK"],
    ["NSE:RELIANCE", "RELIANCE.NS"],
    ["AAPL.US", "AAPL"],
    ["BRK.B.US", "BRK.B"],
    ["VOD.LSE", "VOD.L"],
    ["03690.HK", "3690.HK"],
    ["00005.HK", "0005.HK"],
    ["80700.HK", "80700.HK"],
    ["SH600887", "600887.SS"],
    ["sz000001", "000001.SZ"],
    ["sh.600887", "600887.SS"],
    ["600887.SH", "600887.SS"],
    ["BRK/B", "BRK.B"],
    ["BTC/USD", "BTC-USD"],
    ["EUR/USD", "EURUSD=X"],
    ["$TSLA", "TSLA"],
  ])("is %s read as %s", (written, read) => {
    expect(symbol.parse(written)).toBe(read);
  });

  it.each([
    "AAPL",
    "BRK.B",
    "TSCO.LON",
    "0700.HK",
    "^GSPC",
    "EURUSD=X",
    "M&M.NS",
    "NA",
    "NAN",
    "TRUE",
    "NONE",
    "NULL",
    "SH",
    "US",
  ])("leaves %s as it is", (text) => {
    expect(symbol.parse(text)).toBe(text);
  });

  it.each(["TSE:7203", "EURONEXT:ASML", "KRX:005930", "FOO:BAR", "BRK/BRK", "A/B/C", "NASDAQ:", ":AAPL"])(
    "is refused where it can mean two listings or none: %s",
    (text) => {
      expect(symbol.safeParse(text).success).toBe(false);
    },
  );
});
