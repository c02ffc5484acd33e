import { afterEach, describe, expect, it, vi } from "vitest";
import { overviewFromFmp } from "../../../src/providers/financial-modeling-prep/overview.js";
import { createAsker } from "../../support/ask.js";
import { useInternet } from "../../support/internet.js";
import { NOT_IN_PLAN, simulateFmp, refused } from "./upstream-fmp.js";

const internet = useInternet();
afterEach(() => void vi.useRealTimers());

const PROFILE = {
  symbol: "AAPL",
  price: 255.92,
  marketCap: 3761492983658,
  beta: 1.109,
  companyName: "Apple Inc.",
  currency: "USD",
  exchangeFullName: "NASDAQ Global Select",
  exchange: "NASDAQ",
  industry: "Consumer Electronics",
  website: "https://www.apple.com",
  description: "Apple Inc. designs smartphones. Apple Inc. was founded in 1976.\u200b",
  ceo: "Timothy D. Cook",
  sector: "Technology",
  country: "US",
  fullTimeEmployees: "164000",
  city: "Cupertino",
  state: "CA",
  ipoDate: "1980-12-12",
};
const RATIOS = {
  symbol: "AAPL",
  grossProfitMarginTTM: 0.4732528803972297,
  operatingProfitMarginTTM: 0.3238395195779779,
  netProfitMarginTTM: 0.27036823631768275,
  currentRatioTTM: 0.9737446648641658,
  priceToEarningsRatioTTM: 32.0465676266164,
  priceToEarningsGrowthRatioTTM: 5.447916496524794,
  priceToBookRatioTTM: 42.79792034652455,
  priceToSalesRatioTTM: 8.6348626974108,
  debtToEquityRatioTTM: 1.0262954983558226,
  dividendYieldTTM: 0.00406377,
  netIncomePerShareTTM: 7.985878643285487,
};
const METRICS = { symbol: "AAPL", returnOnEquityTTM: 1.5994214884450464, returnOnAssetsTTM: 0.3105139244444327 };
const TARGETS = { symbol: "AAPL", targetHigh: 350, targetLow: 239, targetConsensus: 316.67, targetMedian: 325 };
const COUNTS = {
  symbol: "AAPL",
  date: "2026-04-01",
  analystRatingsStrongBuy: 6,
  analystRatingsBuy: 25,
  analystRatingsHold: 15,
  analystRatingsSell: 1,
  analystRatingsStrongSell: 1,
};
const WHOLE = {
  profile: [PROFILE],
  "ratios-ttm": [RATIOS],
  "key-metrics-ttm": [METRICS],
  "price-target-consensus": [TARGETS],
  "grades-historical": [COUNTS],
  "income-statement": [{ symbol: "AAPL", reportedCurrency: "USD", revenue: 416161000000 }],
};

const COMPANY = {
  symbol: "AAPL",
  companyName: "Apple Inc.",
  industry: "Consumer Electronics",
  sector: "Technology",
  marketCap: 3761492983658,
  employees: 164000,
  description: "Apple Inc. designs smartphones. Apple Inc. was founded in 1976.",
  website: "https://www.apple.com/",
  headquarters: "Cupertino, CA, US",
  founded: "1976",
  ceo: "Timothy D. Cook",
  exchange: "NASDAQ",
};
const NO_METRICS = {
  peRatio: null,
  pegRatio: null,
  priceToBook: null,
  priceToSales: null,
  dividendYield: null,
  beta: 1.109,
  eps: null,
  revenue: null,
  grossMargin: null,
  operatingMargin: null,
  netMargin: null,
  roe: null,
  roa: null,
  debtToEquity: null,
  currentRatio: null,
};
const NO_ANALYSTS = {
  recommendationMean: null,
  recommendationKey: null,
  numberOfAnalystOpinions: null,
  targetHighPrice: null,
  targetLowPrice: null,
  targetMeanPrice: null,
  targetMedianPrice: null,
};

const ask = (asker = createAsker()) => asker.ask(overviewFromFmp, { symbol: "AAPL" });

describe("an overview", () => {
  it("is composed from six calls", async () => {
    const calls = simulateFmp(internet, WHOLE);
    expect(await ask()).toEqual({
      data: {
        ...COMPANY,
        financialMetrics: {
          peRatio: 32.0465676266164,
          pegRatio: 5.447916496524794,
          priceToBook: 42.79792034652455,
          priceToSales: 8.6348626974108,
          dividendYield: 0.00406377,
          beta: 1.109,
          eps: 7.985878643285487,
          revenue: 416161000000,
          grossMargin: 0.4732528803972297,
          operatingMargin: 0.3238395195779779,
          netMargin: 0.27036823631768275,
          roe: 1.5994214884450464,
          roa: 0.3105139244444327,
          debtToEquity: 1.0262954983558226,
          currentRatio: 0.9737446648641658,
        },
        analystData: {
          recommendationMean: 2.29167,
          recommendationKey: "buy",
          numberOfAnalystOpinions: 48,
          targetHighPrice: 350,
          targetLowPrice: 239,
          targetMeanPrice: 316.67,
          targetMedianPrice: 325,
        },
      },
      fetchedAt: expect.any(Number),
      missing: [],
      currency: "USD",
      accounts: "USD",
    });
    expect(calls).toHaveLength(6);
  });

  it("is the profile alone, with nothing missing, for a fund, which has no ratios and analysts", async () => {
    simulateFmp(internet, {
      profile: [PROFILE],
      "ratios-ttm": [],
      "key-metrics-ttm": [],
      "price-target-consensus": [],
      "grades-historical": [],
    });
    expect(await ask()).toEqual({
      data: { ...COMPANY, financialMetrics: NO_METRICS, analystData: NO_ANALYSTS },
      fetchedAt: expect.any(Number),
      missing: [],
      currency: "USD",
      accounts: null,
    });
  });

  it("names the fields of every part that failed", async () => {
    simulateFmp(internet, {
      profile: [PROFILE],
      "ratios-ttm": refused(402, NOT_IN_PLAN.path),
      "key-metrics-ttm": refused(200, "<html>"),
      "price-target-consensus": refused(400, "{}"),
      "grades-historical": refused(404, ""),
    });
    const { data, missing } = await ask();
    expect(data).toEqual({ ...COMPANY, financialMetrics: NO_METRICS, analystData: NO_ANALYSTS });
    expect(missing).toEqual([
      "peRatio",
      "pegRatio",
      "priceToBook",
      "priceToSales",
      "dividendYield",
      "grossMargin",
      "operatingMargin",
      "netMargin",
      "debtToEquity",
      "currentRatio",
      "eps",
      "revenue",
      "roe",
      "roa",
      "targetHighPrice",
      "targetLowPrice",
      "targetMeanPrice",
      "targetMedianPrice",
    ]);
  });

  it("has the revenue when the ratios fail", async () => {
    const calls = simulateFmp(internet, { ...WHOLE, "ratios-ttm": refused(402, NOT_IN_PLAN.path) });
    const { data, missing, accounts } = await ask();
    expect([data.financialMetrics.revenue, accounts]).toEqual([416161000000, "USD"]);
    expect(missing).toContain("eps");
    expect(missing).not.toContain("revenue");
    expect(calls).toHaveLength(6);
  });

  it("has no PE for a loss-making company, but its EPS", async () => {
    const ratios = { ...RATIOS, priceToEarningsRatioTTM: -10, netIncomePerShareTTM: -25.592 };
    simulateFmp(internet, { ...WHOLE, "ratios-ttm": [ratios] });
    const { data } = await ask();
    expect(data.financialMetrics).toMatchObject({ peRatio: null, eps: -25.592 });
  });

  it("does not show an EPS in another currency", async () => {
    simulateFmp(internet, {
      ...WHOLE,
      profile: [{ ...PROFILE, price: 452.69 }],
      "ratios-ttm": [{ ...RATIOS, netIncomePerShareTTM: 431.37, priceToEarningsRatioTTM: 29.558 }],
      "income-statement": [{ symbol: "AAPL", reportedCurrency: "TWD" }],
    });
    const { data } = await ask();
    expect(data.financialMetrics.eps).toBe(15.3153);
  });

  it.each([
    ["1,200", null],
    ["12.5", null],
    [null, null],
    ["-5", null],
    [0, 0],
  ])("parses %j employees as %j", async (fullTimeEmployees, employees) => {
    simulateFmp(internet, { ...WHOLE, profile: [{ ...PROFILE, fullTimeEmployees }] });
    expect((await ask()).data.employees).toBe(employees);
  });

  it("caches the profile for the next question", async () => {
    const calls = simulateFmp(internet, WHOLE);
    const asker = createAsker();
    await ask(asker);
    await ask(asker);
    expect(calls.filter((call) => call.startsWith("profile"))).toHaveLength(1);
  });

  it("fetches a profile again that is older than 48 minutes, because it has the market cap", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const calls = simulateFmp(internet, WHOLE);
    const asker = createAsker();
    const first = Date.now();
    await ask(asker);
    vi.setSystemTime(first + 47 * 60_000);
    expect((await ask(asker)).fetchedAt).toBe(first);
    vi.setSystemTime(first + 49 * 60_000);
    expect((await ask(asker)).fetchedAt).toBe(first + 49 * 60_000);
    expect(calls.filter((call) => call.startsWith("profile"))).toHaveLength(2);
  });

  it("makes no further calls when the symbol is unknown, and fetches again later", async () => {
    const calls = simulateFmp(internet, { profile: [] });
    const asker = createAsker();
    await expect(ask(asker)).rejects.toMatchObject({ kind: "not_found" });
    await expect(ask(asker)).rejects.toMatchObject({ kind: "not_found" });
    expect(calls).toEqual(["profile?symbol=AAPL", "profile?symbol=AAPL"]);
  });

  it("is not composed from an unreadable profile", async () => {
    simulateFmp(internet, { profile: [{ symbol: "AAPL" }] });
    await expect(ask()).rejects.toMatchObject({ reason: "bad_answer" });
  });
});
