import { texts } from "../../support/texts.js";
import { describe, expect, it } from "vitest";
import { toSummary, toSummaryNotes } from "../../../src/market/statements/statement-summary.js";

const BODY = { symbol: "AAPL", statement_type: "income", period: "annual" };
const row = (date: string, more: object = {}) => ({ date, symbol: "AAPL", reportedCurrency: "USD", ...more });
const ROWS = [
  row("2025-09-27", { revenue: 133.1, netIncome: 10, effectiveTaxRate: 0.15, returnOnEquity: 1.5 }),
  row("2024-09-28", { revenue: 90, netIncome: -5, effectiveTaxRate: 0.24, returnOnEquity: 1.1 }),
  row("2023-09-30", { revenue: 80, netIncome: 7, effectiveTaxRate: 0.15, returnOnEquity: null }),
  row("2022-09-24", { revenue: 100, netIncome: 8, effectiveTaxRate: 0.16, returnOnEquity: null }),
];
const COLUMNS = ["effectiveTaxRate", "returnOnEquity", "netMargin"];

describe("the summary of statements", () => {
  it("has mean and span of each ratio in the rows, and how many periods have it", () => {
    expect(toSummary(ROWS, BODY, COLUMNS, [])).toEqual({
      summary: {
        from: "2022-09-24",
        to: "2025-09-27",
        periods: 4,
        ratios: [
          { ratio: "effectiveTaxRate", mean: 0.175, low: 0.15, high: 0.24, periods: 4 },
          { ratio: "returnOnEquity", mean: 1.3, low: 1.1, high: 1.5, periods: 2 },
        ],
      },
    });
  });

  it("has the yearly growth between the ends shown, with its years", () => {
    expect(toSummary(ROWS, BODY, [], ["revenueCagr"])).toEqual({
      summary: { from: "2022-09-24", to: "2025-09-27", periods: 4, years: 3, revenueCagr: 0.1 },
    });
    expect(texts(toSummaryNotes(ROWS, BODY, ["revenueCagr"]))).toEqual([
      "revenueCagr is a ratio (0.24 is 24 % a year).",
    ]);
  });

  it("is absent without a ratio in the question, and for one period", () => {
    expect(toSummary(ROWS, BODY, ["netMargin"], [])).toEqual({});
    expect(
      toSummary(
        ROWS.map((each) => ({ ...each, netMargin: null })),
        BODY,
        ["netMargin"],
        [],
      ),
    ).toEqual({});
    expect(toSummary(ROWS.slice(0, 1), BODY, COLUMNS, ["revenueCagr"])).toEqual({});
    expect(texts(toSummaryNotes(ROWS.slice(0, 1), BODY, ["revenueCagr"]))).toEqual(["revenueCagr needs two periods."]);
  });

  it.each([
    ["of quarters", ROWS, { ...BODY, period: "quarter" }, "it is of years; ask with period annual"],
    [
      "of another statement",
      ROWS,
      { ...BODY, statement_type: "cash" },
      "it is of income statements; ask with statement_type income",
    ],
    ["after a loss", [ROWS[0]!, ROWS[1]!], BODY, "netIncome is not above 0 at one of both ends"],
    [
      "over a changed fiscal year",
      [row("2023-12-31", { revenue: 200, netIncome: 200 }), row("2022-06-30", { revenue: 100, netIncome: 100 })],
      BODY,
      "no whole years lie between both ends",
    ],
    ["without a figure", [ROWS[0]!, row("2022-09-24")], BODY, "netIncome is missing at one of both ends"],
    [
      "in two currencies",
      [ROWS[0]!, { ...ROWS[3]!, reportedCurrency: "EUR" }],
      BODY,
      "the periods are of two currencies or sources",
    ],
    [
      "across a restatement",
      [ROWS[0]!, { ...ROWS[2]!, acrossRestatement: ["netIncomeGrowth"] }, ROWS[3]!],
      BODY,
      "the figures are from before and after a restatement",
    ],
  ])("has no yearly growth %s, and says why", (_what, rows, body, why) => {
    expect(toSummary(rows, body, [], ["netIncomeCagr"])).toMatchObject({ summary: { netIncomeCagr: null } });
    expect(texts(toSummaryNotes(rows, body, ["netIncomeCagr"]))).toEqual([`netIncomeCagr is null: ${why}.`]);
  });

  it("has no yearly growth of earnings per share where a split may be between", () => {
    const rows = [
      row("2025-12-31", { epsdiluted: 2, weightedAverageShsOutDil: 40 }),
      row("2024-12-31", { epsdiluted: 4, weightedAverageShsOutDil: 10 }),
    ];
    expect(texts(toSummaryNotes(rows, BODY, ["epsCagr"]))).toEqual(["epsCagr is null: a split may be between."]);
  });
});
