import { texts } from "../../support/texts.js";
import { describe, expect, it } from "vitest";
import { returnsOf } from "../../../src/market/prices/past-performance.js";
import { summarize, type Bar } from "../../../src/market/prices/price-bars.js";
import {
  countSound,
  createChanges,
  findDefects,
  withoutDefects,
  toLongerBars,
  withoutWrongFactors,
} from "../../../src/market/prices/price-defects.js";
import { bar, barsOf } from "../../support/bar.js";

const split = (date: string, numerator: number, denominator: number) => ({ date, numerator, denominator });

function figuresOf(bars: Bar[], splits: ReturnType<typeof split>[], currency: string | null = null) {
  const defects = findDefects(bars, { splits, currency });
  const { changePercent, high, low } = withoutDefects(summarize(bars), bars, defects);
  return { changePercent, high, low, sound: countSound(defects), notes: defects.notes };
}
const STEP = (days: string) =>
  `Prices change on ${days} by the ratio of a split nearby, so they are not adjusted for it on all days: figures over these days are null.`;
const ODD = (days: string) =>
  `Closes of ${days} are more than 5 times off those before and after: figures made of them are null.`;
const JUMP = (days: string) =>
  `Prices change more than 4-fold on ${days}, perhaps a mistake of the source; the figures include it.`;

describe("figures over prices that are not adjusted for a split", () => {
  it("are null over a step that the split explains (DEX.AX)", () => {
    const bars = barsOf(["2023-05-19", 0.053], ["2023-05-22", 0.1203], ["2023-05-23", 0.12]);
    expect(texts(figuresOf(bars, [split("2023-05-25", 1, 2)]))).toEqual({
      changePercent: null,
      high: null,
      low: null,
      sound: 2,
      notes: [STEP("2023-05-22")],
    });
  });

  it("are no changes from bar to bar over the step, nor from a close that is not above 0", () => {
    const bars = barsOf(["2023-05-18", 0], ["2023-05-19", 0.05], ["2023-05-22", 0.1], ["2023-05-23", 0.11]);
    const splits = [split("2023-05-25", 1, 2)];
    const changeAt = createChanges(bars, { splits, currency: null });
    expect(bars.map((_, at) => changeAt(at, at + 1))).toEqual([10, null, null, null]);
  });

  it.each([
    ["a day of results after a split of 3:2", 127, "2026-02-20", split("2026-02-09", 3, 2)],
    ["a fall after it, near the inverse of its ratio", 70, "2026-02-20", split("2026-02-09", 3, 2)],
    ["a rise of a third within the days of a split", 133, "2026-02-10", split("2026-02-09", 3, 2)],
    ["a rise of 70 % within the days of a split of 2:1", 170, "2026-02-10", split("2026-02-09", 2, 1)],
  ])("are given over %s", (_what, close, day, near) => {
    const bars = barsOf(["2026-02-06", 100], [day, close]);
    expect(figuresOf(bars, [near])).toMatchObject({ sound: 2, notes: [] });
  });

  it("are given between bars on the same side of two steps (CNE.L)", () => {
    const all = [
      bar("2023-05-08", 476),
      bar("2023-05-09", 218.4),
      bar("2023-05-10", 456.9),
      bar("2023-05-11", 205.1),
    ].toReversed();
    const splits = [split("2023-05-16", 1, 2)];
    expect(figuresOf(all, splits)).toMatchObject({ changePercent: null, sound: 1 });
    expect(figuresOf(all.slice(1), splits)).toMatchObject({ changePercent: -4.01261, high: null, low: null });
  });

  it.each([
    ["no split is near", [], [JUMP("2022-06-20")]],
    ["the split has another ratio (SPM.MI)", [split("2022-06-13", 1, 10)], [JUMP("2022-06-20")]],
    ["the split is 31 days away", [split("2022-05-20", 1, 20)], [JUMP("2022-06-20")]],
  ])("are given and the day is named where %s", (_what, splits, notes) => {
    const bars = barsOf(["2022-06-17", 42.99], ["2022-06-20", 2.23], ["2022-06-21", 2.3]);
    expect(figuresOf(bars, splits)).toMatchObject({ changePercent: -94.6499, notes });
  });

  it.each([
    ["a fall of a third beside a split of 21:20", 30, 20, split("2023-05-23", 21, 20)],
    ["a day's movement of 15 % beside a split of 3:2", 20, 23, split("2023-05-23", 3, 2)],
    ["a fivefold penny share", 0.1, 0.5, split("2020-05-23", 3, 2)],
    ["an adjusted split", 20, 20.1, split("2023-05-23", 10, 1)],
  ])("are given: %s", (_what, one, other, event) => {
    const bars = barsOf(["2023-05-22", one], ["2023-05-23", other]);
    expect(figuresOf(bars, [event])).toMatchObject({ changePercent: expect.any(Number), notes: [] });
  });
});

describe("figures over prices that slip between a currency and its minor unit", () => {
  const EZJ = barsOf(["2020-04-20", 612.2], ["2020-04-21", 609.6], ["2020-04-22", 5.854], ["2020-04-23", 5.872]);
  const SLIP = (days: string) =>
    `Prices change on ${days} as from a currency to its minor unit, such as from pounds to pence, or back, likely a mistake of the source: figures over these days are null.`;

  it("are null over the day, and given on the same side of it (EZJ.L)", () => {
    expect(texts(figuresOf(EZJ, [], "GBp"))).toEqual({
      changePercent: null,
      high: null,
      low: null,
      sound: 2,
      notes: [SLIP("2020-04-22")],
    });
    const back = [bar("2020-04-24", 573), ...EZJ];
    expect(texts(figuresOf(back, [], "GBp"))).toMatchObject({
      changePercent: -6.40314,
      notes: [SLIP("2020-04-24, 2020-04-22")],
    });
  });

  it.each([
    ["GBP", 67, true],
    ["GBp", 66.9, false],
    ["ILA", 150, true],
    ["ZAc", 150.1, false],
    ["KWF", 670, true],
    ["KWD", 100, false],
    // Futures in cents: a share in dollars that falls so far has another reason.
    ["USX", 100, true],
    ["USD", 100, false],
    ["EUR", 100, false],
    [null, 100, false],
  ])("are withheld in %s over a step of %d: %s", (currency, factor, isSlip) => {
    const { basis } = findDefects(barsOf(["2020-04-21", 2 * factor], ["2020-04-22", 2]), { splits: [], currency });
    expect(basis[1] !== 1).toBe(isSlip);
    expect(
      findDefects(barsOf(["2020-04-21", 2], ["2020-04-22", 2 * factor]), { splits: [], currency }).basis[1] !== 1,
    ).toBe(isSlip);
  });

  it("leave out the changes of weeks and months over that day only", () => {
    const days = [bar("2020-05-04", 5.9), bar("2020-04-27", 5.8), ...EZJ];
    const before = bar("2020-04-13", 600);
    const changesOf = (bars: Bar[]) => {
      const defects = findDefects([...bars, before], { splits: [], currency: "GBp" });
      return toLongerBars(bars, "1wk", before, defects).map(({ changePercent }) => changePercent);
    };
    expect(changesOf(days)).toEqual([1.72414, -1.22616, null]);
    expect(changesOf(days.slice(4))).toEqual([1.6]);
  });
});

describe("a bar more than 5 times off both neighbours (LA.V)", () => {
  const bars = barsOf(["2020-08-25", 3.7], ["2020-08-26", 0.37], ["2020-08-27", 3.65]);

  it("makes the figures null that are made of it, and no others", () => {
    expect(texts(figuresOf(bars, []))).toEqual({
      changePercent: -1.35135,
      high: 3.7,
      low: null,
      sound: 1,
      notes: [ODD("2020-08-26")],
    });
    expect(returnsOf(bars, findDefects(bars, { splits: [], currency: null }), "2020-08-27")["1d"]).toBeNull();
  });

  it("is not the first bar after a real fall", () => {
    const fallen = barsOf(["2020-08-25", 3.7], ["2020-08-26", 0.37], ["2020-08-27", 0.36]);
    expect(figuresOf(fallen, [])).toMatchObject({ changePercent: -90.2703, notes: [JUMP("2020-08-26")] });
  });
});

describe("closes adjusted for dividends", () => {
  const paid = (date: string, amount: number, currency = "USD") => [{ date, amount, currency }];

  it.each([
    // JENYX, whose payment of 16.88 the source subtracts twice; 8TRA.DE, which it does not adjust.
    ["twice", [60.71, 27.03], 16.88, "44.5"],
    ["not at all", [20, 20], 0.7, "0"],
  ])("are null before an ex-day that is adjusted %s", (_what, [close, adjusted], amount) => {
    const bars = barsOf(["2025-11-12", close!, adjusted!], ["2025-11-13", 43.83], ["2025-11-14", 44]);
    const found = withoutWrongFactors(bars, paid("2025-11-13", amount), [], "USD");
    expect(found.bars.map(({ adjClose }) => adjClose)).toEqual([44, 43.83, null]);
    expect(found.day).toBe("2025-11-13");
    expect(found.notes[0]).toContain("Closes before 2025-11-13 are not given adjusted for dividends");
  });

  it.each([
    ["of one bar", [100, 10, 102, 103], [103, 102, null, null]],
    ["of all bars before a day", [10, 10.1, 102, 103], [103, 102, null, null]],
    ["of the newest bar", [100, 101, 102, 10], [10, null, null, null]],
  ])("are null before the day from which the adjustment %s differs without a payment", (_what, adjusted, expected) => {
    const days = ["2025-11-11", "2025-11-12", "2025-11-13", "2025-11-14"];
    const bars = barsOf(...days.map((day, at): [string, number, number] => [day, 100 + at, adjusted[at]!]));
    const found = withoutWrongFactors(bars, [], [], "USD");
    expect(found.bars.map(({ adjClose }) => adjClose)).toEqual(expected);
    const day = days.find((_, at) => expected.toReversed()[at] !== null);
    expect(found).toMatchObject({
      day,
      notes: [
        `Closes before ${day} are not given adjusted for dividends: the source's adjustment changes more than 4-fold there without a payment.`,
      ],
    });
  });

  it("are given where closes are not adjusted for a split that adjusted closes are adjusted for", () => {
    const bars = barsOf(["2025-11-12", 1000, 100], ["2025-11-13", 1010, 101], ["2025-11-14", 102]);
    expect(withoutWrongFactors(bars, [], [split("2025-11-14", 10, 1)], "USD")).toMatchObject({ bars, day: null });
  });

  it("are null before a payment that is out of line on the day of a split (6309.T)", () => {
    const bars = barsOf(["2025-04-25", 3000, 2927], ["2025-04-28", 3010], ["2025-04-30", 3020]);
    const payments = [...paid("2025-10-28", 24), ...paid("2025-04-28", 73), ...paid("2024-10-29", 22)];
    expect(withoutWrongFactors(bars, payments, [split("2025-04-28", 3, 1)], "USD")).toMatchObject({
      day: "2025-04-28",
      bars: [{ adjClose: 3020 }, { adjClose: 3010 }, { adjClose: null }],
    });
  });

  it.each([
    ["fit the payment", 100, 98, 2, "USD", "USD"],
    ["fit the payment in pounds beside pence", 100, 98, 0.02, "GBP", "GBp"],
    ["belong to a payment in another currency", 100, 98, 300, "JPY", "USD"],
    ["lack a payment too small to see", 100, 100, 0.04, "USD", "USD"],
  ])("are given where they %s", (_what, close, adjusted, amount, own, currency) => {
    const bars = barsOf(["2025-11-12", close, adjusted], ["2025-11-13", 98]);
    expect(withoutWrongFactors(bars, paid("2025-11-13", amount, own), [], currency)).toEqual({
      bars,
      notes: [],
      day: null,
    });
  });
});
