import { describe, expect, it } from "vitest";
import { addExactly } from "../../src/lib/add-exactly.js";

const sumOf = (...values: number[]) => values.reduce(addExactly, 0);

describe("the sum of decimal numbers", () => {
  it.each<[number[], number]>([
    [[0.1, 0.2], 0.3],
    [[0.1, 0.2, -0.3], 0],
    [[-20846262952.7, -0.0000025671404974889], -20846262952.7],
    [[123456789012.345, 0.001], 123456789012.346],
    [[4503599627370495, 0.5], 4503599627370495.5],
    [[1e-7, 1e-7], 2e-7],
    [[1.5e-7, 0.1], 0.10000015],
    [[1e-120, 1e-120], 2e-120],
    [[1e21, 0.1], 1e21],
    [[1.5e21, 1.5e21], 3e21],
    [[1e21, 0.1, -1e21], 0],
    [[-0.1, 0.1], 0],
    [[5e-324, 5e-324], 1e-323],
  ])("of %j is as written: %d", (values, sum) => {
    expect(sumOf(...values)).toBe(sum);
  });

  it("of numbers with many places is the one that their digits give", () => {
    expect(sumOf(...Array.from({ length: 10 }, () => 0.123456789012345))).toBe(1.23456789012345);
  });

  it("is no number where one of them is none", () => {
    expect([addExactly(Infinity, 0.1), addExactly(Number.NaN, 0.1)]).toEqual([Infinity, Number.NaN]);
  });
});
