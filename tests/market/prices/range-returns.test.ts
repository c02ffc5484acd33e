import { describe, expect, it } from "vitest";
import type { Bar } from "../../../src/market/prices/price-bars.js";
import { returnsBetween } from "../../../src/market/prices/range-returns.js";

/** Daily bars, newest first, of rows that are oldest first. */
const seriesOf = (...rows: [date: string, close: number, adjClose?: number | null][]) => ({
  bars: rows
    .map(([date, close, adjClose = close]): Bar => ({
      date,
      open: close,
      high: close,
      low: close,
      close,
      adjClose,
      volume: 100,
    }))
    .toReversed(),
  dividends: [],
  splits: [],
  currency: "USD",
});

const WEEK = seriesOf(["2026-01-02", 100, 99], ["2026-01-05", 110, 109], ["2026-01-09", 120, 120], ["2026-01-12", 130]);

describe("the returns between two days", () => {
  it("count from the close at or before the first day to the last close at or before the last day", () => {
    // January 4 and 11 are Sundays.
    expect(returnsBetween(WEEK, "2026-01-04", "2026-01-11")).toEqual({
      from: { date: "2026-01-02", close: 100 },
      to: { date: "2026-01-09", close: 120 },
      priceReturnPercent: 20,
      totalReturnPercent: 21.2121,
      reason: null,
    });
    expect(returnsBetween(WEEK, "2026-01-05", "2026-01-12")).toMatchObject({
      from: { date: "2026-01-05" },
      to: { date: "2026-01-12" },
      priceReturnPercent: 18.1818,
      totalReturnPercent: 19.2661,
    });
  });

  it("are null with the first day of a series that begins later", () => {
    expect(returnsBetween(WEEK, "2026-01-01", "2026-01-11")).toEqual({
      from: null,
      to: { date: "2026-01-09", close: 120 },
      priceReturnPercent: null,
      totalReturnPercent: null,
      reason: "The prices begin on 2026-01-02, after 2026-01-01",
    });
    expect(returnsBetween(seriesOf(), "2026-01-01", "2026-01-11")).toMatchObject({
      from: null,
      to: null,
      reason: "There are no prices",
    });
  });

  it("are null where no close lies between both days, as after a delisting", () => {
    expect(returnsBetween(WEEK, "2026-02-01", "2026-03-01")).toEqual({
      from: { date: "2026-01-12", close: 130 },
      to: { date: "2026-01-12", close: 130 },
      priceReturnPercent: null,
      totalReturnPercent: null,
      reason: "There are no prices after 2026-01-12 until 2026-03-01",
    });
  });

  it("have no total return where an adjusted close lacks", () => {
    const series = seriesOf(["2026-01-02", 100, null], ["2026-01-05", 110]);
    expect(returnsBetween(series, "2026-01-02", "2026-01-05")).toMatchObject({
      priceReturnPercent: 10,
      totalReturnPercent: null,
      reason: "The source has no adjusted close of 2026-01-02",
    });
  });

  it("are null over a split for which the source has not adjusted its prices", () => {
    const series = {
      ...seriesOf(["2026-01-02", 400], ["2026-01-05", 100], ["2026-01-06", 101]),
      splits: [{ date: "2026-01-05", numerator: 4, denominator: 1 }],
    };
    expect(returnsBetween(series, "2026-01-02", "2026-01-06")).toMatchObject({
      priceReturnPercent: null,
      totalReturnPercent: null,
      reason:
        "The closes of 2026-01-02 and 2026-01-06 cannot be compared: the source did not adjust them alike for a split, or one is likely its mistake",
    });
    expect(returnsBetween(series, "2026-01-05", "2026-01-06")).toMatchObject({ priceReturnPercent: 1, reason: null });
  });
});
