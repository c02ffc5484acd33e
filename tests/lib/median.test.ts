import { describe, expect, it } from "vitest";
import { median } from "../../src/lib/median.js";

describe("the median", () => {
  // Right values by statistics.median of python3.
  it("is the middle number, or the mean of both middle ones, in any order", () => {
    expect(median([31.2, 24.5, 18.9, 42.7, 12])).toBe(24.5);
    expect(median([31.2, 24.5, 18.9, 42.7])).toBeCloseTo(27.85, 10);
    expect(median([5])).toBe(5);
    expect(median([])).toBeUndefined();
  });
});
