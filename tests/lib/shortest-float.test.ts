import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toShortestFloat } from "../../src/lib/shortest-float.js";

describe("toShortestFloat", () => {
  it.each([
    [129.0399932861328, 129.04],
    [0.20499999821186066, 0.205],
    [308.79998779296875, 308.8],
    [1.1220825910568237, 1.1220826],
    [94520, 94520],
    [0, 0],
  ])("writes %d as %d", (sent, shown) => {
    expect(toShortestFloat(sent)).toBe(shown);
  });

  it("leaves a number that is no 32-bit float as it is", () => {
    expect(toShortestFloat(129.04)).toBe(129.04);
    expect(toShortestFloat(97123.456789)).toBe(97123.456789);
  });

  it("always gives the same 32-bit float", () => {
    fc.assert(
      fc.property(fc.float({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(Math.fround(toShortestFloat(value))).toBe(value);
      }),
    );
  });
});
