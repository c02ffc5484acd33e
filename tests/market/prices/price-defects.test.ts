import { describe, expect, it } from "vitest";
import { returnsOf } from "../../src/market/past-performance.js";
import { summarize, type Bar } from "../../src/market/price-bars.js";
import { countSound, findDefects, withoutDefects, withoutWrongFactors } from "../../src/market/price-defects.js";
import { bar, barsOf } from "../support/bar.js";

const split = (date: string, numerator: number, denominator: number) => ({ date, numerator, denominator });

function figuresOf(bars: Bar[], splits: ReturnType<typeof split>[]) {
  const defects = findDefects(bars, splits);
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
    expect(figuresOf(bars, [split("2023-05-25", 1, 2)])).toEqual({
      changePercent: null,
      high: null,
      low: null,
      sound: 2,
      notes: [STEP("2023-05-22")],
    });
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

describe("a bar more than 5 times off both neighbours (LA.V)", () => {
  const bars = barsOf(["2020-08-25", 3.7], ["2020-08-26", 0.37], ["2020-08-27", 3.65]);

  it("makes the figures null that are made of it, and no others", () => {
    expect(figuresOf(bars, [])).toEqual({
      changePercent: -1.35135,
      high: 3.7,
      low: null,
      sound: 1,
      notes: [ODD("2020-08-26")],
    });
    expect(returnsOf(bars, findDefects(bars, []), "2020-08-27")["1d"]).toBeNull();
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
