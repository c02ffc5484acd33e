import { toPlainText } from "../../src/contract/sentence.js";
import { describe, expect, it, vi } from "vitest";
import { betaOf } from "../../src/market/holdings/beta.js";
import { computeIndicators } from "../../src/market/indicators/indicators.js";
import { toLonger, type Bar } from "../../src/market/prices/price-bars.js";
import { technicals, technicalsFromHistory } from "../../src/capabilities/prices/technicals.js";
import type { InputOf } from "../../src/contract/capability.js";
import { parseInput } from "../../src/contract/input.js";
import { servedOf } from "../support/fakes.js";
import { createGate } from "../support/gate.js";
import { viewShape } from "../../src/views/view.js";

/** Bars of consecutive days with these closes, oldest first; the result is newest first. */
function barsOf(closes: readonly number[], range = 1): Bar[] {
  return closes
    .map((close, at) => ({
      date: new Date(Date.UTC(2024, 0, 1 + at)).toISOString().slice(0, 10),
      open: close,
      high: close + range,
      low: close - range,
      close,
      adjClose: close,
      volume: 100 + at,
    }))
    .toReversed();
}

const rising = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

describe("indicators", () => {
  it("name the last crossing of the means of 50 and 200 bars", () => {
    const down = Array.from({ length: 250 }, (_, at) => 500 - at);
    const up = Array.from({ length: 150 }, (_, at) => 250 + 2 * at);
    const found = computeIndicators(barsOf([...down, ...up]), "1d").crossing;
    expect(found?.type).toBe("golden");
    // The day before, the mean of 50 bars was not yet above that of 200.
    const closes = [...down, ...up];
    const meanOf = (count: number, end: number) =>
      closes.slice(end - count, end).reduce((sum, each) => sum + each, 0) / count;
    const at = closes.findIndex((_, index) => index >= 250 && meanOf(50, index + 1) > meanOf(200, index + 1));
    expect(found?.date).toBe(barsOf(closes).toReversed()[at]!.date);
    expect(computeIndicators(barsOf(down), "1d").crossing).toBeNull();
  });

  it("are means of the last closes", () => {
    const { sma, bollinger20 } = computeIndicators(barsOf(rising(300)), "1d");
    expect(sma).toEqual({ "20": 290.5, "50": 275.5, "200": 200.5 });
    // The population deviation of twenty whole numbers in a row is √33.25.
    expect(bollinger20).toEqual({ upper: 302.033, middle: 290.5, lower: 278.967 });
  });

  it("include Wilder's strength index, as in the published example", () => {
    const closes = [
      44.34, 44.09, 44.15, 43.61, 44.33, 44.83, 45.1, 45.42, 45.84, 46.08, 45.89, 46.03, 45.61, 46.28, 46.28, 46, 46.03,
      46.41, 46.22, 45.64,
    ];
    expect(computeIndicators(barsOf(closes.slice(0, 15)), "1d").rsi14).toBeCloseTo(70.46, 1);
    expect(computeIndicators(barsOf(closes), "1d").rsi14).toBeCloseTo(57.92, 0);
  });

  it("are exponential means and their difference", () => {
    const { ema, macd } = computeIndicators(barsOf(rising(300)), "1d");
    // On a straight line an exponential mean lags by (n - 1) / 2.
    expect(ema).toEqual({ "12": 294.5, "26": 287.5 });
    expect(macd).toEqual({ line: 7, signal: 7, histogram: expect.closeTo(0, 6) });
  });

  it("place the close within the range of fourteen bars", () => {
    const { williams14, stochastic, atr14 } = computeIndicators(barsOf(rising(60)), "1d");
    // The range runs from 46 to 61, the close is 60.
    expect(williams14).toBeCloseTo(-6.66667, 4);
    expect(stochastic.k).toBeCloseTo(93.3333, 3);
    expect(atr14).toBeCloseTo(2, 6);
  });

  it("are null when there are too few bars, never a mean of fewer bars", () => {
    const found = computeIndicators(barsOf(rising(19)), "1d");
    expect(found).toMatchObject({ sma: { "20": null, "50": null, "200": null }, bollinger20: { middle: null } });
    expect(found).toMatchObject({ macd: { line: null }, high52: null, volatility20: null, maxDrawdown1y: null });
    expect(computeIndicators([], "1d")).toMatchObject({ rsi14: null, atr14: null, williams14: null });
  });

  it("are null for a price that does not move", () => {
    const still = computeIndicators(
      barsOf(
        Array.from({ length: 400 }, () => 5),
        0,
      ),
      "1d",
    );
    expect(still).toMatchObject({ rsi14: null, williams14: null, stochastic: { k: null, d: null } });
    expect(still).toMatchObject({ sma: { "200": 5 }, volatility20: 0, maxDrawdown1y: 0 });
  });

  it("include the last year's extremes, its deepest fall and today's volume", () => {
    // The high of 900 is 366 days old; a market that trades every day has more than 252 bars a year.
    const closes = [900, 100, 90, ...rising(363).map((each) => 90 + each / 10)];
    const { high52, low52, fromHigh52, maxDrawdown1y, volumeRatio20 } = computeIndicators(barsOf(closes), "1d");
    expect({ high52, low52 }).toEqual({ high52: 127.3, low52: 89 });
    expect(fromHigh52).toBe(-0.785546);
    expect(maxDrawdown1y).toBe(-10);
    expect(volumeRatio20).toBeCloseTo(465 / 454.5, 5);
  });

  it("know no year's extremes of a history of less than a year", () => {
    expect(computeIndicators(barsOf(rising(340)), "1d")).toMatchObject({ high52: null, low52: null });
    expect(computeIndicators(barsOf(rising(340)), "1d").maxDrawdown1y).toBeNull();
  });
});

describe("technical indicators of a symbol", () => {
  const days = barsOf(Array.from({ length: 800 }, (_, at) => 100 + at / 10));
  const history = servedOf({ symbol: "ACME", currency: "GBp", bars: days, timestamp: "2026-03-05T12:00:00.000000" });

  it("are computed from two years of history, with returns over earlier closes", async () => {
    const asked: unknown[] = [];
    const { data, parts, currency } = await technicalsFromHistory(
      { symbol: "ACME", interval: "1d" },
      async (...question) => {
        asked.push(question);
        return history;
      },
    );
    const question = { range: "2y", interval: "1d", adjusted: "splits" };
    const fromCache = { cachedOnly: true };
    expect(asked).toEqual([[{ symbol: "^GSPC", ...question }, fromCache], [{ symbol: "ACME", ...question }]]);
    expect(parts).toEqual([history]);
    expect(currency).toBe(history.envelope.currency);
    const [latest] = days;
    expect(data).toMatchObject({
      symbol: "ACME",
      currency: "GBp",
      date: latest!.date,
      close: latest!.close,
      bars: 800,
    });
    const change = (earlier: number) => Number(((latest!.close / earlier - 1) * 100).toPrecision(6));
    expect(data.returns["1d"]).toBe(change(days[1]!.close));
    expect(data.returns["1y"]).toBe(change(days[367]!.close));
    expect(data.returns.ytd).toBe(change(days.find(({ date }) => date === "2025-12-31")!.close));
  });

  it("can be weekly", async () => {
    const { data } = await technicalsFromHistory({ symbol: "ACME", interval: "1wk" }, async () => history);
    expect(data).toMatchObject({ interval: "1wk", bars: 115 });
  });

  it.each([
    ["a running day", "1d", "2026-03-05", false, false],
    ["a finished day", "1d", "2026-03-05", true, true],
    ["a Thursday's week, though the day is over", "1wk", "2026-03-05", true, false],
    ["a week whose Friday is over", "1wk", "2026-03-06", true, true],
    ["a week whose Friday runs", "1wk", "2026-03-06", false, false],
    ["a day of which the source does not say it", "1d", "2026-03-05", null, null],
  ] as const)("say whether the last bar is complete: %s", async (_what, interval, last, lastBarComplete, expected) => {
    const until = days.slice(days.findIndex(({ date }) => date <= last));
    const own = servedOf({ symbol: "ACME", currency: "USD", bars: until, lastBarComplete });
    own.envelope.fetchedAt = Date.parse(`${last}T22:00Z`);
    const sessions = until.filter(({ date }) => ![0, 6].includes(new Date(date).getUTCDay()));
    own.envelope.body["bars"] = sessions;
    const { data, notes } = await technicalsFromHistory({ symbol: "ACME", interval }, async () => own);
    expect(data.lastBarComplete).toBe(expected);
    const weeks = interval === "1wk" ? toLonger(sessions, "1wk") : sessions;
    // A bar of which this is not known may be of a few hours.
    const [latest, ...before] = expected === true ? weeks : weeks.slice(1);
    const mean = before.slice(0, 20).reduce((sum, { volume }) => sum + volume!, 0) / 20;
    expect(data.volumeRatio20).toBe(Number((latest!.volume! / mean).toPrecision(6)));
    expect(data.levels.pivot).toBe(Number(((latest!.high! + latest!.low! + latest!.close) / 3).toPrecision(6)));
    const is = expected === false ? "is not" : "may not be";
    const said = `The latest bar ${is} finished; volumeRatio20 and pivots are of the one before.`;
    expect(notes!.map(toPlainText).includes(said)).toBe(expected !== true);
  });

  it("name in the answer and in a note the bars that are too few", async () => {
    const own = servedOf({ symbol: "ACME", currency: "USD", bars: days.slice(0, 29), lastBarComplete: true });
    const { data, notes } = await technicalsFromHistory({ symbol: "ACME", interval: "1d" }, async () => own);
    expect(data).toMatchObject({ bars: 29, macd: { signal: null, histogram: null }, sma: { "50": null } });
    expect(data.needs).toMatchObject({ "macd.signal": 34, "macd.histogram": 34, "sma.50": 50, "sma.200": 200 });
    expect(notes!.join(" ")).toMatch(
      /\(needs 33 bars, there are 29\), macd\.signal, macd\.histogram \(needs 34 bars\)/,
    );
  });

  const sessionsTo = (last: string, count: number) =>
    days.filter(({ date }) => date <= last && ![0, 6].includes(new Date(date).getUTCDay())).slice(0, count);
  const needsOf = async (bars: Bar[], interval: "1d" | "1wk" = "1d", market?: Bar[]) => {
    const served = (list: Bar[]) => servedOf({ symbol: "ACME", currency: "USD", bars: list, lastBarComplete: true });
    vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 2, 5, 22) });
    const { data } = await technicalsFromHistory({ symbol: "ACME", interval }, async ({ symbol }) => {
      if (symbol === "ACME") return served(bars);
      if (market) return served(market);
      throw new Error("not cached");
    });
    vi.useRealTimers();
    return data;
  };

  it("name the bars that returns, beta and the crossing of two means lack", async () => {
    const young = await needsOf(sessionsTo("2026-03-05", 29));
    expect(young.returns).toMatchObject({ "5d": expect.any(Number) as number, "3mo": null, ytd: null, "1y": null });
    expect(young.needs).toMatchObject({
      "returns.3mo": 66,
      "returns.6mo": 129,
      "returns.1y": 255,
      "returns.ytd": 46,
      beta1y: 201,
      crossing: 201,
    });
    expect(Object.keys(young.needs!)).not.toContain("returns.1mo");
    const weeks = await needsOf(sessionsTo("2026-03-05", 60), "1wk");
    expect(weeks.needs).toMatchObject({ "returns.6mo": 28, "returns.1y": 54, beta1y: 42 });
    expect((await needsOf([days.find(({ date }) => date === "2026-03-05")!])).needs).toMatchObject({ "returns.1d": 2 });
  });

  it("name no bars for what is null for another reason", async () => {
    const all = sessionsTo("2026-03-05", 520);
    // The market's history is not cached, the year of the question has no close, no means have crossed.
    const whole = await needsOf(all);
    expect(whole).toMatchObject({ beta1y: null, crossing: null });
    expect(whole).not.toHaveProperty("needs");
    const old = await needsOf(sessionsTo("2025-12-30", 300));
    expect([old.returns.ytd, old.needs]).toEqual([null, undefined]);
  });

  it("name more bars than there are, however few sessions an exchange has", async () => {
    const sparse = sessionsTo("2026-03-05", 150).filter((_bar, at) => at % 2 === 0);
    const { returns, needs } = await needsOf(sparse);
    expect(returns["1y"]).toBeNull();
    for (const count of Object.values(needs!)) expect(count).toBeGreaterThan(sparse.length);
    expect(Object.keys(needs!)).toContain("returns.1y");
  });

  it("leave out a first week that the question for two years cuts", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 2, 5, 22) });
    const weeksFrom = async (first: string) => {
      const bars = days.filter(({ date }) => date >= first);
      const own = servedOf({ symbol: "ACME", currency: "USD", bars });
      return (await technicalsFromHistory({ symbol: "ACME", interval: "1wk" }, async () => own)).data.bars;
    };
    // Two years begin on Tuesday 2024-03-05; a security whose first day is a later Tuesday was listed then.
    expect([await weeksFrom("2024-03-04"), await weeksFrom("2024-03-05"), await weeksFrom("2024-04-02")]).toEqual([
      106, 105, 102,
    ]);
    vi.useRealTimers();
  });

  it("have one series over time when it is asked for: newest first, null before its warm-up is over", async () => {
    const ask = (series: InputOf<typeof technicals>["series"]) =>
      technicalsFromHistory({ symbol: "ACME", interval: "1d", series }, async () => history);
    const { data } = await ask("sma20");
    expect(data.series).toHaveLength(800);
    expect(data.series![0]).toEqual({ date: days[0]!.date, close: days[0]!.close, sma20: data.sma["20"] });
    expect(data.series!.at(-19)).toMatchObject({ sma20: null });
    expect(data.series!.at(-20)).toMatchObject({ sma20: 100.95 });
    expect(Object.keys((await ask("macd")).data.series![0]!)).toEqual([
      "date",
      "close",
      "macdLine",
      "macdSignal",
      "macdHistogram",
    ]);
    const row = {
      date: days[0]!.date,
      sma20: data.sma["20"],
      macdLine: expect.anything(),
      williams14: expect.anything(),
    };
    expect((await ask("all")).data.series![0]).toMatchObject(row);
    expect((await ask(undefined)).data).not.toHaveProperty("series");
  });

  it.each([
    ["limit", 5],
    ["fields", ["sma20"]],
  ])("refuse %s without a series, where it has no effect", (name, value) => {
    const ask = (more: object) => () =>
      parseInput(technicals, { symbol: "ACME", [name]: value, ...more }, viewShape(technicals));
    expect(ask({})).toThrow(`"${name}" was given without "series". Allowed: beside "series", such as sma20;`);
    expect(ask({ series: "sma20" })).not.toThrow();
  });

  it("refuse an unknown series and name those there are", () => {
    expect(() => parseInput(technicals, { symbol: "ACME", series: "vwap" })).toThrow(
      /^Invalid "series": got "vwap"\. Allowed: sma, sma20, .*, williams14, all\.$/,
    );
  });
});

describe("beta", () => {
  const market = barsOf(Array.from({ length: 400 }, (_, at) => 100 + 5 * Math.sin(at)));
  const closesOf = (change: (marketReturn: number) => number) => {
    const oldestFirst = market.toReversed();
    let close = 50;
    return oldestFirst
      .map((bar, at) => {
        if (at > 0) close *= 1 + change(bar.close / oldestFirst[at - 1]!.close - 1);
        return { ...bar, close };
      })
      .toReversed();
  };

  it("is how many times as far a security moves as the market, over daily returns of a year", () => {
    expect(
      betaOf(
        closesOf((each) => 1.5 * each + 0.001),
        market,
      ),
    ).toBe(1.5);
    expect(
      betaOf(
        closesOf((each) => -each),
        market,
      ),
    ).toBe(-1);
    expect(betaOf(market, market)).toBe(1);
  });

  it("compares days on which both have a bar", () => {
    const own = closesOf((each) => 2 * each);
    const gaps = own.filter((_, at) => at % 40 !== 7);
    expect(betaOf(gaps, market)).toBeCloseTo(2, 1);
    const unrelated = own.map((bar) => ({ ...bar, date: `19${bar.date.slice(2)}` }));
    expect(betaOf(unrelated, market)).toBeNull();
  });

  it("is null for fewer than 200 returns and for a market that does not move", () => {
    expect(betaOf(market.slice(0, 200), market)).toBeNull();
    expect(betaOf(market, barsOf(Array.from({ length: 400 }, () => 7)))).toBeNull();
  });

  it("is the same whatever was asked before, and missing this time where the market's history fails", async () => {
    const betaAfter = async (state: "hit" | "miss", isMarketKept: boolean, fails = false) => {
      const own = { ...servedOf({ symbol: "ACME", currency: "USD", bars: closesOf((each) => 2 * each) }), state };
      const { data, missing } = await technicalsFromHistory(
        { symbol: "ACME", interval: "1d" },
        async (input, options) => {
          if (input.symbol === "ACME") return own;
          if (fails || (options?.cachedOnly && !isMarketKept)) throw new Error("no history");
          return servedOf({ symbol: input.symbol, bars: market });
        },
      );
      return [data.beta1y, missing];
    };
    for (const state of ["hit", "miss"] as const) {
      expect(await betaAfter(state, false)).toEqual([2, []]);
      expect(await betaAfter(state, true)).toEqual([2, []]);
      expect(await betaAfter(state, false, true)).toEqual([null, ["beta1y"]]);
    }
  });

  it("requests the market's history beside the symbol's own, by calls that use no quota", async () => {
    const called: string[] = [];
    const gate = createGate();
    const notCached = () => Promise.reject(new Error("not cached"));
    const answer = technicalsFromHistory(
      { symbol: "ACME", interval: "1d" },
      async (input, options) => {
        if (options?.cachedOnly) return notCached();
        called.push(input.symbol);
        await gate.passed;
        return servedOf({ symbol: "ACME", currency: "USD", bars: closesOf((each) => 2 * each) });
      },
      async (input) => {
        called.push(`free ${input.symbol}`);
        return servedOf({ symbol: input.symbol, bars: market });
      },
    );
    await expect.poll(() => called.toSorted()).toEqual(["ACME", "free ^GSPC"]);
    gate.open();
    expect((await answer).data.beta1y).toBe(2);
  });
});
