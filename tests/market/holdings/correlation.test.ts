import { describe, expect, it } from "vitest";
import { correlate } from "../../../src/market/holdings/correlation.js";
import { mulberry32 } from "../../support/mulberry32.js";

const dayAt = (at: number) => new Date(Date.UTC(2026, 0, 1) + at * 86_400_000).toISOString().slice(0, 10);

/** Closes of as many days, without those for which `isClosed`. */
function closesOf(seed: number, days: number, isClosed: (at: number) => boolean = () => false) {
  const random = mulberry32(seed);
  let close = 100;
  return Array.from({ length: days }, (_, at) => {
    close *= 1 + (random() - 0.5) * 0.04;
    return { date: dayAt(at), close, isOpen: !isClosed(at) };
  }).flatMap(({ isOpen, ...each }) => (isOpen ? [each] : []));
}

/** Pearson's coefficient by its sums, from prices by day. */
function pearson(
  one: ReadonlyMap<string, number>,
  other: ReadonlyMap<string, number>,
  days: readonly string[],
): number {
  const [x, y] = [one, other].map((closes) =>
    days.slice(1).map((day, at) => Math.log(closes.get(day)!) - Math.log(closes.get(days[at]!)!)),
  ) as [number[], number[]];
  const sum = (values: readonly number[]) => values.reduce((total, each) => total + each, 0);
  const n = x.length;
  const xy = sum(x.map((each, at) => each * y[at]!));
  const squares = (values: readonly number[]) => n * sum(values.map((each) => each * each)) - sum(values) ** 2;
  return (n * xy - sum(x) * sum(y)) / Math.sqrt(squares(x) * squares(y));
}

describe("the correlation", () => {
  it("is Pearson's over logarithmic returns between the days that all have", () => {
    const series = [closesOf(1, 120), closesOf(2, 120, (at) => at % 7 === 0), closesOf(3, 120, (at) => at % 11 === 3)];
    const found = correlate(series);
    const days = Array.from({ length: 120 }, (_, at) => at).filter((at) => at % 7 !== 0 && at % 11 !== 3);
    const byDay = series.map((closes) => new Map(closes.map(({ date, close }) => [date, close])));
    expect(found).toMatchObject({ days: days.length, from: dayAt(days[0]!), to: dayAt(days.at(-1)!) });
    for (const [row, one] of byDay.entries())
      for (const [column, other] of byDay.entries())
        expect(found.matrix![row]![column]).toBeCloseTo(pearson(one, other, days.map(dayAt)), 5);
    expect(found.matrix!.map((row, at) => row[at])).toEqual([1, 1, 1]);
  });

  it("is null under 30 common days, and says how many there are", () => {
    expect(correlate([closesOf(1, 29), closesOf(2, 40)])).toEqual({
      days: 29,
      from: "2026-01-01",
      to: "2026-01-29",
      matrix: null,
    });
    expect(correlate([closesOf(1, 30), closesOf(2, 40)]).matrix).toHaveLength(2);
    const never = correlate([closesOf(1, 60, (at) => at % 2 === 0), closesOf(2, 60, (at) => at % 2 === 1)]);
    expect(never).toEqual({ days: 0, from: null, to: null, matrix: null });
  });

  it("is null for a security that does not move", () => {
    const still = closesOf(1, 40).map(({ date }) => ({ date, close: 7.3 }));
    expect(correlate([still, closesOf(2, 40)]).matrix).toEqual([
      [null, null],
      [null, 1],
    ]);
  });
});
