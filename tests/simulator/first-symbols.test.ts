/** The symbols that people try first: at each provider in its shape, with a history that fits the quote. */
import { describe, expect, it } from "vitest";
import { DAY_MS } from "../../src/lib/day.js";
import { type Figures, type YahooQuotes, useSimulator } from "./call-simulator.js";

const market = await useSimulator("2025-11-20T15:50:00Z");

const SYMBOLS: [symbol: string, quoteType: string, exchange: string, zone: string][] = [
  ["^GSPC", "INDEX", "SNP", "America/New_York"],
  ["^IXIC", "INDEX", "Nasdaq GIDS", "America/New_York"],
  ["^DJI", "INDEX", "DJI", "America/New_York"],
  ["^VIX", "INDEX", "Cboe Indices", "America/Chicago"],
  ["^TNX", "INDEX", "Cboe Indices", "America/Chicago"],
  ["GC=F", "FUTURE", "COMEX", "America/New_York"],
  ["CL=F", "FUTURE", "NY Mercantile", "America/New_York"],
  ["EURUSD=X", "CURRENCY", "CCY", "Europe/London"],
  ["BTC-USD", "CRYPTOCURRENCY", "CCC", "UTC"],
  ["SPY", "ETF", "NYSEArca", "America/New_York"],
  ["QQQ", "ETF", "NasdaqGS", "America/New_York"],
  ["F", "EQUITY", "NYSE", "America/New_York"],
  ["V", "EQUITY", "NYSE", "America/New_York"],
  ["BRK-B", "EQUITY", "NYSE", "America/New_York"],
  ["NESN.SW", "EQUITY", "Swiss", "Europe/Zurich"],
  ["TSCO.L", "EQUITY", "LSE", "Europe/London"],
  ["7203.T", "EQUITY", "Tokyo", "Asia/Tokyo"],
  ["BABA", "EQUITY", "NYSE", "America/New_York"],
];

interface Chart {
  meta: Figures;
  timestamp: number[];
  indicators: { quote: Record<"high" | "low" | "close" | "volume", number[]>[] };
}

async function quoteOfYahoo(symbol: string): Promise<Figures> {
  const { body } = await market.b<YahooQuotes>(`/v7/finance/quote?symbols=${encodeURIComponent(symbol)}`);
  return body.quoteResponse.result[0]!;
}

async function chartOfYahoo(symbol: string, query: string): Promise<Chart> {
  const { text } = await market.call(`/b/v8/finance/chart/${encodeURIComponent(symbol)}?${query}`);
  return (JSON.parse(text) as { chart: { result: Chart[] } }).chart.result[0]!;
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

describe.each(SYMBOLS)("%s at provider B", (symbol, quoteType, exchange, zone) => {
  it("is of its kind, exchange and zone, in quote and chart", async () => {
    expect(await quoteOfYahoo(symbol)).toMatchObject({
      symbol,
      quoteType,
      fullExchangeName: exchange,
      exchangeTimezoneName: zone,
    });
    const { meta } = await chartOfYahoo(symbol, "range=1mo&interval=1d");
    expect(meta).toMatchObject({
      symbol,
      instrumentType: quoteType,
      fullExchangeName: exchange,
      exchangeTimezoneName: zone,
    });
  });

  it("has a history that ends with today's quote and gives its change, averages and range", async () => {
    const quote = await quoteOfYahoo(symbol);
    const { timestamp, indicators } = await chartOfYahoo(symbol, "range=2y&interval=1d");
    const { high, low, close, volume } = indicators.quote[0]!;
    const exact = (value: number) => Math.fround(value);
    expect(close.at(-1)).toBe(exact(quote["regularMarketPrice"]!));
    // The change of a coin is that of 24 hours.
    expect(close.at(-2)).toBe(exact(quote["regularMarketPreviousClose"]!));
    expect(volume.at(-1)).toBe(quote["regularMarketVolume"]);
    expect(mean(close.slice(-50))).toBeCloseTo(quote["fiftyDayAverage"]!, 2);
    expect(mean(close.slice(-200))).toBeCloseTo(quote["twoHundredDayAverage"]!, 2);
    const days = timestamp.map((seconds) => new Date(seconds * 1000).toLocaleDateString("sv-SE", { timeZone: zone }));
    const yearAgo = Date.parse(days.at(-1)!) - 365 * DAY_MS;
    const ofYear = days.findIndex((each) => Date.parse(each) >= yearAgo);
    expect(Math.max(...high.slice(ofYear))).toBe(exact(quote["fiftyTwoWeekHigh"]!));
    expect(Math.min(...low.slice(ofYear))).toBe(exact(quote["fiftyTwoWeekLow"]!));
    expect(timestamp).toEqual(timestamp.toSorted((one, other) => one - other));
    expect(new Set(days).size).toBe(days.length);
  });

  it("has a market cap of price times shares, or none, and no volume where the upstream has none", async () => {
    const { marketCap, sharesOutstanding, regularMarketPrice: price, ...quote } = await quoteOfYahoo(symbol);
    const units = symbol === "TSCO.L" ? 100 : 1;
    const isCompany = quoteType === "EQUITY";
    expect(isCompany ? marketCap : 0).toBe(isCompany ? Math.round((price! * sharesOutstanding!) / units) : 0);
    expect(marketCap === undefined).toBe(["INDEX", "CURRENCY", "FUTURE"].includes(quoteType));
    expect(quote["regularMarketVolume"] === 0).toBe(["^VIX", "^TNX", "EURUSD=X"].includes(symbol));
  });

  it("is found by its symbol, with news that are about it", async () => {
    const { text } = await market.call(`/b/v1/finance/search?q=${encodeURIComponent(symbol)}&newsCount=3`);
    const { quotes, news } = JSON.parse(text) as {
      quotes: { symbol: string; quoteType: string }[];
      news: { title: string; relatedTickers: string[] }[];
    };
    expect(quotes).toContainEqual(expect.objectContaining({ symbol, quoteType }));
    expect(news).toHaveLength(3);
    for (const { title, relatedTickers } of news) {
      expect(title).toMatch(/^Simulated: /);
      expect(relatedTickers).toEqual([symbol]);
    }
  });
});

describe("provider A", () => {
  it.each([
    ["EURUSD", "FOREX", null],
    ["^VIX", "INDEX", 0],
    ["GCUSD", "COMMODITY", 0],
  ])("spells %s in its own way, without a market cap", async (symbol, exchange, marketCap) => {
    const quotes = await market.a<{ volume: number }>(`quote?symbol=${encodeURIComponent(symbol)}`);
    expect(quotes).toMatchObject([{ symbol, exchange, marketCap }]);
    const rows = await market.a<{ date: string }>(
      `historical-price-eod/full?symbol=${encodeURIComponent(symbol)}&from=2025-11-17&to=2025-11-20`,
    );
    expect(rows.map(({ date }) => date)).toEqual(["2025-11-20", "2025-11-19", "2025-11-18", "2025-11-17"]);
    expect((await market.a("search-symbol?query=EURUSD"))[0]).toMatchObject({ name: "EUR/USD", currency: "USD" });
  });

  it("does not know provider B's spellings", async () => {
    for (const symbol of ["EURUSD=X", "GC=F", "BTC-USD"]) expect(await market.a(`quote?symbol=${symbol}`)).toEqual([]);
  });
});
