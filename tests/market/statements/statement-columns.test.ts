import { texts } from "../../support/texts.js";
import { toPlainText } from "../../../src/contract/sentence.js";
import { describe, expect, it } from "vitest";
import { toShareJumpNotes, toStatementSentences } from "../../../src/market/statements/statement-sentences.js";
import { statementColumns } from "../../../src/market/statements/statement-columns.js";
import { toQuestion, type Ask } from "../../../src/contract/question.js";
import { entry } from "../../../src/contract/entry.js";
import { financials } from "../../../src/capabilities/companies/financials.js";
import { parseInput } from "../../../src/contract/input.js";
import { ProviderError } from "../../../src/contract/errors.js";
import { answerView, takeView } from "../../../src/views/view.js";
import { servedOf } from "../../support/fakes.js";

const row = (date: string, more: object = {}) => ({ date, symbol: "AAPL", reportedCurrency: "USD", ...more });
// Provider A's figures of Apple for fiscal 2025, 2024 and 2023.
const INCOME = [
  row("2025-09-27", {
    revenue: 416161000000,
    grossProfit: 195201000000,
    operatingIncome: 133050000000,
    netIncome: 112010000000,
    epsdiluted: 7.46,
    weightedAverageShsOutDil: 15004697000,
    interestExpense: 0,
  }),
  row("2024-09-28", {
    revenue: 391035000000,
    grossProfit: 180683000000,
    operatingIncome: 123216000000,
    netIncome: 93736000000,
    epsdiluted: 6.08,
    weightedAverageShsOutDil: 15408095000,
    interestExpense: 3933000000,
  }),
];
const CASH = [
  row("2025-09-27", { freeCashFlow: 98767000000, operatingCashFlow: 111482000000, netIncome: 112010000000 }),
];
const COLUMNS = ["gross", "operating", "net", "freeCashFlow"]
  .map((name) => `${name}Margin`)
  .concat("revenueGrowth", "netIncomeGrowth", "epsGrowth", "interestCoverage");

/** Answers a question about statements; `ask` has the statements of each type. */
async function rowsOf(fields: string[] | undefined, of: Record<string, object[]>, more: object = {}) {
  const asked: unknown[] = [];
  const ask: Ask = async ({ input }) => {
    const { statement_type, period } = input as { statement_type: string; period: string };
    asked.push(statement_type);
    const data = of[statement_type];
    if (!data) throw new ProviderError("provider-a", "unreachable");
    return servedOf({ symbol: "AAPL", statement_type, period, data });
  };
  const asking = entry(financials, []);
  const question = toQuestion(asking, parseInput(financials, { symbol: "AAPL", ...more }));
  const { envelope } = await answerView(question as never, { fields }, ask);
  return { rows: envelope.body["data"] as Record<string, unknown>[], notes: envelope.notes, asked };
}

describe("columns of statements", () => {
  it("are margins, growth and interest coverage, with six digits, when fields names them", async () => {
    const { rows } = await rowsOf(COLUMNS, { income: INCOME, cash: CASH });
    expect(rows).toEqual([
      {
        ...INCOME[0],
        grossMargin: 0.469052,
        operatingMargin: 0.319708,
        netMargin: 0.269151,
        freeCashFlowMargin: 0.237329,
        revenueGrowth: 0.0642551,
        netIncomeGrowth: 0.194952,
        epsGrowth: 0.226974,
        // There was no interest to cover.
        interestCoverage: null,
      },
      {
        ...INCOME[1],
        grossMargin: 0.462063,
        operatingMargin: 0.315102,
        netMargin: 0.239713,
        freeCashFlowMargin: null,
        revenueGrowth: null,
        netIncomeGrowth: null,
        epsGrowth: null,
        interestCoverage: 31.3288,
      },
    ]);
  });

  it.each([undefined, ["*"], ["date", "revenue"]])(
    "are absent with fields %j, also those of the source",
    async (fields) => {
      const { rows, asked } = await rowsOf(fields, {
        income: [row("2025-09-30", { revenue: 5, interestCoverage: 3 })],
      });
      expect([rows, asked]).toEqual([[row("2025-09-30", { revenue: 5 })], ["income"]]);
    },
  );

  it("are named in any case of letters", async () => {
    const { rows } = await rowsOf(["NETMARGIN"], { income: INCOME });
    expect(rows[0]).toEqual({ ...INCOME[0], netMargin: 0.269151 });
  });

  it("never mix two sources, and say so", async () => {
    const of = (source: string, { date, ...figures }: object & { date: string }) => ({ date, ...figures, source });
    const income = [of("PROVIDER_A", INCOME[0]!), of("PROVIDER_D", INCOME[1]!)];
    const { rows, notes } = await rowsOf(["revenueGrowth", "grossMargin", "epsGrowthSequential"], { income });
    expect(rows[0]).toMatchObject({ revenueGrowth: null, grossMargin: 0.469052, epsGrowthSequential: null });
    expect(texts(notes)).toContain(
      "revenueGrowth and epsGrowthSequential of 2025-09-27 are null: the periods needed are of two sources.",
    );
  });

  it("are computed, whatever a source sends under their names", async () => {
    const income = [row("2025-09-30", { netMargin: 0.5, netIncome: 1, revenue: 4, interestCoverage: 3 })];
    const { rows } = await rowsOf(["netMargin", "interestCoverage"], { income });
    expect(rows[0]).toMatchObject({ netMargin: 0.25, interestCoverage: null });
  });

  it("take figures of other statements from rows that keep them, without a question, and do not show these", async () => {
    const income = [
      row("2025-09-30", { revenue: 4, netIncome: 1, "cash.capitalExpenditure": -1, "balance.totalEquity": 5 }),
    ];
    const { rows, asked } = await rowsOf(["date", "capexToRevenue"], { income });
    expect([rows[0], asked]).toEqual([
      row("2025-09-30", { revenue: 4, netIncome: 1, capexToRevenue: 0.25 }),
      ["income"],
    ]);
    expect((await rowsOf(undefined, { income })).rows[0]).toEqual(row("2025-09-30", { revenue: 4, netIncome: 1 }));
  });

  it("of any statement ask once for each other one that they need", async () => {
    const balance = [row("2025-09-27", { totalDebt: 100, totalEquity: 50, cashAndShortTermInvestments: 40 })];
    const income = [{ ...INCOME[0]!, ebitda: 20 }];
    const of = { income, balance, cash: CASH };
    const found = await rowsOf(["debtToEquity", "netDebtToEbitda", "netMargin", "freeCashFlowMargin"], of, {
      statement_type: "balance",
    });
    expect(found.asked).toEqual(["balance", "income", "cash"]);
    expect(found.rows[0]).toMatchObject({
      debtToEquity: 2,
      netDebtToEbitda: 3,
      netMargin: 0.269151,
      freeCashFlowMargin: 0.237329,
    });
  });

  it("say why the newest is null, and which figure counts in place of the usual one", async () => {
    const balance = [
      row("2025-09-27", {
        cashAndCashEquivalents: 4,
        accountsReceivables: 6,
        totalCurrentAssets: 15,
        totalCurrentLiabilities: 5,
        totalDebt: 5,
        totalEquity: -1,
      }),
    ];
    const asked = ["quickRatio", "debtToEquity", "assetTurnover", "researchToRevenue"];
    const { rows, notes } = await rowsOf(asked, { income: INCOME, balance }, { statement_type: "balance" });
    expect(rows[0]).toMatchObject({
      quickRatio: 2,
      debtToEquity: null,
      assetTurnover: null,
      researchToRevenue: null,
    });
    expect(texts(notes)).toEqual([
      "researchToRevenue of 2025-09-27 is null: researchAndDevelopmentExpenses is missing.",
      "debtToEquity of 2025-09-27 is null: totalEquity is not above 0.",
      "assetTurnover of 2025-09-27 is null: the balance sheet of a year before is not known.",
      "quickRatio counts cashAndCashEquivalents where cashAndShortTermInvestments is missing.",
      "quickRatio counts accountsReceivables where netReceivables is missing.",
    ]);
  });

  it.each([
    ["roe", "returnOnEquity"],
    ["ROIC", "returnOnInvestedCapital"],
    ["quick_ratio", "quickRatio"],
    ["effective_tax_rate", "effectiveTaxRate"],
    ["debt_to_equity", "debtToEquity"],
    ["dso", "receivablesDays"],
    ["revenue_cagr", "revenueCagr"],
  ])("are had as %s, too", (asked, name) => {
    const { fields, overall = [] } = takeView(financials, { fields: ["date", asked] });
    expect([...overall, ...fields!]).toContain(name);
  });

  it("take the revenue of the income statement for the free cash flow", async () => {
    const { rows, asked } = await rowsOf(
      ["freeCashFlowMargin"],
      { income: INCOME, cash: CASH },
      { statement_type: "cash" },
    );
    expect(rows[0]!["freeCashFlowMargin"]).toBe(0.237329);
    expect(asked).toEqual(["cash", "income"]);
  });

  it("are null, with a note, when the other statement cannot be fetched", async () => {
    const { rows, notes } = await rowsOf(["freeCashFlowMargin"], { income: INCOME });
    expect(rows.map(({ freeCashFlowMargin }) => freeCashFlowMargin)).toEqual([null, null]);
    expect(texts(notes.join(" "))).toMatch(
      /freeCashFlowMargin is null, because it needs a further answer\. Provider A could not/,
    );
  });

  const before = INCOME[1]!;
  it.each([
    ["after a loss", row("2024-09-28", { ...before, netIncome: -1 })],
    ["when the year before is missing", row("2023-09-30", before)],
    ["in another currency", { ...before, reportedCurrency: "EUR" }],
    ["when the figure is missing", { ...before, netIncome: null }],
  ])("have no growth %s", async (_why, earlier) => {
    const { date } = { ...earlier } as { date: string };
    const rows = [INCOME[0]!, { ...earlier, date: _why.startsWith("when the year") ? "2023-09-30" : date }];
    const found = await rowsOf(["netIncomeGrowth"], { income: rows });
    expect(found.rows[0]!["netIncomeGrowth"]).toBeNull();
  });

  it("have no growth of earnings per share when a split may be between the periods", async () => {
    const earlier = { ...before, epsdiluted: 60.8, weightedAverageShsOutDil: 1540809500 };
    const { rows } = await rowsOf(["epsGrowth", "netIncomeGrowth"], { income: [INCOME[0]!, earlier] });
    expect(rows[0]).toMatchObject({ epsGrowth: null, netIncomeGrowth: 0.194952 });
  });

  it("compare a quarter with the same quarter of the year before", async () => {
    const quarters = ["2025-06-28", "2025-03-29", "2024-12-28", "2024-09-28", "2024-06-29"];
    const income = quarters.map((date, at) => row(date, { revenue: [120, 110, 130, 105, 100][at] }));
    const { rows } = await rowsOf(["revenueGrowth"], { income });
    expect(rows.map(({ revenueGrowth }) => revenueGrowth)).toEqual([0.2, null, null, null, null]);
  });

  it("are null where the record names them as computed across a restatement", async () => {
    const [newest, ...older] = INCOME;
    const income = [{ ...newest, acrossRestatement: ["operatingMargin", "revenueGrowth"] }, ...older];
    const cash = CASH.map((each) => ({ ...each, acrossRestatement: ["freeCashFlowMargin", "netIncomeGrowth"] }));
    const { rows } = await rowsOf(COLUMNS, { income, cash });
    expect(rows[0]).toMatchObject({
      grossMargin: 0.469052,
      operatingMargin: null,
      freeCashFlowMargin: null,
      revenueGrowth: null,
      netIncomeGrowth: null,
    });
  });
});

describe("changes of ratios", () => {
  // Right values by python3: (0.469052 - 0.462063) * 100 and so on, of the ratios with six digits.
  it("are the difference to the row before in percentage points", async () => {
    const { rows, notes } = await rowsOf(["grossMargin", "grossMarginChange", "netMarginChange"], { income: INCOME });
    expect(rows.map(({ grossMarginChange, netMarginChange }) => [grossMarginChange, netMarginChange])).toEqual([
      [0.6989, 2.9438],
      [null, null],
    ]);
    expect(texts(notes)).not.toContain("null");
  });

  it("of growth need the growth of the row before, and say which is missing", async () => {
    const { rows, notes } = await rowsOf(["revenueGrowthChange"], { income: INCOME });
    expect(rows[0]!["revenueGrowthChange"]).toBeNull();
    expect(texts(notes)).toContain("revenueGrowthChange of 2025-09-27 is null: revenueGrowth of 2024-09-28 is null.");
  });

  it("are null between two sources and across a restatement", async () => {
    const [newest, before] = INCOME;
    const of = (source: string, each: object) => ({ ...each, source });
    const mixed = await rowsOf(["netMarginChange"], { income: [of("PROVIDER_A", newest!), of("PROVIDER_D", before!)] });
    expect(texts(mixed.notes)).toContain(
      "netMarginChange of 2025-09-27 is null: the periods needed are of two sources.",
    );
    const across = { ...newest, acrossRestatement: ["netIncomeGrowth"] };
    const { rows } = await rowsOf(["netMarginChange", "grossMarginChange"], { income: [across, before!] });
    expect(rows[0]).toMatchObject({ netMarginChange: null, grossMarginChange: 0.6989 });
  });

  it("are none of multiples and days, and one stands for all in advice", () => {
    expect(() => takeView(financials, { fields: ["date", "currentRatioChange"] })).not.toThrow();
    expect(Object.keys(statementColumns).filter((name) => /(?:Ratio|Days|Turnover)Change$/.test(name))).toEqual([
      "payoutRatioChange",
    ]);
  });

  it("are of the newest chosen period in reasons", async () => {
    const { notes } = await rowsOf(["netMarginChange"], { income: INCOME }, { to: "2024-12-31" });
    expect(texts(notes)).toContain("netMarginChange of 2024-09-28 is null: there is no row before.");
  });
});

describe("the note of statements", () => {
  const body = (type: string, data: object[], period = "annual") => ({
    symbol: "AAPL",
    statement_type: type,
    period,
    data,
  });

  it("begins with growth and margins of the newest period", () => {
    expect(texts(toStatementSentences(body("income", INCOME)))).toEqual([
      "Year to 2025-09-27: revenue +6.4 %, net income +19.5 %, diluted EPS +22.7 % in a year; margin gross 46.9 %, operating 32 %, net 26.9 %.",
    ]);
  });

  it("has no change and no margin across a restatement", () => {
    const [newest, ...older] = INCOME;
    const across = { ...newest, acrossRestatement: ["operatingMargin", "revenueGrowth", "epsGrowth"] };
    expect(texts(toStatementSentences(body("income", [across, ...older])))).toEqual([
      "Year to 2025-09-27: net income +19.5 % in a year; margin gross 46.9 %, net 26.9 %.",
    ]);
  });

  it("says what fell, and what fell below zero", () => {
    const data = [row("2025-06-30", { revenue: 90, netIncome: -1 }), row("2024-06-30", { revenue: 100, netIncome: 5 })];
    expect(texts(toStatementSentences(body("income", data, "quarter")))).toEqual([
      "Quarter to 2025-06-30: revenue -10 %, net income fell below zero in a year; margin net -1.1 %.",
    ]);
  });

  const weeks = (ends: string[]) => ends.map((date, at) => row(date, { revenue: 100 - at }));
  const COSTCO = ["2023-09-03", "2023-05-07", "2023-02-12", "2022-11-20", "2022-08-28", "2022-05-08"];

  it("says the lengths of a quarter of 17 weeks and of one of 16", () => {
    expect(texts(toStatementSentences(body("income", weeks(COSTCO), "quarter")))).toEqual([
      "Quarter to 2023-09-03: revenue +4.2 % in a year (119 days against 112).",
    ]);
  });

  it("says the lengths of a year of 53 weeks and of one of 52", () => {
    expect(texts(toStatementSentences(body("income", weeks(["2019-02-03", "2018-01-28", "2017-01-29"]))))).toEqual([
      "Year to 2019-02-03: revenue +1 % in a year (371 days against 364).",
    ]);
  });

  it.each([
    ["the end of the quarter before is not in the list", COSTCO.slice(0, 5), "quarter"],
    ["a quarter is missing", COSTCO.toSpliced(1, 1), "quarter"],
    [
      "months have other lengths",
      ["2024-05-31", "2024-02-29", "2023-11-30", "2023-08-31", "2023-05-31", "2023-02-28"],
      "quarter",
    ],
    ["a year is a leap year", ["2024-12-31", "2023-12-31", "2022-12-31"], "annual"],
  ])("says no lengths where %s", (_why, ends, period) => {
    expect(toStatementSentences(body("income", weeks(ends), period)).join()).not.toContain("days");
  });

  it("says the lengths of older periods where their growth is asked for", async () => {
    const income = weeks(["2024-09-01", "2024-05-12", "2024-02-18", "2023-11-26", ...COSTCO]);
    const said = "Growth between periods of other lengths: 2023-09-03 119 days against 112.";
    const notesOf = async (name: string) =>
      (await rowsOf([name], { income }, { period: "quarter" })).notes.map(toPlainText);
    expect(await notesOf("revenueGrowth")).toContain(said);
    expect(await notesOf("netMargin")).not.toContain(said);
    expect((await notesOf("revenueGrowthSequential")).join()).toContain("2024-09-01 112 days against 84");
  });

  it("explains the sign of repurchases in cash flow statements", () => {
    expect(toStatementSentences(body("cash", CASH))).toEqual(["Repurchases are negative."]);
  });

  it("has no such sentence on a balance sheet, and none without periods", () => {
    expect(toStatementSentences(body("balance", [row("2025-09-27", { totalAssets: 5 })]))).toEqual([]);
    expect(toStatementSentences(body("income", []))).toEqual([]);
  });
});

describe("a note on the number of shares", () => {
  const counts = (...shares: (number | null)[]) =>
    shares.map((count, at) => row(`${2025 - at}-12-31`, { weightedAverageShsOutDil: count }));

  it("names the periods between which it changes as much as by a split", () => {
    expect(texts(toShareJumpNotes(counts(1_726, null, 865, 200)))).toEqual([
      "The number of shares rose 2-fold between 2023-12-31 and 2025-12-31: if by a split, earnings per share before are on another basis.",
    ]);
    expect(toShareJumpNotes(counts(46_699_945, 1_335_877_351))[0]).toContain("fell 29-fold");
  });

  it("is absent where it changes less, and where it is not known", () => {
    expect(toShareJumpNotes(counts(130, 100))).toEqual([]);
    expect(toShareJumpNotes(counts(null, 100))).toEqual([]);
  });
});
