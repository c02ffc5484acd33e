import * as fc from "fast-check";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { quoteOutput } from "../../../src/capabilities/prices/quote.js";
import { quoteFromFmp, shareFactsFromFmp } from "../../../src/providers/financial-modeling-prep/quote.js";
import { createAsker } from "../../support/ask.js";
import { useInternet } from "../../support/internet.js";
import { NOT_IN_PLAN, simulateFmp, refused } from "./upstream-fmp.js";

const internet = useInternet();

const ROW = {
  symbol: "AAPL",
  name: "Apple Inc.",
  price: 255.92,
  changePercentage: 0.11345,
  change: 0.29,
  volume: 31289369,
  dayLow: 250.65,
  dayHigh: 256.13,
  yearHigh: 288.62,
  yearLow: 169.21,
  marketCap: 3761492983658,
  priceAvg50: 260.363,
  priceAvg200: 249.1484,
  exchange: "NASDAQ",
  open: 254.14,
  previousClose: 255.63,
  timestamp: 1775160000,
};

const DATA = {
  symbol: "AAPL",
  price: 255.92,
  change: 0.29,
  changesPercentage: 0.11345,
  dayLow: 250.65,
  dayHigh: 256.13,
  yearHigh: 288.62,
  yearLow: 169.21,
  marketCap: 3761492983658,
  priceAvg50: 260.363,
  priceAvg200: 249.1484,
  volume: 31289369,
  avgVolume: null,
  exchange: "NASDAQ",
  open: 254.14,
  previousClose: 255.63,
  eps: null,
  pe: null,
  sharesOutstanding: null,
  name: "Apple Inc.",
  currency: "USD",
  as_of: "2026-04-02T20:00:00.000Z",
};

describe("a quote", () => {
  it("of a future is left to the next source, without a call", async () => {
    const calls = simulateFmp(internet, { quote: [] });
    await expect(createAsker().ask(quoteFromFmp, { symbol: "GC=F" })).rejects.toMatchObject({ reason: "no_data" });
    expect(calls).toEqual([]);
  });

  it("copies provider A's fields and has null for those it does not send", async () => {
    simulateFmp(internet, { quote: [ROW] });
    expect(await createAsker().ask(quoteFromFmp, { symbol: "aapl" })).toEqual({
      data: DATA,
      asOf: "2026-04-02T20:00:00.000Z",
      currency: "USD",
      market: expect.stringMatching(/^(?:within regular hours|closed)$/) as string,
    });
  });

  it("has no change since a previous close that its own range of the year contradicts", async () => {
    simulateFmp(internet, { quote: [{ ...ROW, previousClose: 2.5563, change: 253.3637 }] });
    const { data, notes } = await createAsker().ask(quoteFromFmp, { symbol: "AAPL" });
    expect(data).toEqual({ ...DATA, change: null, changesPercentage: null, previousClose: null });
    expect(notes).toEqual([expect.stringMatching(/^The previous close of AAPL, 2.5563, is far outside/)]);
  });

  it("says of a coin from when its change counts", async () => {
    simulateFmp(internet, { quote: [{ ...ROW, symbol: "BTCUSD", exchange: "CRYPTO" }] });
    expect((await createAsker().ask(quoteFromFmp, { symbol: "BTC-USD" })).notes).toEqual([
      "Change of coins is since 00:00 UTC, not of 24 hours.",
    ]);
  });

  it("tells whether it is within the regular hours of its exchange, which is all that can be known", async () => {
    vi.useFakeTimers({ now: Date.UTC(2026, 10, 20, 12), toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    simulateFmp(internet, { quote: [{ ...ROW, symbol: "TSCO.L", exchange: "LSE" }] });
    expect((await createAsker().ask(quoteFromFmp, { symbol: "TSCO.L" })).market).toBe("within regular hours");
    vi.setSystemTime(Date.UTC(2026, 10, 20, 17));
    expect((await createAsker().ask(quoteFromFmp, { symbol: "TSCO.L" })).market).toBe("closed");
  });

  it("parses numbers written as text, and has null for unreadable values", async () => {
    const row = { symbol: "AAPL", price: "255.92", change: "NaN", volume: {}, marketCap: 0, open: null, exchange: "" };
    simulateFmp(internet, { quote: [row] });
    const open = Object.fromEntries(Object.keys(DATA).map((field) => [field, null]));
    expect(await createAsker().ask(quoteFromFmp, { symbol: "AAPL" })).toEqual({
      data: { ...open, symbol: "AAPL", price: 255.92 },
      asOf: undefined,
      currency: null,
    });
  });

  it.each([null, "NaN", "", [], {}, undefined, 0, -3, "0"])(
    "is no valid answer when its price is %j",
    async (price) => {
      simulateFmp(internet, { quote: [{ ...ROW, price }] });
      await expect(createAsker().ask(quoteFromFmp, { symbol: "AAPL" })).rejects.toMatchObject({ reason: "bad_answer" });
    },
  );

  it("has a fixed shape, whatever the fields contain", async () => {
    const fields = Object.keys(ROW).filter((field) => field !== "symbol" && field !== "price");
    const value = fc.oneof(fc.jsonValue(), fc.double(), fc.constantFrom("NaN", "1.5", "1e400", "\u202e"));
    const shape = quoteOutput.omit({ timestamp: true, source: true }).strict();
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...fields), value, async (field, wrong) => {
        internet.resetHandlers();
        simulateFmp(internet, { quote: [{ ...ROW, [field]: wrong }] });
        const { data } = await createAsker().ask(quoteFromFmp, { symbol: "AAPL" });
        expect(shape.parse(data)).toEqual(data);
        expect(Object.keys(data)).toEqual(Object.keys(DATA));
      }),
      { numRuns: 60 },
    );
  });
});

describe("share facts", () => {
  const PROFILE = {
    symbol: "AAPL",
    companyName: "Apple Inc.",
    price: 255.92,
    currency: "USD",
    averageVolume: 47782011,
  };
  const RATIOS = { symbol: "AAPL", netIncomePerShareTTM: 7.985878643285487, priceToEarningsRatioTTM: 32.0465676266164 };
  const FLOAT = { symbol: "AAPL", freeFloat: 99.77, floatShares: 14664480994, outstandingShares: 14697925069 };
  const supply = () => createAsker().supply(shareFactsFromFmp, "AAPL");

  it("come from three calls when PE times EPS is the price", async () => {
    const calls = simulateFmp(internet, { profile: [PROFILE], "ratios-ttm": [RATIOS], "shares-float": [FLOAT] });
    expect(await supply()).toEqual({
      facts: {
        avgVolume: 47782011,
        eps: 7.985878643285487,
        sharesOutstanding: 14697925069,
        price: 255.92,
        currency: "USD",
      },
      missing: [],
    });
    expect(calls.sort()).toEqual(["profile?symbol=AAPL", "ratios-ttm?symbol=AAPL", "shares-float?symbol=AAPL"]);
  });

  it.each([
    // TSM reports in Taiwan dollars: 431.37 is not the earnings per US-listed share.
    ["the price over the PE for a company that reports in another currency", "TWD", 15.3153],
    ["the EPS as sent when the price has moved since and the currency is the same", "USD", 431.37],
    ["null when nobody says the currency", null, null],
  ])("have as EPS %s", async (_name, reportedCurrency, eps) => {
    simulateFmp(internet, {
      profile: [{ ...PROFILE, price: 452.69 }],
      "ratios-ttm": [{ symbol: "AAPL", netIncomePerShareTTM: 431.37, priceToEarningsRatioTTM: 29.558 }],
      "shares-float": [],
      "income-statement": reportedCurrency ? [{ symbol: "AAPL", reportedCurrency }] : [],
    });
    expect(await supply()).toEqual({
      facts: { avgVolume: 47782011, eps, sharesOutstanding: null, price: 452.69, currency: "USD" },
      missing: [],
    });
  });

  it.each([
    ["of less than 0", { averageVolume: -5 }],
    ["of 0 of a currency", { averageVolume: 0, exchange: "FOREX" }],
  ])("have null for an average volume %s", async (_what, profile) => {
    simulateFmp(internet, { profile: [{ ...PROFILE, ...profile }], "ratios-ttm": [RATIOS], "shares-float": [FLOAT] });
    expect((await supply()).facts.avgVolume).toBeNull();
  });

  it("lack parts outside the plan", async () => {
    const no = refused(402, NOT_IN_PLAN.path);
    simulateFmp(internet, { profile: [PROFILE], "ratios-ttm": no, "shares-float": no });
    expect(await supply()).toMatchObject({ missing: ["eps", "sharesOutstanding"], permanentlyMissing: true });
  });

  it.each([
    ["eps", "ratios-ttm", refused(500, "")],
    ["eps", "ratios-ttm", [{}]],
    ["eps", "income-statement", refused(500, "")],
    ["sharesOutstanding", "shares-float", refused(500, "")],
    ["sharesOutstanding", "shares-float", [{ symbol: "AAPL" }]],
    ["avgVolume", "profile", [{ ...PROFILE, price: 100, averageVolume: [] }]],
  ])("report %s as missing, temporarily, when %s fails", async (field, path, answer) => {
    simulateFmp(internet, {
      profile: [{ ...PROFILE, price: 100 }],
      "ratios-ttm": [RATIOS],
      "shares-float": [FLOAT],
      "income-statement": [{ symbol: "AAPL", reportedCurrency: "USD" }],
      [path]: answer,
    });
    expect(await supply()).toMatchObject({ facts: { [field]: null }, missing: [field], permanentlyMissing: false });
  });

  it("are not available for an unknown symbol", async () => {
    simulateFmp(internet, { profile: [] });
    await expect(supply()).rejects.toMatchObject({ reason: "no_data" });
  });
});
