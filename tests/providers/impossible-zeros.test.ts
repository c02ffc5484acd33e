import { http, HttpResponse, type JsonBodyType } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { overviewFromFmp } from "../../src/providers/financial-modeling-prep/overview.js";
import { quoteFromFmp } from "../../src/providers/financial-modeling-prep/quote.js";
import { quotesFromFmp } from "../../src/providers/financial-modeling-prep/quotes.js";
import { overviewFromYahoo } from "../../src/providers/yahoo/companies/overview.js";
import { alternativeQuoteFromYahoo } from "../../src/providers/yahoo/prices/quote.js";
import { quotesFromYahoo } from "../../src/providers/yahoo/prices/quotes.js";
import { createAsker } from "../support/ask.js";
import { useInternet } from "../support/internet.js";
import { simulateFmp } from "./financial-modeling-prep/upstream-fmp.js";
import { APPLE_PRICE, APPLE_ROW, BASE, sessionRoutes, crumbRoute, summary, summaryOf } from "./yahoo/upstream-yahoo.js";

const internet = useInternet();
const zeros = (...names: string[]) => Object.fromEntries(names.map((name) => [name, 0]));
const nulls = (...names: string[]) => Object.fromEntries(names.map((name) => [name, null]));

const noSeries = http.get(`${BASE}/ws/*`, () => HttpResponse.json({ timeseries: { result: [] } }));

// The PEG is requested at the same time as the summary, whether it is needed or not.
beforeEach(() => internet.use(noSeries, ...sessionRoutes()));

describe("an overview by provider B", () => {
  const MODULES = {
    assetProfile: { sector: "Technology" },
    summaryDetail: { trailingPE: 20 },
    defaultKeyStatistics: { trailingEps: 1, pegRatio: 1.5 },
  };

  async function metricsOf(modules: Record<string, JsonBodyType>) {
    internet.use(summary("AAPL", summaryOf({ price: APPLE_PRICE, ...MODULES, ...modules })));
    return (await createAsker().ask(overviewFromYahoo, { symbol: "AAPL" })).data.financialMetrics;
  }

  it("has null for a bank's margin, which is sent as 0 with a revenue", async () => {
    const financialData = { totalRevenue: 17_900_000_000, grossMargins: 0, operatingMargins: 0.31, profitMargins: 0 };
    expect(await metricsOf({ financialData })).toMatchObject({
      grossMargin: null,
      operatingMargin: 0.31,
      netMargin: null,
    });
  });

  it.each([0, null])("keeps a margin of 0 with a revenue of %j", async (totalRevenue) => {
    expect(await metricsOf({ financialData: { totalRevenue, grossMargins: 0 } })).toMatchObject({ grossMargin: 0 });
  });

  it("has null for a bank's current ratio and debt to equity of 0, and keeps a company's debt of 0", async () => {
    const financialData = { totalRevenue: 1, currentRatio: 0, debtToEquity: 0 };
    expect(await metricsOf({ financialData })).toMatchObject(nulls("currentRatio", "debtToEquity"));
    const company = { totalRevenue: 1, currentRatio: 2.1, debtToEquity: 0 };
    expect(await metricsOf({ financialData: company })).toMatchObject({ currentRatio: 2.1, debtToEquity: 0 });
  });

  it("has a PEG only with a P/E", async () => {
    expect(await metricsOf({})).toMatchObject({ peRatio: 20, pegRatio: 1.5 });
    expect(await metricsOf({ summaryDetail: { beta: 1 } })).toMatchObject({ peRatio: null, pegRatio: null });
    expect(await metricsOf({ summaryDetail: { trailingPE: -3 } })).toMatchObject({ peRatio: null, pegRatio: null });
  });

  it("has null for a PEG of 0", async () => {
    const defaultKeyStatistics = { trailingEps: 1, pegRatio: 0 };
    expect(await metricsOf({ defaultKeyStatistics })).toMatchObject({ peRatio: 20, pegRatio: null });
  });

  it("has null for a return of 0 with a revenue", async () => {
    const returns = { returnOnEquity: 0, returnOnAssets: 0 };
    expect(await metricsOf({ financialData: { totalRevenue: 5, ...returns } })).toMatchObject(nulls("roe", "roa"));
    expect(await metricsOf({ financialData: { totalRevenue: 0, ...returns } })).toMatchObject(zeros("roe", "roa"));
  });

  it("has a fund's yield as its dividend yield", async () => {
    const price = { ...APPLE_PRICE, quoteType: "ETF" };
    expect(await metricsOf({ price, summaryDetail: { yield: 0.0054 } })).toMatchObject({ dividendYield: 0.0054 });
    const both = { yield: 0.0054, dividendYield: 0.004 };
    expect(await metricsOf({ price, summaryDetail: both })).toMatchObject({ dividendYield: 0.004 });
  });
});

describe("an overview by provider A", () => {
  const BANK = {
    symbol: "AAPL",
    price: 11.4,
    companyName: "Ping An Bank",
    currency: "CNY",
    sector: "Financial Services",
  };
  const RATIOS = { priceToEarningsRatioTTM: 5, priceToEarningsGrowthRatioTTM: 0.4, netIncomePerShareTTM: 2.28 };

  async function metricsOf(ratios: object, { profile = {}, statement = {}, metrics = [] as object[] } = {}) {
    simulateFmp(internet, {
      profile: [{ ...BANK, ...profile }],
      "ratios-ttm": [{ symbol: "AAPL", ...RATIOS, ...ratios }],
      "income-statement": [{ symbol: "AAPL", reportedCurrency: "CNY", ...statement }],
      "key-metrics-ttm": metrics,
      "price-target-consensus": [],
      "grades-historical": [],
    });
    return (await createAsker().ask(overviewFromFmp, { symbol: "AAPL" })).data.financialMetrics;
  }

  it("has null for a bank's current ratio and debt to equity, which are sent as 0", async () => {
    expect(await metricsOf(zeros("currentRatioTTM", "debtToEquityRatioTTM"))).toMatchObject(
      nulls("currentRatio", "debtToEquity"),
    );
  });

  it("keeps the 0 of a company without debt", async () => {
    const ratios = { currentRatioTTM: 3, debtToEquityRatioTTM: 0 };
    expect(await metricsOf(ratios, { profile: { sector: "Technology" } })).toMatchObject({
      currentRatio: 3,
      debtToEquity: 0,
    });
  });

  it("has no PEG for a loss-making company, whose two negative figures divide to a small positive one", async () => {
    const ratios = { priceToEarningsRatioTTM: -1.37, priceToEarningsGrowthRatioTTM: 0.114 };
    expect(await metricsOf(ratios)).toMatchObject({ peRatio: null, pegRatio: null });
  });

  it("has null for a margin of 0 with a revenue, and for a price ratio of 0", async () => {
    const margins = zeros("grossProfitMarginTTM", "operatingProfitMarginTTM", "netProfitMarginTTM");
    const names = ["grossMargin", "operatingMargin", "netMargin"];
    expect(await metricsOf(margins, { statement: { revenue: 5 } })).toMatchObject(nulls(...names));
    expect(await metricsOf({ ...margins, priceToSalesRatioTTM: 2 })).toMatchObject(nulls(...names));
    expect(await metricsOf(margins)).toMatchObject(zeros(...names));
    expect(await metricsOf(zeros("priceToSalesRatioTTM", "priceToBookRatioTTM"))).toMatchObject(
      nulls("priceToSales", "priceToBook"),
    );
  });

  it("has null for a return of 0 with a revenue", async () => {
    const metrics = [{ symbol: "AAPL", ...zeros("returnOnEquityTTM", "returnOnAssetsTTM") }];
    expect(await metricsOf({ priceToSalesRatioTTM: 2 }, { metrics })).toMatchObject(nulls("roe", "roa"));
    expect(await metricsOf({}, { metrics })).toMatchObject(zeros("roe", "roa"));
  });

  it("has the revenue of the last reported year", async () => {
    expect(await metricsOf({}, { statement: { revenue: 146_695_000_000 } })).toMatchObject({
      revenue: 146_695_000_000,
    });
  });
});

describe("quotes", () => {
  it("by provider B have null for a range or opening price of 0, and for a change since a close of 0", async () => {
    const row = {
      ...APPLE_ROW,
      ...zeros("regularMarketDayLow", "regularMarketDayHigh", "fiftyTwoWeekLow", "fiftyTwoWeekHigh"),
      ...zeros("regularMarketOpen", "regularMarketPreviousClose", "regularMarketChange", "regularMarketChangePercent"),
    };
    internet.use(crumbRoute("/v7/finance/quote", { quoteResponse: { result: [row], error: null } }));
    const range = ["dayLow", "dayHigh", "yearLow", "yearHigh", "change", "changesPercentage"];
    const { data } = await createAsker().ask(alternativeQuoteFromYahoo, { symbol: "AAPL" });
    expect(data).toMatchObject({ price: 244.6, ...nulls(...range, "open", "previousClose") });
    const several = await createAsker().ask(quotesFromYahoo, { symbols: ["AAPL"] });
    expect(several.data.quotes[0]).toMatchObject({ price: 244.6, ...nulls(...range) });
  });

  it("by provider A have null for a change since a close of 0", async () => {
    const row = { symbol: "AAPL", price: 8.46, change: 0, changePercentage: 0, previousClose: 0, open: 0 };
    simulateFmp(internet, { quote: [row], "batch-quote": [row] });
    const unknown = nulls("change", "changesPercentage");
    const { data } = await createAsker().ask(quoteFromFmp, { symbol: "AAPL" });
    expect(data).toMatchObject({ price: 8.46, ...unknown, previousClose: null, open: null });
    const several = await createAsker().ask(quotesFromFmp, { symbols: ["AAPL"] });
    expect(several.data.quotes[0]).toMatchObject({ price: 8.46, ...unknown });
  });

  it.each(["MUTUALFUND", "INDEX", "CURRENCY"])("by provider B have no volume of 0 for a %s", async (quoteType) => {
    const row = { ...APPLE_ROW, quoteType, ...zeros("regularMarketVolume", "averageDailyVolume3Month") };
    internet.use(crumbRoute("/v7/finance/quote", { quoteResponse: { result: [row], error: null } }));
    const { data } = await createAsker().ask(alternativeQuoteFromYahoo, { symbol: "AAPL" });
    expect(data).toMatchObject(nulls("volume", "avgVolume"));
  });

  it("by provider A have no volume of 0 for a fund, an index or a currency, and that of a share", async () => {
    const volumeOf = async (symbol: string, exchange: string) => {
      const row = { symbol, price: 8.46, volume: 0, exchange };
      simulateFmp(internet, { quote: [row], "batch-quote": [row] });
      const { data } = await createAsker().ask(quoteFromFmp, { symbol });
      const several = await createAsker().ask(quotesFromFmp, { symbols: [symbol] });
      expect(several.data.quotes[0]?.volume).toBe(data.volume);
      return data.volume;
    };
    expect([await volumeOf("VFIAX", "NASDAQ"), await volumeOf("^GSPC", "INDEX")]).toEqual([null, null]);
    expect([await volumeOf("EURUSD", "FOREX"), await volumeOf("TINY", "NASDAQ")]).toEqual([null, 0]);
  });

  it("keep a change of 0 since a real close", async () => {
    simulateFmp(internet, {
      quote: [{ symbol: "AAPL", price: 8.46, change: 0, changePercentage: 0, previousClose: 8.46 }],
    });
    const { data } = await createAsker().ask(quoteFromFmp, { symbol: "AAPL" });
    expect(data).toMatchObject({ change: 0, changesPercentage: 0, previousClose: 8.46 });
  });
});

it("a dividend yield of 0 is a value, from both providers: the company pays nothing", async () => {
  internet.use(summary("AAPL", summaryOf({ price: APPLE_PRICE, summaryDetail: { trailingPE: 20, dividendYield: 0 } })));
  const ofYahoo = await createAsker().ask(overviewFromYahoo, { symbol: "AAPL" });
  simulateFmp(internet, {
    profile: [{ symbol: "AAPL", price: 5, companyName: "Apple Inc.", currency: "USD" }],
    "ratios-ttm": [{ symbol: "AAPL", priceToEarningsRatioTTM: 5, dividendYieldTTM: 0 }],
    "income-statement": [],
    "key-metrics-ttm": [],
    "price-target-consensus": [],
    "grades-historical": [],
  });
  const ofFmp = await createAsker().ask(overviewFromFmp, { symbol: "AAPL" });
  expect([ofYahoo, ofFmp].map(({ data }) => data.financialMetrics.dividendYield)).toEqual([0, 0]);
});
