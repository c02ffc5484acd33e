/** Answers that are fetched after the close of a Friday: only complete ones are still fresh on Saturday. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { gainers } from "../../src/capabilities/movers.js";
import { priceHistory } from "../../src/capabilities/price-history.js";
import { quotes } from "../../src/capabilities/quotes.js";
import type { QuotedRow } from "../../src/capabilities/quotes-columns.js";
import { http, HttpResponse } from "msw";
import { entry, type Entry } from "../../src/contract/entry.js";
import { source } from "../../src/contract/provider.js";
import { priceHistoryFromB } from "../../src/providers/provider-b/price-history.js";
import { createAppOf } from "../support/app-of.js";
import { fakeA } from "../support/fakes.js";
import { COOKIE_URL } from "../support/ask.js";
import { useInternet } from "../support/internet.js";
import { alternativeQuote } from "../../src/capabilities/quote.js";
import { alternativeQuoteFromB } from "../../src/providers/provider-b/quote.js";
import { APPLE_ROW, BASE, crumbRoute, sessionRoutes } from "../providers/provider-b/upstream-b.js";

const internet = useInternet();

/** Friday, 20 November 2026: the close, the end of after-hours trading, an hour later. */
const CLOSE = Date.UTC(2026, 10, 20, 21);
const EVENING = Date.UTC(2026, 10, 21, 2);
const SATURDAY = Date.UTC(2026, 10, 21, 20);

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 10, 20, 20) }));
afterEach(() => void vi.useRealTimers());

/** Asks for an address at several times; returns for each whether the answer came from the cache, and its missing fields. */
async function statesOf(catalogue: readonly Entry[], address: string, steps: readonly [number, (() => void)?][]) {
  const { get, close } = await createAppOf(catalogue, {
    PROVIDER_B_BASE_URL: BASE,
    PROVIDER_B_COOKIE_URL: COOKIE_URL,
  });
  const states: string[] = [];
  for (const [now, before] of steps) {
    before?.();
    vi.setSystemTime(now);
    const { status, headers } = await get(address);
    const missing = /missing="([^"]*)"/.exec(headers["x-data-sources"] ?? "")?.[1] ?? "nothing";
    const state = /hit/.test(headers["cache-status"] ?? "") ? "hit" : "fetched";
    states.push(`${status} ${state}, missing ${missing}`);
  }
  await close();
  return states;
}

describe("a list of quotes", () => {
  let marketCap: number | null;
  const row: Entry = entry(quotes, [
    source(fakeA, quotes, async ({ symbols }) => ({
      data: {
        quotes: symbols.map((symbol) => ({
          ...(Object.fromEntries(
            Object.keys(quotes.output.shape.quotes.element.shape).map((key) => [key, null]),
          ) as unknown as QuotedRow),
          symbol,
          price: 12.5,
          marketCap,
          as_of: new Date(Math.min(Date.now(), CLOSE) - 1000).toISOString(),
          source: "PROVIDER_A",
        })),
        errors: [],
        notes: [],
      },
    })),
  ]) as unknown as Entry;
  const address = "/api/v1/quotes?symbols=AAPL,MSFT";

  it("is fresh over the weekend when it is complete", async () => {
    marketCap = 1000;
    expect(await statesOf([row], address, [[EVENING], [SATURDAY]])).toEqual([
      "200 fetched, missing nothing",
      "200 hit, missing nothing",
    ]);
  });

  it("is not when it has null where the last answer had a figure, however often that is so", async () => {
    marketCap = 1000;
    const glitch = () => void (marketCap = null);
    const steps: [number, (() => void)?][] = [
      [CLOSE - 60_000],
      [EVENING, glitch],
      [EVENING + 60_000],
      [SATURDAY],
      [SATURDAY + 60_000, () => void (marketCap = 1000)],
      [SATURDAY + 3_600_000],
    ];
    expect(await statesOf([row], address, steps)).toEqual([
      "200 fetched, missing nothing",
      "200 fetched, missing marketCap",
      "200 fetched, missing marketCap",
      "200 fetched, missing marketCap",
      "200 fetched, missing nothing",
      "200 hit, missing nothing",
    ]);
  });
});

it("a list of movers is not fresh over the weekend without figures that the last one had", async () => {
  let price: string | null = "12.5";
  const row = entry(gainers, [
    source(fakeA, gainers, async () => ({
      data: { gainers: [{ ticker: "A", changes: 1, price, changesPercentage: "8.7", companyName: "A Inc." }] },
      asOf: new Date(Math.min(Date.now(), CLOSE) - 1000).toISOString(),
    })),
  ]) as unknown as Entry;
  const steps: [number, (() => void)?][] = [
    [CLOSE - 120_000],
    [EVENING, () => void (price = null)],
    [SATURDAY],
    [SATURDAY + 60_000, () => void (price = "12.5")],
  ];
  expect(await statesOf([row], "/api/v1/market/gainers", steps)).toEqual([
    "200 fetched, missing nothing",
    "200 fetched, missing price",
    "200 fetched, missing price",
    "200 fetched, missing nothing",
  ]);
});

it("a quote of Yahoo is fresh over the weekend, although it had a price before the opening", async () => {
  const seconds = (...utc: [number, number]) => Date.UTC(2026, 10, 20, ...utc) / 1000;
  const before = { preMarketPrice: 243, preMarketChange: 1, preMarketChangePercent: 0.4 };
  const after = { postMarketPrice: 244.7, postMarketChange: 0.1, postMarketChangePercent: 0.04 };
  let row: object;
  internet.use(
    ...sessionRoutes(),
    crumbRoute("/v7/finance/quote", () => HttpResponse.json({ quoteResponse: { result: [row], error: null } })),
  );
  const quoted = (time: number, more: object = {}) => void (row = { ...APPLE_ROW, regularMarketTime: time, ...more });
  const steps: [number, (() => void)?][] = [
    // New York: 9:00, 15:59, 20:59, 21:00, and twice on Saturday.
    [
      Date.UTC(2026, 10, 20, 14),
      () => quoted(seconds(-3, 0), { ...before, preMarketTime: seconds(13, 59), marketState: "PRE" }),
    ],
    [Date.UTC(2026, 10, 20, 20, 59), () => quoted(seconds(20, 59))],
    [
      EVENING - 60_000,
      () => quoted(seconds(21, 0), { ...after, postMarketTime: seconds(24, 58), marketState: "POST" }),
    ],
    [EVENING, () => quoted(seconds(21, 0), { ...after, postMarketTime: seconds(24, 59), marketState: "CLOSED" })],
    [SATURDAY],
    [SATURDAY + 60_000],
  ];
  const alternative = entry(alternativeQuote, [alternativeQuoteFromB]) as unknown as Entry;
  expect(await statesOf([alternative], "/api/v1/stock/AAPL/provider-b", steps)).toEqual([
    ...Array.from({ length: 3 }, () => "200 fetched, missing nothing"),
    ...Array.from({ length: 3 }, () => "200 hit, missing nothing"),
  ]);
});

describe("a price history", () => {
  /** The sessions of two weeks up to a day, as B's chart. */
  function chartUntil(last: string) {
    const days = ["09", "10", "11", "12", "13", "16", "17", "18", "19", "20"].map((day) => `2026-11-${day}`);
    const timestamp = days.filter((day) => day <= last).map((day) => Date.parse(`${day}T14:30:00Z`) / 1000);
    const closes = timestamp.map((_, at) => 100 + at);
    const quote = { open: closes, high: closes, low: closes, close: closes, volume: closes };
    const meta = {
      symbol: "ACME",
      currency: "USD",
      instrumentType: "EQUITY",
      exchangeTimezoneName: "America/New_York",
      dataGranularity: "1d",
      firstTradeDate: timestamp[0],
      regularMarketTime: CLOSE / 1000,
      currentTradingPeriod: { regular: { end: CLOSE / 1000 } },
    };
    return { meta, timestamp, indicators: { quote: [quote], adjclose: [{ adjclose: closes }] } };
  }
  const row = entry(priceHistory, [priceHistoryFromB]) as unknown as Entry;
  let last: string;

  const statesFrom = async (steps: [number, (() => void)?][]) => {
    internet.use(
      http.get(`${BASE}/v8/finance/chart/ACME`, () =>
        HttpResponse.json({ chart: { result: [chartUntil(last)], error: null } }),
      ),
    );
    return statesOf([row], "/api/v1/stock/ACME/history?range=1mo", steps);
  };

  it("is fresh over the weekend when it has the bar of Friday", async () => {
    last = "2026-11-20";
    expect(await statesFrom([[EVENING], [SATURDAY]])).toEqual([
      "200 fetched, missing nothing",
      "200 hit, missing nothing",
    ]);
  });

  it("is not without it", async () => {
    last = "2026-11-19";
    expect(await statesFrom([[EVENING], [SATURDAY], [SATURDAY + 60_000, () => void (last = "2026-11-20")]])).toEqual([
      "200 fetched, missing bars",
      "200 fetched, missing bars",
      "200 fetched, missing nothing",
    ]);
  });
});
