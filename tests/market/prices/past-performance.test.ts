import { atTime } from "../../support/at-time.js";
import { texts } from "../../support/texts.js";
import { daysBefore } from "../../../src/lib/day.js";
import { describe, expect, it } from "vitest";
import { toCandles, toColumns } from "../../../src/market/indicators/indicator-series.js";
import { needsOf, toNeedNotes } from "../../../src/market/indicators/bar-needs.js";
import { computeIndicators } from "../../../src/market/indicators/indicators.js";
import { latestBarNotes, oldBarNotes, returnsOf } from "../../../src/market/prices/past-performance.js";
import { findDefects } from "../../../src/market/prices/price-defects.js";
import type { Bar } from "../../../src/market/prices/price-bars.js";

atTime(Date.UTC(2027, 0, 3, 12));

/** Bars of `count` days up to `last`, newest first; closes fall by 1 a day into the past. */
const barsUntil = (last: string, count: number): Bar[] =>
  Array.from({ length: count }, (_, at) => {
    const close = 1000 - at;
    return { date: daysBefore(last, at), open: close, high: close, low: close, close, adjClose: close, volume: 100 };
  });

describe("returns", () => {
  it("of the year to date are null until the year has a close", () => {
    const bars = barsUntil("2026-12-31", 400);
    expect(returnsOf(bars, findDefects(bars, { splits: [], currency: null }), "2027-01-02")).toMatchObject({
      ytd: null,
      "1y": 57.4803,
    });
    expect(returnsOf(bars, findDefects(bars, { splits: [], currency: null }), "2026-12-31").ytd).toBe(57.4803);
    const later = barsUntil("2027-01-02", 400);
    expect(returnsOf(later, findDefects(later, { splits: [], currency: null }), "2027-01-02").ytd).toBe(0.200401);
  });

  it("that count from a day more than a week ago say so", () => {
    expect(oldBarNotes({ bars: barsUntil("2026-12-27", 5) })).toEqual([]);
    expect(oldBarNotes({ bars: barsUntil("2026-12-26", 5), lastBarComplete: true })).toEqual([
      "The newest price is of 2026-12-26; returns and other figures count from that day.",
    ]);
    expect(texts(latestBarNotes({ bars: barsUntil("2027-01-03", 5), lastBarComplete: false }))).toEqual([
      "The latest bar is not finished; volumeRatio20 and pivots are of the one before.",
    ]);
  });
});

it("the volume ratio is that of the last complete bar", () => {
  const [today, ...before] = barsUntil("2027-01-03", 30);
  const bars = [{ ...today!, volume: 4 }, { ...before[0]!, volume: 250 }, ...before.slice(1)];
  expect(computeIndicators(bars, "1d", false).volumeRatio20).toBe(2.5);
  expect(computeIndicators(bars, "1d").volumeRatio20).toBe(0.0372093);
});

describe("a short history", () => {
  /** The null indicators with the bars that they need, and the sentence on them. */
  function needs(count: number, interval: "1d" | "1wk" = "1d", isComplete = true) {
    const bars = barsUntil("2027-01-03", count);
    const values = { ...computeIndicators(bars, interval, isComplete), returns: {}, beta1y: 1 };
    const found = needsOf(values, bars, { interval, isComplete, today: "2027-01-03" });
    return [found, toNeedNotes(found, bars)];
  }
  const year = (bars: number) => ({ high52: bars, low52: bars, fromHigh52: bars, maxDrawdown1y: bars });

  it("names the bars that each null indicator needs, and how many there are", () => {
    expect(texts(needs(29))).toEqual([
      { "sma.50": 50, "sma.200": 200, "macd.signal": 34, "macd.histogram": 34, crossing: 201, ...year(365) },
      [
        "The prices used begin on 2026-12-06, so these are null: macd.signal, macd.histogram (needs 34 bars, there are 29), sma.50 (needs 50 bars), sma.200 (needs 200 bars), crossing (needs 201 bars), high52, low52, fromHigh52, maxDrawdown1y (needs 365 bars).",
      ],
    ]);
    expect(needs(400)).toEqual([{}, []]);
    expect(texts(needs(0)[1])).toEqual(["There are no prices, so every indicator is null."]);
  });

  it("needs one more bar for the volume ratio while its last one is not finished", () => {
    expect(needs(21)[0]).not.toHaveProperty("volumeRatio20");
    expect(needs(21, "1d", false)[0]).toHaveProperty("volumeRatio20", 22);
  });

  // Means may never cross, however many bars there are.
  const always = Object.entries(needs(0)[0]!).filter(([path]) => path !== "crossing");
  it.each(always)("names for %s the fewest bars with which it has a value", (path, needed) => {
    // Prices that rise and fall, so that no range is empty; a year's figures need a year of days.
    const bars = (count: number) =>
      barsUntil("2027-01-03", count).map((bar, at) => ({ ...bar, high: 1100 + (at % 7), low: 500 - (at % 5) }));
    const valueAt = (count: number) => {
      const values: unknown = computeIndicators(bars(count), "1d");
      return path.split(".").reduce((value, key) => (value as Record<string, unknown>)[key], values);
    };
    // The first day of a year may be a week late, because of holidays.
    const [enough, tooFew] = needed === 252 ? [365, 357] : [needed, needed - 1];
    expect([valueAt(enough) === null, valueAt(tooFew) === null]).toEqual([false, true]);
  });
});

it("the MACD signal and histogram are null before their warm-up of 34 bars", () => {
  const columnsOf = (count: number) => toColumns(toCandles(barsUntil("2027-01-03", count)));
  const last = (count: number) => {
    const { macdLine, macdSignal, macdHistogram } = columnsOf(count);
    return [macdLine, macdSignal, macdHistogram].map((column) => column.at(-1) !== null);
  };
  expect([last(25), last(26), last(33), last(34)]).toEqual([
    [false, false, false],
    [true, false, false],
    [true, false, false],
    [true, true, true],
  ]);
});
