import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findExchange, toMarketHours } from "../../src/capabilities/exchanges.js";

const WINTER = new Date("2026-01-15T12:00:00Z");
const SUMMER = new Date("2026-07-15T12:00:00Z");

const hoursOf = (code: string | null, at = WINTER) => toMarketHours(findExchange(code), at);

const NOTHING = { region: null, marketOpen: null, marketClose: null, timezone: null, currency: null };

describe("findExchange", () => {
  it.each([
    ["NASDAQ", "NMS"],
    ["NYSE", "NYQ"],
    ["AMEX", "PCX"],
    ["OTC", "PNK"],
    ["FSX", "FRA"],
    ["XETRA", "GER"],
    ["TSX", "TOR"],
    ["TSXV", "VAN"],
    ["HKSE", "HKG"],
    ["NSE", "NSI"],
    ["CRYPTO", "CCC"],
  ])("knows provider A's %s and provider B's %s as one", (codeOfA, codeOfB) => {
    expect(findExchange(codeOfA)).not.toBeNull();
    expect(findExchange(codeOfA)).toEqual(findExchange(codeOfB));
  });

  it("knows nothing about other codes", () => {
    expect([null, "", "OPR", "nms", "constructor", "__proto__"].map(findExchange)).toEqual(
      Array.from({ length: 6 }, () => null),
    );
  });
});

describe("toMarketHours", () => {
  // As provider C sends them.
  it.each([
    ["NMS", "United States", "09:30", "16:00", "UTC-04", "USD"],
    ["LSE", "United Kingdom", "08:00", "16:30", "UTC+01", "GBX"],
    ["FSX", "Frankfurt", "08:00", "20:00", "UTC+02", "EUR"],
    ["SAO", "Brazil/Sao Paolo", "10:00", "17:30", "UTC-03", "BRL"],
    ["HKSE", "Hong Kong", "09:30", "16:00", "UTC+08", "HKD"],
    ["BSE", "India/Bombay", "09:15", "15:30", "UTC+5.5", "INR"],
  ])("writes %s in summer as provider C does", (code, region, marketOpen, marketClose, timezone, currency) => {
    expect(hoursOf(code, SUMMER)).toEqual({ region, marketOpen, marketClose, timezone, currency });
  });

  it.each([
    ["NYSE", "UTC-05"],
    ["LSE", "UTC+00"],
    ["XETRA", "UTC+01"],
    ["ASX", "UTC+11"],
    ["JPX", "UTC+09"],
    ["NSI", "UTC+5.5"],
  ])("gives %s the offset in force in January: %s", (code, timezone) => {
    expect(hoursOf(code).timezone).toBe(timezone);
  });

  it("changes the offset at the moment the clocks change", () => {
    expect(hoursOf("NMS", new Date("2026-03-08T06:59:59Z")).timezone).toBe("UTC-05");
    expect(hoursOf("NMS", new Date("2026-03-08T07:00:00Z")).timezone).toBe("UTC-04");
  });

  it("gives coins no region and no hours, for they never close", () => {
    expect(hoursOf("CCC")).toEqual({ ...NOTHING, timezone: "UTC+00", currency: "USD" });
  });

  it("gives no currency for the order book that has many", () => {
    expect(hoursOf("IOB")).toEqual({
      region: "United Kingdom",
      marketOpen: "08:00",
      marketClose: "16:30",
      timezone: "UTC+00",
      currency: null,
    });
  });

  it("does not guess about an unknown exchange", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("X", "Q", "Z", "1"), maxLength: 6 }), (code) => {
        expect(hoursOf(code)).toEqual(NOTHING);
      }),
    );
    expect(toMarketHours(null, WINTER)).toEqual(NOTHING);
  });
});
