import { texts } from "../../support/texts.js";
import { toPlainText } from "../../../src/contract/sentence.js";
import { describe, expect, it } from "vitest";
import { betaOf } from "../../../src/market/holdings/beta.js";
import { computeIndicators } from "../../../src/market/indicators/indicators.js";
import { logReturn, mayBeNegative, percentChange, toPrice } from "../../../src/market/prices/negative-prices.js";
import { sampleVolatility, toPerformance } from "../../../src/market/prices/past-performance.js";
import { disorderNotes, summarize, withChanges } from "../../../src/market/prices/price-bars.js";
import { findDefects } from "../../../src/market/prices/price-defects.js";
import { toChanges } from "../../../src/market/prices/previous-close.js";
import { deepestFall, toBaseNotes, toRangeFigures } from "../../../src/market/prices/range-figures.js";
import { returnsBetween } from "../../../src/market/prices/range-returns.js";
import { bar, barsOf } from "../../support/bar.js";

/** Crude oil, newest first. */
const OIL = barsOf(["2020-04-17", 18.27], ["2020-04-20", -37.63], ["2020-04-21", 10.01], ["2020-04-22", 13.78]);

describe("a price below 0", () => {
  it.each([
    ["CL=F", "FUTURE", true],
    ["^IRX", "INDEX", true],
    ["EURUSD=X", "CURRENCY", true],
    ["CLUSD", "COMMODITY", true],
    ["CL=F", null, true],
    ["^IRX", null, true],
    ["EURGBP", null, true],
    ["AAPL", null, false],
    ["BTC-USD", null, false],
    ["BTC-EUR", null, false],
    ["AAPL", "EQUITY", false],
    ["SPY", "ETF", false],
    ["VFIAX", "MUTUALFUND", false],
    ["BTC-USD", "CRYPTOCURRENCY", false],
  ])("of %s, of the kind %s, is possible: %s", (symbol, kind, expected) => {
    expect(mayBeNegative(symbol, kind)).toBe(expected);
    expect(toPrice(-37.63, expected)).toBe(expected ? -37.63 : null);
  });

  it("is no price where it is 0", () => {
    expect([toPrice(0, true), toPrice(0, false), toPrice(null, true), toPrice(0.01, false)]).toEqual([
      null,
      null,
      null,
      0.01,
    ]);
  });

  it.each([
    [10.01, -37.63, null, Number.NaN],
    [-37.63, 18.27, -305.966, Number.NaN],
    [-20, -10, null, Number.NaN],
    [11, 10, 10, Math.log(1.1)],
  ])("makes no change in percent of %d from %d", (now, before, percent, log) => {
    expect([percentChange(now, before), logReturn(now, before)]).toEqual([percent, log]);
  });
});

describe("the figures over prices below 0", () => {
  it("are those whose base is above 0, and the days are named once", () => {
    expect(texts(findDefects(OIL, { splits: [], currency: "USD" }))).toEqual({
      basis: [1, 1, 1, 1],
      notes: [
        "Closes of 2020-04-20 are below 0: changes in percent from them, and volatility over them, are null or left out.",
      ],
    });
    expect(toRangeFigures(OIL, undefined, 252, "2020-04-22")).toMatchObject({
      bestDay: { date: "2020-04-22", changePercent: 37.6623 },
      worstDay: { date: "2020-04-20", changePercent: -305.966 },
      maxDrawdown: { percent: -305.966, peak: "2020-04-17", trough: "2020-04-20" },
      volatility: null,
    });
    expect(withChanges(OIL, undefined).map(({ changePercent }) => changePercent)).toEqual([
      37.6623,
      null,
      -305.966,
      null,
    ]);
  });

  it("have no percentage of a range, a month or a year that counts from such a price", () => {
    const range = OIL.slice(0, 3);
    expect(summarize(range)).toMatchObject({ low: -37.63, change: 51.41, changePercent: null });
    const years = barsOf(["2022-12-30", -0.5], ["2023-12-29", -0.2], ["2024-12-31", 0.4], ["2025-12-31", 0.8]);
    const figures = toRangeFigures(years, undefined, 252, "2025-12-31");
    expect(figures).toMatchObject({
      years: [{ year: 2025, changePercent: 100, whole: true }],
      totalReturnPercent: null,
      maxDrawdown: null,
    });
    expect(
      toBaseNotes(range.slice(1, 2), { base: range[1], before: range[2] }, { splits: [], currency: null }).map(
        toPlainText,
      ),
    ).toEqual(["The range has one bar, from whose close the change in summary counts, so it is null."]);
    expect(
      returnsBetween({ bars: OIL, dividends: [], splits: [], currency: "USD" }, "2020-04-20", "2020-04-22"),
    ).toEqual({
      from: { date: "2020-04-20", close: -37.63 },
      to: { date: "2020-04-22", close: 13.78 },
      priceReturnPercent: null,
      totalReturnPercent: null,
      reason: "The close of 2020-04-20 is below 0",
    });
    expect(toPerformance("CL=F", { bars: OIL, splits: [], currency: "USD" }).volatility20).toBeNull();
  });

  it("are no fall from a peak below 0, and no volatility of two prices below 0", () => {
    expect(deepestFall(barsOf(["2020-01-02", -1], ["2020-01-03", -2]).toReversed())).toBeNull();
    expect(sampleVolatility([10, 11, -12, -13, 10], 252)).toBeNull();
  });

  it("leave out what an indicator would divide by such a price", () => {
    const days = Array.from({ length: 260 }, (_, at) =>
      bar(new Date(Date.UTC(2019, 0, 1 + at)).toISOString(), 20 + (at % 5)),
    );
    const bars = days.with(247, bar(days[247]!.date, -37.63)).toReversed();
    const figures = computeIndicators(bars, "1d");
    expect([figures.roc12, figures.volatility20, typeof figures.sma["20"]]).toEqual([null, null, "number"]);
    expect(betaOf(bars, days.toReversed())).toBeNull();
  });

  it("enclose the prices of their bars", () => {
    expect(disorderNotes([{ ...bar("2020-04-20", -37.63), open: 17.73, high: 17.85, low: null }])).toEqual([]);
    expect(disorderNotes([{ ...bar("2020-04-20", -37.63), high: 17.85, low: -30 }])).toHaveLength(1);
  });
});

describe("the change of a quote", () => {
  const sent = { change: 47.64, changesPercentage: -126.6, price: 10.01 };
  const NO_RANGE = { dayLow: null, dayHigh: null, yearLow: null, yearHigh: null };

  it.each([
    ["its previous close", { ...sent, previousClose: -37.63 }],
    ["its price less its change", { ...sent, previousClose: null }],
  ])("in percent is null where %s is below 0, and the answer says so", (_what, figures) => {
    expect(texts(toChanges("CL=F", { ...NO_RANGE, ...figures }, true))).toMatchObject({
      change: 47.64,
      changesPercentage: null,
      notes: ["The price of CL=F before, from which its change counts, is not above 0: the change in percent is null."],
    });
  });

  it("stays where only the price is below 0, within ranges that go below 0", () => {
    const ranges = { dayLow: -40.32, dayHigh: 17.85, yearLow: -40.32, yearHigh: 66.6 };
    const figures = { price: -37.63, previousClose: 18.27, change: -55.9, changesPercentage: -305.97, ...ranges };
    expect(toChanges("CL=F", figures, true)).toEqual({
      previousClose: 18.27,
      change: -55.9,
      changesPercentage: -305.97,
      notes: [],
    });
  });

  it("is null without a price", () => {
    expect(toChanges("AAPL", { ...NO_RANGE, ...sent, price: null, previousClose: 9 })).toMatchObject({
      change: null,
      changesPercentage: null,
    });
  });
});
