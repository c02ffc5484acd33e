import { describe, expect, it, vi } from "vitest";
import { dividendsFromFmp, paymentDaysFromFmp } from "../../../src/providers/financial-modeling-prep/dividends.js";
import { atTime } from "../../support/at-time.js";
import { createAsker } from "../../support/ask.js";
import { useInternet } from "../../support/internet.js";
import { NOT_IN_PLAN, simulateFmp, refused } from "./upstream-fmp.js";

const internet = useInternet();

atTime(Date.UTC(2025, 7, 20, 12));

const row = (date: string, paymentDate: string, declarationDate: string, adjDividend: number) => ({
  symbol: "AAPL",
  date,
  recordDate: date,
  paymentDate,
  declarationDate,
  adjDividend,
  dividend: adjDividend,
  yield: 0.44898318513953694,
  frequency: "Quarterly",
});
// As recorded in August 2025.
const ROWS = [
  row("2025-08-11", "2025-08-14", "2025-07-31", 0.26),
  row("2025-05-12", "2025-05-15", "2025-05-01", 0.26),
  row("2025-02-10", "2025-02-13", "2025-01-30", 0.25),
  { ...row("2024-11-08", "2024-11-14", "2024-10-31", 0.25), recordDate: "2024-11-11" },
];
const PER_SHARE = { netIncomePerShareTTM: 7.45, freeCashFlowPerShareTTM: 6.62 };
const TABLES = {
  dividends: ROWS,
  splits: [{ symbol: "AAPL", date: "2020-08-31", numerator: 4, denominator: 1, splitType: "stock-split" }],
  profile: [{ symbol: "AAPL", companyName: "Apple Inc.", price: 255.92, currency: "USD" }],
  "ratios-ttm": [
    { symbol: "AAPL", dividendYieldTTM: 0.00406377, dividendPayoutRatioTTM: 0.13148577396265823, ...PER_SHARE },
  ],
};

const ask = () => createAsker().ask(dividendsFromFmp, { symbol: "AAPL" });

describe("dividends by provider A", () => {
  it("are its payments with all their days, and the sum of a year as annual rate", async () => {
    simulateFmp(internet, TABLES);
    expect(await ask()).toEqual({
      data: {
        symbol: "AAPL",
        currency: "USD",
        yield: 0.00406377,
        annualRate: 1.02,
        payoutRatio: 0.13148577396265823,
        // 0.131486 × 7.45 / 6.62.
        freeCashFlowPayout: 0.147971,
        payoutPeriod: "twelve months",
        fiveYearAverageYield: null,
        exDate: "2025-08-11",
        payDate: "2025-08-14",
        next: null,
        frequency: "quarterly",
        dividends: ROWS.map(({ date, recordDate, paymentDate, declarationDate, adjDividend }) => ({
          exDate: date,
          amount: adjDividend,
          currency: "USD",
          recordDate,
          payDate: paymentDate,
          declared: declarationDate,
        })),
        total: 4,
        paidTwelveMonths: null,
        years: null,
        paidSince: null,
        yearsPaid: null,
        yearsRaised: null,
        growth: null,
        splits: [{ date: "2020-08-31", numerator: 4, denominator: 1 }],
      },
      missing: [],
      notes: ["Amounts are adjusted for splits."],
      currency: "USD",
    });
  });

  it("have no annual rate when the year has a payment that is out of line on the day of a split", async () => {
    const split = { symbol: "AAPL", date: "2025-05-12", numerator: 4, denominator: 1 };
    const rows = ROWS.map((each) => (each.date === split.date ? { ...each, adjDividend: 1.04 } : each));
    simulateFmp(internet, { ...TABLES, dividends: rows, splits: [split] });
    expect((await ask()).data).toMatchObject({ annualRate: null, dividends: [{}, { amount: 1.04 }, {}, {}] });
  });

  it("have an announced payment as the next one and not among those that were paid", async () => {
    simulateFmp(internet, { ...TABLES, dividends: [row("2025-11-10", "2025-11-13", "", 0.26), ...ROWS] });
    const { data } = await ask();
    expect(data).toMatchObject({
      next: { exDate: "2025-11-10", payDate: "2025-11-13" },
      exDate: "2025-11-10",
      annualRate: 1.02,
      total: 4,
    });
  });

  it.each([
    [
      "four quarters, also on the day of a fifth ex-date within 365 days",
      "2025-11-20",
      3.32,
      [
        ["2025-11-20", 0.83],
        ["2025-08-21", 0.83],
        ["2025-05-15", 0.83],
        ["2025-02-20", 0.83],
        ["2024-11-21", 0.83],
        ["2024-08-15", 0.75],
      ],
    ],
    [
      "four quarters and a special payment between them",
      "2025-11-20",
      8.32,
      [
        ["2025-11-20", 0.83],
        ["2025-08-21", 0.83],
        ["2025-06-30", 5],
        ["2025-05-15", 0.83],
        ["2025-02-20", 0.83],
        ["2024-11-21", 0.83],
        ["2024-08-15", 0.75],
      ],
    ],
    [
      "the last yearly payment while this year's is a few days late",
      "2026-05-10",
      3,
      [
        ["2025-05-02", 3],
        ["2024-05-10", 2.5],
        ["2023-05-05", 2],
      ],
    ],
    [
      "nothing when a yearly payment has been left out",
      "2026-08-01",
      null,
      [
        ["2025-05-02", 3],
        ["2024-05-10", 2.5],
        ["2023-05-05", 2],
      ],
    ],
    [
      "twelve months",
      "2025-08-20",
      1.2,
      Array.from({ length: 30 }, (_, back): [string, number] => [
        new Date(Date.UTC(2025, 7 - back, 1)).toISOString().slice(0, 10),
        0.1,
      ]),
    ],
    [
      "a plain year when the payments are too few to have a frequency",
      "2025-08-20",
      0.5,
      [
        ["2025-08-11", 0.25],
        ["2025-05-12", 0.25],
      ],
    ],
  ] as [string, string, number | null, [string, number][]][])(
    "have as annual rate %s",
    async (_what, now, rate, paid) => {
      vi.setSystemTime(`${now}T12:00:00Z`);
      simulateFmp(internet, { ...TABLES, dividends: paid.map(([date, amount]) => row(date, "", "", amount)) });
      expect((await ask()).data.annualRate).toBe(rate);
    },
  );

  it("have no annual rate when the amount of one of its payments is unknown", async () => {
    const [newest, ...others] = ROWS;
    simulateFmp(internet, { ...TABLES, dividends: [{ ...newest, adjDividend: null }, ...others] });
    expect((await ask()).data).toMatchObject({ annualRate: null, exDate: "2025-08-11", total: 3 });
  });

  it("count a payment once that is sent twice, also in the annual rate", async () => {
    simulateFmp(internet, { ...TABLES, dividends: ROWS.flatMap((each) => [each, each]) });
    expect((await ask()).data).toMatchObject({ annualRate: 1.02, total: 4 });
  });

  it.each(["date", "adjDividend"])("are no valid answer when no row has a readable %s", async (field) => {
    simulateFmp(internet, { ...TABLES, dividends: ROWS.map((each) => ({ ...each, [field]: "N/A" })) });
    await expect(ask()).rejects.toMatchObject({ reason: "bad_answer" });
  });

  it("are an empty list for a known symbol, without asking for ratios", async () => {
    const calls = simulateFmp(internet, { ...TABLES, dividends: [], splits: [] });
    expect((await ask()).data).toMatchObject({ dividends: [], yield: null, exDate: null, total: 0 });
    expect(calls.join()).not.toContain("ratios");
  });

  it("do not know a symbol without payments and profile", async () => {
    simulateFmp(internet, { ...TABLES, dividends: [], profile: [] });
    await expect(ask()).rejects.toMatchObject({ kind: "not_found" });
  });

  it("name the yield as missing when the plan leaves the ratios out", async () => {
    simulateFmp(internet, { ...TABLES, "ratios-ttm": refused(402, NOT_IN_PLAN.symbol) });
    expect(await ask()).toMatchObject({
      missing: ["yield", "payoutRatio", "freeCashFlowPayout"],
      permanentlyMissing: true,
    });
  });
});

it("provider A's days of payments have null for an empty text", async () => {
  simulateFmp(internet, { dividends: [row("2025-11-10", "", "2025-10-30", 0.26)] });
  expect(await createAsker().supply(paymentDaysFromFmp, "AAPL")).toEqual({
    facts: [{ exDate: "2025-11-10", recordDate: "2025-11-10", payDate: null, declared: "2025-10-30" }],
  });
});
