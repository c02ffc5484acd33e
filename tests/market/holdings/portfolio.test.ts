/** The figures of a portfolio, against counting its shares by hand, day by day. */
import { describe, expect, it } from "vitest";
import { adjustedCloses } from "../../../src/market/prices/adjusted-closes.js";
import type { DatedClose } from "../../../src/market/prices/range-returns.js";
import { toPortfolio } from "../../../src/market/holdings/portfolio.js";
import type { Bar } from "../../../src/market/prices/price-bars.js";
import { returnsBetween } from "../../../src/market/prices/range-returns.js";
import { mulberry32 } from "../../support/mulberry32.js";
import { bar } from "../../support/bar.js";

const DAY = 86_400_000;
const dayAt = (at: number) => new Date(Date.UTC(2024, 0, 1) + at * DAY).toISOString().slice(0, 10);
const DAYS = 500;

/** A share as its exchange shows it: prices as paid on the day, dividends a share, and splits. */
interface Share {
  symbol: string;
  days: { date: string; paid: number; dividend: number; ratio: number }[];
}

/** A share that trades from Monday to Friday, except on one day of 17, with a dividend each quarter and one split. */
function shareOf(symbol: string, seed: number, split: { at: number; ratio: number }, everyDay = false): Share {
  const random = mulberry32(seed);
  let price = 50 + random() * 100;
  const days: Share["days"] = [];
  for (let at = 0; at < DAYS; at++) {
    const weekday = new Date(dayAt(at)).getUTCDay();
    if (!everyDay && (weekday === 0 || weekday === 6 || (at + seed) % 17 === 0)) continue;
    const ratio = days.length === split.at ? split.ratio : 1;
    const dividend = days.length % 63 === 40 ? 0.4 / ratio : 0;
    price = (price * (1 + (random() - 0.48) * 0.03)) / ratio - dividend;
    days.push({ date: dayAt(at), paid: price, dividend, ratio });
  }
  return { symbol, days };
}

/** Returns the share's bars as a source sends them, newest first: closes in shares of today, and adjusted ones. */
function barsOf({ days }: Share): Bar[] {
  let [shares, factor] = [1, 1];
  return days.toReversed().map(({ date, paid, dividend, ratio }, back, all): Bar => {
    const close = paid / shares;
    const sent = bar(date, close, close * factor);
    const before = all[back + 1];
    if (before) factor *= 1 - (dividend * ratio) / before.paid;
    shares *= ratio;
    return sent;
  });
}

/** Returns the value on each day of `money` in the share from `from` on: the number of shares grows by both events. */
function countShares({ days }: Share, money: number, from: string): (date: string) => number {
  const start = days.findLastIndex(({ date }) => date <= from);
  let shares = money / days[start]!.paid;
  const values = new Map([[days[start]!.date, money]]);
  for (let at = start + 1; at < days.length; at++) {
    const { date, paid, dividend, ratio } = days[at]!;
    shares *= ratio;
    // The source reinvests at the price before the ex-date less the dividend.
    if (dividend > 0) shares *= 1 + dividend / (days[at - 1]!.paid / ratio - dividend);
    values.set(date, shares * paid);
  }
  const dates = [...values.keys()];
  return (date) => values.get(dates.findLast((each) => each <= date) ?? dates[0]!)!;
}

const seriesOf = (share: Share) => ({ bars: barsOf(share), dividends: null, splits: null, currency: "USD" });

const ONE = shareOf("ONE", 1, { at: 120, ratio: 4 });
const TWO = shareOf("TWO", 2, { at: 200, ratio: 0.5 });
const COIN = shareOf("COIN", 3, { at: -1, ratio: 1 }, true);
const RATES: DatedClose[] = Array.from({ length: DAYS }, (_, at) => ({
  date: dayAt(at),
  close: 1.05 + Math.sin(at / 40) * 0.08,
})).filter(({ date }) => ![0, 6].includes(new Date(date).getUTCDay()));
const rateOn = (day: string) => RATES.findLast(({ date }) => date <= day)!.close;

describe("a portfolio", () => {
  // March 30 and 31, 2024 are a weekend; January 19, 2025 is a Sunday.
  it.each([
    ["2024-03-30", "2025-01-19"],
    ["2024-02-07", "2025-03-04"],
  ])("from %s to %s is worth what its shares are, over splits, dividends and days without trading", (from, to) => {
    const parts = [
      { share: ONE, part: 0.5, isForeign: false },
      { share: TWO, part: 0.3, isForeign: true },
      { share: COIN, part: 0.2, isForeign: true },
    ];
    const found = toPortfolio(
      parts.map(({ share, part, isForeign }) => ({
        symbol: share.symbol,
        part,
        closes: adjustedCloses(seriesOf(share), from, to),
        rates: isForeign ? RATES : null,
      })),
      25_000,
      { from, to, yearDays: 365, rate: 4.25 },
    )!;
    const counted = parts.map(({ share, part, isForeign }) => {
      const valueOf = countShares(share, 25_000 * part, from);
      return (day: string) => valueOf(day) * (isForeign ? rateOn(day) / rateOn(from) : 1);
    });
    const valueOn = (day: string) => counted.reduce((sum, each) => sum + each(day), 0);
    expect(found.value).toBeCloseTo(valueOn(to), 0);
    expect(found.totalReturnPercent).toBeCloseTo((valueOn(to) / 25_000 - 1) * 100, 3);
    expect(found.holdings.map(({ symbol }) => symbol)).toEqual(["ONE", "TWO", "COIN"]);
    for (const [at, holding] of found.holdings.entries()) {
      const money = 25_000 * parts[at]!.part;
      expect(holding.totalReturnPercent).toBeCloseTo((counted[at]!(to) / money - 1) * 100, 3);
    }
    // The coin has a close on each day.
    const days = Array.from({ length: DAYS }, (_, at) => dayAt(at)).filter((day) => day >= from && day <= to);
    const values = days.map(valueOn);
    const returns = values.slice(1).map((value, at) => Math.log(value / values[at]!));
    const mean = returns.reduce((sum, each) => sum + each, 0) / returns.length;
    const variance = returns.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (returns.length - 1);
    expect(found.volatility).toBeCloseTo(Math.sqrt(variance * 365) * 100, 3);
    expect(found.sharpe).toBeCloseTo((mean * 365 * 100 - 4.25) / (Math.sqrt(variance * 365) * 100), 3);
    const length = (Date.parse(to) - Date.parse(from)) / DAY;
    const aYear = length < 360 ? null : (found.value! / 25_000) ** (365.25 / length) * 100 - 100;
    expect(found.annualReturnPercent === null).toBe(aYear === null);
    expect(found.annualReturnPercent ?? 0).toBeCloseTo(aYear ?? 0, 3);
    const falls = values.map((value, at) => (value / Math.max(...values.slice(0, at + 1)) - 1) * 100);
    const deepest = Math.min(...falls);
    expect(found.maxDrawdown).toMatchObject({
      percent: expect.closeTo(deepest, 3) as number,
      trough: days[falls.indexOf(deepest)],
    });
    const order = found.holdings.toSorted((left, right) => right.totalReturnPercent! - left.totalReturnPercent!);
    expect([found.best, found.worst]).toEqual([order[0]!.symbol, order.at(-1)!.symbol]);
    expect([found.from, found.to]).toEqual([from, to]);
  });

  it("of one share has the total return of the share", () => {
    for (const share of [ONE, TWO, COIN]) {
      const [from, to] = ["2024-03-30", "2025-04-21"];
      const closes = adjustedCloses(seriesOf(share), from, to);
      const alone = toPortfolio([{ symbol: share.symbol, part: 1, closes, rates: null }], 10_000, {
        from,
        to,
        yearDays: 252,
        rate: null,
      });
      const { totalReturnPercent } = returnsBetween(seriesOf(share), from, to);
      expect(alone!.totalReturnPercent).toBe(totalReturnPercent);
      expect(alone!.holdings[0]!.totalReturnPercent).toBe(totalReturnPercent);
    }
  });

  it("has none where a holding or a rate begins later", () => {
    const [from, to] = ["2024-03-30", "2025-01-19"];
    const closes = adjustedCloses(seriesOf(ONE), from, to);
    const late = RATES.filter(({ date }) => date > "2024-06-01");
    const rest = { from, to, yearDays: 252, rate: null };
    expect(toPortfolio([{ symbol: "ONE", part: 1, closes, rates: late }], 1, rest)).toBeUndefined();
    expect(toPortfolio([{ symbol: "ONE", part: 1, closes: [], rates: null }], 1, rest)).toBeUndefined();
    expect(adjustedCloses(seriesOf(ONE), "2023-12-01", to)).toEqual([]);
  });
});

describe("the adjusted closes of a range", () => {
  const of = (...bars: Bar[]) => ({ bars: bars.toReversed(), dividends: [], splits: [], currency: "USD" });

  it("leave out a day without one, and one whose close fits neither day beside it", () => {
    const series = of(
      bar("2026-01-05", 100),
      bar("2026-01-06", 101, null),
      bar("2026-01-07", 10100),
      bar("2026-01-08", 102),
      bar("2026-01-09", 103),
    );
    expect(adjustedCloses(series, "2026-01-05", "2026-01-09")).toEqual([
      { date: "2026-01-05", close: 100 },
      { date: "2026-01-08", close: 102 },
      { date: "2026-01-09", close: 103 },
    ]);
  });

  it("are none over a split for which the source has not adjusted its prices", () => {
    const series = {
      ...of(bar("2026-01-05", 400), bar("2026-01-06", 100), bar("2026-01-07", 101)),
      splits: [{ date: "2026-01-06", numerator: 4, denominator: 1 }],
    };
    expect(adjustedCloses(series, "2026-01-05", "2026-01-07")).toEqual([]);
    expect(adjustedCloses(series, "2026-01-06", "2026-01-07")).toHaveLength(2);
  });
});

describe("the last day of a portfolio", () => {
  const days = (...rows: [date: string, close: number][]): DatedClose[] =>
    rows.map(([date, close]) => ({ date, close }));
  const closes = days(["2026-01-02", 100], ["2026-01-05", 100]);
  const held = (rates: DatedClose[]) =>
    toPortfolio([{ symbol: "A", part: 1, closes, rates }], 1000, {
      from: "2026-01-02",
      to: "2026-01-06",
      yearDays: 252,
      rate: null,
    });

  it("has the rate of the day asked for, although the last close is of the day before", () => {
    const figures = { value: 500, maxDrawdown: { percent: -50, peak: "2026-01-02", trough: "2026-01-05" } };
    expect(held(days(["2026-01-02", 1], ["2026-01-05", 1], ["2026-01-06", 0.5]))).toMatchObject(figures);
  });

  it("has no rate of a later day", () => {
    const rates = days(["2026-01-02", 1], ["2026-01-05", 1], ["2026-01-07", 0.5]);
    expect(held(rates)).toMatchObject({ value: 1000, maxDrawdown: null });
  });
});
