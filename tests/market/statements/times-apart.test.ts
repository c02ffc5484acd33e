import { describe, expect, it } from "vitest";
import { timesApart } from "../../../src/market/statements/times-apart.js";

describe("two amounts of one security", () => {
  it.each([
    [100, 100, "USD", 1],
    [100, 150, "USD", 1.5],
    [150, 100, "USD", 1.5],
    [31_000, 310, "USD", 100],
    [31_000, 310, "GBp", 1],
    [310, 31_000, "GBp", 1],
    [31_000, 310, null, 100],
    [51_000, 51, "KWF", 1],
    [5_100, 51, "KWF", 10],
  ])("%d and %d in %s are %d times apart", (one, other, currency, times) => {
    expect(timesApart(one, other, currency)).toBeCloseTo(times, 12);
  });
});
