import { describe, expect, it } from "vitest";
import { GREEKS, greeksOf, nearestYield, normalShare, yearsUntil } from "../../../src/market/options/option-greeks.js";

type Greeks = readonly [delta: number, gamma: number, theta: number, vega: number, rho: number];
type Asked = [
  side: "call" | "put",
  S: number,
  K: number,
  volatility: number,
  days: number,
  r: number,
  q: number,
  Greeks,
];

/**
 * Computed by QuantLib 1.29, Debian's package quantlib-python, from the same inputs: an AnalyticEuropeanEngine over a
 * BlackScholesMertonProcess with FlatForward curves of yield and dividends, compounded annually, a BlackConstantVol, and
 * Actual365Fixed for all of them; then delta(), gamma(), thetaPerDay(), vega() / 100 and rho() / 100.
 */
const BY_QUANTLIB: Asked[] = [
  ["call", 245.55, 245, 0.28, 25, 0.0433, 0.0041, [0.5408812, 0.02204761, -0.1558022, 0.254945, 0.08564687]],
  ["put", 245.55, 245, 0.28, 25, 0.0433, 0.0041, [-0.4588386, 0.02204761, -0.1301838, 0.254945, -0.08167485]],
  ["call", 245.55, 250, 0.27, 25, 0.0433, 0.0041, [0.4277818, 0.02260948, -0.1465496, 0.2521049, 0.06835831]],
  ["put", 245.55, 250, 0.27, 25, 0.0433, 0.0041, [-0.571938, 0.02260948, -0.1203522, 0.2521049, -0.1023781]],
  ["call", 245.55, 200, 0.41, 25, 0.0433, 0.0041, [0.9764475, 0.002088601, -0.04877912, 0.0353644, 0.1325119]],
  ["put", 245.55, 200, 0.41, 25, 0.0433, 0.0041, [-0.02327233, 0.002088601, -0.02837155, 0.0353644, -0.004077213]],
  ["call", 245.55, 300, 0.33, 25, 0.0433, 0.0041, [0.01236573, 0.001511581, -0.01390447, 0.02060024, 0.0020191]],
  ["put", 245.55, 300, 0.33, 25, 0.0433, 0.0041, [-0.9873541, 0.001511581, 0.01808278, 0.02060024, -0.2028646]],
  ["call", 526.12, 525, 0.19, 4, 0.0434, 0.0054, [0.5546603, 0.03776203, -0.5459973, 0.2176435, 0.03144637]],
  ["put", 526.12, 525, 0.19, 4, 0.0434, 0.0054, [-0.4452807, 0.03776203, -0.4926801, 0.2176435, -0.02606109]],
  ["call", 526.12, 560, 0.22, 390, 0.0412, 0.0054, [0.4985875, 0.003315238, -0.08138443, 2.157142, 2.358164]],
  ["put", 526.12, 560, 0.22, 390, 0.0412, 0.0054, [-0.4956747, 0.003315238, -0.02977451, 2.157142, -3.37276]],
  ["call", 45.46, 45, 0.62, 116, 0.0428, 0.0009, [0.5951095, 0.02438118, -0.02879484, 0.09928195, 0.06447128]],
  ["put", 45.46, 45, 0.62, 116, 0.0428, 0.0009, [-0.4046047, 0.02438118, -0.0238083, 0.09928195, -0.07665023]],
  ["call", 6702, 6700, 0.14, 1, 0.0379, 0.0125, [0.521378, 0.008111181, -10.01704, 1.397424, 0.0951626]],
  ["put", 6702, 6700, 0.14, 1, 0.0379, 0.0125, [-0.478588, 0.008111181, -9.562361, 1.397424, -0.08838033]],
  ["call", 28.5, 30, 0.85, 690, 0.0421, 0, [0.7281265, 0.009961372, -0.008908493, 0.1300122, 0.1506728]],
  ["put", 28.5, 30, 0.85, 690, 0.0421, 0, [-0.2718735, 0.009961372, -0.005773267, 0.1300122, -0.3739189]],
  ["call", 61.2, 60, 0.17, 53, 0.0431, 0.0712, [0.6036253, 0.09583827, -0.01127994, 0.08860816, 0.05062251]],
  ["put", 61.2, 60, 0.17, 53, 0.0431, 0.0712, [-0.3864372, 0.09583827, -0.01580356, 0.08860816, -0.03596859]],
];

describe("the greeks", () => {
  it.each(BY_QUANTLIB)(
    "are those that QuantLib computes: %s, price %d, strike %d, volatility %d, %d days, yield %d, dividends %d",
    (side, price, strike, volatility, days, interest, dividends, expected) => {
      const option = { isCall: side === "call", price, strike, volatility, years: days / 365, interest, dividends };
      const greeks = greeksOf(option);
      for (const [at, name] of GREEKS.entries()) expect(greeks[name]! / expected[at]! - 1).toBeCloseTo(0, 5);
    },
  );

  const usual = { isCall: true, price: 100, strike: 100, volatility: 0.3, years: 0.1, interest: 0.04, dividends: 0 };

  it.each([["price"], ["strike"], ["volatility"], ["years"]])("are null where the %s is not positive", (name) => {
    expect(Object.values(greeksOf({ ...usual, [name]: 0 }))).toEqual([null, null, null, null, null]);
  });

  it("have at most six digits", () => {
    for (const value of Object.values(greeksOf(usual))) expect(value).toBe(Number(value!.toPrecision(6)));
  });
});

describe("the share of a normal distribution", () => {
  // By Python: math.erfc(-x / math.sqrt(2)) / 2.
  it.each([
    [0, 0.5],
    [1, 0.8413447460685429],
    [-3.5, 0.00023262907903552504],
    [-7.07, 7.746684865636529e-13],
    [-8, 6.220960574271819e-16],
    [40, 1],
    [-40, 0],
  ])("below %d is right far from the middle, too", (value, expected) => {
    expect(Math.abs(normalShare(value) - expected)).toBeLessThanOrEqual(expected * 1e-8);
  });
});

describe("the term of an option", () => {
  it.each([
    ["winter", "2025-02-28", "2025-02-27T21:00:00Z", 1],
    ["summer", "2025-07-18", "2025-07-17T20:00:00Z", 1],
    ["both", "2025-03-21", "2025-02-24T21:00:00Z", 25 - 1 / 24],
    ["the past", "2025-02-28", "2025-02-28T21:00:36Z", -36 / 86_400],
  ])("ends at 16:00 in New York, in %s", (_when, day, now, days) => {
    expect(yearsUntil(day, Date.parse(now)) * 365).toBeCloseTo(days, 9);
  });
});

describe("the yield of a term", () => {
  const CURVE = {
    date: "2025-02-24",
    m1: 4.36,
    m1_5: 4.35,
    m2: 4.34,
    y1: 4.1,
    y2: null,
    y30: 4.6,
    s2s10: 0.2,
    m3y10: 0.1,
  };

  it.each([
    ["a week", 7 / 365, "m1", 4.36],
    ["halfway between two, the shorter", 15.5, "y1", 4.1],
    ["just above halfway", 1.26 / 12, "m1_5", 4.35],
    ["two years, whose yield is missing", 2, "y1", 4.1],
    ["longer than all", 40, "y30", 4.6],
  ])("is that of the nearest maturity: %s", (_what, years, maturity, percent) => {
    expect(nearestYield(CURVE, years)).toEqual({ maturity, percent });
  });

  it("is null without any", () => {
    expect(nearestYield({ date: "2025-02-24", s2s10: 0.2 }, 1)).toBeNull();
  });
});
