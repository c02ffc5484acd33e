import { http, HttpResponse } from "msw";
import { describe, expect, it } from "vitest";
import { SECTOR_FUNDS } from "../../../src/capabilities/prices/market-summary.js";
import {
  marketSummaryFromYahoo,
  marketSummaryWithoutSession,
} from "../../../src/providers/yahoo/prices/market-summary.js";
import { atTime } from "../../support/at-time.js";
import { createAsker } from "../../support/ask.js";
import { useInternet } from "../../support/internet.js";
import { BASE, crumbRoute, sessionRoutes } from "./upstream-yahoo.js";

const internet = useInternet();

/** The Monday after Thanksgiving week, before the opening. */
const NOW = "2026-11-30T13:00:00Z";
const LAST_CLOSE = Date.parse("2026-11-27T18:00:00Z") / 1000;

atTime(NOW);

const quoteOf = (symbol: string, price: number, more: object = {}) => ({
  symbol,
  regularMarketPrice: price,
  regularMarketChange: 1,
  regularMarketChangePercent: 0.5,
  regularMarketPreviousClose: price - 1,
  regularMarketTime: LAST_CLOSE,
  ...more,
});

const ROWS = [quoteOf("^GSPC", 6600.5), quoteOf("^TNX", 4.125), quoteOf("^VIX", 16.5), quoteOf("XLK", 110)];

/** Closes of a fund by day; the chart of every fund is the same. */
const CLOSES: readonly [day: string, close: number][] = [
  ["2025-11-28", 55],
  ["2025-12-01", 60],
  ["2026-10-29", 100],
  ["2026-10-30", 104],
  ["2026-11-27", 109],
];

const chart = (fund: string, closes = CLOSES) => ({
  chart: {
    result: [
      {
        meta: { symbol: fund, currency: "USD", exchangeTimezoneName: "America/New_York", dataGranularity: "1d" },
        timestamp: closes.map(([day]) => Date.parse(`${day}T14:30:00Z`) / 1000),
        indicators: {
          quote: [{ close: closes.map(([, close]) => close) }],
          adjclose: [{ adjclose: closes.map(([, close]) => close) }],
        },
      },
    ],
    error: null,
  },
});

function answer({ rows = ROWS, closes = CLOSES }: { rows?: object[]; closes?: typeof CLOSES } = {}) {
  const asked: string[] = [];
  internet.use(
    ...sessionRoutes(),
    crumbRoute("/v7/finance/quote", () => {
      asked.push("quotes");
      return HttpResponse.json({ quoteResponse: { result: rows, error: null } });
    }),
    http.get(`${BASE}/v6/finance/quote/marketSummary`, () =>
      HttpResponse.json({ marketSummaryResponse: { result: rows, error: null } }),
    ),
    http.get(`${BASE}/v8/finance/chart/:fund`, ({ params }) => {
      asked.push(`chart ${String(params["fund"])}`);
      return HttpResponse.json(chart(String(params["fund"]), closes));
    }),
  );
  return asked;
}

describe("the market summary by provider B", () => {
  it("has levels as sent, and nulls for symbols that did not come", async () => {
    answer();
    const { data, asOf, missing } = await createAsker().ask(marketSummaryFromYahoo);
    const none = { price: null, change: null, changesPercentage: null, time: null };
    expect(data).toMatchObject({
      indices: [
        {
          symbol: "^GSPC",
          name: "S&P 500",
          price: 6600.5,
          change: 1,
          changesPercentage: 0.5,
          time: "2026-11-27T18:00:00.000Z",
        },
        { symbol: "^DJI", ...none },
        { symbol: "^IXIC", ...none },
        { symbol: "^RUT", ...none },
      ],
      yields: { m3: null, y2: null, y5: null, y10: 4.125, y30: null, date: null },
      volatility: 16.5,
      crypto: [{ symbol: "BTC-USD", ...none }],
    });
    expect(asOf).toBe("2026-11-27T18:00:00.000Z");
    expect(missing).toEqual([]);
  });

  it("says of a coin that its change is over 24 hours, if it has one", async () => {
    answer();
    expect((await createAsker().ask(marketSummaryFromYahoo)).notes).toEqual([]);
    answer({ rows: [...ROWS, quoteOf("BTC-USD", 90_000)] });
    expect((await createAsker().ask(marketSummaryFromYahoo)).notes).toEqual([
      "Provider B counts the change of coins over 24 hours, not since the previous close.",
    ]);
  });

  it("has the session of our own calendar", async () => {
    answer();
    const { data } = await createAsker().ask(marketSummaryFromYahoo);
    expect(data.session).toEqual({
      state: "pre-market",
      exchange: "NYSE and Nasdaq",
      opens: "2026-11-30T09:30:00-05:00",
      closes: "2026-11-30T16:00:00-05:00",
      nextOpen: "2026-11-30T09:30:00-05:00",
      holiday: null,
    });
  });

  it("computes a sector's month and year from its price now and its closes before the ranges 1mo and 1y", async () => {
    answer();
    const { data } = await createAsker().ask(marketSummaryFromYahoo);
    expect(data.sectors.map(({ fund }) => fund)).toEqual(SECTOR_FUNDS.map(([fund]) => fund));
    // 110 / 100 - 1 and 110 / 55 - 1: the ranges begin on 2026-10-30 and 2025-11-29, a weekend.
    expect(data.sectors[0]).toEqual({ name: "Technology", fund: "XLK", today: 0.5, month: 10, year: 100 });
    // Without a price, up to the latest close.
    expect(data.sectors[1]).toEqual({ name: "Financials", fund: "XLF", today: null, month: 9, year: 98.1818 });
  });

  it("gives no month and year over a split between the kept closes and the price", async () => {
    answer({ rows: [...ROWS.slice(0, 3), quoteOf("XLK", 55)] });
    const { data } = await createAsker().ask(marketSummaryFromYahoo);
    expect(data.sectors[0]).toMatchObject({ today: 0.5, month: null, year: null });
  });

  it("costs one call for all symbols, and a chart of each fund once a day", async () => {
    const asked = answer();
    const asker = createAsker();
    await asker.ask(marketSummaryFromYahoo);
    const charts = SECTOR_FUNDS.map(([fund]) => `chart ${fund}`);
    expect(asked.splice(0).toSorted()).toEqual([...charts, "quotes"].toSorted());
    await asker.ask(marketSummaryFromYahoo);
    expect(asked).toEqual(["quotes"]);
  });

  it("stands without the sectors' closes, and reports them as missing", async () => {
    answer({ closes: [] });
    const { data, missing } = await createAsker().ask(marketSummaryFromYahoo);
    expect(data.indices[0]).toMatchObject({ price: 6600.5 });
    expect(data.sectors[0]).toMatchObject({ today: 0.5, month: null, year: null });
    expect(missing).toEqual(["sectors"]);
  });

  it("is no answer when no symbol has a price", async () => {
    answer({ rows: [{ symbol: "^GSPC", regularMarketPrice: null }] });
    await expect(createAsker().ask(marketSummaryFromYahoo)).rejects.toMatchObject({ reason: "bad_answer" });
  });

  it("comes without a session from B's own list, with numbers that B wraps", async () => {
    answer({ rows: [quoteOf("^GSPC", 0, { regularMarketPrice: { raw: 6506.48, fmt: "6,506.48" } })] });
    const { data, notes } = await createAsker().ask(marketSummaryWithoutSession);
    expect(data.indices[0]).toMatchObject({ symbol: "^GSPC", price: 6506.48 });
    expect(data.sectors[0]).toMatchObject({ today: null, month: 9 });
    expect(notes).toEqual([expect.stringContaining("has of the yields only that of 10 years")]);
  });
});
