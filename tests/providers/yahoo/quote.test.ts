import { http, HttpResponse, type JsonBodyType } from "msw";
import { describe, expect, it } from "vitest";
import { extendedHours } from "../../../src/capabilities/prices/extended-hours.js";
import {
  alternativeQuoteFromYahoo,
  alternativeQuoteFromChart,
  quoteFromYahoo,
  quoteFromChart,
  shareFactsFromYahoo,
} from "../../../src/providers/yahoo/prices/quote.js";
import { priceHistoryFromYahoo } from "../../../src/providers/yahoo/prices/price-history.js";
import { quotesFromYahoo } from "../../../src/providers/yahoo/prices/quotes.js";
import { atTime } from "../../support/at-time.js";
import { createAsker } from "../../support/ask.js";
import { useInternet } from "../../support/internet.js";
import { APPLE_ROW, BASE, listingRow, sessionRoutes, crumbRoute } from "./upstream-yahoo.js";

const internet = useInternet();

const QUOTE = {
  symbol: "AAPL",
  price: 244.6,
  change: 3.0700073,
  changesPercentage: 1.2710667,
  dayLow: 241,
  dayHigh: 245.41,
  yearHigh: 260.1,
  yearLow: 164.08,
  marketCap: 3674405863424,
  priceAvg50: 240.5066,
  priceAvg200: 222.96205,
  volume: 40896227,
  avgVolume: 50443058,
  exchange: "NasdaqGS",
  open: 241.07,
  previousClose: 241.53,
  eps: 6.31,
  pe: 38.763866,
  sharesOutstanding: 15022100480,
  name: "Apple Inc.",
  currency: "USD",
  as_of: "2025-02-14T21:00:00.000Z",
  ...Object.fromEntries(Object.keys(extendedHours).map((name) => [name, null])),
};

function answerQuotes(...result: JsonBodyType[]) {
  internet.use(...sessionRoutes(), crumbRoute("/v7/finance/quote", { quoteResponse: { result, error: null } }));
}

async function quoteOf(row: JsonBodyType, symbol = "AAPL") {
  answerQuotes(row);
  return createAsker().ask(alternativeQuoteFromYahoo, { symbol });
}

describe("prices outside the regular session", () => {
  const AFTER = {
    postMarketPrice: 244.64,
    postMarketChange: 0.0399933,
    postMarketChangePercent: 0.0163505,
    postMarketTime: 1739581198,
  };

  it("are in the quote that asks provider B on purpose", async () => {
    const { data } = await quoteOf({ ...APPLE_ROW, ...AFTER });
    expect(data).toEqual({
      ...QUOTE,
      postMarketPrice: 244.64,
      postMarketChange: 0.0399933,
      postMarketChangesPercentage: 0.0163505,
      postMarketTime: "2025-02-15T00:59:58.000Z",
    });
  });

  it("are in a note of the interface's quote, which has no field for them", async () => {
    answerQuotes({ ...APPLE_ROW, ...AFTER });
    const { data, notes } = await createAsker().ask(quoteFromYahoo, { symbol: "AAPL" });
    expect(Object.keys(data)).not.toContain("postMarketPrice");
    expect(notes).toEqual(["After hours: 244.64 (+0.02 %) at 2025-02-15T00:59:58.000Z."]);
  });

  it("are null when the regular price is newer", async () => {
    const before = { preMarketPrice: 240, preMarketChange: 1, preMarketChangePercent: 1, preMarketTime: 1739541600 };
    expect((await quoteOf({ ...APPLE_ROW, ...before })).data).toEqual(QUOTE);
  });
});

describe("the price in another currency", () => {
  const TESCO = listingRow("TSCO.L", "GBp", 388.4);
  const RATE = { symbol: "GBPEUR=X", quoteType: "CURRENCY", regularMarketPrice: 1.2, regularMarketTime: 1739566740 };

  it("is price * rate, pence as pounds, with the rate of the same call", async () => {
    answerQuotes(TESCO, RATE);
    const { data } = await createAsker().ask(alternativeQuoteFromYahoo, { symbol: "TSCO.LON", convert: "eur" });
    expect(data).toMatchObject({
      price: 388.4,
      convertedPrice: 4.6608,
      rate: 1.2,
      rateTime: "2025-02-14T20:59:00.000Z",
    });
  });

  it("is that of a dinar, a thousand fils, for a share of Kuwait", async () => {
    const bank = listingRow("BANK.KW", "KWF", 50.5);
    answerQuotes(bank, { ...RATE, symbol: "KWDUSD=X", regularMarketPrice: 3.27 });
    const { data, currencies } = await createAsker().ask(alternativeQuoteFromYahoo, {
      symbol: "BANK.KW",
      convert: "USD",
    });
    expect(data).toMatchObject({ price: 50.5, convertedPrice: 0.165135, rate: 3.27 });
    expect(currencies).toEqual({ eps: "KWD" });
  });

  it("is left to another source without a rate", async () => {
    answerQuotes(TESCO);
    const { data, missing } = await createAsker().ask(alternativeQuoteFromYahoo, {
      symbol: "TSCO.LON",
      convert: "EUR",
    });
    expect([data.price, data.convertedPrice, data.rate, missing]).toEqual([
      388.4,
      undefined,
      undefined,
      ["convertedPrice", "rate"],
    ]);
  });
});

describe("the quote by provider B", () => {
  it.each([
    ["USDEUR", "EUR=X"],
    ["USDEUR=X", "EUR=X"],
    ["EUR=X", "USDEUR=X"],
  ])("of the pair %s is that of %s, its other name", async (symbol, answered) => {
    const row = { ...APPLE_ROW, symbol: answered, quoteType: "CURRENCY", regularMarketPrice: 0.8914 };
    const { data } = await quoteOf(row, symbol);
    expect(data).toMatchObject({ symbol, price: 0.8914 });
    const chart = {
      meta: { symbol: answered, currency: "EUR", regularMarketPrice: 0.8914 },
      timestamp: [],
      indicators: {},
    };
    internet.use(
      http.get(`${BASE}/v8/finance/chart/*`, () => HttpResponse.json({ chart: { result: [chart], error: null } })),
    );
    expect((await createAsker().ask(quoteFromChart, { symbol })).data).toMatchObject({ symbol, price: 0.8914 });
  });

  it("has every figure as provider B sends it, in the interface's order", async () => {
    const answer = await quoteOf(APPLE_ROW);
    expect(answer).toEqual({ data: QUOTE, asOf: "2025-02-14T21:00:00.000Z", currency: "USD" });
    expect(JSON.stringify(answer.data)).toBe(JSON.stringify(QUOTE));
  });

  it("names a mutual fund as provider B's type does, and nothing else", async () => {
    expect(await quoteOf({ ...APPLE_ROW, quoteType: "MUTUALFUND" })).toHaveProperty("funds", ["AAPL"]);
    expect(await quoteOf({ ...APPLE_ROW, quoteType: "ETF" })).not.toHaveProperty("funds");
  });

  it.each([
    ["REGULAR", "open"],
    ["PRE", "pre-market"],
    ["POST", "after-hours"],
    ["PREPRE", "closed"],
    ["POSTPOST", "closed"],
    ["CLOSED", "closed"],
    ["constructor", undefined],
    [7, undefined],
  ])("shows whether the market is open: %j is %j", async (marketState, state) => {
    const row = { ...APPLE_ROW, symbol: "TSCO.L", marketState };
    expect((await quoteOf(row, "TSCO.L")).market).toBe(state);
  });

  it("notes the delay of the exchange's prices", async () => {
    const late = { ...APPLE_ROW, symbol: "SAP.DE", exchangeDataDelayedBy: 15 };
    expect((await quoteOf(late, "SAP.DE")).notes).toEqual(["Prices of this exchange come 15 minutes late."]);
  });

  it("keeps the requested spelling of a share class", async () => {
    expect((await quoteOf({ ...APPLE_ROW, symbol: "BRK-B" }, "brk.b")).data.symbol).toBe("BRK.B");
  });

  it("does not compute a coin's change, which is over 24 hours, as a note says", async () => {
    const { data, notes } = await quoteOf(
      {
        symbol: "BTC-USD",
        quoteType: "CRYPTOCURRENCY",
        currency: "USD",
        regularMarketPrice: 96107.57,
        regularMarketChange: -1225.89,
        regularMarketChangePercent: -1.26,
        regularMarketPreviousClose: 96168,
      },
      "BTCUSD",
    );
    expect(data).toMatchObject({ symbol: "BTCUSD", change: -1225.89, changesPercentage: -1.26, previousClose: 96168 });
    expect(notes).toEqual(["Provider B counts the change of coins over 24 hours, not since the previous close."]);
  });

  it("states that earnings are in pounds when prices are in pence", async () => {
    const row = { ...APPLE_ROW, currency: "GBp", epsTrailingTwelveMonths: 0.24 };
    expect(await quoteOf(row)).toMatchObject({ data: { eps: 0.24 }, currency: "GBp", currencies: { eps: "GBP" } });
  });

  it("has null for the PE of a loss-making company, and its negative EPS", async () => {
    const { trailingPE: _, ...row } = APPLE_ROW;
    const { data } = await quoteOf({ ...row, epsTrailingTwelveMonths: -2.05 });
    expect(data).toEqual({ ...QUOTE, pe: null, eps: -2.05 });
  });

  it("has null for every figure that is absent or not a number, never 0", async () => {
    const junk = { regularMarketChange: "NaN", marketCap: [], fiftyDayAverage: {}, trailingPE: "Infinity" };
    const { data } = await quoteOf({ symbol: "AAPL", regularMarketPrice: 244.6, ...junk });
    const nulls = Object.fromEntries(Object.keys(QUOTE).map((field) => [field, null]));
    expect(data).toEqual({ ...nulls, symbol: "AAPL", price: 244.6 });
  });

  it.each([
    ["the symbol is unknown", []],
    ["the listing is of type NONE", [{ symbol: "AAPL", quoteType: "NONE", regularMarketPrice: null }]],
    ["it has ended with a price of 0", [{ symbol: "AAPL", quoteType: "NONE", exchange: "YHD", regularMarketPrice: 0 }]],
    ["the fund is listed nowhere any more", [{ symbol: "AAPL", quoteType: "MUTUALFUND", exchange: "YHD" }]],
    ["the listing has no price", [{ symbol: "AAPL", quoteType: "EQUITY", exchange: "NMS" }]],
  ])("is not found when %s", async (_what, result) => {
    answerQuotes(...(result as JsonBodyType[]));
    await expect(createAsker().ask(alternativeQuoteFromYahoo, { symbol: "AAPL" })).rejects.toMatchObject({
      kind: "not_found",
    });
  });

  it("has no change since a previous close that its own range of the year contradicts", async () => {
    const { data, notes } = await chartQuoteOf({ ...META, chartPreviousClose: 2.1e-314 });
    expect(data).toMatchObject({ price: 220, change: null, changesPercentage: null, previousClose: null });
    expect(notes?.[1]).toMatch(/^The previous close of AAPL, 2.1e-314, is far outside its own range of 52 weeks/);
  });

  it.each([
    ["has a price that is none", { ...APPLE_ROW, regularMarketPrice: "NaN" }],
    ["is about another symbol", { ...APPLE_ROW, symbol: "MSFT" }],
  ])("is no valid answer when it %s", async (_what, row) => {
    await expect(quoteOf(row)).rejects.toMatchObject({ reason: "bad_answer" });
  });
});

const META = {
  symbol: "AAPL",
  currency: "USD",
  instrumentType: "EQUITY",
  fullExchangeName: "NasdaqGS",
  regularMarketPrice: 220,
  regularMarketTime: 1742824293,
  regularMarketDayHigh: 221.021,
  regularMarketDayLow: 218.58,
  regularMarketVolume: 5800260,
  fiftyTwoWeekHigh: 260.1,
  fiftyTwoWeekLow: 164.08,
  chartPreviousClose: 200,
  range: "1d",
};

async function chartQuoteOf(meta: Record<string, JsonBodyType>, symbol = "AAPL", spelling = symbol) {
  internet.use(
    http.get(`${BASE}/v8/finance/chart/${spelling}`, ({ request }) => {
      expect(new URL(request.url).search).toBe("?range=1d&interval=1d");
      return HttpResponse.json({ chart: { result: [{ meta, timestamp: [], indicators: {} }], error: null } });
    }),
  );
  return createAsker().ask(alternativeQuoteFromChart, { symbol });
}

describe("the quote from provider B's chart", () => {
  it("has the figures of a chart, and computes the change from the previous close", async () => {
    const nulls = Object.fromEntries(Object.keys(QUOTE).map((field) => [field, null]));
    expect(await chartQuoteOf(META)).toEqual({
      data: {
        ...nulls,
        symbol: "AAPL",
        price: 220,
        change: 20,
        changesPercentage: 10,
        dayLow: 218.58,
        dayHigh: 221.021,
        yearHigh: 260.1,
        yearLow: 164.08,
        volume: 5800260,
        exchange: "NasdaqGS",
        previousClose: 200,
        currency: "USD",
        as_of: "2025-03-24T13:51:33.000Z",
      },
      asOf: "2025-03-24T13:51:33.000Z",
      notes: ["Reduced quote from provider B's chart: what a chart does not carry is null."],
      currency: "USD",
    });
  });

  it.each([
    [-3600, 3600, -60, "open"],
    [-3600, 3600, -7200, undefined],
    [-7200, -3600, -5000, "closed"],
    [3600, 7200, -80_000, "closed"],
  ])(
    "shows whether the market is open: session from %i to %i s, trade at %i s: %j",
    async (start, end, trade, state) => {
      const now = Math.floor(Date.now() / 1000);
      const currentTradingPeriod = { regular: { start: now + start, end: now + end } };
      const meta = { ...META, regularMarketTime: now + trade, currentTradingPeriod };
      expect((await chartQuoteOf(meta)).market).toBe(state);
      expect((await chartQuoteOf({ ...meta, currentTradingPeriod: "x" })).market).toBeUndefined();
    },
  );

  it("prefers the field with the previous close", async () => {
    expect((await chartQuoteOf({ ...META, previousClose: 210 })).data).toMatchObject({
      change: 10,
      previousClose: 210,
    });
  });

  it.each(["5d", "", null])("does not use the close before a range of %j as yesterday's", async (range) => {
    const { data } = await chartQuoteOf({ ...META, range });
    expect(data).toMatchObject({ price: 220, change: null, changesPercentage: null, previousClose: null });
  });

  it("has no change for a coin, whose change counts over 24 hours", async () => {
    const coin = { ...META, symbol: "BTC-USD", instrumentType: "CRYPTOCURRENCY" };
    const { data } = await chartQuoteOf(coin, "BTC-USD");
    expect(data).toMatchObject({ price: 220, change: null, changesPercentage: null, previousClose: 200 });
  });

  it("does not divide by a previous close of 0", async () => {
    const { data } = await chartQuoteOf({ ...META, chartPreviousClose: 0 });
    expect(data).toMatchObject({ change: null, changesPercentage: null, previousClose: null });
  });

  it.each([
    ["has a price that is none", { ...META, regularMarketPrice: "NaN" }],
    ["is about another symbol", { ...META, symbol: "MSFT" }],
  ])("is no valid answer when it %s", async (_what, meta) => {
    await expect(chartQuoteOf(meta)).rejects.toMatchObject({ reason: "bad_answer" });
  });
});

describe("a previous close that the range of the year contradicts", () => {
  const ROW = {
    ...APPLE_ROW,
    regularMarketPreviousClose: 2.4,
    regularMarketChange: 242,
    regularMarketChangePercent: 1e4,
  };
  const SENTENCE =
    "The previous close of AAPL, 2.4, is far outside its own range of 52 weeks, 164.08 to 260.1, likely a mistake of the source: it and the change since are null.";

  it("is null in a quote, like the changes since it, and the note says so", async () => {
    const { data, notes, missing } = await quoteOf(ROW);
    expect(data).toEqual({ ...QUOTE, change: null, changesPercentage: null, previousClose: null });
    expect(notes).toEqual([SENTENCE]);
    // Another fetch would find the same.
    expect(missing).toBeUndefined();
  });

  it("leaves no change in a list of quotes, and its note says so", async () => {
    answerQuotes(ROW);
    const { data, notes } = await createAsker().ask(quotesFromYahoo, { symbols: ["AAPL"] });
    expect(data.quotes).toMatchObject([{ price: 244.6, change: null, changesPercentage: null }]);
    expect(notes).toEqual([SENTENCE]);
  });
});

describe("a listing without a price now", () => {
  const day = (date: string) => Date.parse(`${date}T09:15:00Z`) / 1000;
  const FUND = { ...APPLE_ROW, symbol: "FUND.BO", quoteType: "MUTUALFUND", currency: "INR", regularMarketPrice: 0 };
  const META_OF_FUND = {
    symbol: "FUND.BO",
    currency: "INR",
    instrumentType: "MUTUALFUND",
    exchangeName: "BSE",
    exchangeTimezoneName: "Asia/Kolkata",
    dataGranularity: "1d",
    regularMarketPrice: 0,
  };

  function answerCharts(meta: object, closes: readonly [string, number | null][]) {
    const close = closes.map(([, price]) => price);
    const quote = [{ open: close, high: close, low: close, close, volume: close.map(() => 0) }];
    const result = [{ meta, timestamp: closes.map(([date]) => day(date)), indicators: { quote, adjclose: [] } }];
    const calls: string[] = [];
    internet.use(
      http.get(`${BASE}/v8/finance/chart/*`, ({ request }) => {
        calls.push(new URL(request.url).searchParams.get("range") ?? "days");
        return HttpResponse.json({ chart: { result, error: null } });
      }),
    );
    return calls;
  }

  atTime("2025-04-03T12:00:00Z");

  it.each([
    ["v7", alternativeQuoteFromYahoo],
    ["v7 in place of provider A", quoteFromYahoo],
    ["the chart", alternativeQuoteFromChart],
  ])("has its last close with the day, and none of the figures sent beside the 0 (%s)", async (_what, from) => {
    answerQuotes(FUND);
    answerCharts(META_OF_FUND, [
      ["2025-04-01", 24.42],
      ["2025-04-02", 24.5],
      ["2025-04-03", 0],
    ]);
    const { data, notes, currency } = await createAsker().ask(from, { symbol: "FUND.BO" });
    const others = Object.entries(data).filter(
      ([name, value]) => !["symbol", "price", "name", "currency"].includes(name) && value !== null,
    );
    expect([data.price, others, currency]).toEqual([24.5, [], "INR"]);
    expect(notes).toEqual(["FUND.BO has no price now: this is its last close, of 2025-04-02."]);
  });

  it("has a row in a list, and is an error there without a close in a month", async () => {
    answerQuotes(FUND, APPLE_ROW);
    const calls = answerCharts(META_OF_FUND, [["2025-04-02", 24.5]]);
    const { data, notes } = await createAsker().ask(quotesFromYahoo, { symbols: ["AAPL", "FUND.BO"] });
    expect(data.quotes[1]).toMatchObject({ symbol: "FUND.BO", price: 24.5, change: null, as_of: null });
    expect(notes).toEqual(["FUND.BO has no price now: this is its last close, of 2025-04-02."]);
    expect(calls).toEqual(["days"]);
    answerCharts(META_OF_FUND, [["2025-04-03", null]]);
    const { data: none } = await createAsker().ask(quotesFromYahoo, { symbols: ["AAPL", "FUND.BO"] });
    expect(none.errors).toMatchObject([{ symbol: "FUND.BO", error: "FUND.BO has no price now." }]);
    await expect(createAsker().ask(alternativeQuoteFromChart, { symbol: "FUND.BO" })).rejects.toMatchObject({
      reason: "no_price",
      kind: "no_coverage",
    });
  });

  it("is unknown once its listing has ended, whatever is asked", async () => {
    const ended = { ...META_OF_FUND, exchangeName: "YHD", regularMarketPrice: undefined };
    answerCharts(ended, []);
    for (const from of [alternativeQuoteFromChart, priceHistoryFromYahoo]) {
      await expect(createAsker().ask(from as typeof quoteFromChart, { symbol: "FUND.BO" })).rejects.toMatchObject({
        kind: "not_found",
      });
    }
  });
});

describe("the opening price from provider B's chart", () => {
  const DAY = 86_400;

  it.each([
    ["the day's only bar", [META.regularMarketTime - 1000], [246.44], 246.44],
    ["a bar of another day", [META.regularMarketTime - DAY], [246.44], null],
    ["several bars", [META.regularMarketTime - 2000, META.regularMarketTime - 1000], [246.44, 247], null],
    ["a bar without it", [META.regularMarketTime - 1000], [null], null],
    ["an opening price of 0", [META.regularMarketTime - 1000], [0], null],
    ["no bar", [], [], null],
  ])("with %s", async (_what, timestamp, prices, open) => {
    const result = [{ meta: META, timestamp, indicators: { quote: [{ open: prices }] } }];
    internet.use(
      http.get(`${BASE}/v8/finance/chart/AAPL`, () => HttpResponse.json({ chart: { result, error: null } })),
    );
    expect((await createAsker().ask(alternativeQuoteFromChart, { symbol: "AAPL" })).data.open).toBe(open);
  });

  it("is no valid answer when its bar is longer than the day that was asked", async () => {
    await expect(chartQuoteOf({ ...META, dataGranularity: "1wk" })).rejects.toMatchObject({ reason: "bad_answer" });
    expect((await chartQuoteOf({ ...META, dataGranularity: "1d" })).data.price).toBe(META.regularMarketPrice);
  });
});

describe("the share facts by provider B", () => {
  it("are average volume, EPS and share count", async () => {
    answerQuotes(APPLE_ROW);
    expect(await createAsker().supply(shareFactsFromYahoo, "AAPL")).toEqual({
      facts: { avgVolume: 50443058, eps: 6.31, sharesOutstanding: 15022100480, price: 244.6, currency: "USD" },
      missing: [],
    });
  });

  it("give no EPS for a listing in pence, whose earnings are in pounds", async () => {
    answerQuotes({ ...APPLE_ROW, symbol: "TSCO.L", currency: "GBp", epsTrailingTwelveMonths: 0.24 });
    expect(await createAsker().supply(shareFactsFromYahoo, "TSCO.LON")).toMatchObject({
      facts: { eps: null, avgVolume: 50443058 },
      // Provider A, the next source, has this value.
      missing: ["eps"],
      permanentlyMissing: true,
    });
  });

  it.each([
    ["one figure of a wrong type", { epsTrailingTwelveMonths: [] }, ["eps"]],
    [
      "two figures left out",
      { averageDailyVolume3Month: null, sharesOutstanding: 0 },
      ["avgVolume", "sharesOutstanding"],
    ],
  ])("report missing facts of a share: %s", async (_what, row, missing) => {
    answerQuotes({ ...APPLE_ROW, ...row });
    expect((await createAsker().supply(shareFactsFromYahoo, "AAPL")).missing).toEqual(missing);
  });

  it("fail with no_data for a row without any of the three", async () => {
    const { averageDailyVolume3Month: _volume, epsTrailingTwelveMonths: _eps, ...sparse } = APPLE_ROW;
    answerQuotes({ ...sparse, sharesOutstanding: {} });
    await expect(createAsker().supply(shareFactsFromYahoo, "AAPL")).rejects.toMatchObject({ reason: "no_data" });
  });

  it("are complete without any figure for a currency, which has none", async () => {
    const { averageDailyVolume3Month: _volume, epsTrailingTwelveMonths: _eps, ...sparse } = APPLE_ROW;
    const euro = { symbol: "EURUSD=X", quoteType: "CURRENCY", averageDailyVolume3Month: 0, sharesOutstanding: null };
    answerQuotes({ ...sparse, ...euro });
    expect(await createAsker().supply(shareFactsFromYahoo, "EURUSD=X")).toEqual({
      facts: { avgVolume: null, eps: null, sharesOutstanding: null, price: 244.6, currency: "USD" },
      missing: [],
    });
  });

  it("fail with no_data when the symbol is unknown", async () => {
    answerQuotes();
    await expect(createAsker().supply(shareFactsFromYahoo, "NOPE")).rejects.toMatchObject({ reason: "no_data" });
  });
});
