import { describe, expect, it } from "vitest";
import { isFirstBarComplete, isLastBarComplete } from "../../../src/market/prices/complete-bars.js";
import { toLonger, type Bar } from "../../../src/market/prices/price-bars.js";
import { createWeeks } from "../../../src/market/sessions/trading-week.js";
import { bar } from "../../support/bar.js";

/** Returns the days from `first` on that fall on these weekdays, newest first, each with its number as the close. */
function daysOn(weekdays: readonly number[], first: string, count: number): Bar[] {
  const days = Array.from({ length: 400 }, (_, at) => new Date(Date.parse(first) + at * 86_400_000));
  const kept = days.filter((day) => weekdays.includes(day.getUTCDay())).slice(0, count);
  return kept.map((day, at) => bar(day.toISOString().slice(0, 10), at + 1)).toReversed();
}

/** Sunday, 1 March 2026, to Thursday, 12 March. */
const RIYADH = daysOn([0, 1, 2, 3, 4], "2026-03-01", 10);

describe("a week of an exchange that opens on Sunday", () => {
  it("begins on Sunday and ends with Thursday", () => {
    expect(toLonger(RIYADH, "1wk").map(({ date, open, close }) => [date, open, close])).toEqual([
      ["2026-03-08", 6, 10],
      ["2026-03-01", 1, 5],
    ]);
  });

  it("is complete once Thursday is over", () => {
    const at = (lastBarComplete: boolean, today: string, bars = RIYADH) =>
      isLastBarComplete(bars[0], { bars, range: { from: "2026-03-01" }, lastBarComplete }, "1wk", today);
    expect([at(true, "2026-03-12"), at(false, "2026-03-12"), at(true, "2026-03-11", RIYADH.slice(1))]).toEqual([
      true,
      false,
      false,
    ]);
    expect(at(false, "2026-03-13")).toBe(true);
  });

  it("is cut where the series begins on its Monday", () => {
    const bars = RIYADH.slice(0, -1);
    const series = { bars, range: { from: "2026-03-02" }, lastBarComplete: true };
    expect(isFirstBarComplete(bars.at(-1), series, "1wk")).toBe(false);
    expect(isFirstBarComplete(RIYADH.at(-1), { ...series, bars: RIYADH }, "1wk")).toBe(true);
  });

  it("has a session on Friday where the exchange has changed to Monday since, as Tel Aviv did", () => {
    const bars = [...daysOn([1, 2, 3, 4, 5], "2026-01-05", 24), ...daysOn([0, 1, 2, 3, 4], "2025-09-07", 80)];
    const series = { bars, range: { from: "2025-09-07" }, lastBarComplete: false };
    expect(bars[0]!.date).toBe("2026-02-05");
    expect(isLastBarComplete(bars[0], series, "1wk", "2026-02-06")).toBe(false);
    expect(isLastBarComplete(bars[0], series, "1wk", "2026-02-07")).toBe(true);
  });
});

describe("the weeks of an exchange that has moved from Sunday to Monday", () => {
  // Sunday, 16 November 2025, to Sunday, 4 January 2026; the first Friday is that of the same week.
  const before = daysOn([0, 1, 2, 3, 4], "2025-11-16", 36);
  const BARS = [...daysOn([1, 2, 3, 4, 5], "2026-01-05", 220), ...before];
  const weeksOf = (bars: Bar[]) => toLonger(bars, "1wk").map(({ date }) => date);

  it("begin on Sunday until then, however long ago it was", () => {
    expect(weeksOf(BARS).slice(-9)).toEqual([
      "2026-01-12",
      "2026-01-04",
      "2025-12-28",
      "2025-12-21",
      "2025-12-14",
      "2025-12-07",
      "2025-11-30",
      "2025-11-23",
      "2025-11-16",
    ]);
  });

  it("begin on the same days where their Sunday is a holiday", () => {
    const holidays = new Set(["2025-11-16", "2025-12-14", "2025-12-28"]);
    expect(weeksOf(BARS.filter(({ date }) => !holidays.has(date)))).toEqual(weeksOf(BARS));
    // A first Monday without a session is no Sunday's week: a Friday has passed since.
    expect(weeksOf(BARS.filter(({ date }) => date !== "2026-01-12"))).toEqual(weeksOf(BARS));
  });

  it("begin on Sunday from then on where it has moved the other way", () => {
    const bars = [...daysOn([0, 1, 2, 3, 4], "2026-02-01", 40), ...daysOn([1, 2, 3, 4, 5], "2025-01-06", 280)];
    expect(weeksOf(bars).filter((day) => day > "2026-01-15" && day < "2026-02-10")).toEqual([
      "2026-02-08",
      "2026-02-01",
      "2026-01-26",
      "2026-01-19",
    ]);
  });

  it.each([
    [4, "2026-02-15"],
    [3, "2026-02-09"],
  ])("begin on Sunday with %d bars of Sundays among 61, and else on Monday", (count, expected) => {
    const days = daysOn([1, 2, 3, 4, 5], "2026-01-05", 61 - count);
    const sundays = ["2026-02-15", "2026-02-08", "2026-02-22", "2026-02-01"].slice(0, count).map((day) => bar(day, 1));
    const bars = [...days, ...sundays].toSorted((one, other) => (one.date < other.date ? 1 : -1));
    expect(createWeeks(bars).startOf("2026-02-15")).toBe(expected);
  });
});

describe("a week of any other exchange", () => {
  it.each([
    ["an exchange from Monday to Friday", daysOn([1, 2, 3, 4, 5], "2026-03-02", 20)],
    ["a coin", daysOn([0, 1, 2, 3, 4, 5, 6], "2026-03-02", 20)],
    ["a source with a slip", [...daysOn([1, 2, 3, 4, 5], "2026-03-02", 30), bar("2026-03-01", 1)]],
  ])("begins on Monday: %s", (_what, bars) => {
    expect(createWeeks(bars).startOf("2026-03-08")).toBe("2026-03-02");
  });
});
