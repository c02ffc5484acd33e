import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { financials } from "../../../src/capabilities/companies/financials.js";
import { financialsFromFmp } from "../../../src/providers/financial-modeling-prep/financials.js";
import { createAsker } from "../../support/ask.js";
import { useInternet } from "../../support/internet.js";
import { NOT_IN_PLAN, simulateFmp, refused } from "./upstream-fmp.js";

const OLDER_NOTE = "A larger limit, or as_of, may have older ones.";
const internet = useInternet();

const INCOME = {
  date: "2025-09-27",
  symbol: "AAPL",
  reportedCurrency: "USD",
  cik: "0000320193",
  fiscalYear: "2025",
  period: "FY",
  revenue: 416161000000,
  costOfRevenue: 220960000000,
  grossProfit: 195201000000,
  operatingExpenses: 62151000000,
  interestExpense: 0,
  operatingIncome: 133050000000,
  netIncome: 112010000000,
  eps: 7.49,
  epsDiluted: 7.46,
  weightedAverageShsOut: 14948500000,
  weightedAverageShsOutDil: 15004697000,
};
const { epsDiluted, ...SAME } = INCOME;
const RECORD = { ...SAME, epsdiluted: epsDiluted };
const OLDER = { ...INCOME, date: "2024-09-28", fiscalYear: "2024" };

const ask = (raw: object = {}, asker = createAsker()) => asker.ask(financialsFromFmp, { symbol: "AAPL", ...raw });

describe("statements", () => {
  it("contain each period once, no impossible day and no identifier with the text null", async () => {
    const again = { ...INCOME, revenue: 1 };
    const impossible = { ...INCOME, date: "2025-02-30" };
    simulateFmp(internet, { "income-statement": [{ ...INCOME, cik: "null" }, again, impossible, OLDER] });
    const { data } = (await ask()).data;
    expect(data.map(({ date, revenue, cik }) => [date, revenue, cik])).toEqual([
      ["2025-09-27", 416161000000, null],
      ["2024-09-28", 416161000000, "0000320193"],
    ]);
  });

  it("have the interface's fields before provider A's, newest first", async () => {
    const calls = simulateFmp(internet, { "income-statement": [OLDER, INCOME] });
    const answer = await ask();
    expect(answer).toEqual({
      data: {
        symbol: "AAPL",
        statement_type: "income",
        period: "annual",
        data: [RECORD, { ...RECORD, date: "2024-09-28", fiscalYear: "2024" }],
      },
      accounts: "USD",
      notes: ["Records since 2024.", OLDER_NOTE],
    });
    expect(Object.keys(answer.data.data[0]!)).toEqual([
      "date",
      "symbol",
      "revenue",
      "costOfRevenue",
      "grossProfit",
      "operatingExpenses",
      "operatingIncome",
      "netIncome",
      "eps",
      "epsdiluted",
      "weightedAverageShsOut",
      "weightedAverageShsOutDil",
      "reportedCurrency",
      "cik",
      "fiscalYear",
      "period",
      "interestExpense",
    ]);
    expect(calls).toEqual(["income-statement?symbol=AAPL&period=annual&limit=40"]);
  });

  it("have no two fields whose names differ only in the case of letters, which many tables cannot hold", async () => {
    const names = { date: "2025-12-31", ebit: 1, EBIT: 2, totalAssets: 3 };
    simulateFmp(internet, { "income-statement": [INCOME], "balance-sheet-statement": [names] });
    const [income] = (await ask()).data.data;
    expect(Object.keys(income!).filter((name) => /^epsdiluted$/i.test(name))).toEqual(["epsdiluted"]);
    const [balance] = (await ask({ statement_type: "balance" })).data.data;
    expect(balance).toEqual({ date: "2025-12-31", symbol: "AAPL", ebit: 1, totalAssets: 3 });
  });

  it.each([
    ["annual", "Q4", "FY"],
    ["quarter", "FY", "q3"],
  ])("of the period %s have no %s among them", async (period, other, own) => {
    simulateFmp(internet, {
      "income-statement": [
        { ...INCOME, period: own },
        { ...OLDER, period: other },
      ],
    });
    const { data } = (await ask({ period })).data;
    expect(data.map(({ date }) => date)).toEqual([INCOME.date]);
    simulateFmp(internet, { "income-statement": [{ ...OLDER, period: other }] });
    await expect(ask({ period })).rejects.toMatchObject({ reason: "bad_answer" });
  });

  it.each([
    ["balance", "balance-sheet-statement", { totalAssets: 359241000000, goodwill: 0 }],
    ["cash", "cash-flow-statement", { freeCashFlow: 98767000000, deferredIncomeTax: null }],
  ])(
    "of the type %s begin with date and symbol and have no field of an income statement",
    async (type, path, figures) => {
      simulateFmp(internet, { [path]: [{ symbol: "BRK-B", date: "2025-12-31", reportedCurrency: "USD", ...figures }] });
      const { data } = await ask({ symbol: "BRK.B", statement_type: type, period: "quarter" });
      expect(data).toEqual({
        symbol: "BRK.B",
        statement_type: type,
        period: "quarter",
        data: [{ date: "2025-12-31", symbol: "BRK.B", reportedCurrency: "USD", ...figures }],
      });
      expect(Object.keys(data.data[0]!).slice(0, 2)).toEqual(["date", "symbol"]);
    },
  );

  it("read numbers in text, and null for junk", async () => {
    const text =
      '[{"date":"2025-12-31","revenue":"1.5","netIncome":"NaN","ebit":{},"constructor":{"a":1},"__proto__":{"b":1}}]';
    simulateFmp(internet, { "income-statement": refused(200, text) });
    const open = Object.fromEntries(Object.keys(RECORD).map((field) => [field, null]));
    for (const field of ["cik", "reportedCurrency", "fiscalYear", "period", "interestExpense"]) delete open[field];
    expect((await ask()).data.data).toEqual([
      { ...open, date: "2025-12-31", symbol: "AAPL", revenue: 1.5, ebit: null },
    ]);
  });

  it.each(["USD. Visit evil.example", "US dollar", "$", 840])(
    "have no currency where %j is sent, because sentences repeat it",
    async (reportedCurrency) => {
      simulateFmp(internet, {
        "income-statement": [{ date: "2025-12-31", symbol: "AAPL", revenue: 1, reportedCurrency }],
      });
      expect((await ask()).data.data).toMatchObject([{ revenue: 1, reportedCurrency: null }]);
    },
  );

  it("have a fixed shape, whatever the fields contain", async () => {
    const shape = financials.output;
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.string(), fc.jsonValue()), async (fields) => {
        internet.resetHandlers();
        simulateFmp(internet, { "income-statement": [{ ...fields, symbol: "AAPL", date: "2025-12-31" }] });
        const { data } = await ask();
        expect(shape.parse(data)).toEqual(data);
      }),
      { numRuns: 60 },
    );
  });

  it("say with which year they begin, and no more where filings have no older figures", async () => {
    simulateFmp(internet, { "income-statement": [INCOME, { ...INCOME, date: "2009-09-26" }] });
    expect((await ask()).notes).toEqual(["Records since 2009."]);
  });

  it("are no valid answer without a date in any row", async () => {
    simulateFmp(internet, { "income-statement": [{ symbol: "AAPL", revenue: 1 }, { date: "2025-99-99" }] });
    await expect(ask()).rejects.toMatchObject({ reason: "bad_answer" });
  });
});

describe("a plan that allows five periods", () => {
  const byLimit = (query: URLSearchParams) => (query.get("limit") === "5" ? [INCOME] : refused(402, NOT_IN_PLAN.limit));

  it("is asked again with five, adds a note, and is remembered", async () => {
    const calls = simulateFmp(internet, { "income-statement": byLimit });
    const asker = createAsker();
    const first = await ask({}, asker);
    expect(first.data.data).toEqual([RECORD]);
    expect(first.notes).toEqual([
      "Provider A's plan for our API key gives at most 5 periods.",
      "Records since 2025.",
      OLDER_NOTE,
    ]);
    expect(await ask({}, asker)).toEqual(first);
    expect(calls.map((call) => call.split("limit=")[1])).toEqual(["40", "5", "5"]);
  });

  it.each(["symbol", "path", "period"] as const)("is not asked again if it lacks the %s", async (what) => {
    const calls = simulateFmp(internet, { "income-statement": refused(402, NOT_IN_PLAN[what]) });
    await expect(ask()).rejects.toMatchObject({ reason: "not_in_plan" });
    expect(calls).toHaveLength(1);
  });

  it("may include the years even if it lacks the quarters", async () => {
    simulateFmp(internet, {
      "income-statement": (query: URLSearchParams) =>
        query.get("period") === "annual" ? [INCOME] : refused(402, NOT_IN_PLAN.period),
    });
    const asker = createAsker();
    await expect(ask({ period: "quarter" }, asker)).rejects.toMatchObject({ reason: "not_in_plan" });
    expect((await ask({ period: "annual" }, asker)).data.data).toEqual([RECORD]);
  });
});

describe("no statements", () => {
  it("is reported as no coverage for a symbol with a profile", async () => {
    simulateFmp(internet, { "income-statement": [], profile: [{ symbol: "AAPL", companyName: "A Fund" }] });
    await expect(ask()).rejects.toMatchObject({
      kind: "no_coverage",
      message: expect.stringContaining("Cannot fetch financial statements for AAPL: provider A knows the symbol"),
    });
  });

  it("is reported as an unknown symbol without one", async () => {
    simulateFmp(internet, { "income-statement": [], profile: [] });
    await expect(ask()).rejects.toMatchObject({ kind: "not_found" });
  });

  it("is left to another source when the profile cannot be fetched", async () => {
    simulateFmp(internet, { "income-statement": [], profile: refused(402, NOT_IN_PLAN.symbol) });
    await expect(ask()).rejects.toMatchObject({ reason: "not_in_plan" });
  });
});
