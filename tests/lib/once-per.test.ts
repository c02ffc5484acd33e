import { describe, expect, it } from "vitest";
import { lastPer } from "../../src/lib/once-per.js";

describe("the last result for an object", () => {
  const counting = () => {
    let made = 0;
    return lastPer((row: { price: number }, input: { range: string }) => `${row.price} ${input.range} ${++made}`);
  };

  it("is used again for the same values, also in another object", () => {
    const [of, row] = [counting(), { price: 2 }];
    expect([of(row, { range: "1y" }), of(row, { range: "1y" })]).toEqual(["2 1y 1", "2 1y 1"]);
  });

  it("is made again for other values, or another object", () => {
    const [of, row] = [counting(), { price: 2 }];
    expect([of(row, { range: "1y" }), of(row, { range: "2y" }), of(row, { range: "1y" })]).toEqual([
      "2 1y 1",
      "2 2y 2",
      "2 1y 3",
    ]);
    expect(of({ price: 2 }, { range: "1y" })).toBe("2 1y 4");
  });
});
