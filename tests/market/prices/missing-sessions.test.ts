import { describe, expect, it } from "vitest";
import { lackingSessions, missingSessionNotes } from "../../../src/market/prices/missing-sessions.js";
import type { Bar } from "../../../src/market/prices/price-bars.js";

const bar = (date: string): Bar => ({ date, open: 1, high: 1, low: 1, close: 1, adjClose: 1, volume: 1 });
/** Wednesday, 5 November, is missing; 27 November is Thanksgiving Day. */
const DAYS = ["2025-11-28", "2025-11-26", "2025-11-25", "2025-11-24", "2025-11-21", "2025-11-20"];
const GAP = ["2025-11-07", "2025-11-06", "2025-11-04", "2025-11-03"];
const seriesOf = (symbol: string, days: readonly string[]) => ({ symbol, bars: days.map(bar) });

describe("a session that the source lacks", () => {
  it("is named between bars, and before the first bar of a range", () => {
    const series = seriesOf("AAPL", GAP);
    const sentence =
      "The source lacks the prices of 2025-11-05, when the US market was open: the next change covers more than one session.";
    expect(missingSessionNotes(series, series.bars)).toEqual([sentence]);
    expect(missingSessionNotes(series, series.bars.slice(0, 2))).toEqual([sentence]);
    expect(missingSessionNotes(series, series.bars.slice(0, 1))).toEqual([]);
  });

  it.each([
    ["a weekend and a holiday", "AAPL", DAYS],
    ["a listing outside the US", "SAP.DE", GAP],
    ["a coin", "BTC-USD", GAP],
    ["a mutual fund", "VFIAX", GAP],
    ["a share that hardly trades", "AAPL", ["2025-11-20", "2025-11-12", "2025-11-03"]],
    ["days before the rules of holidays hold", "AAPL", ["2021-11-05", "2021-11-03"]],
  ])("is not %s", (_what, symbol, days) => {
    const series = seriesOf(symbol, days);
    expect(missingSessionNotes(series, series.bars)).toEqual([]);
  });

  it("is the reason why a range is empty, unless the share was suspended for longer", () => {
    const bars = GAP.map(bar);
    expect(lackingSessions("AAPL", bars, "2025-11-05", "2025-11-05")).toBe(
      "The US market was open on 2025-11-05, but the source lacks the prices",
    );
    expect(lackingSessions("AAPL", DAYS.map(bar), "2025-11-27", "2025-11-27")).toBeUndefined();
    expect(lackingSessions("AAPL", bars, "2025-11-08", "2025-11-09")).toBeUndefined();
    expect(lackingSessions("AAPL", ["2025-11-20", "2025-11-03"].map(bar), "2025-11-04", "2025-11-19")).toBeUndefined();
  });
});
