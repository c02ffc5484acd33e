import { http, HttpResponse, type JsonBodyType } from "msw";
import { describe, expect, it } from "vitest";
import { overviewFromYahoo, overviewFromPrice } from "../../../src/providers/yahoo/companies/overview.js";
import { overviewWithoutSession } from "../../../src/providers/yahoo/companies/overview-without-session.js";
import { createAsker } from "../../support/ask.js";
import { createGate } from "../../support/gate.js";
import { useInternet } from "../../support/internet.js";
import { APPLE_PRICE, BASE, sessionRoutes, summary, summaryOf } from "./upstream-yahoo.js";

const internet = useInternet();
const TIMESERIES = `${BASE}/ws/fundamentals-timeseries/v1/finance/timeseries/AAPL`;

const APPLE = {
  assetProfile: {
    city: "Cupertino",
    state: "CA",
    country: "United States",
    website: "https://www.apple.com",
    industry: "Consumer Electronics",
    sector: "Technology",
    longBusinessSummary: "Apple Inc. designs smartphones. Apple Inc. was founded in 1976 and is in Cupertino.",
    fullTimeEmployees: 150000,
    companyOfficers: [
      { name: "Mr. Timothy D.  Cook", title: "CEO & Director", totalPay: { raw: 16239562, fmt: "16.24M" } },
    ],
  },
  price: APPLE_PRICE,
  summaryDetail: { trailingPE: 38.91442, priceToSalesTrailing12Months: 9.320489, dividendYield: 0.0041, beta: 1.2 },
  defaultKeyStatistics: { trailingEps: 6.31, priceToBook: 55.328976, beta: 1.3 },
  financialData: {
    financialCurrency: "USD",
    targetHighPrice: 325,
    targetLowPrice: 197,
    targetMeanPrice: 252.22575,
    targetMedianPrice: 257.5,
    recommendationMean: 2.06522,
    recommendationKey: "buy",
    numberOfAnalystOpinions: 40,
    totalRevenue: 395760009216,
    grossMargins: 0.46519002,
    operatingMargins: 0.34459,
    profitMargins: 0.24295,
    returnOnAssets: 0.22518998,
    returnOnEquity: 1.3652,
    debtToEquity: 145,
    currentRatio: 0.923,
  },
};

const OVERVIEW = {
  symbol: "AAPL",
  companyName: "Apple Inc.",
  industry: "Consumer Electronics",
  sector: "Technology",
  marketCap: 3688676720640,
  employees: 150000,
  description: "Apple Inc. designs smartphones. Apple Inc. was founded in 1976 and is in Cupertino.",
  website: "https://www.apple.com/",
  headquarters: "Cupertino, CA, United States",
  founded: "1976",
  ceo: "Mr. Timothy D. Cook",
  exchange: "NasdaqGS",
  financialMetrics: {
    peRatio: 38.91442,
    pegRatio: 1.9,
    priceToBook: 55.328976,
    priceToSales: 9.320489,
    dividendYield: 0.0041,
    beta: 1.2,
    eps: 6.31,
    revenue: 395760009216,
    grossMargin: 0.46519002,
    operatingMargin: 0.34459,
    netMargin: 0.24295,
    roe: 1.3652,
    roa: 0.22518998,
    debtToEquity: 145,
    currentRatio: 0.923,
  },
  analystData: {
    recommendationMean: 2.06522,
    recommendationKey: "buy",
    numberOfAnalystOpinions: 40,
    targetHighPrice: 325,
    targetLowPrice: 197,
    targetMeanPrice: 252.22575,
    targetMedianPrice: 257.5,
  },
};

function pegRatios(...rows: [asOfDate: string, raw: number][]) {
  const trailingPegRatio = rows.map(([asOfDate, raw]) => ({
    asOfDate,
    periodType: "TTM",
    currencyCode: "USD",
    reportedValue: { raw, fmt: String(raw) },
  }));
  const entry = { meta: { symbol: ["AAPL"], type: ["trailingPegRatio"] }, timestamp: [], trailingPegRatio };
  return http.get(TIMESERIES, () => HttpResponse.json({ timeseries: { result: [entry], error: null } }));
}

/** Returns the overview from these modules. */
async function overviewOf(modules: Record<string, JsonBodyType>, symbol = "AAPL") {
  internet.use(...sessionRoutes(), summary(symbol, summaryOf(modules)));
  return createAsker().ask(overviewFromYahoo, { symbol });
}

describe("the overview by provider B", () => {
  it("has every figure as provider B sends it, ratios as ratios and percent as percent", async () => {
    internet.use(pegRatios(["2025-02-21", 1.9], ["2024-12-31", 2.1]));
    expect(await overviewOf(APPLE)).toEqual({
      data: OVERVIEW,
      fetchedAt: expect.any(Number),
      asOf: "2025-02-21T21:00:02.000Z",
      missing: [],
      notes: [],
      currency: "USD",
      accounts: "USD",
    });
  });

  it("has its keys in the interface's order", async () => {
    internet.use(pegRatios(["2025-02-21", 1.9]));
    expect(JSON.stringify((await overviewOf(APPLE)).data)).toBe(JSON.stringify(OVERVIEW));
  });

  it("uses the PEG ratio of the summary if there is one", async () => {
    const statistics = { ...APPLE.defaultKeyStatistics, pegRatio: { raw: 2.5, fmt: "2.5" } };
    internet.use(pegRatios(["2025-02-21", 1.9]));
    const { data } = await overviewOf({ ...APPLE, defaultKeyStatistics: statistics });
    expect(data.financialMetrics.pegRatio).toBe(2.5);
  });

  it("requests the summary and the PEG ratio at the same time", async () => {
    const gate = createGate();
    const series = { timeseries: { result: [{ meta: { symbol: ["AAPL"] } }], error: null } };
    internet.use(
      ...sessionRoutes(),
      http.get(TIMESERIES, () => {
        gate.open();
        return HttpResponse.json(series);
      }),
      // Never answers if the time series is asked for after it.
      summary("AAPL", async () => {
        await gate.passed;
        return HttpResponse.json(summaryOf(APPLE));
      }),
    );
    expect((await createAsker().ask(overviewFromYahoo, { symbol: "AAPL" })).data.companyName).toBe("Apple Inc.");
  });

  it.each(["^GSPC", "BTCUSD", "EURUSD=X"])(
    "requests no PEG ratio of %s, whose symbol is not that of a share",
    async (symbol) => {
      const calls: string[] = [];
      internet.use(
        ...sessionRoutes(),
        http.get(`${BASE}/*`, ({ request }) => {
          calls.push(new URL(request.url).pathname.split("/")[1]!);
          return new HttpResponse("{}", { status: 404 });
        }),
      );
      await createAsker()
        .ask(overviewFromYahoo, { symbol })
        .catch(() => {});
      expect(new Set(calls)).not.toContain("ws");
    },
  );

  it("fetches the PEG ratio once for many overviews", async () => {
    let lookups = 0;
    internet.use(...sessionRoutes(), summary("AAPL", summaryOf(APPLE)), pegRatios(["2025-02-21", 1.9]));
    internet.events.on("request:match", ({ request }) => void (lookups += Number(request.url.includes("timeseries"))));
    const asker = createAsker();
    for (const _ of [1, 2]) {
      const { data } = await asker.ask(overviewFromYahoo, { symbol: "AAPL" });
      expect(data.financialMetrics.pegRatio).toBe(1.9);
    }
    expect(lookups).toBe(1);
  });

  it.each([
    [
      "has none",
      () => HttpResponse.json({ timeseries: { result: [{ meta: { symbol: ["AAPL"] } }], error: null } }),
      [],
    ],
    ["does not know it", () => new HttpResponse(null, { status: 404 }), []],
    ["fails", () => HttpResponse.html("<html>"), ["pegRatio"]],
    ["is about another share", () => otherShare(), ["pegRatio"]],
  ])("has no PEG ratio when the timeseries %s", async (_what, answer, missing) => {
    internet.use(http.get(TIMESERIES, answer));
    const overview = await overviewOf(APPLE);
    expect(overview.data).toEqual({ ...OVERVIEW, financialMetrics: { ...OVERVIEW.financialMetrics, pegRatio: null } });
    expect(overview.missing).toEqual(missing);
  });

  it("has the name and the market cap of a share of which provider B sends only the price, after no other source", async () => {
    internet.use(pegRatios(["2025-02-21", 1.9]));
    await expect(overviewOf({ price: APPLE_PRICE })).rejects.toMatchObject({ reason: "bad_answer" });
    const { data, missing } = await createAsker().ask(overviewFromPrice, { symbol: "AAPL" });
    expect(data).toMatchObject({
      companyName: OVERVIEW.companyName,
      marketCap: OVERVIEW.marketCap,
      exchange: OVERVIEW.exchange,
      sector: null,
      financialMetrics: { peRatio: null, revenue: null },
    });
    expect(missing).toEqual(expect.arrayContaining(["sector", "peRatio", "revenue", "targetMeanPrice"]));
    expect(overviewFromPrice.after).toEqual(new Set(["bad_answer"]));
  });

  it("is not answered with the price alone when modules were sent that cannot be read", async () => {
    const modules = { price: APPLE_PRICE, financialData: "none today" };
    internet.use(...sessionRoutes(), pegRatios(["2025-02-21", 1.9]), summary("AAPL", summaryOf(modules)));
    await expect(createAsker().ask(overviewFromPrice, { symbol: "AAPL" })).rejects.toMatchObject({
      reason: "bad_answer",
    });
  });

  it("is mostly null for a coin, which has a name and a price, and requests no PEG ratio", async () => {
    const price = {
      symbol: "BTC-USD",
      shortName: "Bitcoin USD",
      currency: "USD",
      exchangeName: "CCC",
      quoteType: "CRYPTOCURRENCY",
      regularMarketPrice: 96000,
      marketCap: 1.9e12,
    };
    const assetProfile = { name: "Bitcoin", description: "Bitcoin is a coin.", startDate: "2010-07-13" };
    const { data, missing } = await overviewOf({ price, assetProfile }, "BTC-USD");
    const nulls = (fields: object) => Object.fromEntries(Object.keys(fields).map((field) => [field, null]));
    expect(data).toEqual({
      ...nulls(OVERVIEW),
      symbol: "BTC-USD",
      companyName: "Bitcoin USD",
      marketCap: 1.9e12,
      description: "Bitcoin is a coin.",
      exchange: "CCC",
      financialMetrics: nulls(OVERVIEW.financialMetrics),
      analystData: nulls(OVERVIEW.analystData),
    });
    expect(missing).toEqual([]);
  });

  /** Apple's overview if it were listed and reported in these currencies. */
  async function overviewIn(currency: string, financialCurrency: string) {
    internet.use(pegRatios(["2025-02-21", 1.9]));
    return overviewOf({
      ...APPLE,
      price: { ...APPLE_PRICE, currency },
      financialData: { ...APPLE.financialData, financialCurrency },
    });
  }

  it.each([
    ["GBp", "GBP"],
    ["ZAc", "ZAR"],
    ["ILA", "ILS"],
  ])(
    "has null for price to book of a listing in %s, but a price to sales, because market cap and revenue are both in %s",
    async (currency, reporting) => {
      const { data, notes, ...more } = await overviewIn(currency, reporting);
      expect(data).toEqual({ ...OVERVIEW, financialMetrics: { ...OVERVIEW.financialMetrics, priceToBook: null } });
      expect(notes).toEqual([
        `Prices are in ${currency}, the accounts in ${reporting}; priceToBook would mix the two and is null.`,
      ]);
      expect(more).toMatchObject({ currency, accounts: reporting, currencies: { eps: reporting } });
    },
  );

  it.each([
    ["USD", "CNY", undefined],
    ["GBp", "USD", { eps: "GBP" }],
  ])("has null for ratios that would divide %s by %s", async (currency, financialCurrency, currencies) => {
    const { data, notes, ...more } = await overviewIn(currency, financialCurrency);
    expect(data).toEqual({
      ...OVERVIEW,
      financialMetrics: { ...OVERVIEW.financialMetrics, priceToBook: null, priceToSales: null },
    });
    expect(more).toMatchObject({ currency, accounts: financialCurrency });
    expect(more.currencies).toEqual(currencies);
    expect(notes).toEqual([
      `Prices are in ${currency}, the accounts in ${financialCurrency}; priceToBook and priceToSales would mix the two and are null.`,
    ]);
  });

  it("has the multiples, but no currency of the accounts, where they are labelled in another than they stand in", async () => {
    internet.use(pegRatios(["2025-02-21", 1.9]));
    const { data, notes, ...more } = await overviewOf({
      ...APPLE,
      price: { ...APPLE_PRICE, currency: "TRY", regularMarketPrice: 313, marketCap: 430437597184 },
      summaryDetail: { ...APPLE.summaryDetail, trailingPE: 2.18225 },
      defaultKeyStatistics: {
        ...APPLE.defaultKeyStatistics,
        trailingEps: 143.43,
        netIncomeToCommon: 182365995008,
        sharesOutstanding: 1375200000,
      },
      financialData: { ...APPLE.financialData, financialCurrency: "USD" },
    });
    expect(data.financialMetrics).toEqual({ ...OVERVIEW.financialMetrics, peRatio: 2.18225, eps: 143.43 });
    expect(more).toMatchObject({ currency: "TRY", accounts: null });
    expect(notes).toEqual([
      "The source labels the accounts USD, but net income / (EPS × shares) is 0.925, as if they were in TRY: their currency is not known.",
    ]);
  });

  it("has no P/E that market cap and net income contradict", async () => {
    internet.use(pegRatios(["2025-02-21", 1.9]));
    const { data, notes } = await overviewOf({
      ...APPLE,
      price: { ...APPLE_PRICE, marketCap: 14380000000000 },
      summaryDetail: { ...APPLE.summaryDetail, trailingPE: 1.8175 },
      defaultKeyStatistics: { ...APPLE.defaultKeyStatistics, netIncomeToCommon: 539600000000 },
    });
    expect(data.financialMetrics).toEqual({ ...OVERVIEW.financialMetrics, peRatio: null, pegRatio: null });
    expect(notes).toEqual([
      "P/E is null: the source sends 1.8175, but market cap / net income is 26.6. The EPS may be from before a split.",
    ]);
  });

  it("has null for the recommendation none and any other in lower case", async () => {
    internet.use(pegRatios(["2025-02-21", 1.9]));
    const keyOf = async (recommendationKey: string) =>
      (await overviewOf({ ...APPLE, financialData: { recommendationKey } })).data.analystData.recommendationKey;
    expect(await keyOf("none")).toBeNull();
    expect(await keyOf("STRONG_BUY")).toBe("strong_buy");
  });

  it("has null for figures that cannot be 0: targets, mean rating, price to book", async () => {
    internet.use(pegRatios(["2025-02-21", 1.9]));
    const financialData = {
      recommendationMean: 0,
      targetHighPrice: 0,
      targetLowPrice: 0,
      targetMeanPrice: 0,
      targetMedianPrice: 0,
    };
    const { data } = await overviewOf({ ...APPLE, financialData, defaultKeyStatistics: { priceToBook: 0 } });
    for (const field of Object.keys(financialData)) expect(data.analystData).toHaveProperty(field, null);
    expect(data.financialMetrics.priceToBook).toBeNull();
  });

  it("uses beta of the statistics when the detail has none", async () => {
    internet.use(pegRatios(["2025-02-21", 1.9]));
    const { data } = await overviewOf({ ...APPLE, summaryDetail: {} });
    expect(data.financialMetrics.beta).toBe(1.3);
  });

  it("accepts wrapped numbers, texts in place of numbers and modules that are no objects", async () => {
    internet.use(pegRatios(["2025-02-21", 1.9]));
    const { data } = await overviewOf({
      price: { ...APPLE_PRICE, marketCap: { raw: 5, fmt: "5" } },
      assetProfile: [],
      summaryDetail: "none",
      defaultKeyStatistics: null,
      financialData: { currentRatio: "0.923", debtToEquity: {}, returnOnEquity: "Infinity", totalRevenue: [1] },
    });
    expect(data.marketCap).toBe(5);
    expect(data.financialMetrics).toMatchObject({ currentRatio: 0.923, debtToEquity: null, roe: null, revenue: null });
    expect(data.sector).toBeNull();
  });
});

function otherShare() {
  const entry = { meta: { symbol: ["MSFT"], type: ["trailingPegRatio"] } };
  return HttpResponse.json({ timeseries: { result: [entry], error: null } });
}

it("an overview without a session names the sector as the interface does", async () => {
  const result = {
    meta: { symbol: "CAT", currency: "USD", regularMarketPrice: 340 },
    indicators: { quote: [{}] },
  };
  const row = { symbol: "CAT", longname: "Caterpillar Inc.", sector: "Industrials", industry: "Farm Machinery" };
  internet.use(
    http.get(`${BASE}/v8/finance/chart/CAT`, () => HttpResponse.json({ chart: { result: [result], error: null } })),
    http.get(`${BASE}/v1/finance/search`, () => HttpResponse.json({ quotes: [row], news: [] })),
    http.get(`${BASE}/ws/*`, () => HttpResponse.json({ timeseries: { result: [], error: null } })),
  );
  const { data } = await createAsker().ask(overviewWithoutSession, { symbol: "CAT" });
  expect(data).toMatchObject({ companyName: "Caterpillar Inc.", sector: "Industrial", industry: "Farm Machinery" });
});

it("an overview names the currency of its revenue, and says that the currency of its prices is unknown", async () => {
  const meta = { symbol: "CAT", regularMarketPrice: 340 };
  const type = "annualTotalRevenue";
  const figure = { asOfDate: "2025-12-31", periodType: "12M", currencyCode: "EUR", reportedValue: { raw: 5 } };
  const result = [{ meta: { symbol: ["CAT"], type: [type] }, timestamp: [1], [type]: [figure] }];
  internet.use(
    http.get(`${BASE}/v8/finance/chart/CAT`, () => HttpResponse.json({ chart: { result: [{ meta }], error: null } })),
    http.get(`${BASE}/v1/finance/search`, () => HttpResponse.json({ quotes: [], news: [] })),
    http.get(`${BASE}/ws/*`, () => HttpResponse.json({ timeseries: { result, error: null } })),
  );
  expect(await createAsker().ask(overviewWithoutSession, { symbol: "CAT" })).toMatchObject({
    data: { financialMetrics: { revenue: 5 } },
    currency: null,
    accounts: "EUR",
  });
});

it("two spellings of a symbol cost one request of the PEG ratio", async () => {
  let calls = 0;
  const result = [{ meta: { symbol: ["BRK-B"], type: ["trailingPegRatio"] } }];
  internet.use(
    ...sessionRoutes(),
    summary(
      "BRK-B",
      summaryOf({ price: { ...APPLE_PRICE, symbol: "BRK-B", currency: null }, summaryDetail: { beta: 1 } }),
    ),
    http.get(`${BASE}/ws/*`, () => {
      calls++;
      return HttpResponse.json({ timeseries: { result, error: null } });
    }),
  );
  const asker = createAsker();
  for (const symbol of ["BRK.B", "BRK-B"]) {
    expect(await asker.ask(overviewFromYahoo, { symbol })).toMatchObject({ currency: null });
  }
  expect(calls).toBe(1);
});
