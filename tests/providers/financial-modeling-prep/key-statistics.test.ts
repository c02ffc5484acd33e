import { describe, expect, it } from "vitest";
import {
  keyStatisticsFromFmp,
  pastMultiplesFromFmp,
} from "../../../src/providers/financial-modeling-prep/key-statistics.js";
import { createAsker } from "../../support/ask.js";
import { useInternet } from "../../support/internet.js";
import { NOT_IN_PLAN, simulateFmp, refused } from "./upstream-fmp.js";

const internet = useInternet();

// As recorded on 2026-04-05.
const TABLES = {
  profile: [{ symbol: "AAPL", companyName: "Apple Inc.", price: 255.92, marketCap: 3761492983658, beta: 1.109 }].map(
    (row) => ({ ...row, currency: "USD", sector: "Technology" }),
  ),
  "ratios-ttm": [
    {
      symbol: "AAPL",
      grossProfitMarginTTM: 0.4732528803972297,
      operatingProfitMarginTTM: 0.3238395195779779,
      netProfitMarginTTM: 0.27036823631768275,
      currentRatioTTM: 0.9737446648641658,
      quickRatioTTM: 0.9375612039392242,
      priceToEarningsRatioTTM: 32.0465676266164,
      priceToEarningsGrowthRatioTTM: 5.447916496524794,
      priceToBookRatioTTM: 42.79792034652455,
      priceToSalesRatioTTM: 8.6348626974108,
      debtToEquityRatioTTM: 1.0262954983558226,
      dividendPayoutRatioTTM: 0.1309933,
      bookValuePerShareTTM: 5.979729807613941,
    },
  ],
  "key-metrics-ttm": [
    {
      symbol: "AAPL",
      evToSalesTTM: 8.634010461031137,
      evToEBITDATTM: 24.585869531131728,
      returnOnEquityTTM: 1.5994214884450464,
      returnOnAssetsTTM: 0.3105139244444327,
    },
  ],
  "shares-float": [{ symbol: "AAPL", floatShares: 14664480994, outstandingShares: 14697925069 }],
  "income-statement-ttm": [
    {
      symbol: "AAPL",
      date: "2025-12-27",
      reportedCurrency: "USD",
      ebitda: 152979000000,
      grossProfit: 206157000000,
      netIncome: 117777000000,
    },
  ],
};

const ask = () => createAsker().ask(keyStatisticsFromFmp, { symbol: "AAPL" });

describe("key statistics by provider A", () => {
  it("are what its tables of twelve months have, the rest null", async () => {
    simulateFmp(internet, TABLES);
    const { data, missing, notes } = await ask();
    expect(notes).toEqual([]);
    expect(data).toMatchObject({
      currency: "USD",
      reportingCurrency: "USD",
      valuation: {
        marketCap: 3761492983658,
        enterpriseValue: null,
        trailingPE: 32.0465676266164,
        pegRatio: 5.447916496524794,
        evToRevenue: 8.634010461031137,
      },
      growth: { revenue: null, earnings: null },
      profit: { ebitda: 152979000000, grossMargin: 0.4732528803972297, returnOnEquity: 1.5994214884450464 },
      balance: { debtToEquity: 1.0262954983558226, quickRatio: 0.9375612039392242, bookValue: 5.979729807613941 },
      shares: { outstanding: 14697925069, float: 14664480994, short: null },
      price: { beta: 1.109, average50: null },
      fiscal: { latestQuarter: "2025-12-27" },
    });
    expect(missing).toEqual([]);
  });

  it("have no ratio that provider A could not compute, which it writes as 0", async () => {
    const [ratios] = TABLES["ratios-ttm"];
    const zeros = { currentRatioTTM: 0, quickRatioTTM: 0, priceToEarningsRatioTTM: -103.8, priceToBookRatioTTM: 0 };
    simulateFmp(internet, { ...TABLES, "ratios-ttm": [{ ...ratios, ...zeros }] });
    const { data } = await ask();
    expect(data).toMatchObject({
      valuation: { trailingPE: null, pegRatio: null, priceToBook: null },
      balance: { currentRatio: null, quickRatio: null },
    });
  });

  it.each([
    ["net income", { netIncome: 1000000000 }, "market cap / net income is 3760"],
    ["a net loss", { netIncome: -5000000 }, "there is no net income"],
    ["a year without profit or loss", { netIncome: 0 }, "there is no net income"],
  ])("have no P/E that contradicts %s", async (_what, change, reason) => {
    const [income] = TABLES["income-statement-ttm"];
    simulateFmp(internet, { ...TABLES, "income-statement-ttm": [{ ...income, ...change }] });
    const { data, notes } = await ask();
    expect(data.valuation).toMatchObject({ trailingPE: null, pegRatio: null, priceToBook: 42.79792034652455 });
    expect(notes).toEqual([
      `P/E is null: the source sends 32.0465676266164, but ${reason}. The EPS may be from before a split.`,
    ]);
  });

  it("keep a P/E beside a net income in another currency", async () => {
    const [income] = TABLES["income-statement-ttm"];
    const foreign = { ...income, reportedCurrency: "JPY", netIncome: 1000000000 };
    simulateFmp(internet, { ...TABLES, "income-statement-ttm": [foreign] });
    expect((await ask()).data.valuation.trailingPE).toBe(32.0465676266164);
  });

  it("have no float above all shares", async () => {
    simulateFmp(internet, { ...TABLES, "shares-float": [{ floatShares: 16903058280, outstandingShares: 2375950080 }] });
    const { data, notes } = await ask();
    expect(data.shares).toMatchObject({ float: null, outstanding: 2375950080 });
    expect(notes).toEqual([
      "float is null: the source sends 16903058280, more than the 2375950080 shares of all classes, probably because it counts ordinary shares there and receipts (ADRs) elsewhere.",
    ]);
  });

  it("name the groups that the plan leaves out", async () => {
    simulateFmp(internet, { ...TABLES, "ratios-ttm": refused(402, NOT_IN_PLAN.path) });
    expect(await ask()).toMatchObject({
      missing: ["valuation", "profit", "balance"],
      permanentlyMissing: true,
      data: { valuation: { marketCap: 3761492983658, evToRevenue: 8.634010461031137 }, profit: { grossMargin: null } },
    });
  });

  it.each([
    ["not_found", []],
    ["no_coverage", TABLES.profile],
  ])("fail as %s", async (kind, profile) => {
    const none = { "ratios-ttm": [], "key-metrics-ttm": [], "shares-float": [], "income-statement-ttm": [] };
    simulateFmp(internet, { ...none, profile });
    await expect(ask()).rejects.toMatchObject({ kind });
  });
});

describe("the P/E of past years by provider A", () => {
  const find = () => createAsker().supply(pastMultiplesFromFmp, "AAPL");
  const year = (fiscalYear: string, priceToEarningsRatio: unknown) => ({
    symbol: "AAPL",
    date: `${fiscalYear}-09-27`,
    fiscalYear,
    period: "FY",
    priceToEarningsRatio,
  });

  it("are as sent, newest first, null for a loss", async () => {
    simulateFmp(internet, {
      ratios: [year("2023", -12.5), year("2025", 34.092882867601105), year("2024", 37.287278415656736)],
    });
    const { facts } = await find();
    expect(facts).toEqual([
      { fiscalYear: 2025, value: 34.092882867601105 },
      { fiscalYear: 2024, value: 37.287278415656736 },
      { fiscalYear: 2023, value: null },
    ]);
  });

  it("are null for a company without any, and fail where no year can be read", async () => {
    simulateFmp(internet, { ratios: [] });
    expect(await find()).toMatchObject({ facts: null });
    simulateFmp(internet, { ratios: [{ symbol: "AAPL", year: "2025" }] });
    await expect(find()).rejects.toMatchObject({ reason: "bad_answer" });
  });
});
