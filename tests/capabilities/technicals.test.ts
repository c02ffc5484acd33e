import { describe, expect, it } from "vitest";
import { computeIndicators } from "../../src/capabilities/indicators.js";
import type { Bar } from "../../src/capabilities/price-bars.js";
import { technicalsFromHistory } from "../../src/capabilities/technicals.js";
import { servedOf } from "../support/fakes.js";

/** Bars of consecutive days with these closes, oldest first; the result is newest first. */
function barsOf(closes: readonly number[], range = 1): Bar[] {
  return closes
    .map((close, at) => ({
      date: new Date(Date.UTC(2024, 0, 1 + at)).toISOString().slice(0, 10),
      open: close,
      high: close + range,
      low: close - range,
      close,
      adjClose: close,
      volume: 100 + at,
    }))
    .toReversed();
}

const rising = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

describe("indicators", () => {
  it("are means of the last closes", () => {
    const { sma, bollinger20 } = computeIndicators(barsOf(rising(300)), "1d");
    expect(sma).toEqual({ "20": 290.5, "50": 275.5, "200": 200.5 });
    // The population deviation of twenty whole numbers in a row is √33.25.
    expect(bollinger20).toEqual({ upper: 302.033, middle: 290.5, lower: 278.967 });
  });

  it("include Wilder's strength index, as in the published example", () => {
    const closes = [
      44.34, 44.09, 44.15, 43.61, 44.33, 44.83, 45.1, 45.42, 45.84, 46.08, 45.89, 46.03, 45.61, 46.28, 46.28, 46, 46.03,
      46.41, 46.22, 45.64,
    ];
    expect(computeIndicators(barsOf(closes.slice(0, 15)), "1d").rsi14).toBeCloseTo(70.46, 1);
    expect(computeIndicators(barsOf(closes), "1d").rsi14).toBeCloseTo(57.92, 0);
  });

  it("are exponential means and their difference", () => {
    const { ema, macd } = computeIndicators(barsOf(rising(300)), "1d");
    // Behind a straight line an exponential mean lags by (n - 1) / 2.
    expect(ema).toEqual({ "12": 294.5, "26": 287.5 });
    expect(macd).toEqual({ line: 7, signal: 7, histogram: expect.closeTo(0, 6) });
  });

  it("place the close within the range of fourteen bars", () => {
    const { williams14, stochastic, atr14 } = computeIndicators(barsOf(rising(60)), "1d");
    // The range runs from 46 to 61, the close is 60.
    expect(williams14).toBeCloseTo(-6.66667, 4);
    expect(stochastic.k).toBeCloseTo(93.3333, 3);
    expect(atr14).toBeCloseTo(2, 6);
  });

  it("are null when there are too few bars, never a mean of fewer bars", () => {
    const found = computeIndicators(barsOf(rising(19)), "1d");
    expect(found).toMatchObject({ sma: { "20": null, "50": null, "200": null }, bollinger20: { middle: null } });
    expect(found).toMatchObject({ macd: { line: null }, high52: null, volatility20: null, maxDrawdown1y: null });
    expect(computeIndicators([], "1d")).toMatchObject({ rsi14: null, atr14: null, williams14: null });
  });

  it("are null for a price that does not move", () => {
    const still = computeIndicators(
      barsOf(
        Array.from({ length: 300 }, () => 5),
        0,
      ),
      "1d",
    );
    expect(still).toMatchObject({ rsi14: null, williams14: null, stochastic: { k: null, d: null } });
    expect(still).toMatchObject({ sma: { "200": 5 }, volatility20: 0, maxDrawdown1y: 0 });
  });

  it("include the last year's extremes, its deepest fall and today's volume", () => {
    const closes = [...rising(200), 100, ...rising(251).map((each) => 100 + each / 10)];
    const { high52, low52, fromHigh52, maxDrawdown1y, volumeRatio20 } = computeIndicators(barsOf(closes), "1d");
    expect({ high52, low52 }).toEqual({ high52: 126.1, low52: 99 });
    expect(fromHigh52).toBe(-0.793021);
    expect(maxDrawdown1y).toBe(0);
    expect(volumeRatio20).toBeCloseTo(551 / 540.5, 5);
  });
});

describe("technical indicators of a symbol", () => {
  const days = barsOf(Array.from({ length: 800 }, (_, at) => 100 + at / 10));
  const history = servedOf({ symbol: "ACME", currency: "GBp", bars: days, timestamp: "2026-03-05T12:00:00.000000" });

  it("are computed from two years of history, with returns over earlier closes", async () => {
    const asked: unknown[] = [];
    const { data, parts, currency } = await technicalsFromHistory({ symbol: "ACME", interval: "1d" }, async (input) => {
      asked.push(input);
      return history;
    });
    expect(asked).toEqual([{ symbol: "ACME", range: "2y", interval: "1d", adjusted: "splits" }]);
    expect(parts).toEqual([history]);
    expect(currency).toBe(history.envelope.currency);
    const [latest] = days;
    expect(data).toMatchObject({
      symbol: "ACME",
      currency: "GBp",
      date: latest!.date,
      close: latest!.close,
      bars: 800,
    });
    const change = (earlier: number) => Number(((latest!.close / earlier - 1) * 100).toPrecision(6));
    expect(data.returns["1d"]).toBe(change(days[1]!.close));
    expect(data.returns["1y"]).toBe(change(days[365]!.close));
    expect(data.returns.ytd).toBe(change(days.find(({ date }) => date === "2025-12-31")!.close));
  });

  it("can be weekly", async () => {
    const { data } = await technicalsFromHistory({ symbol: "ACME", interval: "1wk" }, async () => history);
    expect(data).toMatchObject({ interval: "1wk", bars: 115 });
  });
});
