import { http, HttpResponse, type JsonBodyType } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { keyStatisticsFromB } from "../../../src/providers/provider-b/key-statistics.js";
import { overviewFromB } from "../../../src/providers/provider-b/overview.js";
import { createAsker } from "../../support/ask.js";
import { useInternet } from "../../support/internet.js";
import { APPLE_PRICE, BASE, sessionRoutes, summary, summaryOf } from "./upstream-b.js";

const internet = useInternet();

// As recorded on 2025-02-24.
const APPLE: Record<string, Record<string, JsonBodyType>> = {
  price: APPLE_PRICE,
  assetProfile: { sector: "Technology" },
  summaryDetail: {
    beta: 1.2,
    trailingPE: 38.91442,
    forwardPE: 29.548735,
    priceToSalesTrailing12Months: 9.320489,
    fiftyDayAverage: 240.6902,
    twoHundredDayAverage: 224.38545,
  },
  defaultKeyStatistics: {
    enterpriseValue: 3731694026752,
    forwardPE: 29.80388,
    floatShares: 14998187904,
    sharesOutstanding: 15022100480,
    sharesShort: 124917523,
    dateShortInterest: 1738281600,
    sharesPercentSharesOut: 0.0083,
    heldPercentInsiders: 0.02286,
    heldPercentInstitutions: 0.62706,
    shortRatio: 2.12,
    shortPercentOfFloat: 0.0083,
    bookValue: 4.438,
    priceToBook: 55.328976,
    pegRatio: 2.1,
    lastFiscalYearEnd: 1727481600,
    nextFiscalYearEnd: 1759017600,
    mostRecentQuarter: 1735344000,
    enterpriseToRevenue: 9.429,
    enterpriseToEbitda: 27.169,
    "52WeekChange": 0.35543168,
    SandP52WeekChange: 0.1861316,
  },
  financialData: {
    totalCash: 53774999552,
    ebitda: 137352003584,
    totalDebt: 96798998528,
    quickRatio: 0.783,
    currentRatio: 0.923,
    totalRevenue: 395760009216,
    debtToEquity: 145,
    returnOnAssets: 0.22518998,
    returnOnEquity: 1.3652,
    grossProfits: 184102993920,
    freeCashflow: 93833871360,
    operatingCashflow: 108293996544,
    earningsGrowth: 0.101,
    revenueGrowth: 0.04,
    grossMargins: 0.46519002,
    operatingMargins: 0.34459,
    profitMargins: 0.24295,
    financialCurrency: "USD",
  },
};

const STATISTICS = {
  symbol: "AAPL",
  currency: "USD",
  reportingCurrency: "USD",
  valuation: {
    marketCap: 3688676720640,
    enterpriseValue: 3731694026752,
    trailingPE: 38.91442,
    forwardPE: 29.548735,
    pegRatio: 2.1,
    priceToSales: 9.320489,
    priceToBook: 55.328976,
    evToRevenue: 9.429,
    evToEbitda: 27.169,
  },
  growth: { revenue: 0.04, earnings: 0.101 },
  profit: {
    ebitda: 137352003584,
    grossProfit: 184102993920,
    freeCashFlow: 93833871360,
    operatingCashFlow: 108293996544,
    grossMargin: 0.46519002,
    operatingMargin: 0.34459,
    netMargin: 0.24295,
    returnOnEquity: 1.3652,
    returnOnAssets: 0.22518998,
  },
  balance: {
    cash: 53774999552,
    debt: 96798998528,
    debtToEquity: 145,
    currentRatio: 0.923,
    quickRatio: 0.783,
    bookValue: 4.438,
  },
  shares: {
    outstanding: 15022100480,
    float: 14998187904,
    short: 124917523,
    shortPercentOfFloat: 0.0083,
    shortRatioDays: 2.12,
    shortDate: "2025-01-31",
    insiders: 0.02286,
    institutions: 0.62706,
  },
  price: {
    fiftyTwoWeekChange: 0.35543168,
    marketFiftyTwoWeekChange: 0.1861316,
    beta: 1.2,
    average50: 240.6902,
    average200: 224.38545,
  },
  fiscal: { lastYearEnd: "2024-09-28", nextYearEnd: "2025-09-28", latestQuarter: "2024-12-28" },
};

beforeEach(() =>
  internet.use(
    ...sessionRoutes(),
    http.get(`${BASE}/ws/*`, () => HttpResponse.json({ timeseries: { result: [], error: null } })),
  ),
);

/** The statistics with some fields of the modules changed. */
async function statisticsOf(changed: Record<string, Record<string, JsonBodyType> | null> = {}, symbol = "AAPL") {
  const modules = Object.entries({ ...APPLE, ...changed }).map(([name, module]) => [
    name,
    module && { ...APPLE[name], ...module },
  ]);
  internet.use(summary(symbol, summaryOf(Object.fromEntries(modules) as Record<string, JsonBodyType>)));
  return createAsker().ask(keyStatisticsFromB, { symbol });
}

describe("key statistics by provider B", () => {
  it("have every figure as provider B sends it, with days in UTC", async () => {
    expect(await statisticsOf()).toEqual({
      data: STATISTICS,
      fetchedAt: expect.any(Number),
      asOf: "2025-02-21T21:00:02.000Z",
      missing: [],
      notes: [],
      currency: "USD",
      currencies: expect.objectContaining({ marketCap: "USD", ebitda: "USD", bookValue: "USD" }),
    });
  });

  it("cost no further call after the overview, and the overview none after them", async () => {
    let calls = 0;
    internet.use(
      summary("AAPL", () => {
        calls++;
        return HttpResponse.json(summaryOf(APPLE));
      }),
    );
    for (const order of [
      [overviewFromB, keyStatisticsFromB],
      [keyStatisticsFromB, overviewFromB],
    ] as const) {
      calls = 0;
      const asker = createAsker();
      for (const source of order) await asker.ask(source as typeof overviewFromB, { symbol: "AAPL" });
      expect(calls).toBe(1);
    }
  });

  it("cost one call when asked together with the overview", async () => {
    let calls = 0;
    internet.use(
      summary("AAPL", () => {
        calls++;
        return HttpResponse.json(summaryOf(APPLE));
      }),
    );
    const asker = createAsker();
    await Promise.all([
      asker.ask(overviewFromB, { symbol: "AAPL" }),
      asker.ask(keyStatisticsFromB, { symbol: "AAPL" }),
    ]);
    expect(calls).toBe(1);
  });

  it("are fetched again after an answer without one of its modules", async () => {
    let calls = 0;
    internet.use(
      summary("AAPL", () => {
        calls++;
        return HttpResponse.json(summaryOf(calls === 1 ? { ...APPLE, financialData: "none" } : APPLE));
      }),
    );
    const asker = createAsker();
    const first = await asker.ask(keyStatisticsFromB, { symbol: "AAPL" });
    expect(first).toMatchObject({ missing: ["growth", "profit", "balance"], data: { growth: { revenue: null } } });
    expect((await asker.ask(keyStatisticsFromB, { symbol: "AAPL" })).data.growth.revenue).toBe(0.04);
  });

  it("leave out what mixes the currencies of price and accounts, and keep the forward P/E of the detail", async () => {
    // As recorded of BABA.
    const { data, notes, currencies } = await statisticsOf({
      summaryDetail: { forwardPE: 14.564337, priceToSalesTrailing12Months: 0.34788582 },
      defaultKeyStatistics: { forwardPE: 1.9551755, priceToBook: 0.33235225, bookValue: 432.523 },
      financialData: { financialCurrency: "CNY" },
    });
    expect(data).toMatchObject({ currency: "USD", reportingCurrency: "CNY", balance: { bookValue: 432.523 } });
    expect(data.valuation).toEqual({
      ...STATISTICS.valuation,
      forwardPE: 14.564337,
      enterpriseValue: null,
      priceToSales: null,
      priceToBook: null,
      evToRevenue: null,
      evToEbitda: null,
    });
    expect(notes).toEqual([
      "Null, because they would mix USD and CNY: enterpriseValue, priceToSales, priceToBook, evToRevenue, evToEbitda.",
    ]);
    expect(currencies).toMatchObject({ marketCap: "USD", ebitda: "CNY", cash: "CNY", bookValue: "CNY" });
  });

  it("leave out price to book of a listing in pence, whose market cap and enterprise value are in pounds", async () => {
    // As recorded of OCDO.L, which has a forward P/E in the other module only.
    const { data, currency, currencies } = await statisticsOf({
      price: { currency: "GBp", marketCap: 2544151552 },
      summaryDetail: { trailingPE: null, forwardPE: null },
      defaultKeyStatistics: { enterpriseValue: 3761557760, forwardPE: -860.1971, priceToBook: 185.2518 },
      financialData: { financialCurrency: "GBP" },
    });
    expect(data.valuation).toMatchObject({ enterpriseValue: 3761557760, forwardPE: null, priceToBook: null });
    expect(data.valuation).toMatchObject({ pegRatio: null, evToRevenue: 9.429, priceToSales: 9.320489 });
    expect([currency, currencies]).toEqual([
      "GBp",
      expect.objectContaining({ marketCap: "GBP", enterpriseValue: "GBP", debt: "GBP" }),
    ]);
  });

  it("have no 0 where 0 is impossible", async () => {
    const { data } = await statisticsOf({
      assetProfile: { sector: "Financial Services" },
      summaryDetail: { forwardPE: 0, fiftyDayAverage: 0 },
      defaultKeyStatistics: { enterpriseValue: 0, enterpriseToEbitda: 0, bookValue: 0, sharesShort: 0, shortRatio: 0 },
      financialData: { ebitda: 0, grossProfits: 0, grossMargins: 0, totalCash: 0, totalDebt: 0, quickRatio: 0 },
    });
    expect(data).toMatchObject({
      valuation: { enterpriseValue: null, evToEbitda: null, forwardPE: null },
      profit: { ebitda: null, grossProfit: null, grossMargin: null },
      balance: { cash: null, debt: null, quickRatio: null, bookValue: null },
      shares: { short: null, shortRatioDays: null },
      price: { average50: null },
    });
  });

  it("keep a debt and a growth of 0, and losses", async () => {
    const { data } = await statisticsOf({
      defaultKeyStatistics: { bookValue: -1.5 },
      financialData: { totalDebt: 0, revenueGrowth: 0, freeCashflow: -441737504, returnOnEquity: -0.17551 },
    });
    expect(data).toMatchObject({
      growth: { revenue: 0 },
      profit: { freeCashFlow: -441737504, returnOnEquity: -0.17551 },
      balance: { debt: 0, bookValue: -1.5 },
    });
  });

  it("of a fund are what there is, and nothing counts as missing", async () => {
    const price = { ...APPLE_PRICE, quoteType: "ETF" };
    internet.use(summary("AAPL", summaryOf({ price, summaryDetail: { trailingPE: 34.3, fiftyDayAverage: 523.7 } })));
    const { data, missing } = await createAsker().ask(keyStatisticsFromB, { symbol: "AAPL" });
    expect(data).toMatchObject({ valuation: { trailingPE: 34.3 }, price: { average50: 523.7 }, fiscal: {} });
    expect(missing).toEqual([]);
  });

  it("are not covered for a coin without any figure", async () => {
    const price = { ...APPLE_PRICE, quoteType: "CRYPTOCURRENCY" };
    internet.use(summary("AAPL", summaryOf({ price })));
    await expect(createAsker().ask(keyStatisticsFromB, { symbol: "AAPL" })).rejects.toMatchObject({
      kind: "no_coverage",
    });
  });
});
