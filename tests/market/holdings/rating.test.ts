import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RATINGS, toAverageRating, toConsensus, toTotal } from "../../../src/market/holdings/rating.js";

const NOBODY = { strongBuy: 0, buy: 0, hold: 0, sell: 0, strongSell: 0 };

const counts = fc.record({
  strongBuy: fc.nat(100),
  buy: fc.nat(100),
  hold: fc.nat(100),
  sell: fc.nat(100),
  strongSell: fc.nat(100),
});

describe("toConsensus", () => {
  it.each([
    [1, "Strong Buy"],
    [1.5, "Strong Buy"],
    [1.5000001, "Buy"],
    [2.5, "Buy"],
    [2.5000001, "Hold"],
    [3.5, "Hold"],
    [3.5000001, "Sell"],
    [4.5, "Sell"],
    [4.5000001, "Strong Sell"],
    [5, "Strong Sell"],
  ])("calls an average of %d %s", (average, consensus) => {
    expect(toConsensus(average)).toBe(consensus);
  });

  it("has no rating without an average", () => {
    expect(toConsensus(null)).toBeNull();
  });

  it("never gets better when the average gets worse", () => {
    const average = fc.double({ min: 1, max: 5, noNaN: true });
    fc.assert(
      fc.property(average, average, (one, other) => {
        const better = RATINGS.indexOf(toConsensus(Math.min(one, other))!);
        const worse = RATINGS.indexOf(toConsensus(Math.max(one, other))!);
        expect(better).toBeLessThanOrEqual(worse);
      }),
    );
  });
});

describe("toAverageRating", () => {
  it.each([
    [{ ...NOBODY, strongBuy: 7 }, 1],
    [{ ...NOBODY, buy: 7 }, 2],
    [{ ...NOBODY, hold: 7 }, 3],
    [{ ...NOBODY, sell: 7 }, 4],
    [{ ...NOBODY, strongSell: 7 }, 5],
    [{ strongBuy: 1, buy: 1, hold: 0, sell: 0, strongSell: 0 }, 1.5],
    [{ strongBuy: 5, buy: 23, hold: 15, sell: 1, strongSell: 3 }, (5 + 46 + 45 + 4 + 15) / 47],
  ])("of %j is %d, not rounded", (given, average) => {
    expect(toAverageRating(given)).toBe(average);
  });

  it("is null when all counts are 0", () => {
    expect(toAverageRating(NOBODY)).toBeNull();
  });

  it("lies between the best and the worst opinion given", () => {
    fc.assert(
      fc.property(counts, (given) => {
        const weights = Object.values(given).flatMap((count, index) => (count > 0 ? [index + 1] : []));
        const average = toAverageRating(given) ?? 0;
        expect(average).toBeGreaterThanOrEqual(weights[0] ?? 0);
        expect(average).toBeLessThanOrEqual(weights.at(-1) ?? 0);
      }),
    );
  });
});

describe("toTotal", () => {
  it("is the sum of the five counts", () => {
    expect(toTotal({ strongBuy: 1, buy: 20, hold: 300, sell: 4000, strongSell: 50_000 })).toBe(54_321);
    expect(toTotal(NOBODY)).toBe(0);
  });
});
