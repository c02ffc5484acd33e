import { http, HttpResponse } from "msw";
import { describe, expect, it, vi } from "vitest";
import { priceHistoryFromYahoo } from "../../../src/providers/yahoo/prices/price-history.js";
import { atTime } from "../../support/at-time.js";
import { createAsker } from "../../support/ask.js";
import { useInternet } from "../../support/internet.js";
import { BASE } from "./upstream-yahoo.js";

const internet = useInternet();
const NOW = Date.UTC(2026, 2, 6, 16);

atTime(NOW);

const at = (iso: string) => Date.parse(iso) / 1000;
const META = {
  currency: "USD",
  symbol: "AAPL",
  instrumentType: "EQUITY",
  exchangeTimezoneName: "America/New_York",
  regularMarketTime: at("2026-03-06T15:59:00Z"),
  currentTradingPeriod: { regular: { start: at("2026-03-06T14:30:00Z"), end: at("2026-03-06T21:00:00Z") } },
};
const QUOTE = {
  open: [128, 129.0399932861328, 130],
  high: [131, 132, 133],
  low: [127, 126, 129],
  close: [129, 131.5, 132.25],
  volume: [1000, 2000, 300],
};
const TIMES = [at("2026-03-04T14:30:00Z"), at("2026-03-05T14:30:00Z"), at("2026-03-06T14:30:00Z")];

interface Chart {
  meta?: object;
  timestamp?: number[];
  quote?: object;
  adjclose?: unknown[];
  events?: object;
}

/** Answers the chart call; returns the requested addresses. */
function answer({ meta = {}, timestamp = TIMES, quote = {}, adjclose = [64.5, 65.75, 132.25], events }: Chart = {}) {
  const asked: string[] = [];
  internet.use(
    http.get(`${BASE}/v8/finance/chart/:symbol`, ({ request }) => {
      const { search, searchParams } = new URL(request.url);
      asked.push(search);
      const result = {
        meta: { ...META, dataGranularity: searchParams.get("interval"), ...meta },
        timestamp,
        ...(events ? { events } : {}),
        indicators: { quote: [{ ...QUOTE, ...quote }], adjclose: [{ adjclose }] },
      };
      return HttpResponse.json({ chart: { result: [result], error: null } });
    }),
  );
  return asked;
}

const ask = (raw: Record<string, unknown> = {}) =>
  createAsker().ask(priceHistoryFromYahoo, { symbol: "AAPL", range: "1mo", ...raw });

describe("price history by provider B", () => {
  it("is one call for five years of days, newest first, in the digits that were stored", async () => {
    const asked = answer();
    const { data, currency, asOf } = await ask();
    const to = Math.ceil(NOW / 60_000) * 60;
    expect(asked).toEqual([
      `?interval=1d&period1=${to - 1843 * 86_400}&period2=${to}&events=div%7Csplit%7CcapitalGains&includePrePost=false`,
    ]);
    expect(data.bars).toEqual([
      { date: "2026-03-06", open: 130, high: 133, low: 129, close: 132.25, adjClose: 132.25, volume: 300 },
      { date: "2026-03-05", open: 129.04, high: 132, low: 126, close: 131.5, adjClose: 65.75, volume: 2000 },
      { date: "2026-03-04", open: 128, high: 131, low: 127, close: 129, adjClose: 64.5, volume: 1000 },
    ]);
    expect(data).toMatchObject({ symbol: "AAPL", currency: "USD", interval: "1d", timezone: "America/New_York" });
    expect({ currency, asOf }).toEqual({ currency: "USD", asOf: "2026-03-06T15:59:00.000Z" });
  });

  it("requests the whole history by name", async () => {
    const asked = answer();
    await ask({ range: "max" });
    expect(asked[0]).toContain("interval=1d&range=max");
  });

  it.each([
    ["two days more, so that the first day is whole in every zone", { range: "10y", interval: "1d" }, 3669],
    ["the same within a day", { range: "3mo", interval: "1h" }, 108],
    ["the same for the last session", { range: "1d" }, 16],
    ["no more than B has for minutes", { range: "1d", interval: "1m" }, 7],
    ["no more than B has for minutes of a month", { range: "1mo", interval: "5m" }, 59],
    ["no more than B has for hours", { range: "1y", interval: "1h" }, 729],
  ])("requests %s", async (_what, raw, days) => {
    const asked = answer();
    await ask(raw);
    const [, start, end] = /period1=(\d+)&period2=(\d+)/.exec(asked[0]!)!;
    expect((Number(end) - Number(start)) / 86_400).toBe(days);
  });

  it("marks the last bar as unfinished during its session", async () => {
    answer();
    expect((await ask()).data.lastBarComplete).toBe(false);
    vi.setSystemTime(Date.UTC(2026, 2, 6, 21, 30));
    answer();
    expect((await ask()).data.lastBarComplete).toBe(true);
  });

  it("marks it for a session that ends at midnight, too", async () => {
    const regular = { start: at("2026-03-06T05:00:00Z"), end: at("2026-03-07T05:00:00Z") };
    answer({ meta: { currentTradingPeriod: { regular } } });
    expect((await ask()).data.lastBarComplete).toBe(false);
  });

  it("merges the row of the last trade into its day, whatever the order of rows", async () => {
    answer({
      timestamp: [TIMES[2]!, TIMES[1]!, at("2026-03-06T15:58:00Z")],
      quote: { open: [1, 2, 3], high: [1, 2, 3], low: [1, 2, 3], close: [1, 2, 3], volume: [1, 2, 3] },
      adjclose: [1, 2, 3],
    });
    expect((await ask()).data.bars.map(({ date, close }) => [date, close])).toEqual([
      ["2026-03-06", 3],
      ["2026-03-05", 2],
    ]);
  });

  it("drops a bar without a valid close, and has null for other gaps", async () => {
    answer({ quote: { close: [129, null, 0], open: [null, 1, 2] } });
    expect((await ask()).data.bars).toMatchObject([{ date: "2026-03-04", open: null, close: 129 }]);
  });

  it.each([
    ["rows", { timestamp: Array(100_001).fill(1), quote: { close: Array(100_001).fill(1) } }],
    ["events", { events: { dividends: Object.fromEntries(Array.from({ length: 10_001 }, (_, key) => [key, {}])) } }],
  ])("is no valid answer with more %s than any security has", async (_what, chart: Chart) => {
    answer(chart);
    await expect(ask()).rejects.toMatchObject({ reason: "bad_answer" });
  });

  it.each([
    ["months for days", "1d", "1mo"],
    ["weeks for days", "1d", "1wk"],
    ["hours for days", "1d", "1h"],
    ["days for hours", "1h", "1d"],
    ["quarters of an hour for hours", "1h", "15m"],
    ["hours for quarters of an hour", "15m", "1h"],
    ["five minutes for minutes", "1m", "5m"],
    ["minutes for five minutes", "5m", "1m"],
    ["bars of an unknown length", "1d", undefined],
  ])("is no valid answer when it sends %s", async (_what, interval, dataGranularity) => {
    const raw = { range: "5d", interval };
    answer({ meta: { dataGranularity } });
    await expect(ask(raw)).rejects.toMatchObject({ reason: "bad_answer" });
    answer({ meta: { dataGranularity: interval } });
    expect((await ask(raw)).data.bars).toHaveLength(3);
  });

  it("is an empty list when the range has no bars", async () => {
    internet.use(
      http.get(`${BASE}/v8/finance/chart/:symbol`, () =>
        HttpResponse.json({
          chart: { result: [{ meta: { ...META, dataGranularity: "1m" }, indicators: { quote: [{}] } }], error: null },
        }),
      ),
    );
    const { data } = await ask({ range: "1d", interval: "1m" });
    expect(data).toMatchObject({ bars: [], total_bars: 0, summary: { last: null, change: null } });
  });

  it("names its bars as missing when it has fewer than nine tenths of the sessions since the first trade", async () => {
    answer({ meta: { firstTradeDate: at("1980-12-12T14:30:00Z") } });
    expect((await ask({ range: "5y" })).missing).toEqual(["bars"]);
    answer({ meta: { firstTradeDate: at("2026-03-04T14:30:00Z") } });
    expect((await ask({ range: "5y" })).missing).toBeUndefined();
    // We have no calendar of the sessions in London.
    answer({ meta: { symbol: "TSCO.L", firstTradeDate: at("1988-07-01T08:00:00Z") } });
    expect((await ask({ symbol: "TSCO.L", range: "5y" })).missing).toBeUndefined();
  });

  it("names its bars as missing without one of the day of the last trade, which ended a while ago", async () => {
    const from = { firstTradeDate: at("2026-03-04T14:30:00Z") };
    const until = { timestamp: TIMES.slice(0, 2), quote: { close: [129, 131.5] }, adjclose: [129, 131.5] };
    const shortAt = async (now: number, chart: Chart, raw: object = {}) => {
      vi.setSystemTime(now);
      answer({ ...until, ...chart, meta: { ...from, regularMarketTime: at("2026-03-06T21:00:00Z"), ...chart.meta } });
      const { missing = [], isShort } = await ask({ range: "5y", ...raw });
      return [missing, isShort];
    };
    const evening = Date.UTC(2026, 2, 7, 1, 5);
    expect(await shortAt(evening, {})).toEqual([["bars"], true]);
    expect(await shortAt(evening, { timestamp: TIMES, quote: {}, adjclose: [1, 1, 1] })).toEqual([[], false]);
    expect(await shortAt(Date.UTC(2026, 2, 6, 21, 5), {})).toEqual([[], false]);
    expect(await shortAt(evening, { meta: { instrumentType: "MUTUALFUND" } })).toEqual([[], false]);
    expect(await shortAt(evening, { meta: { symbol: "TSCO.L" } }, { symbol: "TSCO.L" })).toEqual([[], false]);
  });

  it("is short with fewer bars than indicators need, unless the day of the first trade explains it", async () => {
    answer();
    expect(await ask({ range: "5y" })).toMatchObject({ isShort: true });
    answer({ meta: { firstTradeDate: at("2026-03-04T14:30:00Z") } });
    expect(await ask({ range: "5y" })).toMatchObject({ isShort: false });
    answer({ meta: { dataGranularity: "5m" } });
    expect(await ask({ range: "5d", interval: "5m" })).toMatchObject({ isShort: false });
  });

  it("is no valid answer without any bar of a share that has traded in the period", async () => {
    answer({ meta: { firstTradeDate: at("1980-12-12T14:30:00Z") }, timestamp: [], quote: { close: [] }, adjclose: [] });
    await expect(ask({ range: "5y" })).rejects.toMatchObject({ reason: "bad_answer" });
  });

  it.each(["CURRENCY", "INDEX", "MUTUALFUND"])("treats a volume of 0 of a %s as unknown", async (instrumentType) => {
    answer({ meta: { instrumentType }, quote: { volume: [0, 0, 0] } });
    expect((await ask()).data.bars.map(({ volume }) => volume)).toEqual([null, null, null]);
  });

  it("has intraday bars with the offset of their time and no adjusted close", async () => {
    const times = [at("2026-03-05T14:30:00Z"), at("2026-03-09T13:30:00Z"), at("2026-03-09T13:35:00Z")];
    vi.setSystemTime(Date.UTC(2026, 2, 9, 14));
    answer({ timestamp: times });
    expect(
      (await ask({ range: "5d", interval: "5m" })).data.bars.map(({ date, adjClose }) => [date, adjClose]),
    ).toEqual([
      ["2026-03-09T09:35:00-04:00", null],
      ["2026-03-09T09:30:00-04:00", null],
      ["2026-03-05T09:30:00-05:00", null],
    ]);
  });

  it("has dividends and splits with their days in the exchange's zone", async () => {
    answer({
      events: {
        dividends: {
          a: { amount: 0.20499999821186066, date: TIMES[0] },
          b: { amount: 7.2, date: TIMES[1], currency: "CNY" },
          c: { amount: 0, date: TIMES[1] },
        },
        splits: { x: { date: TIMES[2], numerator: 4, denominator: 1, splitRatio: "4:1" } },
      },
    });
    const { dividends, splits } = (await ask()).data;
    expect(dividends).toEqual([
      { date: "2026-03-05", amount: 7.2, currency: "CNY" },
      { date: "2026-03-04", amount: 0.205, currency: "USD" },
    ]);
    expect(splits).toEqual([{ date: "2026-03-06", numerator: 4, denominator: 1 }]);
  });

  it("drops bars, dividends and splits at times that are no day or still to come", async () => {
    const odd = [1e15, -1e15, 1e300, at("2999-01-04T14:30:00Z")];
    answer({
      timestamp: [...TIMES, ...odd],
      quote: { close: [129, 131.5, 132.25, 1, 2, 3, 4], high: [131, 132, 133, 1, 2, 3, 4] },
      events: {
        dividends: Object.fromEntries(odd.map((date, index) => [index, { date, amount: 1 }])),
        splits: Object.fromEntries(odd.map((date, index) => [index, { date, numerator: 2, denominator: 1 }])),
      },
    });
    const { bars, summary, dividends, splits } = (await ask()).data;
    expect(bars.map(({ date }) => date)).toEqual(["2026-03-06", "2026-03-05", "2026-03-04"]);
    expect(summary).toMatchObject({ last: 132.25, high: 133 });
    expect([dividends, splits]).toEqual([[], []]);
  });

  it("leaves out a column of another length, whose values belong to no certain day", async () => {
    answer({ quote: { low: [null, 127, 126, 129], volume: [1000, 2000] }, adjclose: [64.5, 65.75] });
    expect((await ask()).data.bars[0]).toEqual({
      date: "2026-03-06",
      open: 130,
      high: 133,
      low: null,
      close: 132.25,
      adjClose: null,
      volume: null,
    });
  });

  it.each([
    ["times in milliseconds", { timestamp: TIMES.map((seconds) => seconds * 1000) }],
    ["times of 0", { timestamp: [0, 0, 0] }],
    ["closes in words", { quote: { close: ["N/A", "N/A", "N/A"] } }],
  ])("is no valid answer with %s, which leave no bar", async (_what, chart: Chart) => {
    answer(chart);
    await expect(ask()).rejects.toMatchObject({ reason: "bad_answer" });
  });

  it("is an empty list when nothing was traded, and every close is null", async () => {
    answer({ quote: { close: [null, null, null] } });
    expect((await ask()).data.bars).toEqual([]);
  });

  it("has null for a negative volume", async () => {
    answer({ quote: { volume: [1000, -2000, 300] } });
    const { bars, summary } = (await ask()).data;
    expect(bars.map(({ volume }) => volume)).toEqual([300, null, 1000]);
    expect(summary.averageVolume).toBe(650);
  });

  it("does not know whether the last bar is complete when the session's end is no time", async () => {
    answer({ meta: { currentTradingPeriod: { regular: { end: 1e300 } } } });
    expect((await ask()).data.lastBarComplete).toBeNull();
  });

  it("does not convert pence, and passes on as sent prices that cannot be", async () => {
    answer({ meta: { currency: "GBp" }, quote: { close: [309, 3.1, 311], high: [1, 1, 1] } });
    const { data } = await ask();
    expect(data.currency).toBe("GBp");
    expect(data.bars.map(({ high, close }) => [high, close])).toEqual([
      [1, 311],
      [1, 3.1],
      [1, 309],
    ]);
  });

  it.each([
    ["another symbol", { meta: { symbol: "MSFT" } }],
    ["a zone that is none", { meta: { exchangeTimezoneName: "Nowhere/At_All" } }],
    ["lists of different lengths", { quote: { close: [1] } }],
    ["prices without times", { timestamp: [] }],
  ])("fails for %s", async (_what, chart) => {
    answer(chart);
    await expect(ask()).rejects.toMatchObject({ reason: "bad_answer" });
  });
});
