/** Return a year, volatility, deepest fall and Sharpe ratio, against values computed with numpy. */
import { describe, expect, it } from "vitest";
import { toAnnualReturn, toRisk } from "../../../src/market/prices/risk-figures.js";

const dayAt = (at: number) => new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10);
const closesOf = (count: number, closeAt: (at: number) => number) =>
  Array.from({ length: count }, (_, at) => ({ date: dayAt(at), close: closeAt(at) }));
const waves = (at: number) => 100 + (at % 7) * 3 - (at % 5) * 2 + at * 0.1;

describe("the risk of a series of closes", () => {
  // c = 100 + (t % 7) * 3 - (t % 5) * 2 + t * 0.1 of t = 0..60, r = np.diff(np.log(c)):
  // r.std(ddof=1) * sqrt(252) * 100, (r.mean() * 252 * 100 - 4.25) / that, and the least of c / np.maximum.accumulate(c) - 1.
  it("is their volatility, their deepest fall and what the risk was worth beyond a rate", () => {
    expect(toRisk(closesOf(61, waves), { yearDays: 252, rate: 4.25 })).toEqual({
      volatility: 125.203,
      maxDrawdown: { percent: -19.8971, peak: dayAt(6), trough: dayAt(14) },
      sharpe: 0.521283,
    });
  });

  it("is that of 365 days a year for a coin", () => {
    const { volatility, sharpe } = toRisk(closesOf(61, waves), { yearDays: 365, rate: 4.25 });
    expect([volatility, sharpe]).toEqual([150.681, 0.640012]);
  });

  it.each([
    [61, "number", "number"],
    [60, "number", "object"],
    [21, "number", "object"],
    [20, "object", "object"],
  ])("of %i closes has a volatility of type %s and a Sharpe ratio of type %s", (count, volatility, sharpe) => {
    const risk = toRisk(closesOf(count, waves), { yearDays: 252, rate: 4.25 });
    expect([typeof risk.volatility, typeof risk.sharpe]).toEqual([volatility, sharpe]);
  });

  it("has no Sharpe ratio without a rate, of closes that do not move, or with one below 0", () => {
    const sharpeOf = (closeAt: (at: number) => number, rate: number | null) =>
      toRisk(closesOf(70, closeAt), { yearDays: 252, rate }).sharpe;
    expect([sharpeOf(waves, null), sharpeOf(() => 5, 4), sharpeOf((at) => at - 3, 4)]).toEqual([null, null, null]);
    expect(toRisk([], { yearDays: 252, rate: 4 })).toEqual({ volatility: null, maxDrawdown: null, sharpe: null });
  });
});

// ((1 + total / 100) ** (365.25 / days) - 1) * 100
it.each([
  [21, 730, 10.0072],
  [21, 360, 21.3368],
  [21, 359, null],
  [-30, 1000, -12.2146],
  [-100, 500, -100],
  [null, 500, null],
])("a return of %s %% over %i days is one of %s %% a year", (total, days, expected) => {
  expect(toAnnualReturn(total, days)).toBe(expected);
});
