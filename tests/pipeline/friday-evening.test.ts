/** Answers that are fetched after the close of a Friday: only complete ones are still fresh on Saturday. */
import { describe, expect, it, vi } from "vitest";
import { gainers } from "../../src/capabilities/prices/movers.js";
import { priceHistory } from "../../src/capabilities/prices/price-history.js";
import { quotes } from "../../src/capabilities/prices/quotes.js";
import type { QuotedRow } from "../../src/capabilities/prices/quotes-columns.js";
import { http, HttpResponse } from "msw";
import { entry, type Entry } from "../../src/contract/entry.js";
import { source } from "../../src/contract/provider.js";
import { priceHistoryFromYahoo } from "../../src/providers/yahoo/prices/price-history.js";
import { atTime } from "../support/at-time.js";
import { createAppOf } from "../support/app-of.js";
import { fakeA } from "../support/fakes.js";
import { COOKIE_URL } from "../support/ask.js";
import { useInternet } from "../support/internet.js";
import { alternativeQuote } from "../../src/capabilities/prices/quote.js";
import { alternativeQuoteFromYahoo } from "../../src/providers/yahoo/prices/quote.js";
import { DAY_MS } from "../../src/lib/day.js";
import { APPLE_ROW, BASE, crumbRoute, sessionRoutes } from "../providers/yahoo/upstream-yahoo.js";

const internet = useInternet();

/** Friday, 20 November 2026: the close, the end of after-hours trading, an hour later. */
const CLOSE = Date.UTC(2026, 10, 20, 21);
const EVENING = Date.UTC(2026, 10, 21, 2);
const SATURDAY = Date.UTC(2026, 10, 21, 20);

atTime(Date.UTC(2026, 10, 20, 20));

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
  const alternative = entry(alternativeQuote, [alternativeQuoteFromYahoo]) as unknown as Entry;
  expect(await statesOf([alternative], "/api/v1/stock/AAPL/provider-b", steps)).toEqual([
    ...Array.from({ length: 3 }, () => "200 fetched, missing nothing"),
    ...Array.from({ length: 3 }, () => "200 hit, missing nothing"),
  ]);
});

describe("a price history", () => {
  /** The last sessions up to a day, as B's chart; `first` is the time of its first trade, which B may not state. */
  function chartOf({ last = "2026-11-20", sessions = 300, first = 0 as number | null, interval = "1d" }) {
    const days = Array.from({ length: 2 * sessions + 7 }, (_, at) => new Date(CLOSE - at * DAY_MS))
      .filter((day) => day.getUTCDay() % 6 !== 0 && day.toISOString().slice(0, 10) <= last)
      .slice(0, sessions)
      .map((day) => day.toISOString().slice(0, 10));
    const timestamp = days.map((day) => Date.parse(`${day}T14:30:00Z`) / 1000).toReversed();
    const closes = timestamp.map((_, at) => 100 + at);
    const quote = { open: closes, high: closes, low: closes, close: closes, volume: closes };
    const meta = {
      symbol: "ACME",
      currency: "USD",
      instrumentType: "EQUITY",
      exchangeTimezoneName: "America/New_York",
      dataGranularity: interval,
      firstTradeDate: first === 0 ? timestamp[0] : first,
      regularMarketTime: CLOSE / 1000,
      currentTradingPeriod: { regular: { end: CLOSE / 1000 } },
    };
    return { meta, timestamp, indicators: { quote: [quote], adjclose: [{ adjclose: closes }] } };
  }
  const row = entry(priceHistory, [priceHistoryFromYahoo]) as unknown as Entry;
  let played: Parameters<typeof chartOf>[0];

  const statesFrom = async (steps: [number, (() => void)?][], query = "range=1mo") => {
    internet.use(
      http.get(`${BASE}/v8/finance/chart/ACME`, ({ request }) => {
        const interval = new URL(request.url).searchParams.get("interval")!;
        return HttpResponse.json({ chart: { result: [chartOf({ interval, ...played })], error: null } });
      }),
    );
    return statesOf([row], `/api/v1/stock/ACME/history?${query}`, steps);
  };

  it("is fresh over the weekend when it has the bar of Friday", async () => {
    played = {};
    expect(await statesFrom([[EVENING], [SATURDAY]])).toEqual([
      "200 fetched, missing nothing",
      "200 hit, missing nothing",
    ]);
  });

  it("is not without it", async () => {
    played = { last: "2026-11-19" };
    expect(await statesFrom([[EVENING], [SATURDAY], [SATURDAY + 60_000, () => void (played = {})]])).toEqual([
      "200 fetched, missing bars",
      "200 fetched, missing bars",
      "200 fetched, missing nothing",
    ]);
  });

  it.each([
    ["a cut chart that does not state the first trade", { sessions: 3, first: null }, "range=1y"],
    ["a cut chart that states its first row as the first trade", { sessions: 3 }, "range=1y"],
    ["a cut chart of hours", { sessions: 3 }, "range=1mo&interval=1h"],
    ["a cut chart of a year that has ended", { sessions: 3, first: null }, "from=2026-11-01&to=2026-11-18"],
    ["a chart with one bar less than any whole one", { sessions: 199 }, "range=1y"],
  ])("is not either when it was %s, once", async (_what, cut, query) => {
    played = cut;
    const whole = () => void (played = { sessions: 300 });
    const states = await statesFrom([[EVENING], [SATURDAY, whole], [SATURDAY + 3_600_000]], query);
    expect(states).toEqual([
      "200 fetched, missing nothing",
      "200 fetched, missing nothing",
      "200 hit, missing nothing",
    ]);
  });

  it("is fresh over the weekend with as many bars as the shortest whole one", async () => {
    played = { sessions: 200 };
    expect((await statesFrom([[EVENING], [SATURDAY]], "range=1y"))[1]).toBe("200 hit, missing nothing");
  });
});
