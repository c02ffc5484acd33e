import { texts } from "../../support/texts.js";
import { describe, expect, it } from "vitest";
import {
  figuresOf,
  RATIO_NAMES,
  STATEMENT_OF,
  type Figure,
  type RatioName,
} from "../../../src/market/statements/ratios.js";
import {
  createPeriods,
  operandsOf,
  toRatio,
  toRatioOf,
  type Books,
} from "../../../src/market/statements/ratio-values.js";

type Figures = Partial<Record<Figure, number>>;

const booksOf = (periods: Readonly<Record<string, Figures>>, isQuarter = false): Books => ({
  periods: createPeriods(isQuarter, () => Object.keys(periods)),
  figure: (figure, end) => periods[end]?.[figure] ?? null,
});
const valuesOf = (books: Books, end: string) =>
  Object.fromEntries(RATIO_NAMES.map((name) => [name, toRatio(name, end, books).value]));
const whyOf = (books: Books, end: string, ...names: RatioName[]) =>
  names.map((name) => texts(toRatio(name, end, books).why));

/** Walmart's years to January 2025 and 2024, in millions of dollars, from its annual report. */
const RETAILER = booksOf({
  "2025-01-31": {
    revenue: 680_985,
    costOfRevenue: 511_753,
    grossProfit: 169_232,
    operatingIncome: 29_348,
    interestIncome: 483,
    interestExpense: 2_728,
    incomeBeforeTax: 26_309,
    incomeTaxExpense: 6_152,
    netIncome: 19_436,
    epsdiluted: 2.41,
    weightedAverageShsOutDil: 8_081,
    ebitda: 42_321,
    cashAndCashEquivalents: 9_037,
    netReceivables: 9_975,
    inventory: 56_435,
    totalCurrentAssets: 79_458,
    totalAssets: 260_823,
    totalCurrentLiabilities: 96_584,
    totalDebt: 60_114,
    totalStockholdersEquity: 91_013,
    totalEquity: 97_421,
    operatingCashFlow: 36_443,
    capitalExpenditure: -23_783,
    freeCashFlow: 12_660,
    netDividendsPaid: -6_688,
  },
  "2024-01-31": {
    revenue: 648_125,
    netIncome: 15_511,
    epsdiluted: 1.91,
    weightedAverageShsOutDil: 8_108,
    operatingCashFlow: 35_726,
    freeCashFlow: 15_120,
    cashAndCashEquivalents: 9_867,
    netReceivables: 8_796,
    inventory: 54_892,
    totalAssets: 252_399,
    totalDebt: 61_321,
    totalStockholdersEquity: 83_861,
    totalEquity: 90_571,
  },
});

/** Microsoft's years to June 2025 and 2024, in millions of dollars. */
const SOFTWARE = booksOf({
  "2025-06-30": {
    revenue: 281_724,
    costOfRevenue: 87_831,
    grossProfit: 193_893,
    researchAndDevelopmentExpenses: 32_488,
    operatingIncome: 128_528,
    interestIncome: 2_647,
    interestExpense: 2_385,
    incomeBeforeTax: 123_627,
    incomeTaxExpense: 21_795,
    netIncome: 101_832,
    epsdiluted: 13.64,
    weightedAverageShsOutDil: 7_465,
    ebitda: 162_681,
    cashAndCashEquivalents: 30_242,
    cashAndShortTermInvestments: 94_565,
    netReceivables: 69_905,
    inventory: 938,
    totalCurrentAssets: 191_131,
    totalAssets: 619_003,
    totalCurrentLiabilities: 141_218,
    totalDebt: 43_151,
    totalStockholdersEquity: 343_479,
    totalEquity: 343_479,
    operatingCashFlow: 136_162,
    capitalExpenditure: -64_551,
    freeCashFlow: 71_611,
    stockBasedCompensation: 11_974,
    netDividendsPaid: -24_082,
  },
  "2024-06-30": {
    revenue: 245_122,
    netIncome: 88_136,
    epsdiluted: 11.8,
    weightedAverageShsOutDil: 7_469,
    operatingCashFlow: 118_548,
    freeCashFlow: 74_071,
    cashAndShortTermInvestments: 75_531,
    netReceivables: 56_924,
    inventory: 1_246,
    totalAssets: 512_163,
    totalDebt: 51_630,
    totalStockholdersEquity: 268_477,
    totalEquity: 268_477,
  },
});

/** JPMorgan's years to December 2025 and 2024, in millions of dollars; the interest is that of 2024, cash and debt are rounded. */
const BANK = booksOf({
  "2025-12-31": {
    revenue: 182_447,
    interestIncome: 193_933,
    interestExpense: 101_350,
    operatingIncome: 72_595,
    incomeBeforeTax: 72_595,
    incomeTaxExpense: 15_547,
    netIncome: 57_048,
    ebitda: 80_000,
    cashAndShortTermInvestments: 343_000,
    totalAssets: 4_424_900,
    totalDebt: 454_000,
    totalStockholdersEquity: 362_438,
    totalEquity: 362_438,
    totalCurrentAssets: 0,
    totalCurrentLiabilities: 2_600_000,
  },
  "2024-12-31": {
    revenue: 177_556,
    netIncome: 58_471,
    totalAssets: 4_002_814,
    totalDebt: 454_000,
    totalStockholdersEquity: 344_758,
    totalEquity: 344_758,
    cashAndShortTermInvestments: 469_000,
  },
});

describe("ratios, computed by hand", () => {
  it("of a retailer", () => {
    expect(valuesOf(RETAILER, "2025-01-31")).toEqual({
      grossMargin: 0.248511,
      operatingMargin: 0.0430964,
      netMargin: 0.028541,
      freeCashFlowMargin: 0.0185907,
      interestCoverage: 10.7581,
      effectiveTaxRate: 0.233836,
      // It has no research and states no pay in shares here.
      researchToRevenue: null,
      capexToRevenue: 0.0349244,
      stockCompensationToRevenue: null,
      payoutRatio: 0.344104,
      freeCashFlowPayout: 0.528278,
      currentRatio: 0.822683,
      quickRatio: 0.196844,
      debtToEquity: 0.617054,
      netDebtToEbitda: 1.20689,
      inventoryTurnover: 9.19369,
      receivablesDays: 5.03052,
      assetTurnover: 2.65376,
      returnOnEquity: 0.222286,
      returnOnAssets: 0.0757411,
      returnOnInvestedCapital: 0.154792,
      revenueGrowth: 0.0507001,
      netIncomeGrowth: 0.253046,
      epsGrowth: 0.26178,
      operatingCashFlowGrowth: 0.0200694,
      freeCashFlowGrowth: -0.162698,
      revenueGrowthSequential: 0.0507001,
      netIncomeGrowthSequential: 0.253046,
      epsGrowthSequential: 0.26178,
    });
  });

  it("of a software company", () => {
    expect(valuesOf(SOFTWARE, "2025-06-30")).toMatchObject({
      grossMargin: 0.688237,
      operatingMargin: 0.45622,
      netMargin: 0.36146,
      interestCoverage: 53.8901,
      effectiveTaxRate: 0.176296,
      researchToRevenue: 0.115319,
      capexToRevenue: 0.229129,
      stockCompensationToRevenue: 0.0425026,
      payoutRatio: 0.236488,
      freeCashFlowPayout: 0.336289,
      currentRatio: 1.35345,
      quickRatio: 1.16465,
      debtToEquity: 0.125629,
      netDebtToEbitda: -0.316042,
      inventoryTurnover: 80.4313,
      receivablesDays: 82.1595,
      assetTurnover: 0.498113,
      returnOnEquity: 0.332808,
      returnOnAssets: 0.180048,
      returnOnInvestedCapital: 0.394562,
      revenueGrowth: 0.149322,
    });
  });

  it("of a bank: what means nothing there is null, with the reason", () => {
    const end = "2025-12-31";
    expect(valuesOf(BANK, end)).toMatchObject({
      netMargin: 0.312683,
      effectiveTaxRate: 0.214161,
      returnOnEquity: 0.161336,
      returnOnAssets: 0.0135382,
      debtToEquity: 1.25263,
      revenueGrowth: 0.0275462,
      interestCoverage: null,
      netDebtToEbitda: null,
      returnOnInvestedCapital: null,
      inventoryTurnover: null,
      receivablesDays: null,
      currentRatio: null,
      quickRatio: null,
    });
    expect(whyOf(BANK, end, "interestCoverage", "currentRatio", "grossMargin")).toEqual([
      "interest is the business, as that of a bank",
      "totalCurrentAssets is not above 0",
      "grossProfit is missing",
    ]);
  });

  it("name the figure that counts where the usual one is missing", () => {
    expect(toRatio("quickRatio", "2025-01-31", RETAILER)).toEqual({
      value: 0.196844,
      instead: [["cashAndShortTermInvestments", "cashAndCashEquivalents"]],
    });
  });
});

describe("ratios", () => {
  it.each<[string, RatioName, Figures, string]>([
    ["an operand is missing", "netMargin", { revenue: 5 }, "netIncome is missing"],
    ["the denominator is 0", "netMargin", { revenue: 0, netIncome: 1 }, "revenue is not above 0"],
    ["there is a loss to pay from", "payoutRatio", { netIncome: -1, netDividendsPaid: -1 }, "netIncome is not above 0"],
    [
      "there is a loss to tax",
      "effectiveTaxRate",
      { incomeBeforeTax: -5, incomeTaxExpense: -1 },
      "incomeBeforeTax is not above 0",
    ],
    ["equity is negative", "debtToEquity", { totalDebt: 5, totalEquity: -1 }, "totalEquity is not above 0"],
  ])("are null where %s", (_why, name, figures, why) => {
    expect(texts(toRatio(name, "2025-12-31", booksOf({ "2025-12-31": figures })))).toEqual({ value: null, why });
  });

  it("count dividends of 0 as 0", () => {
    const books = booksOf({ "2025-12-31": { netIncome: 5, netDividendsPaid: 0 } });
    expect(toRatio("payoutRatio", "2025-12-31", books).value).toBe(0);
  });

  it("divide by the mean of both ends, and are null without the end before", () => {
    const year = { netIncome: 30, totalStockholdersEquity: 200 };
    const books = booksOf({ "2025-12-31": year, "2024-12-31": { totalStockholdersEquity: 100 } });
    expect(toRatio("returnOnEquity", "2025-12-31", books).value).toBe(0.2);
    expect(toRatio("returnOnEquity", "2024-12-31", booksOf({ "2024-12-31": year }))).toEqual({
      value: null,
      why: "the balance sheet of a year before is not known",
    });
  });

  const ENDS = ["2025-12-31", "2025-09-30", "2025-06-30", "2025-03-31", "2024-12-31"];
  const quarters = (ends: string[]) =>
    booksOf(
      Object.fromEntries(
        ends.map((end) => [
          end,
          { revenue: 10, totalAssets: 80, ebitda: 5, totalDebt: 30, cashAndShortTermInvestments: 10 },
        ]),
      ),
      true,
    );

  it("set balances of quarters against the sum of four quarters", () => {
    expect(toRatio("assetTurnover", ENDS[0]!, quarters(ENDS)).value).toBe(0.5);
    expect(toRatio("netDebtToEbitda", ENDS[0]!, quarters(ENDS)).value).toBe(1);
  });

  it("are null where one of the four quarters is not known", () => {
    for (const ends of [ENDS.slice(0, 3), ENDS.toSpliced(2, 1)]) {
      expect(toRatio("netDebtToEbitda", ENDS[0]!, quarters(ends))).toEqual({
        value: null,
        why: "four quarters in a row that end there are not known",
      });
    }
  });

  it("compare a period with the one just before and with that of a year before", () => {
    const books = booksOf(
      { "2025-06-28": { revenue: 120 }, "2025-03-29": { revenue: 100 }, "2024-06-29": { revenue: 80 } },
      true,
    );
    expect(toRatio("revenueGrowthSequential", "2025-06-28", books).value).toBe(0.2);
    expect(toRatio("revenueGrowth", "2025-06-28", books).value).toBe(0.5);
    expect(toRatio("revenueGrowthSequential", "2025-03-29", books)).toEqual({
      value: null,
      why: "there is no period before",
    });
  });

  it("have no change of earnings per share where a split may be between", () => {
    const books = booksOf({
      "2025-12-31": { epsdiluted: 5, weightedAverageShsOutDil: 20 },
      "2024-12-31": { epsdiluted: 8, weightedAverageShsOutDil: 10 },
    });
    expect(toRatio("epsGrowth", "2025-12-31", books).why).toBe("a split may be between the periods");
  });

  it.each([
    [0.2, 0.25, 0.25],
    [0.199, 0.25, null],
    [0.25, 0.199, null],
    [0.25, -0.25, -2],
    [0.25, -0.199, null],
    [0.06, 0.06, null],
  ])("has no growth of earnings per share from %d to %d, whose rounding would decide it: %j", (before, now, growth) => {
    const books = booksOf({ "2025-12-31": { epsdiluted: now }, "2024-12-31": { epsdiluted: before } });
    for (const name of ["epsGrowth", "epsGrowthSequential"] as const)
      expect(toRatio(name, "2025-12-31", books).value).toBe(growth);
  });

  it("are computed from the figures of one period alone, too", () => {
    expect(toRatioOf("netMargin", { netIncome: 1, revenue: 3 })).toBe(0.333333);
    expect(toRatioOf("netMargin", { netIncome: 1 })).toBeNull();
  });

  it("have their operands known, with the end of each", () => {
    expect(operandsOf("returnOnAssets", "2025-12-31", quarters(ENDS).periods)).toHaveLength(6);
    expect(operandsOf("returnOnAssets", "2025-12-31", booksOf({ "2025-12-31": {}, "2024-12-31": {} }).periods)).toEqual(
      [
        { figure: "netIncome", end: "2025-12-31" },
        { figure: "totalAssets", end: "2025-12-31" },
        { figure: "totalAssets", end: "2024-12-31" },
      ],
    );
    expect(figuresOf(["quickRatio"]).map((figure) => STATEMENT_OF[figure])).toEqual(Array(6).fill("balance"));
  });
});
