import { describe, expect, it, vi } from "vitest";
import { priceHistoryFromFmp } from "../../../src/providers/financial-modeling-prep/price-history.js";
import { overviewFromFmp } from "../../../src/providers/financial-modeling-prep/overview.js";
import { toFmpSymbol } from "../../../src/providers/financial-modeling-prep/symbol.js";
import { atTime } from "../../support/at-time.js";
import { createAsker } from "../../support/ask.js";
import { useInternet } from "../../support/internet.js";
import { NOT_IN_PLAN, refused, simulateFmp } from "./upstream-fmp.js";

const internet = useInternet();
const PATH = "historical-price-eod/full";

atTime(Date.UTC(2026, 2, 6, 16));

const ROW = {
  symbol: "AAPL",
  date: "2026-03-05",
  open: 131,
  high: 132.4,
  low: 130.1,
  close: 131.5,
  volume: 2000,
  change: 0.5,
  changePercent: 0.38,
  vwap: 131.25,
};

const ask = (raw: Record<string, unknown> = {}) =>
  createAsker().ask(priceHistoryFromFmp, { symbol: "AAPL", range: "1y", ...raw });

describe("price history by provider A", () => {
  it("is daily bars newest first, without the source's own change and mean price", async () => {
    const calls = simulateFmp(internet, { [PATH]: [{ ...ROW, date: "2026-03-04", close: 130.5 }, ROW] });
    const { data, notes } = await ask();
    expect(calls).toEqual([`${PATH}?symbol=AAPL&from=2024-02-20&to=2026-03-06`]);
    expect(data.bars).toEqual([
      { date: "2026-03-05", open: 131, high: 132.4, low: 130.1, close: 131.5, adjClose: null, volume: 2000 },
      { date: "2026-03-04", open: 131, high: 132.4, low: 130.1, close: 130.5, adjClose: null, volume: 2000 },
    ]);
    expect(data).toMatchObject({
      currency: null,
      timezone: null,
      lastBarComplete: true,
      dividends: null,
      splits: null,
    });
    expect(notes).toEqual(["Provider A's history has no dividends or splits."]);
  });

  it.each([
    ["over when its day is", "AAPL", "2026-03-05", Date.UTC(2026, 2, 6, 16), true],
    ["running during the US session", "AAPL", "2026-03-06", Date.UTC(2026, 2, 6, 16), false],
    ["over after the US session", "AAPL", "2026-03-06", Date.UTC(2026, 2, 6, 21, 30), true],
    ["over by the day in Tokyo", "7203.T", "2026-03-06", Date.UTC(2026, 2, 6, 16), true],
    ["not known today elsewhere", "TSCO.L", "2026-03-06", Date.UTC(2026, 2, 6, 16), null],
  ])("says that the session of its last bar is %s", async (_what, symbol, date, now, expected) => {
    vi.setSystemTime(now);
    simulateFmp(internet, { [PATH]: [{ ...ROW, symbol: toFmpSymbol(symbol), date }] });
    expect((await ask({ symbol })).data.lastBarComplete).toBe(expected);
  });

  it("has the currency of a cached profile, else none, without a call for it", async () => {
    const asker = createAsker();
    simulateFmp(internet, { profile: [{ symbol: "VOD.L", companyName: "Vodafone", price: 71.5, currency: "GBp" }] });
    await asker.ask(overviewFromFmp, { symbol: "VOD.L" });
    const calls = simulateFmp(internet, {
      [PATH]: (query: URLSearchParams) => [{ ...ROW, symbol: query.get("symbol") }],
    });
    const known = await asker.ask(priceHistoryFromFmp, { symbol: "VOD.L" });
    expect([known.currency, known.data.currency]).toEqual(["GBp", "GBp"]);
    const unknown = await asker.ask(priceHistoryFromFmp, { symbol: "TSCO.L" });
    // An answer whose currency is null says so in a note.
    expect([unknown.currency, unknown.data.currency]).toEqual([null, null]);
    expect(calls).toHaveLength(2);
  });

  describe("from a plan that refuses the first day", () => {
    const FIVE_YEARS_AGO = "2021-03-06";
    /** Refuses first days before `reach`; `undated` answers requests without days. */
    const plan = (reach: string, undated: () => unknown) => ({
      [PATH]: (query: URLSearchParams) => {
        const from = query.get("from");
        if (from !== null && from < reach) return refused(402, NOT_IN_PLAN.from);
        return from === null ? undated() : [ROW];
      },
    });
    const refuse = () => refused(402, NOT_IN_PLAN.from);

    it("is that of the last five years, with a note about the plan", async () => {
      const calls = simulateFmp(internet, plan(FIVE_YEARS_AGO, refuse));
      const { data, notes } = await ask({ range: "max" });
      expect(calls).toEqual([
        `${PATH}?symbol=AAPL&from=1960-01-01&to=2026-03-06`,
        `${PATH}?symbol=AAPL&from=${FIVE_YEARS_AGO}&to=2026-03-06`,
      ]);
      expect(data.bars.map(({ date }) => date)).toEqual(["2026-03-05"]);
      expect(notes).toEqual([
        "Provider A's history has no dividends or splits.",
        `Provider A's plan for our API key reaches back to ${FIVE_YEARS_AGO}.`,
      ]);
    });

    it("is the one without days if the last five years are refused too, with its first day in the note", async () => {
      const older = { ...ROW, date: "2025-12-01" };
      const calls = simulateFmp(
        internet,
        plan("9999", () => [ROW, older]),
      );
      const { data, notes } = await ask({ range: "max" });
      expect(calls).toEqual([
        `${PATH}?symbol=AAPL&from=1960-01-01&to=2026-03-06`,
        `${PATH}?symbol=AAPL&from=${FIVE_YEARS_AGO}&to=2026-03-06`,
        `${PATH}?symbol=AAPL`,
      ]);
      expect(data.bars.map(({ date }) => date)).toEqual(["2026-03-05", "2025-12-01"]);
      expect(notes).toContain("Provider A's plan for our API key reaches back to 2025-12-01.");
    });

    it("is cut to the requested days, and complete, if the one without days reaches further back", async () => {
      const older = { ...ROW, date: "2024-02-19" };
      const calls = simulateFmp(
        internet,
        plan("9999", () => [ROW, { ...ROW, date: "2024-02-20" }, older]),
      );
      const { data, notes } = await ask({ range: "1y" });
      // Two years are fetched for one; five would be refused as well.
      expect(calls).toEqual([`${PATH}?symbol=AAPL&from=2024-02-20&to=2026-03-06`, `${PATH}?symbol=AAPL`]);
      expect(data.bars.map(({ date }) => date)).toEqual(["2026-03-05", "2024-02-20"]);
      expect(notes).toEqual(["Provider A's history has no dividends or splits."]);
    });

    it("is asked for other symbols without the refused day", async () => {
      const calls = simulateFmp(internet, {
        [PATH]: (query: URLSearchParams) =>
          query.get("from") === "1960-01-01" ? refuse() : [{ ...ROW, symbol: query.get("symbol") }],
      });
      const asker = createAsker();
      await asker.ask(priceHistoryFromFmp, { symbol: "AAPL", range: "max" });
      await asker.ask(priceHistoryFromFmp, { symbol: "MSFT", range: "max" });
      await asker.ask(priceHistoryFromFmp, { symbol: "MSFT", range: "1mo" });
      expect(calls).toEqual([
        `${PATH}?symbol=AAPL&from=1960-01-01&to=2026-03-06`,
        `${PATH}?symbol=AAPL&from=${FIVE_YEARS_AGO}&to=2026-03-06`,
        `${PATH}?symbol=MSFT&from=${FIVE_YEARS_AGO}&to=2026-03-06`,
        `${PATH}?symbol=MSFT&from=2024-02-20&to=2026-03-06`,
      ]);
    });

    it.each([
      ["symbol", NOT_IN_PLAN.symbol],
      ["path", NOT_IN_PLAN.path],
    ])("is refused after one call when it lacks the %s", async (_what, text) => {
      const calls = simulateFmp(internet, { [PATH]: refused(402, text) });
      await expect(ask({ range: "max" })).rejects.toMatchObject({ reason: "not_in_plan" });
      expect(calls).toHaveLength(1);
    });
  });

  it("says where it begins because the source sends no more days at once, and is short then", async () => {
    const days = (count: number) =>
      Array.from({ length: count }, (_, at) => {
        const date = new Date(Date.UTC(2026, 2, 5) - at * 86_400_000).toISOString().slice(0, 10);
        return { ...ROW, date };
      });
    simulateFmp(internet, { [PATH]: days(5000) });
    const { notes, isShort } = await ask({ range: "max" });
    expect(notes).toEqual([
      "Provider A's history has no dividends or splits.",
      "Provider A sends at most 5000 days at once: prices before 2012-06-27 are not in this answer.",
    ]);
    expect(isShort).toBe(true);
    simulateFmp(internet, { [PATH]: days(5001) });
    expect(await ask({ range: "max" })).toMatchObject({ isShort: false, notes: [expect.anything()] });
  });

  it("has no intraday bars, and requests none", async () => {
    const calls = simulateFmp(internet, { [PATH]: [ROW] });
    await expect(ask({ range: "1d" })).rejects.toMatchObject({ reason: "no_data" });
    expect(calls).toEqual([]);
  });

  it("fails with no_data for a symbol without prices", async () => {
    simulateFmp(internet, { [PATH]: [] });
    await expect(ask()).rejects.toMatchObject({ reason: "no_data" });
  });

  it("contains each day once, no rows without a price, and null for impossible values", async () => {
    simulateFmp(internet, {
      [PATH]: [ROW, ROW, { ...ROW, date: "2026-03-03", close: 0 }, { ...ROW, date: "2026-03-02", low: 0 }],
    });
    const { bars } = (await ask()).data;
    expect(bars.map(({ date, low }) => [date, low])).toEqual([
      ["2026-03-05", 130.1],
      ["2026-03-02", null],
    ]);
  });

  it("takes a volume of 0 of an index or a currency for unknown, and of a share for a day without a trade", async () => {
    const volumeOf = async (symbol: string) => {
      simulateFmp(internet, { [PATH]: [{ ...ROW, symbol: toFmpSymbol(symbol), volume: 0 }] });
      return (await ask({ symbol })).data.bars[0]!.volume;
    };
    expect([await volumeOf("^GSPC"), await volumeOf("EURUSD=X"), await volumeOf("AAPL")]).toEqual([null, null, 0]);
  });

  it("drops days to come, and has null for a negative volume", async () => {
    simulateFmp(internet, {
      [PATH]: [
        { ...ROW, date: "2999-01-04" },
        { ...ROW, volume: -5 },
      ],
    });
    expect((await ask()).data.bars).toMatchObject([{ date: ROW.date, volume: null }]);
  });
});
