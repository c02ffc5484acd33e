import { atTime } from "../support/at-time.js";
import { texts } from "../support/texts.js";
import { on, say } from "../../src/contract/sentence.js";
import { describe, expect, it } from "vitest";
import { technicals, technicalsFromHistory } from "../../src/capabilities/prices/technicals.js";
import type { InputOf } from "../../src/contract/capability.js";
import { parseInput } from "../../src/contract/input.js";
import { toSignals } from "../../src/market/indicators/indicator-signals.js";
import { lastCrossing, toWindows } from "../../src/market/indicators/indicator-windows.js";
import { computeIndicators } from "../../src/market/indicators/indicators.js";
import type { Bar } from "../../src/market/prices/price-bars.js";
import { toLevels } from "../../src/market/prices/price-levels.js";
import { servedOf } from "../support/fakes.js";
import { viewShape } from "../../src/views/view.js";

atTime(Date.UTC(2026, 2, 6, 22));

const dateAt = (at: number) => new Date(Date.UTC(2025, 0, 1 + at)).toISOString().slice(0, 10);
/** Bars of consecutive days with these closes, oldest first; the result is newest first. */
const barsOf = (closes: readonly number[], range = 1): Bar[] =>
  closes
    .map((close, at) => ({
      date: dateAt(at),
      open: close,
      high: close + range,
      low: close - range,
      close,
      adjClose: close,
      volume: 100,
    }))
    .toReversed();
const candlesOf = (closes: readonly number[]) =>
  barsOf(closes)
    .toReversed()
    .map(({ date, high, low, close, volume }) => ({ date, high: high!, low: low!, close, volume }));
const digits = (value: number) => Number(value.toPrecision(6));

describe("figures over windows that a caller chooses", () => {
  it("are mean, exponential mean, change, volatility, high and low of the last bars", () => {
    const closes = [10, 20, 10, 20, 40];
    const [two, four] = toWindows(candlesOf(closes), [2, 4], 252);
    // Returns of ln 2 and ln 2: no deviation. The exponential mean has the weight 2 / 3 and begins with the first close.
    const ema = closes.slice(1).reduce((mean, close) => mean + (2 / 3) * (close - mean), 10);
    expect(two).toEqual({ bars: 2, sma: 30, ema: digits(ema), roc: 300, volatility: 0, high: 41, low: 19 });
    const returns = [1, -1, 1, 1].map((sign) => sign * Math.LN2);
    const mean = Math.LN2 / 2;
    const variance = returns.reduce((sum, each) => sum + (each - mean) ** 2, 0) / 3;
    expect(four).toMatchObject({ bars: 4, sma: 22.5, roc: 300, high: 41, low: 9 });
    expect(four!.volatility).toBe(digits(Math.sqrt(variance * 252) * 100));
  });

  it("are null for too few bars, never of fewer", () => {
    expect(toWindows(candlesOf([1, 2, 3]), [3, 4], 252)).toEqual([
      { bars: 3, sma: 2, ema: 2.25, roc: null, volatility: null, high: 4, low: 0 },
      { bars: 4, sma: null, ema: null, roc: null, volatility: null, high: null, low: null },
    ]);
    expect(toWindows([], [2], 252)[0]).toMatchObject({ sma: null, low: null });
  });

  it("have the crossing of two of them, whichever comes first, and of 50 and 200 bars otherwise", () => {
    const closes = [
      ...Array.from({ length: 30 }, (_, at) => 100 - at),
      ...Array.from({ length: 30 }, (_, at) => 71 + at),
    ];
    const meanOf = (count: number, end: number) =>
      closes.slice(end - count, end).reduce((sum, each) => sum + each, 0) / count;
    const at = closes.findIndex((_, index) => index > 30 && meanOf(5, index + 1) > meanOf(10, index + 1));
    const crossing = { type: "golden", date: dateAt(at), fast: 5, slow: 10 };
    expect(computeIndicators(barsOf(closes), "1d", true, [5, 10]).crossing).toEqual(crossing);
    expect(computeIndicators(barsOf(closes), "1d", true, [10, 5]).crossing).toEqual(crossing);
    expect(computeIndicators(barsOf(closes), "1d", true, [5, 10, 20]).crossing).toBeNull();
  });

  it("do not cross where a price stays, though sums of decimals differ in their last digit", () => {
    const still = Array.from({ length: 300 }, (_, at) => (at < 60 ? 0.3 : 0.1));
    // Both means are equal before the fall and long after it.
    expect(lastCrossing(candlesOf(still), { fast: 7, slow: 30 })).toBeNull();
  });
});

describe("further latest values", () => {
  it("are the change over twelve bars, and bands by the sample deviation beside those of the population", () => {
    const { roc12, bollingerSample, bollinger20 } = computeIndicators(
      barsOf(Array.from({ length: 30 }, (_, at) => at + 1)),
      "1d",
    );
    expect(roc12).toBe(digits((30 / 18 - 1) * 100));
    // The sample deviation of twenty whole numbers in a row is √35.
    expect(bollingerSample).toEqual({
      upper: digits(20.5 + 2 * Math.sqrt(35)),
      lower: digits(20.5 - 2 * Math.sqrt(35)),
    });
    expect(bollinger20.middle).toBe(20.5);
    expect(computeIndicators(barsOf([1, 2, 3]), "1d")).toMatchObject({ roc12: null, bollingerSample: { upper: null } });
  });

  it("are annual by the bars of a year, also of hours", () => {
    const closes = Array.from({ length: 70 }, (_, at) => (at % 2 ? 2 : 1));
    const hours = barsOf(closes).map((bar, at) => ({
      ...bar,
      date: `2026-03-${String(10 - Math.floor(at / 7)).padStart(2, "0")}T${16 - (at % 7)}:30:00-05:00`,
    }));
    const [hourly, daily] = [
      computeIndicators(hours, "1h").volatility20!,
      computeIndicators(barsOf(closes), "1d").volatility20!,
    ];
    // The days of these bars are all days of a week: 365 a year for both, with seven bars a day for the hours.
    expect(hourly / daily).toBeCloseTo(Math.sqrt(7), 4);
  });
});

describe("price levels", () => {
  const bar = (date: string, high: number | null, low: number | null, close: number): Bar => ({
    date,
    open: null,
    adjClose: null,
    volume: null,
    high,
    low,
    close,
  });

  it("are the classic pivots of the last complete bar", () => {
    const bars = [bar("2026-03-06", 200, 100, 150), bar("2026-03-05", 12, 6, 9)];
    expect(toLevels(bars, false, 3)).toEqual({ pivot: 9, s1: 6, s2: 3, r1: 12, r2: 15, support: [], resistance: [] });
    expect(toLevels(bars, true, 3)).toMatchObject({ pivot: 150, s1: 100, s2: 50, r1: 200, r2: 250 });
    expect(toLevels([bar("2026-03-06", null, 1, 2)], true, 3)).toMatchObject({ pivot: null, s1: null });
    expect(toLevels([], true, 3)).toMatchObject({ pivot: null, support: [] });
  });

  /** A zigzag whose turns are eight bars apart; the result is newest first. */
  const zigzag = (turns: readonly number[], step = 8) =>
    barsOf(
      turns.flatMap((turn, at) => {
        const next = turns[at + 1];
        return next === undefined
          ? [turn]
          : Array.from({ length: step }, (_, part) => turn + ((next - turn) * part) / step);
      }),
    );

  it("are swing lows below the close and swing highs above it, nearest first, with their bars", () => {
    const { support, resistance } = toLevels(zigzag([50, 40, 60, 30, 70, 45, 90, 55, 65]), true, 3);
    expect(support).toEqual([
      { date: dateAt(56), price: 54 },
      { date: dateAt(40), price: 44 },
      { date: dateAt(8), price: 39 },
    ]);
    expect(resistance).toEqual([
      { date: dateAt(32), price: 71 },
      { date: dateAt(48), price: 91 },
    ]);
    expect(toLevels(zigzag([50, 40, 60, 30, 70, 45, 90, 55, 65]), true, 1).support).toHaveLength(1);
  });

  it("need five complete bars on both sides, and a low strictly below all of theirs", () => {
    // The last low is four bars before the newest.
    expect(toLevels(zigzag([50, 40, 60], 5).slice(1), true, 3).support).toEqual([]);
    const five = zigzag([50, 40, 60], 5);
    expect(toLevels(five, true, 3).support).toEqual([{ date: dateAt(5), price: 39 }]);
    expect(toLevels(five, false, 3).support).toEqual([]);
    const equal = five.map((each) => (each.date === dateAt(7) ? { ...each, low: 39 } : each));
    expect(toLevels(equal, true, 3).support).toEqual([]);
    const unknown = five.map((each) => (each.date === dateAt(7) ? { ...each, low: null } : each));
    expect(toLevels(unknown, true, 3).support).toEqual([]);
  });
});

describe("signals", () => {
  it("are the bars on which the price crossed a mean, newest first", () => {
    const closes = [10, 10, 10, 10, 12, 12, 12, 8, 8, 11];
    expect(toSignals(candlesOf(closes), [3])).toEqual([
      { date: dateAt(9), indicator: "close", direction: "up", level: 3 },
      { date: dateAt(7), indicator: "close", direction: "down", level: 3 },
    ]);
  });

  it("are those on which the RSI rose above 30 or fell below 70, and the MACD line crossed its signal", () => {
    const closes = Array.from({ length: 300 }, (_, at) => 100 + 30 * Math.sin(at / 10));
    const found = toSignals(candlesOf(closes), []);
    const kinds = new Set(found.map(({ indicator, direction, level }) => `${indicator} ${direction} ${String(level)}`));
    expect(kinds).toEqual(new Set(["rsi14 up 30", "rsi14 down 70", "macd up null", "macd down null"]));
    expect(new Set(found.map(({ date }) => date)).size).toBe(10);
    expect(found.map(({ date }) => date)).toEqual(
      found
        .map(({ date }) => date)
        .toSorted()
        .toReversed(),
    );
    expect(toSignals(candlesOf(Array.from({ length: 300 }, () => 0.1)), [20, 50])).toEqual([]);
  });
});

describe("technical indicators on request", () => {
  const days = barsOf(Array.from({ length: 420 }, (_, at) => 100 + 20 * Math.sin(at / 12)));
  const until = (day: string) => days.filter(({ date }) => date <= day);
  type Input = InputOf<typeof technicals>;
  const ask = async (raw: Partial<Input>, bars: Bar[] = days) => {
    const asked: Record<string, unknown>[] = [];
    const { data, notes, missing } = await technicalsFromHistory(
      { symbol: "ACME", interval: "1d", ...raw },
      async (input) => {
        asked.push(input);
        const served = servedOf({ symbol: "ACME", currency: "USD", bars, lastBarComplete: true });
        return {
          ...served,
          envelope: {
            ...served.envelope,
            fetchedAt: Date.UTC(2026, 2, 6, 22),
            notes: [on.summary(say`The change in summary counts from X.`)],
          },
        };
      },
    );
    return { data, notes: notes!, missing, asked };
  };

  it("have windows, signals and three levels of each kind when these are asked for", async () => {
    const { data } = await ask({ windows: [10, 400, 300], signals: true, levels: true });
    expect(data.windows!.map(({ bars }) => bars)).toEqual([10, 400, 300]);
    expect(data.signals!.some(({ level }) => level === 10)).toBe(true);
    expect(data).not.toHaveProperty("needs");
    const plain = (await ask({})).data;
    expect(plain).not.toHaveProperty("windows");
    expect(plain).not.toHaveProperty("signals");
    expect(plain.levels.support.length).toBeLessThanOrEqual(1);
    const usual = (await ask({ signals: true })).data.signals!;
    expect(new Set(usual.map(({ level }) => level))).toEqual(new Set([null, 20, 30, 50, 70, 200]));
  });

  it("name the bars that windows lack", async () => {
    const { data } = await ask({ windows: [10, 50] }, days.slice(0, 50));
    expect(data.needs).toMatchObject({ "windows.50.roc": 51, "windows.50.volatility": 51, crossing: 51 });
    expect(Object.keys(data.needs!)).not.toContain("windows.50.sma");
    expect((await ask({ windows: [60] }, days.slice(0, 50))).data.needs).toMatchObject({ "windows.60.low": 60 });
  });

  it("are those of a past day: its last bar, and returns, week and age as of then", async () => {
    const bars = until("2025-12-17");
    const { data, asked, notes } = await ask({ as_of: "2025-12-17" }, bars);
    expect(asked).toEqual([
      { symbol: "^GSPC", range: "2y", interval: "1d", as_of: "2025-12-17", adjusted: "splits" },
      { symbol: "ACME", range: "2y", interval: "1d", as_of: "2025-12-17", adjusted: "splits" },
    ]);
    expect(data.date).toBe("2025-12-17");
    expect(data.returns.ytd).toBeNull();
    expect(notes.join(" ")).not.toMatch(/newest price|summary/);
    const weekly = (await ask({ as_of: "2025-12-17", interval: "1wk" }, bars)).data;
    // A Wednesday: its week was not over then, though it is now.
    expect([weekly.date, weekly.lastBarComplete]).toEqual(["2025-12-15", false]);
    expect((await ask({ as_of: "2026-01-20" }, bars)).notes.join(" ")).toContain("The newest price is of 2025-12-17");
  });

  it("are of hours, without figures of days, and without the market's history", async () => {
    const hours = days.map((bar, at) => ({
      ...bar,
      date: `${days[Math.floor(at / 7)]!.date}T${16 - (at % 7)}:30:00-05:00`,
      adjClose: null,
    }));
    const { data, asked, notes, missing } = await ask({ interval: "1h", windows: [10] }, hours);
    expect(asked).toEqual([{ symbol: "ACME", range: "6mo", interval: "1h", adjusted: "splits" }]);
    expect(data).toMatchObject({ interval: "1h", date: hours[0]!.date, high52: null, beta1y: null });
    expect(data).not.toHaveProperty("needs");
    expect(Object.values(data.returns)).toEqual([null, null, null, null, null, null, null]);
    expect(data.sma["200"]).not.toBeNull();
    expect(texts(notes)).toContain(
      "Returns, beta1y, volatility20 and the figures of a year are null for hourly bars: they are of days; ask for 1d.",
    );
    expect(missing).toEqual([]);
  });

  /** Bars of seven hours a day with these closes, oldest first, up to 6 March; the result is newest first. */
  const hoursOf = (closes: readonly number[]): Bar[] =>
    barsOf(closes).map((bar, at) => {
      const day = new Date(Date.UTC(2026, 2, 6 - Math.floor(at / 7)));
      const hour = String(15 - (at % 7)).padStart(2, "0");
      return { ...bar, date: `${day.toISOString().slice(0, 10)}T${hour}:30:00-05:00`, adjClose: null };
    });

  it("have the values of hours in a range, newest first, computed with the bars before it", async () => {
    const closes = Array.from({ length: 60 }, (_, at) => 100 + ((at * 37) % 23) - ((at * 11) % 17));
    const { data, asked } = await ask({ interval: "1h", range: "5d", series: "rsi14" }, hoursOf(closes));
    expect(asked).toMatchObject([{ range: "6mo", interval: "1h" }]);
    expect(data.series).toHaveLength(5 * 7);
    expect(data.series![0]!.date).toBe("2026-03-06T15:30:00-05:00");
    expect(data.series!.at(-1)!.date).toBe("2026-03-02T09:30:00-05:00");
    // Wilder's index and the means of the last seven closes, computed apart with fractions of Python 3.
    const rsi = [49.3037, 50.4583, 49.2504, 48.0126, 49.3826, 48.0198, 56.6155];
    expect(data.series!.slice(0, 7).map(({ rsi14 }) => rsi14)).toEqual(rsi.toReversed());
    const all = (await ask({ interval: "1h", range: "5d" }, hoursOf(closes))).data.series!;
    const means = [103.4, 102.8, 103.05, 102.15, 102.4, 102.65, 102.9];
    expect(all.slice(0, 7).map(({ sma20 }) => sma20)).toEqual(means.toReversed());
    expect(all[0]).toMatchObject({ close: 118, sma20: 102.9, rsi14: 56.6155 });
    expect((await ask({ interval: "1h", range: "1mo" }, hoursOf(closes))).data.series).toHaveLength(60);
  });

  it("have those of days in a range, up to a past day", async () => {
    const { data } = await ask({ range: "1mo", as_of: "2025-12-17" }, until("2025-12-17"));
    expect([data.series![0]!.date, data.series!.at(-1)!.date]).toEqual(["2025-12-17", "2025-11-16"]);
  });

  it.each([
    [{ interval: "1h", range: "1y" }, /^Invalid "range": got "1y"\. Allowed: 5d, 1mo, 3mo, 6mo\.$/],
    [{ range: "max" }, /^Invalid "range": got "max"/],
  ])("refuse a range of values that cannot be answered: %j", (given, message) => {
    const parse = (raw: object) => () => parseInput(technicals, { symbol: "ACME", ...raw }, viewShape(technicals));
    expect(parse(given)).toThrow(message);
    expect(parse({ interval: "1h", range: "6mo", limit: 5, fields: ["rsi14"] })).not.toThrow();
  });

  it("refuse windows and days that cannot be answered before any call", () => {
    const inputOf = (raw: Record<string, unknown>) => parseInput(technicals, { symbol: "ACME", ...raw }) as Input;
    for (const windows of [[1], [401], [10, 10], [], [2, 3, 4, 5, 6], [2.5], ["x"]]) {
      expect(() => inputOf({ windows })).toThrow(
        /^Invalid "windows".*one to four different numbers of bars from 2 to 400/,
      );
    }
    expect(() => inputOf({ as_of: "2026-03-07" })).toThrow(/in the future/);
    expect(() => inputOf({ as_of: "2024-05-01", interval: "1h" })).toThrow(
      /^Invalid "interval": 1h bars reach 729 days/,
    );
  });
});
