import { toPlainText } from "../../../src/contract/sentence.js";
import { describe, expect, it } from "vitest";
import { NO_FIGURES, toBaseNotes, toRangeFigures } from "../../../src/market/prices/range-figures.js";
import { bar, barsOf } from "../../support/bar.js";

/** Newest first. */
const END = "2026-03-31";

describe("the figures of a range", () => {
  const DAYS = barsOf(
    ["2026-01-30", 100, 98],
    ["2026-02-02", 110, 108],
    ["2026-02-27", 99, 97],
    ["2026-03-02", 121, 120],
    ["2026-03-31", 60.5, 60.5],
  );

  it("name the best and worst day and month, and the deepest fall with both its days", () => {
    expect(toRangeFigures(DAYS, undefined, 252, END)).toEqual({
      bestDay: { date: "2026-03-02", changePercent: 22.2222 },
      worstDay: { date: "2026-03-31", changePercent: -50 },
      // February: 99 / 100, March: 60.5 / 99. January has no close before it.
      bestMonth: { month: "2026-02", changePercent: -1 },
      worstMonth: { month: "2026-03", changePercent: -38.8889 },
      maxDrawdown: { percent: -50, peak: "2026-03-02", trough: "2026-03-31" },
      volatility: null,
      totalReturnPercent: -38.2653,
    });
  });

  it("count the first day and month from the close before the range, if that is in an earlier month", () => {
    const { bestDay, bestMonth } = toRangeFigures(DAYS, bar("2025-12-31", 50), 252, END);
    expect({ bestDay, bestMonth }).toEqual({
      bestDay: { date: "2026-01-30", changePercent: 100 },
      bestMonth: { month: "2026-01", changePercent: 100 },
    });
    expect(toRangeFigures(DAYS, bar("2026-01-29", 50), 252, END).bestMonth).toEqual({
      month: "2026-02",
      changePercent: -1,
    });
  });

  it("name the better of two days that have the same rounded change", () => {
    const days = barsOf(["2026-01-29", 1_000_000], ["2026-01-30", 1_100_000], ["2026-02-02", 1_210_000.01]);
    expect(toRangeFigures(days, undefined, 252, END).bestDay).toEqual({ date: "2026-02-02", changePercent: 10 });
  });

  it("have no best month of fewer than two, and no return with dividends without adjusted closes", () => {
    const { bestMonth, worstMonth, totalReturnPercent } = toRangeFigures(
      barsOf(["2026-01-30", 100, null], ["2026-02-02", 110, null]),
      undefined,
      252,
      END,
    );
    expect([bestMonth, worstMonth, totalReturnPercent]).toEqual([undefined, undefined, null]);
  });

  it("list years from two years on, and mark those of which the range has only a part", () => {
    const days = barsOf(
      ["2023-06-30", 100],
      ["2023-12-29", 120],
      ["2024-12-31", 150],
      ["2025-12-31", 75],
      ["2026-03-31", 90],
    );
    expect(toRangeFigures(days, undefined, 252, END).years).toEqual([
      { year: 2026, changePercent: 20, whole: false },
      { year: 2025, changePercent: -50, whole: true },
      { year: 2024, changePercent: 25, whole: true },
      { year: 2023, changePercent: 20, whole: false },
    ]);
    expect(toRangeFigures(days, bar("2022-12-30", 80), 252, END).years!.at(-1)).toEqual({
      year: 2023,
      changePercent: 50,
      whole: true,
    });
  });

  it("call a year whole when the range reaches its end, whatever day its last bar has", () => {
    const days = barsOf(["2020-12-31", 100], ["2021-12-31", 120], ["2022-12-30", 150]);
    const wholeUntil = (end: string) => toRangeFigures(days, bar("2020-12-30", 99), 252, end).years![0]!.whole;
    expect([wholeUntil("2022-12-31"), wholeUntil("2022-12-30")]).toEqual([true, false]);
  });

  it("have the sample deviation of logarithmic returns over 252 days a year, of coins over 365", () => {
    // Twenty returns of +ln 2 and -ln 2 in turn: mean 0, variance 20 × ln² 2 / 19.
    const days = barsOf(
      ...Array.from({ length: 21 }, (_, at): [string, number] => [
        `2026-01-${String(at + 1).padStart(2, "0")}`,
        at % 2 ? 2 : 1,
      ]),
    );
    const expected = (year: number) => Number((Math.sqrt(((20 * Math.LN2 ** 2) / 19) * year) * 100).toPrecision(6));
    expect(toRangeFigures(days, undefined, 252, END).volatility).toBe(expected(252));
    expect(toRangeFigures(days, undefined, 365, END).volatility).toBe(expected(365));
  });

  it("are null of a range with fewer than two closes, and there is no fall where prices only rise", () => {
    expect(toRangeFigures(barsOf(["2026-01-30", 100]), undefined, 252, END)).toEqual(NO_FIGURES);
    expect(
      toRangeFigures(barsOf(["2026-01-30", 100], ["2026-02-02", 110]), undefined, 252, END).maxDrawdown,
    ).toBeNull();
  });
});

describe("the figures of a range that counts from the close before it", () => {
  it("include the way from that close", () => {
    const base = bar("2025-12-31", 125, 120);
    const days = barsOf(["2026-01-30", 100, 98], ["2026-02-27", 110, 108]);
    const found = toRangeFigures(days, base, 252, END, base);
    expect(found).toMatchObject({
      maxDrawdown: { percent: -20, peak: "2025-12-31", trough: "2026-01-30" },
      totalReturnPercent: -10,
    });
    expect(toRangeFigures(days.slice(1), base, 252, END, base)).toMatchObject({ totalReturnPercent: -18.3333 });
  });

  it("count a year of which the range has only the end from it", () => {
    const [first, ...rest] = [
      ["2024-03-04", 110],
      ["2024-12-31", 150],
      ["2026-03-31", 90],
    ] as [string, number][];
    const base = bar("2024-03-01", 100);
    expect(toRangeFigures(barsOf(first!, ...rest), base, 252, END, base).years!.at(-1)).toEqual({
      year: 2024,
      changePercent: 50,
      whole: false,
    });
  });
});

describe("the sentence on the close from which a change counts", () => {
  const [before] = barsOf(["2025-12-31", 100]);
  const year = barsOf(["2026-01-02", 110], ["2026-01-05", 99.5]);
  const first = year[1];
  const baseNotes = (...range: Parameters<typeof toBaseNotes>) => toBaseNotes(...range).map(toPlainText);
  const SERIES = { splits: [], currency: null };
  const ONE = "The range has one bar, from whose close the change in summary counts, so it is null";

  it("is there for a single bar, with the change from the close before it", () => {
    expect(baseNotes(year, { base: before, before }, SERIES)).toEqual([]);
    expect(baseNotes(year.slice(0, 1), { base: year[0], before: first }, { splits: null, currency: null })).toEqual([
      `${ONE}; the change since the close before it (2026-01-02) is -9.54545 %.`,
    ]);
    expect(baseNotes(year.slice(0, 1), { base: year[0], before: undefined }, SERIES)).toEqual([`${ONE}.`]);
    expect(baseNotes(year, { base: first, before: undefined }, SERIES)).toEqual([]);
    expect(baseNotes([], { base: undefined, before: undefined }, SERIES)).toEqual([]);
  });

  it("gives no change from a close that a split makes incomparable", () => {
    const [unadjusted] = barsOf(["2025-12-31", 400]);
    const range = { base: first, before: unadjusted };
    const split = { date: "2026-01-02", numerator: 4, denominator: 1 };
    expect(baseNotes([first!], range, { splits: [split], currency: null })).toEqual([`${ONE}.`]);
  });

  it("says of bars within a day that the last of them has another close than its day", () => {
    expect(baseNotes(year, { base: before, before }, undefined)).toEqual([
      "The change in summary counts from the close of 2025-12-31, the last bar before the range, which need not be the closing price of its day.",
    ]);
  });
});
