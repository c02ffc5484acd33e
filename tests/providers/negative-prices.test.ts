import { atTime } from "../support/at-time.js";
import { texts } from "../support/texts.js";
import { http, HttpResponse, type JsonBodyType } from "msw";
import { describe, expect, it } from "vitest";
import { priceHistoryFromFmp } from "../../src/providers/financial-modeling-prep/price-history.js";
import { quoteFromFmp } from "../../src/providers/financial-modeling-prep/quote.js";
import { quotesFromFmp } from "../../src/providers/financial-modeling-prep/quotes.js";
import { marketSummaryFromYahoo } from "../../src/providers/yahoo/prices/market-summary.js";
import { priceHistoryFromYahoo } from "../../src/providers/yahoo/prices/price-history.js";
import { alternativeQuoteFromYahoo, quoteFromYahoo, quoteFromChart } from "../../src/providers/yahoo/prices/quote.js";
import { quotesFromYahoo } from "../../src/providers/yahoo/prices/quotes.js";
import { createAsker } from "../support/ask.js";
import { useInternet } from "../support/internet.js";
import { simulateFmp } from "./financial-modeling-prep/upstream-fmp.js";
import { APPLE_ROW, BASE, crumbRoute, sessionRoutes } from "./yahoo/upstream-yahoo.js";

const internet = useInternet();

atTime(Date.UTC(2020, 3, 20, 20, 30));

const OIL_ROW = {
  symbol: "CL=F",
  quoteType: "FUTURE",
  exchange: "NYM",
  fullExchangeName: "NY Mercantile",
  currency: "USD",
  marketState: "REGULAR",
  regularMarketPrice: -37.63,
  regularMarketPreviousClose: 18.27,
  regularMarketChange: -55.9,
  regularMarketChangePercent: -305.97,
  regularMarketTime: 1587407400,
  regularMarketDayLow: -40.32,
  regularMarketDayHigh: 17.85,
  bid: -37.7,
  ask: -37.5,
};
const OIL = { price: -37.63, change: -55.9, changesPercentage: -305.97, dayLow: -40.32, dayHigh: 17.85 };

const answerQuotes = (...result: JsonBodyType[]) =>
  internet.use(...sessionRoutes(), crumbRoute("/v7/finance/quote", { quoteResponse: { result, error: null } }));

function answerChart(symbol: string, instrumentType: string | null): void {
  const times = [17, 20].map((day) => Date.UTC(2020, 3, day, 4) / 1000);
  const { regularMarketPrice, regularMarketTime } = OIL_ROW;
  const range = { open: [19.19, 17.73], high: [19.38, 17.85], low: [17.31, -40.32] };
  const quote = { ...range, close: [18.27, -37.630001068115234], volume: [136_000, 247_947] };
  internet.use(
    http.get(`${BASE}/v8/finance/chart/:symbol`, ({ request }) => {
      const { searchParams } = new URL(request.url);
      const meta = {
        symbol,
        instrumentType,
        currency: "USD",
        exchangeTimezoneName: "America/New_York",
        regularMarketPrice,
        regularMarketTime,
        previousClose: 18.27,
        regularMarketDayLow: -40.32,
        dataGranularity: searchParams.get("interval"),
      };
      const isQuote = searchParams.get("range") === "1d";
      const result = { meta, timestamp: isQuote ? times.slice(1) : times, indicators: { quote: [quote] } };
      return HttpResponse.json({ chart: { result: [result], error: null } });
    }),
  );
}

describe("a price below 0 from provider B", () => {
  it("is that of a quote, with its range", async () => {
    answerQuotes(OIL_ROW);
    for (const source of [alternativeQuoteFromYahoo, quoteFromYahoo]) {
      const { data, notes = [] } = await createAsker().ask(source as typeof quoteFromYahoo, { symbol: "CL=F" });
      expect(data).toMatchObject({ ...OIL, previousClose: 18.27 });
      expect(notes).toEqual([]);
    }
  });

  it("is that of its row among others, without a spread in percent", async () => {
    answerQuotes(APPLE_ROW, OIL_ROW);
    const { data } = await createAsker().ask(quotesFromYahoo, { symbols: ["AAPL", "CL=F"] });
    expect(data.errors).toEqual([]);
    expect(data.quotes[1]).toMatchObject({ ...OIL, bid: -37.7, spreadPercent: null });
  });

  it("is that of the market summary, whose yields may be below 0 too", async () => {
    answerQuotes(OIL_ROW, { ...OIL_ROW, symbol: "^IRX", quoteType: "INDEX", regularMarketPrice: -0.05 });
    internet.use(http.get(`${BASE}/v8/finance/chart/:symbol`, () => new HttpResponse(null, { status: 503 })));
    const { data } = await createAsker().ask(marketSummaryFromYahoo, {});
    expect(data.commodities[0]).toMatchObject({ symbol: "CL=F", price: -37.63, change: -55.9 });
    expect(data.yields.m3).toBe(-0.05);
  });

  it.each([
    ["CL=F", "FUTURE"],
    ["CL=F", null],
    ["^TNX", "INDEX"],
  ])("is that of a chart of %s, of the kind %s", async (symbol, kind) => {
    answerChart(symbol, kind);
    const quote = await createAsker().ask(quoteFromChart, { symbol });
    expect(quote.data).toMatchObject({ price: -37.63, change: -55.9, changesPercentage: -305.966, dayLow: -40.32 });
    const { data } = await createAsker().ask(priceHistoryFromYahoo, { symbol, range: "1mo" });
    expect(data.bars[0]).toMatchObject({ date: "2020-04-20", open: 17.73, low: -40.32, close: -37.63 });
    expect(data.summary).toMatchObject({ low: -40.32, changePercent: -305.966 });
  });

  it.each(["EQUITY", "ETF", "MUTUALFUND", "CRYPTOCURRENCY", null])("is no price of the kind %s", async (kind) => {
    answerChart("AAPL", kind);
    const { data } = await createAsker().ask(priceHistoryFromYahoo, { symbol: "AAPL", range: "1mo" });
    expect(data.bars.map(({ close, low }) => [close, low])).toEqual([[18.27, 17.31]]);
    answerQuotes({ ...OIL_ROW, symbol: "MSFT", quoteType: kind }, APPLE_ROW);
    const quotes = await createAsker().ask(quotesFromYahoo, { symbols: ["AAPL", "MSFT"] });
    expect(quotes.data.errors.map(({ error }) => texts(error))).toEqual([
      "No quote for MSFT: the price that provider B sends for it cannot be used.",
    ]);
  });
});

describe("a price below 0 from provider A", () => {
  const ROW = { price: -37.63, change: -55.9, changePercentage: -305.97, dayLow: -40.32, dayHigh: 17.85 };

  it.each([
    ["CLUSD", "COMMODITY"],
    ["^TNX", "INDEX"],
    ["EURUSD", "FOREX"],
  ])("is that of %s, whose exchange is %s", async (symbol, exchange) => {
    const row = { ...ROW, symbol, exchange, previousClose: 18.27, timestamp: 1587407400 };
    simulateFmp(internet, { quote: [row], "batch-quote": [row] });
    const { data } = await createAsker().ask(quoteFromFmp, { symbol });
    expect(data).toMatchObject(OIL);
    const quotes = await createAsker().ask(quotesFromFmp, { symbols: [symbol] });
    expect(quotes.data.quotes[0]).toMatchObject(OIL);
  });

  it.each([
    ["^TNX", [-0.1, 1]],
    ["AAPL", [1]],
  ])("is that of bars of %s: %j", async (symbol, expected) => {
    const bar = { symbol, open: 1, high: 1, low: -0.2, close: 1, volume: 10 };
    simulateFmp(internet, {
      "historical-price-eod/full": [
        { ...bar, date: "2020-04-17" },
        { ...bar, date: "2020-04-20", close: -0.1 },
      ],
    });
    const { data } = await createAsker().ask(priceHistoryFromFmp, { symbol, range: "1mo" });
    expect(data.bars.map(({ close }) => close)).toEqual(expected);
  });
});
