import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exchangeOfFmp, exchangeOfYahoo, toHoursState, toMarketHours } from "../../../src/market/sessions/exchanges.js";

const WINTER = new Date("2026-01-15T12:00:00Z");
const SUMMER = new Date("2026-07-15T12:00:00Z");

const hoursAtFmp = (code: string | null, at = WINTER) => toMarketHours(exchangeOfFmp(code), at);
const hoursAtYahoo = (code: string | null, at = WINTER) => toMarketHours(exchangeOfYahoo(code), at);

const NOTHING = { region: null, marketOpen: null, marketClose: null, timezone: null };

describe("codes of exchanges", () => {
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
    ["SIX", "EBS"],
    ["BME", "MCE"],
    ["DUB", "ISE"],
    ["EGX", "CAI"],
    ...["SHH", "SHZ", "KSC", "KOE", "TAI", "TWO", "SES", "BSE", "VIE", "MEX", "TLV", "JNB"].map((code) => [code, code]),
    ["CRYPTO", "CCC"],
  ])("of the same place are %s at provider A and %s at provider B", (codeOfFmp, codeOfYahoo) => {
    expect(exchangeOfFmp(codeOfFmp)).not.toBeNull();
    expect(hoursAtFmp(codeOfFmp)).toEqual(hoursAtYahoo(codeOfYahoo));
  });

  it.each([
    ["NGM", "Stockholm", "UTC+01"],
    ["BTS", null, "UTC+00"],
  ])("may be the same for two exchanges: %s", (code, region, timezone) => {
    expect(hoursAtFmp(code)).toMatchObject({ region, timezone });
    expect(hoursAtYahoo(code)).toMatchObject({ region: "United States", marketOpen: "09:30", timezone: "UTC-05" });
  });

  it.each([
    ["LSE", "2026-11-20T08:00:00Z", "within regular hours"],
    ["LSE", "2026-11-20T16:30:00Z", "closed"],
    ["LSE", "2026-07-20T07:00:00Z", "within regular hours"],
    ["LSE", "2026-11-22T12:00:00Z", "closed"],
    ["JPX", "2026-11-20T00:00:00Z", "within regular hours"],
    ["JPX", "2026-11-20T06:30:00Z", "closed"],
    ["JPX", "2026-11-22T23:59:00Z", "closed"],
    ["SIX", "2026-11-20T16:29:00Z", "within regular hours"],
    ["SAU", "2026-11-19T08:00:00Z", "within regular hours"],
    ["SAU", "2026-11-21T08:00:00Z", "closed"],
  ])("tell by the clock of the exchange: %s at %s: %s", (code, at, state) => {
    expect(toHoursState(exchangeOfFmp(code), new Date(at))).toBe(state);
  });

  it.each([
    ["SAU", "2026-11-22T08:00:00Z"],
    ["TLV", "2026-11-20T10:00:00Z"],
    ["KSC2", "2026-11-20T10:00:00Z"],
    ["KOE", "2026-11-20T10:00:00Z"],
    ["CRYPTO", "2026-11-20T10:00:00Z"],
  ])("tell nothing where the days or hours are unknown: %s", (code, at) => {
    expect(toHoursState(exchangeOfFmp(code), new Date(at))).toBeUndefined();
  });

  it("find nothing for other texts", () => {
    for (const find of [exchangeOfFmp, exchangeOfYahoo]) {
      expect([null, "", "OPR", "nms", "constructor", "__proto__"].map(find)).toEqual(
        Array.from({ length: 6 }, () => null),
      );
    }
    expect([exchangeOfFmp("NMS"), exchangeOfYahoo("NASDAQ")]).toEqual([null, null]);
  });
});

describe("hours of provider A's exchanges", () => {
  // From its recorded list of market hours; Shanghai as provider C sends it, the break at noon included.
  it.each([
    ["SIX", "Switzerland", "09:00", "17:30", "UTC+02"],
    ["SHH", "Shanghai", "09:30", "15:00", "UTC+08"],
    ["KSC", "Korea", "09:00", "15:30", "UTC+09"],
    ["TAI", "Taiwan", "09:00", "13:30", "UTC+08"],
    ["BME", "Madrid", "09:00", "17:30", "UTC+02"],
    ["JNB", "Johannesburg", "09:00", "17:00", "UTC+02"],
    ["SES", "Singapore", "09:00", "17:00", "UTC+08"],
    ["VIE", "Vienna", "08:55", "17:35", "UTC+02"],
    ["TLV", "Tel Aviv", "10:00", "17:15", "UTC+03"],
    ["NZE", "New Zealand", "10:00", "16:45", "UTC+12"],
  ])("are stated for %s", (code, region, marketOpen, marketClose, timezone) => {
    expect(hoursAtFmp(code, SUMMER)).toEqual({ region, marketOpen, marketClose, timezone });
  });

  it.each([
    ["KOE", "Korea", "UTC+09"],
    ["JKT", "Jakarta", "UTC+07"],
    ["KUW", "Kuwait", "UTC+03"],
  ])("are null for %s, where the list is contradictory or has none", (code, region, timezone) => {
    expect(hoursAtFmp(code)).toEqual({ region, marketOpen: null, marketClose: null, timezone });
  });
});

describe("toMarketHours", () => {
  // As provider C sends them.
  it.each([
    ["NMS", "United States", "09:30", "16:00", "UTC-04"],
    ["LSE", "United Kingdom", "08:00", "16:30", "UTC+01"],
    ["FRA", "Frankfurt", "08:00", "20:00", "UTC+02"],
    ["SAO", "Brazil/Sao Paolo", "10:00", "17:30", "UTC-03"],
    ["HKG", "Hong Kong", "09:30", "16:00", "UTC+08"],
    ["BSE", "India/Bombay", "09:15", "15:30", "UTC+5.5"],
  ])("writes the hours of %s in summer as provider C does", (code, region, marketOpen, marketClose, timezone) => {
    expect(hoursAtYahoo(code, SUMMER)).toEqual({ region, marketOpen, marketClose, timezone });
  });

  it.each([
    ["NYQ", "UTC-05"],
    ["LSE", "UTC+00"],
    ["GER", "UTC+01"],
    ["ASX", "UTC+11"],
    ["JPX", "UTC+09"],
    ["NSI", "UTC+5.5"],
  ])("gives %s the offset in force in January: %s", (code, timezone) => {
    expect(hoursAtYahoo(code).timezone).toBe(timezone);
  });

  it("changes the offset at the moment the clocks change", () => {
    expect(hoursAtYahoo("NMS", new Date("2026-03-08T06:59:59Z")).timezone).toBe("UTC-05");
    expect(hoursAtYahoo("NMS", new Date("2026-03-08T07:00:00Z")).timezone).toBe("UTC-04");
  });

  it("gives coins no region and no hours, because they always trade", () => {
    expect(hoursAtYahoo("CCC")).toEqual({ ...NOTHING, timezone: "UTC+00" });
  });

  it("has only nulls for an unknown exchange", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("X", "Q", "Z", "1"), maxLength: 6 }), (code) => {
        expect([hoursAtFmp(code), hoursAtYahoo(code)]).toEqual([NOTHING, NOTHING]);
      }),
    );
    expect(toMarketHours(null, WINTER)).toEqual(NOTHING);
  });
});
