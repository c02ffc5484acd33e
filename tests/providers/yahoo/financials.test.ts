import { http, HttpResponse, type JsonBodyType } from "msw";
import { describe, expect, it } from "vitest";
import { INCOME_FIELDS } from "../../../src/capabilities/companies/financials.js";
import { STATEMENT_OF, type Statement } from "../../../src/market/statements/ratios.js";
import { figuresBeside, toKeptName, YEAR_END } from "../../../src/market/statements/statement-books.js";
import { financialsFromYahoo } from "../../../src/providers/yahoo/companies/financials.js";
import { STATEMENT_FIELDS } from "../../../src/providers/yahoo/companies/statement-fields.js";
import { createAsker } from "../../support/ask.js";
import { useInternet } from "../../support/internet.js";
import { BASE } from "./upstream-yahoo.js";

const OLDER = "A larger limit, or as_of, may have older ones.";
const internet = useInternet();
const CHART = `${BASE}/v8/finance/chart/AAPL`;
const NO_CHART = { chart: { result: null, error: { code: "Not Found", description: "No data found" } } };
const NOTES = ["Provider B dates a period by the last day of its month.", "Records since 2023.", OLDER];

type Figure = [asOfDate: string, raw: number] | null;

/** One type's entry as provider B sends it. */
function figures(type: string, ...points: Figure[]) {
  const period = type.startsWith("annual") ? "12M" : "3M";
  return {
    meta: { symbol: ["AAPL"], type: [type] },
    timestamp: points.map(() => 0),
    [type]: points.map(
      (point) =>
        point && {
          dataId: 1,
          asOfDate: point[0],
          periodType: period,
          currencyCode: "USD",
          reportedValue: { raw: point[1], fmt: String(point[1]) },
        },
    ),
  };
}

/** The lines that a record has beside those of the interface, without figures. */
const NO_FURTHER = Object.fromEntries(
  Object.keys(STATEMENT_FIELDS.income)
    .slice(INCOME_FIELDS.length)
    .map((name) => [name, null]),
);

/** The figures of other statements that a record keeps for ratios, without values. */
const keptBeside = (statement: Statement) =>
  Object.fromEntries(figuresBeside(statement).map((figure) => [toKeptName(figure), null]));

async function statementsOf(result: JsonBodyType[] | null, input: Record<string, string> = {}) {
  const asked: string[] = [];
  internet.use(
    http.get(`${BASE}/ws/fundamentals-timeseries/v1/finance/timeseries/AAPL`, ({ request }) => {
      asked.push(...new URL(request.url).searchParams.get("type")!.split(","));
      return HttpResponse.json({ timeseries: { result, error: null } });
    }),
  );
  return { ...(await createAsker().ask(financialsFromYahoo, { symbol: "AAPL", ...input })), asked };
}

describe("financial statements by provider B", () => {
  it("are grouped by period, newest first, from entries in any order", async () => {
    const { asked, ...answer } = await statementsOf([
      figures("annualBasicAverageShares", ["2023-09-30", 15744231000], ["2024-09-30", 15343783000]),
      figures("annualTotalRevenue", ["2023-09-30", 383285000000], ["2024-09-30", 391035000000]),
      figures("annualCostOfRevenue", ["2024-09-30", 210352000000]),
      figures("annualGrossProfit", ["2024-09-30", 180683000000]),
      figures("annualOperatingExpense", ["2024-09-30", 57467000000]),
      figures("annualOperatingIncome", ["2024-09-30", 123216000000]),
      figures("annualNetIncome", ["2024-09-30", 93736000000]),
      figures("annualDilutedEPS", ["2024-09-30", 6.08]),
      figures("annualBasicEPS", ["2024-09-30", 6.11]),
      figures("annualDilutedAverageShares", ["2024-09-30", 15408095000]),
      // Figures of other statements do not make a period of their own.
      figures("annualFreeCashFlow", ["2022-09-30", 111443000000], ["2024-09-30", 108807000000]),
      figures("annualInterestExpense", ["2024-09-30", 3933000000]),
    ]);
    expect(answer).toEqual({
      data: {
        symbol: "AAPL",
        statement_type: "income",
        period: "annual",
        data: [
          {
            date: "2024-09-30",
            symbol: "AAPL",
            reportedCurrency: "USD",
            revenue: 391035000000,
            costOfRevenue: 210352000000,
            grossProfit: 180683000000,
            operatingExpenses: 57467000000,
            operatingIncome: 123216000000,
            netIncome: 93736000000,
            eps: 6.11,
            epsdiluted: 6.08,
            weightedAverageShsOut: 15343783000,
            weightedAverageShsOutDil: 15408095000,
            ...NO_FURTHER,
            interestExpense: 3933000000,
            ...keptBeside("income"),
            "cash.freeCashFlow": 108807000000,
          },
          {
            date: "2023-09-30",
            symbol: "AAPL",
            reportedCurrency: "USD",
            revenue: 383285000000,
            costOfRevenue: null,
            grossProfit: null,
            operatingExpenses: null,
            operatingIncome: null,
            netIncome: null,
            eps: null,
            epsdiluted: null,
            weightedAverageShsOut: 15744231000,
            weightedAverageShsOutDil: null,
            ...NO_FURTHER,
            ...keptBeside("income"),
          },
        ],
      },
      accounts: "USD",
      notes: NOTES,
    });
    expect(asked).toContain("annualTotalRevenue");
  });

  it("by quarter keep the end of the fiscal year, the next one a year after the newest", async () => {
    const ends = ["2025-09-30", "2025-12-31", "2026-03-31", "2027-03-31", "2022-06-30"];
    const { data } = await statementsOf(
      [
        figures("quarterlyTotalRevenue", ...ends.map((end): Figure => [end, 1])),
        figures("annualNetIncome", ["2024-09-30", 1], ["2025-09-30", 1]),
      ],
      { period: "quarter" },
    );
    expect(data.data.map((row) => [row.date, row[YEAR_END]])).toEqual([
      ["2027-03-31", null],
      ["2026-03-31", "2026-09-30"],
      ["2025-12-31", "2026-09-30"],
      ["2025-09-30", "2025-09-30"],
      // More than a year before the first known one.
      ["2022-06-30", null],
    ]);
  });

  it("are requested by quarter under other names", async () => {
    const { asked, data } = await statementsOf([figures("quarterlyTotalRevenue", ["2024-12-31", 124300000000])], {
      period: "quarter",
    });
    expect(asked).toContain("quarterlyTotalRevenue");
    // Its years show when fiscal years end.
    expect(asked.filter((type) => !type.startsWith("quarterly"))).toEqual(["annualNetIncome"]);
    expect(data.data[0]).toMatchObject({ date: "2024-12-31", revenue: 124300000000 });
  });

  it("have provider A's names for balance sheets", async () => {
    const { data } = await statementsOf(
      [
        figures("annualTotalAssets", ["2024-09-30", 364980000000]),
        figures("annualStockholdersEquity", ["2024-09-30", 56950000000]),
        figures("annualNetPPE", ["2024-09-30", 45680000000]),
      ],
      { statement_type: "balance" },
    );
    const nulls = Object.fromEntries(Object.keys(STATEMENT_FIELDS.balance).map((field) => [field, null]));
    expect(data.data).toEqual([
      {
        date: "2024-09-30",
        symbol: "AAPL",
        reportedCurrency: "USD",
        ...nulls,
        ...keptBeside("balance"),
        totalAssets: 364980000000,
        totalStockholdersEquity: 56950000000,
        propertyPlantEquipmentNet: 45680000000,
      },
    ]);
  });

  it("have provider A's names for cash flows, two of them for the operating cash flow", async () => {
    const { asked, data } = await statementsOf(
      [
        figures("annualOperatingCashFlow", ["2024-09-30", 118254000000]),
        figures("annualFreeCashFlow", ["2024-09-30", 108807000000]),
      ],
      { statement_type: "cash" },
    );
    expect(data.data[0]).toMatchObject({
      operatingCashFlow: 118254000000,
      netCashProvidedByOperatingActivities: 118254000000,
      freeCashFlow: 108807000000,
      capitalExpenditure: null,
    });
    expect(asked.filter((type) => type === "annualOperatingCashFlow")).toHaveLength(1);
  });

  it("keep a figure of another statement only in the currency of the record", async () => {
    const inEuros = figures("annualTotalAssets", ["2024-09-30", 5]);
    Object.assign((inEuros["annualTotalAssets"] as object[])[0]!, { currencyCode: "EUR" });
    const { data, asked } = await statementsOf([
      figures("annualTotalRevenue", ["2024-09-30", 1]),
      figures("annualInventory", ["2024-09-30", 2]),
      inEuros,
    ]);
    expect(data.data[0]).toMatchObject({ "balance.inventory": 2, "balance.totalAssets": null });
    expect(asked).toContain("annualStockholdersEquity");
  });

  it("skip holes, types without data and unrequested types", async () => {
    const { data } = await statementsOf([
      { meta: { symbol: ["AAPL"], type: ["annualGrossProfit"] } },
      figures("quarterlyTotalRevenue", ["2024-12-31", 1]),
      figures("annualTotalRevenue", null, ["2024-09-30", 391035000000], ["someday", 5]),
      5,
      null,
    ]);
    expect(data.data).toHaveLength(1);
    expect(data.data[0]).toMatchObject({ date: "2024-09-30", revenue: 391035000000, grossProfit: null });
  });

  it("keep a real 0 and drop values that are no numbers", async () => {
    const { data } = await statementsOf([
      figures("annualCostOfRevenue", ["2024-09-30", 0]),
      {
        ...figures("annualTotalRevenue"),
        annualTotalRevenue: [{ asOfDate: "2024-09-30", reportedValue: { raw: "n/a" } }],
      },
    ]);
    expect(data.data[0]).toMatchObject({ costOfRevenue: 0, revenue: null });
  });

  it.each([[[]], [null], [[{ meta: { symbol: ["AAPL"], type: ["annualTotalRevenue"] } }]]])(
    "are not covered when there is no figure and a chart knows the symbol: %j",
    async (result) => {
      const meta = { symbol: "AAPL", regularMarketPrice: 1 };
      internet.use(http.get(CHART, () => HttpResponse.json({ chart: { result: [{ meta }], error: null } })));
      await expect(statementsOf(result)).rejects.toMatchObject({ kind: "no_coverage", reason: "not_covered" });
    },
  );

  it("report an unknown symbol when no chart knows it either", async () => {
    internet.use(http.get(CHART, () => HttpResponse.json(NO_CHART, { status: 404 })));
    await expect(statementsOf([])).rejects.toMatchObject({ kind: "not_found" });
  });

  it("are no valid answer when they are about another company", async () => {
    const entry = {
      ...figures("annualTotalRevenue", ["2024-09-30", 1]),
      meta: { symbol: ["MSFT"], type: ["annualTotalRevenue"] },
    };
    await expect(statementsOf([entry])).rejects.toMatchObject({ reason: "bad_answer" });
  });
});

describe("the fields of provider B's statements", () => {
  it("are the interface's for income, and then further lines under provider A's names", () => {
    const names = Object.keys(STATEMENT_FIELDS.income);
    expect(names.slice(0, INCOME_FIELDS.length)).toEqual([...INCOME_FIELDS]);
    for (const name of ["researchAndDevelopmentExpenses", "interestExpense", "incomeBeforeTax", "ebitda"])
      expect(names).toContain(name);
  });

  it("fit into one address", () => {
    for (const [statement, fields] of Object.entries(STATEMENT_FIELDS)) {
      const beside = figuresBeside(statement as Statement).map(
        (figure) => STATEMENT_FIELDS[STATEMENT_OF[figure]][figure],
      );
      const types = [...Object.values(fields), ...beside].flatMap((type) => (type ? [`quarterly${type}`] : []));
      expect(types.join("%2C").length).toBeLessThan(4000);
    }
  });
});
