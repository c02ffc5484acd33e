import { describe, expect, it } from "vitest";
import { isFirstBarComplete, isLastBarComplete } from "../../src/market/complete-bars.js";
import { toLonger, type Bar } from "../../src/market/price-bars.js";
import { opensOnSunday, weekStart } from "../../src/market/trading-week.js";
import { bar } from "../support/bar.js";

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
    expect(opensOnSunday(bars)).toBe(true);
    const series = { bars, range: { from: "2025-09-07" }, lastBarComplete: false };
    expect(bars[0]!.date).toBe("2026-02-05");
    expect(isLastBarComplete(bars[0], series, "1wk", "2026-02-06")).toBe(false);
    expect(isLastBarComplete(bars[0], series, "1wk", "2026-02-07")).toBe(true);
  });
});

describe("a week of any other exchange", () => {
  it.each([
    ["an exchange from Monday to Friday", daysOn([1, 2, 3, 4, 5], "2026-03-02", 20)],
    ["a coin", daysOn([0, 1, 2, 3, 4, 5, 6], "2026-03-02", 20)],
    ["a source with a slip", [...daysOn([1, 2, 3, 4, 5], "2026-03-02", 30), bar("2026-03-01", 1)]],
  ])("begins on Monday: %s", (_what, bars) => {
    expect(opensOnSunday(bars)).toBe(false);
    expect(weekStart("2026-03-08", opensOnSunday(bars))).toBe("2026-03-02");
  });
});
