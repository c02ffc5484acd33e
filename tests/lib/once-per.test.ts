import { describe, expect, it } from "vitest";
import { lastPer } from "../../src/lib/once-per.js";

describe("the last result for an object", () => {
  const counting = (most = 10) => {
    let made = 0;
    const of = lastPer(most, (row: { price: number }, input: { range: string }) => ({
      text: `${row.price} ${input.range} ${++made}`,
    }));
    return (row: { price: number }, input: { range: string }) => of(row, input).text;
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

  it("is kept for the last objects only", () => {
    const [of, rows] = [counting(2), [1, 2, 3].map((price) => ({ price }))];
    const asked = [0, 1, 0, 1, 2, 1, 0].map((at) => of(rows[at]!, { range: "1y" }).split(" ").at(-1));
    expect(asked).toEqual(["1", "2", "1", "2", "3", "2", "4"]);
  });
});
