/** Labels at the axis of a chart: none covers another, and the figures of the axis stay. */
import { describe, expect, it } from "vitest";
import { placeLabels } from "../../src/apps/charts/axis-labels.js";

/** Three pixels a unit, upwards. */
const y = (value: number) => (160 - value) * 3;
const FIGURES = [100, 120, 140, 160];
const placed = (marks: { value: number; givesWay?: boolean; takesOne?: boolean }[]) =>
  Object.fromEntries(placeLabels(FIGURES, marks, y).map(({ value, at }) => [value, at]));

describe("labels at an axis", () => {
  it("moves a figure beside the tag of the price, which stands at its place", () => {
    expect(placed([{ value: 117 }])).toEqual({ 117: 129, 120: 114, 140: 60, 160: 0, 100: 180 });
  });

  it("leaves out a figure that is nearly the price", () => {
    expect(Object.keys(placed([{ value: 120.5 }]))).not.toContain("120");
  });

  it("moves a level beside a figure, and leaves out a farther one without room", () => {
    const levels = [
      { value: 117, givesWay: true, takesOne: true },
      { value: 119, givesWay: true },
    ];
    expect(placed(levels)).toEqual({ 100: 180, 117: 135, 120: 120, 140: 60, 160: 0 });
  });

  it("gives the place of one figure to the nearest level, and keeps the order of the values", () => {
    const found = placed([{ value: 106 }, { value: 105, givesWay: true, takesOne: true }]);
    expect(found).toEqual({ 106: 162, 105: 177, 120: 120, 140: 60, 160: 0 });
  });
});
