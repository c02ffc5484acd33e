import { texts } from "../support/texts.js";
import { toPlainText } from "../../src/contract/sentence.js";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Bar } from "../../src/market/prices/price-bars.js";
import type { PriceHistory } from "../../src/capabilities/prices/history-output.js";
import { priceHistory } from "../../src/capabilities/prices/price-history.js";
import { WHOLE } from "../../src/market/prices/price-range.js";
import type { BodyOf, InputOf } from "../../src/contract/capability.js";
import { parseInput } from "../../src/contract/input.js";

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 2, 6, 22) }));
afterEach(() => void vi.useRealTimers());

type Input = InputOf<typeof priceHistory>;
const inputOf = (raw: Record<string, unknown>) => parseInput(priceHistory, { symbol: "ACME", ...raw }) as Input;

/** A day whose prices are around `close`. */
function day(date: string, close: number, more: Partial<Bar> = {}): Bar {
  return { date, open: close - 1, high: close + 2, low: close - 3, close, adjClose: close / 2, volume: 100, ...more };
}

const BARS: Bar[] = [
  day("2026-03-06", 110),
  day("2026-03-05", 120),
  day("2026-03-02", 100),
  day("2026-02-27", 90),
  day("2026-01-02", 80),
  day("2025-12-31", 70),
  day("2025-03-10", 60),
  day("2024-06-03", 50),
];

const SERIES: BodyOf<typeof priceHistory> = {
  symbol: "ACME",
  currency: "USD",
  interval: "1d",
  range: { from: "2024-03-05", to: "2026-03-06" },
  adjustment: "splits",
  timezone: "America/New_York",
  bars: BARS,
  firstBarComplete: true,
  lastBarComplete: true,
  total_bars: BARS.length,
  dividends: [
    { date: "2026-02-27", amount: 0.01, currency: "USD" },
    { date: "2024-06-03", amount: 0.01, currency: "USD" },
  ],
  splits: [{ date: "2025-03-10", numerator: 4, denominator: 1 }],
  summary: {} as PriceHistory["summary"],
  timestamp: "2026-03-06T22:00:00.000000",
};

const shown = (raw: Record<string, unknown>) => priceHistory.view!(SERIES, inputOf(raw));
const days = (raw: Record<string, unknown>) => shown(raw).bars.map(({ date }) => date);

describe("price history, selected from one series,", () => {
  it("has the bars, events and days of its range", () => {
    const { range, dividends, splits, total_bars: total } = shown({ range: "1y", interval: "1d" });
    expect(days({ range: "1y", interval: "1d" })).toEqual(BARS.slice(0, 7).map(({ date }) => date));
    expect({ range, total }).toEqual({ range: { from: "2025-03-10", to: "2026-03-06" }, total: 7 });
    expect(dividends!.map(({ date }) => date)).toEqual(["2026-02-27"]);
    expect(splits).toHaveLength(1);
  });

  it("calls a year whole whose last day had no session, and the present year never before its last session", () => {
    const of = (newest: string) => ({
      ...SERIES,
      bars: ["2020-12-31", "2021-12-31", newest].toReversed().map((date) => ({ ...BARS[0]!, date })),
    });
    const wholeOf = (newest: string, raw: Record<string, unknown>, more: Partial<typeof SERIES> = {}) =>
      priceHistory.view!({ ...of(newest), ...more }, inputOf(raw)).summary.years![0]!.whole;
    const from = "2020-12-31";
    expect(wholeOf("2022-12-30", { from, to: "2022-12-31" })).toBe(true);
    expect(wholeOf("2022-12-30", { from, to: "2022-12-30" })).toBe(false);
    const evening = { timestamp: "2022-12-31T22:00:00.000000" };
    expect(wholeOf("2022-12-31", { from }, evening)).toBe(true);
    expect(wholeOf("2022-12-31", { from }, { ...evening, lastBarComplete: false })).toBe(false);
    expect(wholeOf("2022-12-30", { from }, evening)).toBe(false);
    // Prices that end with a delisting are those of a part of their last year.
    expect(wholeOf("2022-12-15", { from, to: "2023-12-31" })).toBe(false);
    expect(wholeOf("2022-12-30", { from, to: "2023-01-03" })).toBe(true);
  });

  it("names the payments of its range that a split or the price contradicts", () => {
    const series: typeof SERIES = {
      ...SERIES,
      dividends: [
        { date: "2026-03-05", amount: 0.5, currency: "USD" },
        { date: "2026-01-02", amount: 20, currency: "USD" },
        { date: "2025-03-10", amount: 2, currency: "USD" },
        { date: "2024-06-03", amount: 0.4, currency: "USD" },
      ],
    };
    const notesOf = (range: string) => {
      const input = inputOf({ range, interval: "1d" });
      return priceHistory.viewNotes!(priceHistory.view!(series, input), input, series).filter((each) =>
        toPlainText(each).startsWith("Payments"),
      );
    };
    const large =
      "Payments of 2026-01-02 are more than 15 % of the price before them, perhaps a mistake of the source.";
    expect(texts(notesOf("ytd"))).toEqual([large]);
    expect(notesOf("1mo")).toEqual([]);
    const neighbours = { ...series, dividends: series.dividends!.filter(({ date }) => date !== "2026-01-02") };
    const input = inputOf({ range: "1y", interval: "1d" });
    expect(priceHistory.viewNotes!(priceHistory.view!(neighbours, input), input, neighbours)).toContain(
      "Payments of 2025-03-10, the day of a split, are out of line with those before and after, perhaps not adjusted for it: no figure is computed from them.",
    );
  });

  it("has no lists of dividends and splits where they are unknown", () => {
    const series = { ...SERIES, dividends: null, splits: null };
    expect(priceHistory.view!(series, inputOf({ range: "1y" }))).toMatchObject({ dividends: null, splits: null });
    expect(shown({ from: "2026-03-05", to: "2026-03-06" })).toMatchObject({ dividends: [], splits: [] });
  });

  it.each([
    ["the latest session", { range: "1d", interval: "1d" }, ["2026-03-06"]],
    ["five sessions", { range: "5d", interval: "1d" }, BARS.slice(0, 5).map(({ date }) => date)],
    ["this year", { range: "ytd", interval: "1d" }, BARS.slice(0, 5).map(({ date }) => date)],
    ["all there is", { range: "max", interval: "1d" }, BARS.map(({ date }) => date)],
    [
      "the days between two, both included",
      { from: "2026-01-02", to: "2026-03-02", interval: "1d" },
      ["2026-03-02", "2026-02-27", "2026-01-02"],
    ],
    ["a past day's range", { range: "1mo", as_of: "2026-03-02", interval: "1d" }, ["2026-03-02", "2026-02-27"]],
    ["nothing", { from: "2026-03-07", to: "2026-03-08", interval: "1d" }, []],
  ])("answers %s", (_what, raw, expected) => {
    if ("from" in raw && raw.from === "2026-03-07") vi.setSystemTime(Date.UTC(2026, 2, 9));
    expect(days(raw)).toEqual(expected);
  });

  it("summarizes the whole range: change from the close before it to the last, highest and lowest with their days", () => {
    expect(shown({ range: "ytd", interval: "1d" }).summary).toEqual({
      first: 80,
      last: 110,
      base: { date: "2025-12-31", close: 70 },
      change: 40,
      changePercent: 57.1429,
      high: 122,
      highDate: "2026-03-05",
      low: 77,
      lowDate: "2026-01-02",
      averageVolume: 100,
      bestDay: { date: "2026-03-05", changePercent: 20 },
      worstDay: { date: "2026-03-06", changePercent: -8.33333 },
      bestMonth: { month: "2026-03", changePercent: 22.2222 },
      worstMonth: { month: "2026-02", changePercent: 12.5 },
      maxDrawdown: { percent: -8.33333, peak: "2026-03-05", trough: "2026-03-06" },
      volatility: null,
      totalReturnPercent: 57.1429,
    });
    expect(shown({ from: "2026-03-03", to: "2026-03-04", interval: "1d" }).summary.change).toBeNull();
  });

  const changeOf = (raw: Record<string, unknown>) => {
    const { base, changePercent, totalReturnPercent } = shown({ interval: "1d", ...raw }).summary;
    return [base!.date, changePercent, totalReturnPercent];
  };

  it("counts the change of a named range from the last close before it, on whichever bars", () => {
    expect(changeOf({ range: "1d" })).toEqual(["2026-03-05", -8.33333, -8.33333]);
    expect(changeOf({ range: "5d" })).toEqual(["2025-12-31", 57.1429, 57.1429]);
    for (const interval of ["1d", "1wk", "1mo"]) {
      expect(changeOf({ range: "1mo", interval })).toEqual(["2026-01-02", 37.5, 37.5]);
    }
    expect(changeOf({ range: "1mo", as_of: "2026-03-02" })).toEqual(["2026-01-02", 25, 25]);
    expect(changeOf({ to: "2026-03-02" })).toEqual(["2024-06-03", 100, 100]);
  });

  it("counts the change of days from the close at or before the first one", () => {
    expect(changeOf({ from: "2026-01-02", to: "2026-03-02" })).toEqual(["2026-01-02", 25, 25]);
    expect(changeOf({ from: "2026-01-01", to: "2026-03-02" })).toEqual(["2025-12-31", 42.8571, 42.8571]);
    expect(changeOf({ from: "2026-03-03", to: "2026-03-05" })).toEqual(["2026-03-02", 20, 20]);
    expect(changeOf({ from: "2024-01-01", to: "2026-03-05" })).toEqual(["2024-06-03", 140, 140]);
  });

  it("adjusts the close from which the change counts like the bars, and counts from the first one if it cannot", () => {
    expect(shown({ range: "ytd", interval: "1d", adjusted: "all" }).summary).toMatchObject({
      base: { date: "2025-12-31", close: 35 },
      changePercent: 57.1429,
    });
    const bars = BARS.map((bar) => (bar.date <= "2025-12-31" ? { ...bar, adjClose: null } : bar));
    const input = inputOf({ range: "ytd", interval: "1d", adjusted: "all" });
    const { summary } = priceHistory.view!({ ...SERIES, bars }, input);
    expect(summary).toMatchObject({ base: { date: "2026-01-02", close: 40 }, changePercent: 37.5 });
    const unadjusted = priceHistory.view!({ ...SERIES, bars }, { ...input, adjusted: "splits" }).summary;
    expect(unadjusted).toMatchObject({ changePercent: 57.1429, totalReturnPercent: null });
  });

  it("has no change over a split between the close before the range and its first one, but its other figures", () => {
    const bars = BARS.map((bar) => (bar.date <= "2025-12-31" ? day(bar.date, bar.close * 4.5) : bar));
    const whole = { ...SERIES, bars, splits: [{ date: "2026-01-02", numerator: 4, denominator: 1 }] };
    const input = inputOf({ range: "ytd", interval: "1d" });
    const { summary } = priceHistory.view!(whole, input);
    expect(summary).toMatchObject({ changePercent: null, totalReturnPercent: null, high: 122 });
    expect(summary.maxDrawdown).toMatchObject({ percent: -8.33333 });
    expect(priceHistory.viewNotes!(priceHistory.view!(whole, input), input, whole).join(" ")).toContain("2026-01-02");
  });

  it("has no change of a single bar that is its own base, which would be a 0 for an unknown one", () => {
    const { first, last, change, changePercent } = shown({ from: "2026-03-06", interval: "1d" }).summary;
    expect({ first, last, change, changePercent }).toEqual({
      first: 110,
      last: 110,
      change: null,
      changePercent: null,
    });
  });

  const notesOf = (raw: Record<string, unknown>, whole = SERIES) => {
    const input = inputOf(raw);
    return priceHistory.viewNotes!(priceHistory.view!(whole, input), input, whole);
  };

  it("says from which close the change counts only where readers expect another one", () => {
    expect(
      [{ range: "ytd" }, { range: "1mo" }, { range: "1d", interval: "1d" }, { range: "max" }].flatMap((raw) =>
        notesOf(raw),
      ),
    ).toEqual([]);
    expect(notesOf({ from: "2026-01-01", to: "2026-03-02" })).toEqual([]);
    expect(notesOf({ from: "2026-03-06", interval: "1d" }).map(toPlainText)).toEqual([
      "The range has one bar, from whose close the change in summary counts, so it is null; the change since the close before it (2026-03-05) is -8.33333 %.",
    ]);
    expect(notesOf({ range: "2y" })).toEqual([expect.stringContaining("The prices begin on 2024-06-03")]);
  });

  it("counts within a day from the last bar before, and says that it need not be the closing price", () => {
    const minutes = [
      "2026-03-06T10:00:00-05:00",
      "2026-03-06T09:45:00-05:00",
      "2026-03-06T09:30:00-05:00",
      "2026-03-05T15:45:00-05:00",
      "2026-03-05T09:30:00-05:00",
    ].map((date, at) => day(date, 100 - 10 * at, { adjClose: null }));
    const whole = { ...SERIES, interval: "15m" as const, bars: minutes };
    const of = (raw: Record<string, unknown>) => {
      const { summary, bars } = priceHistory.view!(whole, inputOf({ interval: "15m", ...raw }));
      return [summary.base!.date.slice(5, 16), summary.changePercent, bars.map(({ date }) => date.slice(8, 16))];
    };
    expect(of({ range: "1d" })).toEqual(["03-05T15:45", 42.8571, ["06T10:00", "06T09:45", "06T09:30"]]);
    expect(notesOf({ range: "1d", interval: "15m" }, whole).map(toPlainText)).toContain(
      "The change in summary counts from the close of 2026-03-05T15:45:00-05:00, the last bar before the range, which need not be the closing price of its day.",
    );
    expect(notesOf({ from: "2026-03-06T09:45" }, whole).join(" ")).not.toContain("change in summary");
    // Bars that begin from the first time on and before the last one: their closes are at or before it.
    expect(of({ from: "2026-03-06T09:45", to: "2026-03-06T10:00" })).toEqual(["03-06T09:30", 12.5, ["06T09:45"]]);
    expect(of({ from: "2026-03-06T14:45Z", to: "2026-03-06 10:15-05:00" })).toEqual([
      "03-06T09:30",
      25,
      ["06T10:00", "06T09:45"],
    ]);
    expect(of({ from: "2026-03-05T09:45", to: "2026-03-05" })).toEqual(["03-05T09:30", 16.6667, ["05T15:45"]]);
    expect(
      priceHistory.tool.rows!.next!(
        [{ date: minutes[1]!.date }, { date: minutes[2]!.date }],
        {
          ...whole,
          range: { from: "2026-03-05", to: "2026-03-06" },
        },
        { range: "5d" },
      ),
    ).toBe('from: "2026-03-05", to: "2026-03-06T09:30:00-05:00" and interval: "15m" instead of range');
  });

  it("says in which zone it reads times without an offset", () => {
    const hours = { ...SERIES, interval: "1h" as const, bars: [day("2026-03-06T10:30:00-05:00", 100)] };
    const zoneIn = (from: string, to?: string) =>
      notesOf({ from, to, interval: "1h" }, hours).filter((note) => toPlainText(note).includes("of the exchange"));
    expect(texts(zoneIn("2026-03-06T10:00"))).toEqual(['"from" is a time of the exchange, America/New_York.']);
    expect(texts(zoneIn("2026-03-06T10:00", "2026-03-06T11:00"))).toEqual([
      '"from" and "to" are times of the exchange, America/New_York.',
    ]);
    expect([...zoneIn("2026-03-06T15:00Z"), ...zoneIn("2026-03-06")]).toEqual([]);
  });

  it("has the change from the open to the close of a range of one day, of days and within the day", () => {
    const fromOpen = (raw: Record<string, unknown>, series = SERIES) => {
      const { summary } = priceHistory.view!(series, inputOf(raw));
      return [summary.open, summary.changeFromOpen, summary.changeFromOpenPercent];
    };
    // (120 - 119) / 119
    expect(fromOpen({ from: "2026-03-05", to: "2026-03-05" })).toEqual([119, 1, 0.840336]);
    expect(fromOpen({ range: "1d", interval: "1d" })).toEqual([109, 1, 0.917431]);
    expect(fromOpen({ from: "2026-03-05", to: "2026-03-06" })).toEqual([undefined, undefined, undefined]);
    expect(fromOpen({ from: "2026-03-01", to: "2026-03-01", interval: "1d" })).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    const hours = ["11:30", "10:30", "09:30"].map((time, at) =>
      day(`2026-03-06T${time}:00-05:00`, 100 - 10 * at, { adjClose: null }),
    );
    const series = { ...SERIES, interval: "1h" as const, bars: hours };
    // The first hour opens at 79.
    expect(fromOpen({ range: "1d", interval: "1h" }, series)).toEqual([79, 21, 26.5823]);
    const [fund] = [{ ...SERIES, bars: [day("2026-03-06", 110, { open: null }), ...BARS.slice(1)] }];
    expect(fromOpen({ from: "2026-03-06", to: "2026-03-06" }, fund)).toEqual([null, null, null]);
  });

  it("has the annual volatility of bars within days if it is named: that of their returns × √(252 × bars a day)", () => {
    const bars = ["06", "05", "04"].flatMap((date, part) =>
      Array.from({ length: 8 }, (_, at) =>
        day(`2026-03-${date}T${String(17 - at)}:00:00-05:00`, (part * 8 + at) % 2 ? 2 : 1, { adjClose: null }),
      ),
    );
    const { totals } = priceHistory.tool.rows!;
    const series = { ...SERIES, interval: "1h" as const, bars };
    const answer = (overall: string[], range = "1mo") => {
      const body = priceHistory.view!(series, inputOf({ range, interval: "1h" }));
      const asked = { rows: [], asOf: undefined, completeFrom: undefined, fields: undefined, overall };
      const { fields, notes } = totals!(asked, body, series);
      const { summary } = { ...body, ...(fields as Partial<typeof body>) };
      return { summary, notes: texts(notes!) };
    };
    // 23 returns of +ln 2 and -ln 2 in turn: mean -ln 2 / 23.
    const variance = (23 * Math.LN2 ** 2 - Math.LN2 ** 2 / 23) / 22;
    const { summary, notes } = answer(["volatility"]);
    expect(summary.volatility).toBe(Number((Math.sqrt(variance * 252 * 8) * 100).toPrecision(6)));
    expect(summary).toMatchObject({ bestDay: null, totalReturnPercent: null });
    expect(notes).toEqual([]);
    const unnamed = answer([]);
    expect(unnamed.summary.volatility).toBeNull();
    expect(unnamed.notes).toEqual(['volatility is null for bars within a day; fields "volatility" adds it.']);
    // The last day has eight bars, and one before it.
    const short = answer(["volatility"], "1d");
    expect(short.summary.volatility).toBeNull();
    expect(short.notes).toEqual(["volatility is null, because it needs 21 closes."]);
  });

  it("says how many closes a volatility needs where days are fewer", () => {
    const closes = Array.from({ length: 40 }, (_, at) => {
      const date = new Date(Date.UTC(2026, 2, 6) - at * 86_400_000).toISOString().slice(0, 10);
      return day(date, 100 + (at % 3), { adjClose: 100 });
    });
    const series = { ...SERIES, bars: closes };
    const of = (from: string, interval: string) => {
      const raw = { from, to: "2026-03-06", interval };
      const body = priceHistory.view!(series, inputOf(raw));
      const asked = { rows: [], asOf: undefined, completeFrom: undefined, fields: undefined, overall: [] };
      const notes = priceHistory.tool.rows!.totals!(asked, body, series).notes!.map(toPlainText);
      return [body.summary.volatility === null, notes.includes("volatility is null, because it needs 21 closes.")];
    };
    // 21 closes with that of the first day, from which the change counts.
    expect([of("2026-02-14", "1d"), of("2026-02-15", "1d")]).toEqual([
      [false, false],
      [true, true],
    ]);
    expect([of("2026-02-14", "1wk"), of("2026-02-15", "1wk")]).toEqual([
      [false, false],
      [true, true],
    ]);
  });

  it("takes times only for bars within a day: by default of 5 or 15 minutes or hours, by length", () => {
    const intervalOf = (from: string, to = "2026-03-06T12:00") => shown({ from, to }).interval;
    expect(intervalOf("2026-03-06T10:00")).toBe("5m");
    expect(intervalOf("2026-03-03T10:00")).toBe("15m");
    expect(intervalOf("2026-01-05T10:00")).toBe("1h");
    expect(intervalOf("2025-01-06T10:00")).toBe("1wk");
    expect(shown({ from: "2025-01-06T10:00", to: "2025-01-06T11:00" }).interval).toBe("1h");
    expect(texts(notesOf({ from: "2023-01-02T10:00", to: "2026-03-02" }))).toContain(
      '"from" was read as 2023-01-02: bars of days have no time.',
    );
    for (const interval of ["1d", "1wk"]) {
      expect(() => inputOf({ from: "2026-01-02", to: "2026-03-02T10:00Z", interval })).toThrow(
        `Invalid "to": got 2026-03-02T10:00Z, but ${interval} bars have no time of day. Allowed: 2026-03-02 with this interval, or a time with 1m, 5m, 15m or 1h.`,
      );
    }
    // Programs write days as midnight; a plus sign in an address arrives as a blank.
    expect(() => inputOf({ from: "2026-03-05T00:00:00Z" })).toThrow(/^Invalid "from"/);
    expect(inputOf({ from: "2026-03-05T10:00:00 05:30" })).toMatchObject({ from: "2026-03-05T10:00:00+05:30" });
    expect(() => inputOf({ from: "2026-03-05T10:00", to: "2026-03-05T09:00" })).toThrow(/which is after/);
    expect(() => inputOf({ from: "2026-03-09T10:00" })).toThrow(/which is in the future/);
  });

  it.each([
    [{ range: "1y", as_of: "2026-01-12" }, "2026-01-02"],
    [{ from: "2025-12-01", to: "2026-01-09" }, "2026-01-02"],
    [{ range: "1mo", interval: "1wk" }, undefined],
    [{ from: "2026-03-03", to: "2026-03-04" }, "2026-03-02"],
  ])("knows that prices of %j end before the newest one: %s", (raw, last) => {
    expect(priceHistory.endsEarly!(shown(raw), SERIES, inputOf(raw))).toBe(last);
  });

  it("computes from days weeks, dated Monday, and months, dated the first", () => {
    const weeks = shown({ range: "ytd", interval: "1wk" }).bars;
    expect(weeks[0]).toEqual({
      date: "2026-03-02",
      open: 99,
      high: 122,
      low: 97,
      close: 110,
      adjClose: 55,
      volume: 300,
      changePercent: 22.2222,
    });
    expect(days({ range: "ytd", interval: "1mo" })).toEqual(["2026-03-01", "2026-02-01", "2026-01-01"]);
  });

  it.each([
    ["the newest session is over", { range: "1mo", interval: "1d" }, true, true],
    ["the newest session runs", { range: "1mo", interval: "1d" }, false, false],
    ["the range ended before it", { from: "2026-02-01", to: "2026-03-05", interval: "1d" }, false, true],
    ["its week ended with Friday's session", { range: "1mo", interval: "1wk" }, true, true],
    ["its week's last session runs", { range: "1mo", interval: "1wk" }, false, false],
    ["the range cuts its week off", { to: "2026-03-02", interval: "1wk" }, true, false],
    ["its month runs", { range: "1mo", interval: "1mo" }, true, false],
    ["its month is over", { to: "2026-02-28", interval: "1mo" }, false, true],
    ["there is none", { from: "2026-03-03", to: "2026-03-04", interval: "1d" }, true, null],
  ])("says whether its last bar is finished: %s", (_what, raw, lastBarComplete, expected) => {
    expect(priceHistory.view!({ ...SERIES, lastBarComplete }, inputOf(raw)).lastBarComplete).toBe(expected);
  });

  it.each<[string, Record<string, unknown>, Partial<PriceHistory>, boolean | null]>([
    ["days are whole", { range: "1mo", interval: "1d" }, {}, true],
    ["the range begins within its week", { from: "2026-03-05", interval: "1wk" }, {}, false],
    ["the range begins with its week", { from: "2026-03-02", interval: "1wk" }, {}, true],
    ["nothing was traded in its week before the range", { from: "2025-12-30", interval: "1wk" }, {}, true],
    ["the range begins within its month", { from: "2026-03-03", interval: "1mo" }, {}, false],
    ["the month's first days had no session", { from: "2026-01-02", interval: "1mo" }, {}, true],
    [
      "the series begins within its month",
      { range: "max", interval: "1mo" },
      { range: { from: "2024-06-05", to: null }, bars: [day("2024-06-05", 1)] },
      false,
    ],
    [
      "the series begins after a weekend",
      { range: "max", interval: "1mo" },
      { range: { from: "2024-06-03", to: null } },
      true,
    ],
    [
      "the series of a coin does not",
      { range: "max", interval: "1mo" },
      { range: { from: "2024-06-03", to: null }, bars: [day("2024-06-08", 1), day("2024-06-03", 1)] },
      false,
    ],
    [
      "the source has no older days",
      { range: "max", interval: "1mo" },
      { range: { from: "2024-03-05", to: null }, bars: [day("2024-06-05", 1)] },
      null,
    ],
    ["there is none", { from: "2026-03-03", to: "2026-03-04", interval: "1wk" }, {}, null],
  ])("says whether its first bar is a whole one: %s", (_what, raw, more, expected) => {
    expect(priceHistory.view!({ ...SERIES, ...more }, inputOf(raw)).firstBarComplete).toBe(expected);
  });

  it("adjusts for dividends: adjClose is the close, other prices are multiplied by adjClose / close", () => {
    const { adjustment, bars } = shown({ range: "1d", interval: "1d", adjusted: "all" });
    expect(adjustment).toBe("splits and dividends");
    expect(bars[0]).toMatchObject({ open: 54.5, high: 56, low: 53.5, close: 55, adjClose: 55 });
  });

  it("leaves prices as they were sent on days after the last dividend", () => {
    const newest = day("2026-03-06", 39568.06, { open: 39500.12, high: 39568.06, low: 39012.34, adjClose: 39568.06 });
    const cut = priceHistory.view!(
      { ...SERIES, bars: [newest] },
      inputOf({ range: "1d", interval: "1d", adjusted: "all" }),
    );
    expect(cut).toMatchObject({ adjustment: "splits and dividends", bars: [newest] });
  });

  it("remains adjusted for splits only, and says so, when a source sends no adjusted closes", () => {
    const bars = BARS.map((bar) => ({ ...bar, adjClose: null }));
    const cut = priceHistory.view!({ ...SERIES, bars }, inputOf({ range: "1d", interval: "1d", adjusted: "all" }));
    expect(cut).toMatchObject({ adjustment: "splits", bars: [{ close: 110 }] });
  });

  it.each([
    ["1d", "5m"],
    ["5d", "15m"],
    ["3mo", "1d"],
    ["1y", "1wk"],
    ["3y", "1mo"],
    ["5y", "1mo"],
    ["max", "1mo"],
  ])("for %s has by default bars of %s", (range, interval) => {
    expect(shown({ range }).interval).toBe(interval);
  });
});

describe("a mistake of the source is named in a note", () => {
  /** The notes on the newest day and the four before, of which some have other prices. */
  function notesOf(raw: Record<string, unknown>, changes: Record<string, Partial<Bar>>) {
    const whole = { ...SERIES, bars: BARS.map((bar) => ({ ...bar, ...changes[bar.date] })) };
    const input = inputOf(raw);
    return priceHistory.viewNotes!(priceHistory.view!(whole, input), input, whole);
  }
  const [JUMP, DISORDER] = [
    "Closes of 2026-03-02 are more than 5 times off those before and after: figures made of them are null.",
    "High and low do not enclose the other prices of the bars on 2026-03-02: likely a mistake of the source.",
  ];

  it.each<[string, Record<string, Partial<Bar>>, string[]]>([
    ["a price off by a factor of 100 for one day", { "2026-03-02": day("2026-03-02", 1) }, [JUMP]],
    ["a high below the low", { "2026-03-02": { high: 96 } }, [DISORDER]],
    ["a high below the close", { "2026-03-02": { high: 99.5, open: 98 } }, [DISORDER]],
    ["a low above the open", { "2026-03-02": { low: 99.5 } }, [DISORDER]],
    ["nothing without open, high and low", { "2026-03-02": { open: null, high: null, low: null } }, []],
    ["nothing in order", {}, []],
  ])("%s", (_what, changes, notes) => {
    expect(texts(notesOf({ range: "1mo", interval: "1d" }, changes))).toEqual(notes);
    expect(texts(notesOf({ range: "1y" }, changes))).toEqual(notes);
  });

  it("of adjusted closes that are missing, on all days or some, when they are asked for", () => {
    const raw = { range: "1mo", interval: "1d", adjusted: "all" };
    const [without, there] = [{ adjClose: null }, "The source has no prices adjusted for dividends"];
    const all = Object.fromEntries(BARS.map(({ date }) => [date, without]));
    expect(notesOf(raw, all)).toEqual([`${there}; these are adjusted for splits only.`]);
    const some = [`${there} on 2026-03-02; these are adjusted for splits only.`];
    expect(notesOf(raw, { "2026-03-02": without })).toEqual(some);
    expect(notesOf({ range: "1mo", interval: "1d" }, all)).toEqual([]);
  });

  it("never of adjusted closes that were sent and do not fit their payment", () => {
    const bars = [
      ...["2026-03-06", "2026-03-05"].map((date) => day(date, 10, { adjClose: 10 })),
      ...["2026-03-04", "2026-03-02", "2026-02-27", "2026-02-26"].map((date) => day(date, 10, { adjClose: 7 })),
    ];
    const dividends = [{ date: "2026-03-05", amount: 0.1, currency: "USD" }];
    const input = inputOf({ from: "2026-02-27", interval: "1d", adjusted: "all" });
    const series = { ...SERIES, bars, dividends, splits: [] };
    const notes = priceHistory.viewNotes!(priceHistory.view!(series, input), input, series);
    expect(notes.join()).toContain("2026-03-05");
    expect(notes.join()).not.toContain("The source has no prices adjusted for dividends");
  });

  it("only where it is in the range", () => {
    const wrong = { "2024-06-03": { high: 1 } };
    expect(notesOf({ range: "1y" }, wrong)).toEqual([]);
    expect(notesOf({ range: "max" }, wrong)).toHaveLength(1);
  });

  it("with at most five days by name", () => {
    const all = Object.fromEntries(BARS.map(({ date }) => [date, { high: 1 }]));
    expect(notesOf({ range: "max" }, all)[0]).toMatch(/on 2026-03-06, [^a-z]+, 2026-01-02 and 3 more days: likely/);
  });
});

describe("a range without bars", () => {
  const notesOf = (whole: typeof SERIES, from = "2026-02-28", to = "2026-03-01") => {
    const input = inputOf({ from, to, interval: "1d" });
    return priceHistory.viewNotes!(priceHistory.view!(whole, input), input, whole);
  };

  it("says so, and gives the last close before, which counts on a weekend, a holiday and after a delisting", () => {
    const none = "There are no prices from 2026-02-28 to 2026-03-01";
    expect(notesOf(SERIES)).toEqual([`${none}; the last close before is 90, of 2026-02-27.`]);
    expect(notesOf({ ...SERIES, bars: [] })).toEqual([`${none}.`]);
  });

  it("says that the source lacks sessions of the US market", () => {
    expect(notesOf(SERIES, "2026-03-03", "2026-03-04")).toEqual([
      "The US market was open on 2026-03-04, 2026-03-03, but the source lacks the prices; the last close before is 100, of 2026-03-02.",
    ]);
  });
});

describe("a range before the oldest price", () => {
  it("does not say that there were none, because the source or the plan may not reach so far back", () => {
    const input = inputOf({ from: "1990-01-02", to: "1990-02-01", interval: "1d" });
    const oldest = SERIES.bars.at(-1)!.date;
    expect(priceHistory.viewNotes!(priceHistory.view!(SERIES, input), input, SERIES)).toContain(
      `This source, with our plan, gives no prices from 1990-01-02 to 1990-02-01; its oldest one is of ${oldest}.`,
    );
  });
});

describe("a range whose newest price is more than a week before its end", () => {
  const notesOf = (raw: Record<string, unknown>) => {
    const input = inputOf({ interval: "1d", ...raw });
    return priceHistory.viewNotes!(priceHistory.view!(SERIES, input), input, SERIES);
  };

  it("says so, as the security may have been delisted or suspended", () => {
    vi.setSystemTime(Date.UTC(2026, 2, 14, 15));
    const note = (newest: string) => [
      `The newest price of the range is of ${newest}, more than a week before its end.`,
    ];
    expect(notesOf({ range: "1y" })).toEqual(note("2026-03-06"));
    expect(notesOf({ range: "1y", as_of: "2026-01-12" })).toEqual(note("2026-01-02"));
    expect(notesOf({ from: "2025-12-01", to: "2026-01-09" })).toEqual([]);
    vi.setSystemTime(Date.UTC(2026, 2, 13, 15));
    expect(notesOf({ range: "1y" })).toEqual([]);
  });
});

describe("a range that begins more than a week before the prices", () => {
  const notesOf = (raw: Record<string, unknown>) => {
    const input = inputOf({ interval: "1d", ...raw });
    return priceHistory.viewNotes!(priceHistory.view!(SERIES, input), input, SERIES);
  };

  it("says so, as the security may have been listed later", () => {
    const note = "The prices begin on 2024-06-03, more than a week after the range.";
    expect(notesOf({ range: "5y" })).toEqual([note]);
    expect(notesOf({ from: "2024-05-26" })).toContain(note);
    expect(notesOf({ from: "2024-05-27" })).not.toContain(note);
    expect([...notesOf({ range: "max" }), ...notesOf({ range: "1y" })]).toEqual([]);
    expect(notesOf({ range: "5d", as_of: "2024-06-03" })).not.toContain(note);
  });
});

describe("a history of more than 10,000 bars", () => {
  it("has the newest 10,000, and says how many there are; the summary covers all", () => {
    const many = Array.from({ length: 10_001 }, (_, at) => {
      return day(new Date(Date.UTC(2026, 2, 6 - at)).toISOString().slice(0, 10), 200);
    });
    const whole = { ...SERIES, bars: [...many.slice(0, -1), { ...many.at(-1)!, close: 100, high: 900, low: 90 }] };
    const input = inputOf({ range: "max", interval: "1d" });
    const body = priceHistory.view!(whole, input);
    expect([body.bars.length, body.total_bars]).toEqual([10_000, 10_001]);
    expect(body.bars[0]).toMatchObject({ date: "2026-03-06" });
    expect(body.summary).toMatchObject({ changePercent: 100, high: 900 });
    expect(priceHistory.viewNotes!(body, input, whole)).toEqual([
      "The newest 10000 of 10001 bars; the summary covers all.",
    ]);
  });
});

describe("the fetched series", () => {
  const keyOf = (raw: Record<string, unknown>) => priceHistory.cacheKey!(inputOf(raw));
  const fetchKey = (raw: Record<string, unknown>) => priceHistory.fetchKey!(inputOf(raw));
  const covers = (from: string, raw: Record<string, unknown>) =>
    priceHistory.covers!({ ...SERIES, range: { from, to: "2026-03-06" } }, inputOf(raw));

  it("is the same for all ranges of days, weeks and months", () => {
    const keys = [{ range: "1mo" }, { range: "1y" }, { range: "max" }, { range: "1y", adjusted: "all" }].map(keyOf);
    expect(new Set(keys).size).toBe(1);
    expect(keyOf({ range: "1d" })).not.toBe(keys[0]);
  });

  it("is the same for a month and for two years, and longer for five years", () => {
    expect(fetchKey({ range: "1mo" })).toBe(fetchKey({ range: "2y" }));
    expect(fetchKey({ range: "5y" })).not.toBe(fetchKey({ range: "2y" }));
    // No source has a range of three years, so it is cut from the series of five.
    expect(fetchKey({ range: "3y" })).toBe(fetchKey({ range: "5y" }));
  });

  it("answers shorter questions but not longer ones", () => {
    expect(covers("2024-03-05", { range: "1y" })).toBe(true);
    expect(covers("2024-03-05", { range: "5y" })).toBe(false);
    expect(covers("2016-03-05", { range: "max" })).toBe(false);
    expect(covers(WHOLE, { range: "max" })).toBe(true);
  });
});

describe("days that have ended", () => {
  const whole = { ...SERIES, bars: Array.from({ length: 200 }, () => BARS[0]!) };
  const secondsFor = (raw: Record<string, unknown>) => priceHistory.freshSecondsFor!(whole, inputOf(raw));

  it("are fresh for a day, whatever today's session does", () => {
    expect(secondsFor({ from: "2026-01-02", to: "2026-03-02" })).toBe(86_400);
    expect(secondsFor({ range: "1mo", as_of: "2026-03-02" })).toBe(86_400);
  });

  it("are no others: today's, yesterday's, and those up to now", () => {
    expect([{ to: "2026-03-06" }, { to: "2026-03-05" }, { range: "1y" }].map(secondsFor)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

it("days up to the present one at the exchange can be asked for", () => {
  vi.setSystemTime(Date.UTC(2026, 2, 6, 22));
  expect(inputOf({ symbol: "BHP.AX", to: "2026-03-07" })).toMatchObject({ to: "2026-03-07" });
  expect(() => inputOf({ to: "2026-03-07" })).toThrow(
    /^Invalid "to": got 2026-03-07, .* Allowed: days up to 2026-03-06/,
  );
});

describe("a question that cannot be answered is rejected before any call", () => {
  it.each<[string, Record<string, unknown>, RegExp]>([
    [
      "a range beside days",
      { range: "1y", from: "2026-01-01" },
      /^"range" \(1y\) and "from" \(2026-01-01\) were both given/,
    ],
    [
      "days in the wrong order",
      { from: "2026-02-02", to: "2026-02-01" },
      /^Invalid "from": got 2026-02-02, which is after 2026-02-01/,
    ],
    ["a future day", { from: "2026-04-01" }, /^Invalid "from": got 2026-04-01, which is in the future/],
    [
      "an interval that does not reach that far",
      { range: "5y", interval: "5m" },
      /^Invalid "interval": 5m bars reach 59 days back, to 2026-01-06/,
    ],
    [
      "a session longer ago than its interval reaches",
      { range: "1d", as_of: "2025-01-10" },
      /^Invalid "interval": 5m bars reach 59 days back/,
    ],
    [
      "two ends",
      { to: "2026-01-02", as_of: "2026-01-02" },
      /^"to" \(2026-01-02\) and "as_of" \(2026-01-02\) were both given/,
    ],
    ["a day that is none", { from: "2026-02-30" }, /Allowed: a day from 1900 on, such as/],
    ["an unknown range", { range: "7y" }, /Allowed: 1d, 5d/],
    ["an unknown interval", { interval: "2h" }, /Allowed: 1m, 5m/],
  ])("%s", (_what, raw, sentence) => {
    expect(() => inputOf(raw)).toThrow(sentence);
  });
});
