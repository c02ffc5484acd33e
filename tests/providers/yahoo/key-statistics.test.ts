import { http, HttpResponse, type JsonBodyType } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { keyStatisticsFromYahoo } from "../../../src/providers/yahoo/companies/key-statistics.js";
import { overviewFromYahoo } from "../../../src/providers/yahoo/companies/overview.js";
import { createAsker } from "../../support/ask.js";
import { useInternet } from "../../support/internet.js";
import { APPLE_PRICE, BASE, sessionRoutes, summary, summaryOf } from "./upstream-yahoo.js";

const internet = useInternet();

// As recorded on 2025-02-24.
const APPLE: Record<string, Record<string, JsonBodyType>> = {
  price: APPLE_PRICE,
  assetProfile: { sector: "Technology" },
  summaryDetail: {
    payoutRatio: 0.1571,
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
  pePast: null,
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
    payoutRatio: 0.1571,
  },
  balance: {
    cash: 53774999552,
    debt: 96798998528,
    debtToEquity: 1.45,
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
  return createAsker().ask(keyStatisticsFromYahoo, { symbol });
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
      accounts: "USD",
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
      [overviewFromYahoo, keyStatisticsFromYahoo],
      [keyStatisticsFromYahoo, overviewFromYahoo],
    ] as const) {
      calls = 0;
      const asker = createAsker();
      for (const source of order) await asker.ask(source as typeof overviewFromYahoo, { symbol: "AAPL" });
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
      asker.ask(overviewFromYahoo, { symbol: "AAPL" }),
      asker.ask(keyStatisticsFromYahoo, { symbol: "AAPL" }),
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
    const first = await asker.ask(keyStatisticsFromYahoo, { symbol: "AAPL" });
    expect(first).toMatchObject({ missing: ["growth", "profit", "balance"], data: { growth: { revenue: null } } });
    expect((await asker.ask(keyStatisticsFromYahoo, { symbol: "AAPL" })).data.growth.revenue).toBe(0.04);
  });

  it("leave out what mixes the currencies of price and accounts, and keep the forward P/E of the detail", async () => {
    // As recorded of BABA.
    const { data, notes, accounts } = await statisticsOf({
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
      "enterpriseValue, priceToSales, priceToBook, evToRevenue, and evToEbitda are null, because they would mix USD and CNY.",
    ]);
    expect(accounts).toBe("CNY");
  });

  it("leave out price to book of a listing in pence, whose market cap and enterprise value are in pounds", async () => {
    // As recorded of OCDO.L, which has a forward P/E in the other module only.
    const { data, currency, accounts } = await statisticsOf({
      price: { currency: "GBp", marketCap: 2544151552 },
      summaryDetail: { trailingPE: null, forwardPE: null },
      defaultKeyStatistics: { enterpriseValue: 3761557760, forwardPE: -860.1971, priceToBook: 185.2518 },
      financialData: { financialCurrency: "GBP" },
    });
    expect(data.valuation).toMatchObject({ enterpriseValue: 3761557760, forwardPE: null, priceToBook: null });
    expect(data.valuation).toMatchObject({ pegRatio: null, evToRevenue: 9.429, priceToSales: 9.320489 });
    expect([currency, accounts]).toEqual(["GBp", "GBP"]);
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

  it("do not name the currency of accounts that are labelled in dollars and stand in lira", async () => {
    // As recorded of THYAO.IS on 2025-02-24: 143.43 lira a share × 1.375 billion shares is about the net income.
    const { data, notes, currency, accounts } = await statisticsOf({
      price: { currency: "TRY", regularMarketPrice: 313, marketCap: 430437597184 },
      summaryDetail: { trailingPE: 2.18225, forwardPE: null, priceToSalesTrailing12Months: 0.61707 },
      defaultKeyStatistics: {
        trailingEps: 143.43,
        netIncomeToCommon: 182365995008,
        sharesOutstanding: 1375200000,
        impliedSharesOutstanding: null,
        floatShares: 691000000,
        enterpriseValue: 708877451264,
        priceToBook: 0.6982461,
        bookValue: 448.266,
        enterpriseToRevenue: 1.016,
        enterpriseToEbitda: 7.502,
      },
      financialData: { financialCurrency: "USD", totalRevenue: 697544998912, ebitda: 94489001984 },
    });
    expect(data).toMatchObject({
      currency: "TRY",
      reportingCurrency: null,
      valuation: {
        enterpriseValue: 708877451264,
        trailingPE: 2.18225,
        priceToSales: 0.61707,
        priceToBook: 0.6982461,
        evToRevenue: 1.016,
        evToEbitda: 7.502,
      },
      profit: { ebitda: 94489001984 },
    });
    expect(notes).toEqual([
      "The source labels the accounts USD, but net income / (EPS × shares) is 0.925, as if they were in TRY: their currency is not known.",
    ]);
    expect([currency, accounts]).toEqual(["TRY", null]);
  });

  it.each([
    // As recorded of BABA, BEKE, SPOT and 0700.HK; the last two labels are right, and their rates are about 1.
    ["a true mix, by all shares", "USD", "CNY", 120358002688, 6.87, 2542589952],
    ["a true mix", "USD", "CNY", 8240000000, 0.93, 1197000000],
    ["euros beside dollars", "USD", "EUR", 1138000000, 5.71, 203844000],
    ["yuan beside Hong Kong dollars", "HKD", "CNY", 194073001984, 22.3, 9185000448],
    ["an unknown number of shares", "TRY", "USD", 182365995008, 143.43, null],
    ["an unknown net income", "TRY", "USD", null, 143.43, 1375200000],
    ["an unknown EPS", "TRY", "USD", 182365995008, null, 1375200000],
  ])("keep the label of accounts: %s", async (_what, currency, accounts, netIncomeToCommon, trailingEps, shares) => {
    const { data } = await statisticsOf({
      price: { currency, regularMarketPrice: null },
      defaultKeyStatistics: {
        netIncomeToCommon,
        trailingEps,
        impliedSharesOutstanding: shares,
        sharesOutstanding: shares && shares / 2,
        floatShares: null,
      },
      financialData: { financialCurrency: accounts },
    });
    expect(data).toMatchObject({ reportingCurrency: accounts, valuation: { priceToBook: null, evToEbitda: null } });
  });

  it("leave out price to book of a listing in cents whose accounts are labelled in dollars and stand in rand", async () => {
    const { data, notes } = await statisticsOf({
      price: { currency: "ZAc", marketCap: 466000000000, regularMarketPrice: 46600 },
      defaultKeyStatistics: {
        trailingEps: 12.5,
        netIncomeToCommon: 12000000000,
        impliedSharesOutstanding: 1000000000,
        sharesOutstanding: 1000000000,
        floatShares: 900000000,
      },
      financialData: { financialCurrency: "USD" },
    });
    expect(data).toMatchObject({ reportingCurrency: null, valuation: { priceToBook: null, priceToSales: 9.320489 } });
    expect(notes).toEqual([
      "priceToBook is null, because it would mix ZAc and ZAR.",
      "The source labels the accounts USD, but net income / (EPS × shares) is 0.96, as if they were in ZAR: their currency is not known.",
    ]);
  });

  it("have no P/E from an EPS of before a split", async () => {
    // 8766.T: market cap / net income is 26.6.
    const { data, notes } = await statisticsOf({
      price: { currency: "JPY", regularMarketPrice: 507.4, marketCap: 14380000000000 },
      summaryDetail: { trailingPE: 1.8175, forwardPE: 1.029 },
      defaultKeyStatistics: { netIncomeToCommon: 539600000000, pegRatio: 0.2 },
      financialData: { financialCurrency: "JPY" },
    });
    expect(data.valuation).toMatchObject({ trailingPE: null, forwardPE: null, pegRatio: null, priceToBook: 55.328976 });
    expect(notes).toEqual([
      "P/E is null: the source sends 1.8175, but market cap / net income is 26.6. The EPS may be from before a split.",
    ]);
  });

  it("have no P/E beside a net loss, and keep the one of expected profits", async () => {
    const { data, notes } = await statisticsOf({
      summaryDetail: { trailingPE: 2.26, forwardPE: 30.1 },
      defaultKeyStatistics: { netIncomeToCommon: -55000000 },
    });
    expect(data.valuation).toMatchObject({ trailingPE: null, forwardPE: 30.1, pegRatio: null });
    expect(notes).toEqual([
      "P/E is null: the source sends 2.26, but there is no net income. The EPS may be from before a split.",
    ]);
  });

  it.each([
    ["ABBV, whose forward P/E is a fifth of it", "USD", 356741939200, 4238000128, 84.90756, 16.659521],
    ["GOOG, whose market cap is that of all classes", "USD", 2200604246016, 100118003712, 22.584578, 20.288269],
    ["a multiple a little below twice", "USD", 1990, 100, 10, 9],
    ["accounts in another currency", "CNY", 341542830080, 120358002688, 20.924309, 14.564337],
  ])("keep the P/E of %s", async (_what, financialCurrency, marketCap, netIncomeToCommon, trailingPE, forwardPE) => {
    const { data } = await statisticsOf({
      price: { marketCap },
      summaryDetail: { trailingPE, forwardPE },
      defaultKeyStatistics: { netIncomeToCommon },
      financialData: { financialCurrency },
    });
    expect(data.valuation).toMatchObject({ trailingPE, forwardPE });
  });

  // As LLOY.L in January 2026: revenue as gross profit, deposits as cash.
  // As recorded of LLOY.L: about market cap + debt - cash, which contains the deposits of the bank's customers.
  const BANK_KEY = { enterpriseValue: -113024729088, enterpriseToRevenue: -6.303, enterpriseToEbitda: null };
  const BANK_DATA = { totalRevenue: 17933000704, grossProfits: 17933000704, grossMargins: 0 };
  const NO_GROSS_PROFIT = "grossProfit is null: the source sends a gross margin of 0 beside it, as for banks.";

  it("of a bank have no gross profit, and the enterprise value as sent", async () => {
    const { data, notes } = await statisticsOf({
      assetProfile: { sector: "Financial Services" },
      defaultKeyStatistics: BANK_KEY,
      financialData: BANK_DATA,
    });
    expect(data.valuation).toMatchObject({ enterpriseValue: -113024729088, evToRevenue: -6.303, evToEbitda: null });
    expect(data.profit).toMatchObject({ grossProfit: null, grossMargin: null, netMargin: 0.24295 });
    expect(notes).toEqual([NO_GROSS_PROFIT]);
  });

  it.each([
    // As recorded of BABA (ordinary shares beside receipts) and GOOG (all classes).
    ["BABA", 16903058280, 2375950080, 2542589952, null],
    ["GOOG", 10868116400, 5496999936, 12128000000, 10868116400],
    // As recorded of BFLY, whose implied shares are those of the class that is not listed.
    ["BFLY", 161034426, 210635008, 26426900, 161034426],
    ["a share without a count of all classes", 900, 899, null, null],
    ["a share all of which float", 900, 900, null, 900],
    ["an unknown number of shares", 900, null, null, 900],
  ])(
    "have no float above all shares: %s",
    async (_what, floatShares, sharesOutstanding, impliedSharesOutstanding, float) => {
      const { data, notes } = await statisticsOf({
        price: { regularMarketPrice: null },
        defaultKeyStatistics: { floatShares, sharesOutstanding, impliedSharesOutstanding },
      });
      expect(data.shares).toMatchObject({ float, outstanding: sharesOutstanding });
      expect(notes).toEqual(
        float === null
          ? [
              `float is null: the source sends ${floatShares}, more than the ${impliedSharesOutstanding ?? sharesOutstanding} shares of all classes, probably because it counts ordinary shares there and receipts (ADRs) elsewhere.`,
            ]
          : [],
      );
    },
  );

  it("of a fund are what there is, and nothing counts as missing", async () => {
    const price = { ...APPLE_PRICE, quoteType: "ETF" };
    internet.use(summary("AAPL", summaryOf({ price, summaryDetail: { trailingPE: 34.3, fiftyDayAverage: 523.7 } })));
    const { data, missing } = await createAsker().ask(keyStatisticsFromYahoo, { symbol: "AAPL" });
    expect(data).toMatchObject({ valuation: { trailingPE: 34.3 }, price: { average50: 523.7 }, fiscal: {} });
    expect(missing).toEqual([]);
  });

  it("are not covered for a coin without any figure", async () => {
    const price = { ...APPLE_PRICE, quoteType: "CRYPTOCURRENCY" };
    internet.use(summary("AAPL", summaryOf({ price })));
    await expect(createAsker().ask(keyStatisticsFromYahoo, { symbol: "AAPL" })).rejects.toMatchObject({
      kind: "no_coverage",
    });
  });
});
