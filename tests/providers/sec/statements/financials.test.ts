import { say } from "../../../../src/contract/sentence.js";
import { describe, expect, it } from "vitest";
import { financialsFromSec } from "../../../../src/providers/sec/statements/financials.js";
import { createAsker } from "../../../support/ask.js";
import { useInternet } from "../../../support/internet.js";
import { playCompany, type PlayedFact, type PlayedFacts, type PlayedFiling } from "../facts-play.js";

const internet = useInternet();
const ask = async (facts: PlayedFacts, input: object = {}, industry?: string) => {
  playCompany(internet, { facts, ...(industry !== undefined && { industry }) });
  return createAsker().ask(financialsFromSec, { symbol: "AAPL", ...input });
};
const rowsOf = async (...args: Parameters<typeof ask>) => (await ask(...args)).data.data;

const REPORT_2008: PlayedFiling = ["0001193125-08-224958", "10-K", "2008-11-05", 2008];
const REPORT_2009: PlayedFiling = ["0001193125-09-214859", "10-K", "2009-10-27", 2009];
const AMENDED_2009: PlayedFiling = ["0001193125-10-012091", "10-K/A", "2010-01-25", 2009];
const [FROM_2008, TO_2008, FROM_2009, TO_2009] = ["2007-09-30", "2008-09-27", "2008-09-28", "2009-09-26"];

/** A year of 2008 and one of 2009, and the amendment that restates both. */
const RESTATED: PlayedFacts = {
  NetIncomeLoss: {
    USD: [
      [FROM_2008, TO_2008, 4_834_000_000, REPORT_2008],
      [FROM_2008, TO_2008, 4_834_000_000, REPORT_2009],
      [FROM_2009, TO_2009, 5_704_000_000, REPORT_2009],
      [FROM_2008, TO_2008, 6_119_000_000, AMENDED_2009],
      [FROM_2009, TO_2009, 8_235_000_000, AMENDED_2009],
    ],
  },
  SalesRevenueNet: {
    USD: [
      [FROM_2008, TO_2008, 32_479_000_000, REPORT_2009],
      [FROM_2008, TO_2008, 37_491_000_000, AMENDED_2009],
    ],
  },
};

/** Facts of one filing with the same period. */
const once = (filing: PlayedFiling, start: string, end: string, values: Record<string, number>, unit = "USD") =>
  Object.fromEntries(
    Object.entries(values).map(([tag, value]) => [tag, { [unit]: [[start, end, value, filing] as PlayedFact] }]),
  );

describe("statements by provider D", () => {
  it("are those that were known on a past day", async () => {
    const before = await rowsOf(RESTATED, { as_of: "2009-12-01" });
    expect(before.map(({ date, revenue, netIncome }) => [date, revenue, netIncome])).toEqual([
      [TO_2009, null, 5_704_000_000],
      [TO_2008, 32_479_000_000, 4_834_000_000],
    ]);
    const after = await rowsOf(RESTATED, { as_of: "2010-06-01" });
    expect(after.map(({ date, revenue, netIncome }) => [date, revenue, netIncome])).toEqual([
      [TO_2009, null, 8_235_000_000],
      [TO_2008, 37_491_000_000, 6_119_000_000],
    ]);
  });

  it("have no number of shares that the same period contradicts, as where it was filed in thousands", async () => {
    const answerOf = (diluted: number) =>
      ask({
        ...once(REPORT_2009, FROM_2009, TO_2009, { NetIncomeLoss: -67_987_000 }),
        ...once(REPORT_2009, FROM_2009, TO_2009, { EarningsPerShareDiluted: -0.12 }, "USD/shares"),
        ...once(
          REPORT_2009,
          FROM_2009,
          TO_2009,
          { WeightedAverageNumberOfDilutedSharesOutstanding: diluted },
          "shares",
        ),
      });
    const [slip, right] = [await answerOf(549_574), await answerOf(549_574_000)];
    const sentence = say`weightedAverageShsOutDil of 2009-09-26 is null: the filing states 549574, which its net income and EPS contradict.`;
    expect([slip.data.data[0]!.weightedAverageShsOutDil, slip.notes!.includes(sentence)]).toEqual([null, true]);
    expect([right.data.data[0]!.weightedAverageShsOutDil, /contradict/.test(right.notes!.join())]).toEqual([
      549_574_000,
      false,
    ]);
  });

  it("name the first and the latest value of a restated figure, with their days", async () => {
    const { notes } = await ask(RESTATED);
    expect(notes).toContain(
      "Restated: netIncome of 2009-09-26 was 5704000000 as filed on 2009-10-27 and is 8235000000 since 2010-01-25; revenue of 2008-09-27 was 32479000000 as filed on 2009-10-27 and is 37491000000 since 2010-01-25; netIncome of 2008-09-27 was 4834000000 as filed on 2008-11-05 and is 6119000000 since 2010-01-25.",
    );
    expect(notes).toContain("Filed figures reach back to fiscal 2008, the period that ended on 2008-09-27.");
  });

  it("have the filing that reported the period first, and on request that of each figure", async () => {
    const [, year] = await rowsOf(RESTATED, { provenance: true });
    expect(year).toMatchObject({
      date: TO_2008,
      reportedCurrency: "USD",
      cik: "0000320193",
      fiscalYear: "2008",
      period: "FY",
      accessionNumber: "0001193125-08-224958",
      form: "10-K",
      filingDate: "2008-11-05",
      derived: [],
      provenance: [
        {
          field: "revenue",
          tag: "SalesRevenueNet",
          derived: false,
          accession: "0001193125-10-012091",
          form: "10-K/A",
          filed: "2010-01-25",
          url: "https://www.sec.gov/Archives/edgar/data/320193/000119312510012091/0001193125-10-012091-index.htm",
          first: { value: 32_479_000_000, filed: "2009-10-27" },
        },
        { field: "netIncome", first: { value: 4_834_000_000, filed: "2008-11-05" } },
      ],
    });
    expect((await rowsOf(RESTATED))[0]).not.toHaveProperty("provenance");
  });

  it("pass over a figure that a later filing has a thousand times too small", async () => {
    const quarter = ["2009-04-27", "2009-07-26"] as const;
    const first: PlayedFiling = ["0001045810-09-000026", "10-Q", "2009-08-20", 2010];
    const later: PlayedFiling = ["0001045810-10-000036", "10-Q", "2010-08-30", 2011];
    const [row] = await rowsOf(
      {
        NetIncomeLoss: { USD: [[...quarter, -105_302_000, first]] },
        WeightedAverageNumberOfDilutedSharesOutstanding: {
          shares: [
            [...quarter, 546_639_000, first],
            [...quarter, 546_639, later],
          ],
        },
      },
      { period: "quarter" },
    );
    expect(row!["weightedAverageShsOutDil"]).toBe(546_639_000);
  });

  it("have a fourth quarter that is the year less nine months, but no earnings per share of it", async () => {
    const report: PlayedFiling = ["0000320193-25-000079", "10-K", "2025-10-31", 2025];
    const months: PlayedFiling = ["0000320193-25-000073", "10-Q", "2025-08-01", 2025];
    const rows = await rowsOf(
      {
        NetIncomeLoss: {
          USD: [
            ["2024-09-29", "2025-06-28", 84_544, months],
            ["2024-09-29", "2025-09-27", 112_010, report],
          ],
        },
        EarningsPerShareBasic: {
          "USD/shares": [
            ["2024-09-29", "2025-06-28", 5.64, months],
            ["2024-09-29", "2025-09-27", 7.49, report],
          ],
        },
      },
      { period: "quarter" },
    );
    expect(rows[0]).toMatchObject({
      date: "2025-09-27",
      period: "Q4",
      fiscalYear: "2025",
      netIncome: 27_466,
      eps: null,
      derived: ["netIncome"],
    });
  });

  it("subtract months from a year of the same vintage only", async () => {
    const nine: PlayedFiling = ["0001193125-09-153165", "10-Q", "2009-07-22", 2009];
    const rows = await rowsOf(
      {
        NetIncomeLoss: {
          USD: [
            [FROM_2009, "2009-06-27", 4_039, nine],
            [FROM_2009, TO_2009, 5_704, REPORT_2009],
            [FROM_2009, TO_2009, 8_235, AMENDED_2009],
          ],
        },
      },
      { period: "quarter" },
    );
    expect(rows[0]).toMatchObject({ date: TO_2009, period: "Q4", netIncome: 1_665 });
  });

  it("have cash flows of quarters from those of the year to date", async () => {
    const first: PlayedFiling = ["0000320193-25-000008", "10-Q", "2025-01-31", 2025];
    const second: PlayedFiling = ["0000320193-25-000057", "10-Q", "2025-05-02", 2025];
    const last: PlayedFiling = ["0000320193-24-000123", "10-K", "2024-11-01", 2024];
    const flows: PlayedFact[] = [
      ["2023-10-01", "2024-09-28", 90, last],
      ["2024-09-29", "2024-12-28", 30, first],
      ["2024-09-29", "2025-03-29", 54, second],
    ];
    const rows = await rowsOf(
      {
        NetIncomeLoss: { USD: [...flows, ["2024-12-29", "2025-03-29", 24, second]] },
        NetCashProvidedByUsedInOperatingActivities: { USD: flows },
        PaymentsToAcquirePropertyPlantAndEquipment: { USD: [["2024-09-29", "2024-12-28", 4, first]] },
      },
      { statement_type: "cash", period: "quarter" },
    );
    expect(
      rows.map(({ date, period, operatingCashFlow, capitalExpenditure, freeCashFlow }) => [
        date,
        period,
        operatingCashFlow,
        capitalExpenditure,
        freeCashFlow,
      ]),
    ).toEqual([
      ["2025-03-29", "Q2", 24, null, null],
      ["2024-12-28", "Q1", 30, -4, 26],
    ]);
  });

  it("have formulas in provenance with the signs of the filed values", async () => {
    const report: PlayedFiling = ["0000320193-25-000079", "10-K", "2025-10-31", 2025];
    const facts = {
      ...once(report, "2024-09-29", "2025-09-27", {
        NetIncomeLoss: 112,
        NetCashProvidedByUsedInOperatingActivities: 111,
        PaymentsToAcquirePropertyPlantAndEquipment: 13,
      }),
      ...once(report, "", "2025-09-27", {
        CashAndCashEquivalentsAtCarryingValue: 36,
        CommercialPaper: 8,
        LongTermDebtCurrent: 12,
        LongTermDebt: 90,
      }),
    };
    const tagsOf = async (statement_type: string) => {
      const [row] = await rowsOf(facts, { statement_type, provenance: true });
      const figures = row!["provenance"] as { field: string; tag: string }[];
      return Object.fromEntries(figures.map(({ field, tag }) => [field, [row![field], tag]]));
    };
    expect(await tagsOf("cash")).toMatchObject({
      capitalExpenditure: [-13, "PaymentsToAcquirePropertyPlantAndEquipment"],
      freeCashFlow: [98, "NetCashProvidedByUsedInOperatingActivities - PaymentsToAcquirePropertyPlantAndEquipment"],
    });
    expect(await tagsOf("balance")).toMatchObject({
      longTermDebt: [78, "LongTermDebt - LongTermDebtCurrent"],
      netDebt: [
        62,
        "CommercialPaper + LongTermDebtCurrent + LongTermDebt - LongTermDebtCurrent - CashAndCashEquivalentsAtCarryingValue",
      ],
    });
  });

  it("take the largest of the tags of revenue, because a total is never smaller than its part", async () => {
    const report: PlayedFiling = ["0000104169-26-000055", "10-K", "2026-03-13", 2026];
    const [row] = await rowsOf(
      once(report, "2025-02-01", "2026-01-31", {
        RevenueFromContractWithCustomerExcludingAssessedTax: 706_413,
        Revenues: 713_163,
        CostOfRevenue: 535_395,
        NetIncomeLoss: 21_893,
      }),
    );
    // A fiscal year that ends in January has the company's own number.
    expect(row).toMatchObject({ revenue: 713_163, grossProfit: 177_768, fiscalYear: "2026", derived: ["grossProfit"] });
  });

  it("have no gross profit for a bank, and say that only headline figures are mapped", async () => {
    const report: PlayedFiling = ["0001628280-26-000001", "10-K", "2026-02-13", 2025];
    const facts = once(report, "2025-01-01", "2025-12-31", {
      RevenuesNetOfInterestExpense: 182_447,
      Revenues: 170_000,
      CostOfRevenue: 1,
      NetIncomeLoss: 57_048,
    });
    const { data, notes } = await ask(facts, {}, "6021");
    expect(data.data[0]).toMatchObject({ revenue: 182_447, grossProfit: null });
    expect(notes).toContain("Of banks and insurers only headline figures are mapped; other lines are null.");
  });

  it("are in the reporting currency, not in dollars translated for convenience", async () => {
    const report: PlayedFiling = ["0001564590-18-008201", "20-F", "2018-04-16", 2017];
    const [row] = await rowsOf({
      "ifrs-full:ProfitLoss": {
        TWD: [
          ["2017-01-01", "2017-12-31", 345_038, report],
          ["2016-01-01", "2016-12-31", 331_778, report],
        ],
        USD: [["2017-01-01", "2017-12-31", 11_641, report]],
      },
    });
    expect(row).toMatchObject({ reportedCurrency: "TWD", netIncome: 345_038, fiscalYear: "2017" });
  });

  it("are in the currency of the years before, where the newest report has one value in each", async () => {
    const before: PlayedFiling = ["0001564590-17-006301", "20-F", "2017-04-13", 2016];
    const report: PlayedFiling = ["0001564590-18-008201", "20-F", "2018-04-16", 2017];
    const [row] = await rowsOf({
      "ifrs-full:ProfitLoss": {
        USD: [["2017-01-01", "2017-12-31", 11_641, report]],
        TWD: [
          ["2017-01-01", "2017-12-31", 345_038, report],
          ["2016-01-01", "2016-12-31", 331_778, before],
        ],
      },
    });
    expect(row).toMatchObject({ reportedCurrency: "TWD", netIncome: 345_038 });
  });

  it("are in the currency of the newest report, which may not be that of most years", async () => {
    const years = [2017, 2018, 2019, 2020];
    const old = years.map((year): PlayedFact => {
      return [`${year}-01-01`, `${year}-12-31`, year, [`0001140361-21-00${year}`, "20-F", `${year + 1}-03-01`, year]];
    });
    const newest: PlayedFiling = ["0001140361-22-009001", "20-F", "2022-03-01", 2021];
    const [row] = await rowsOf({
      "ifrs-full:ProfitLoss": { GBP: old, USD: [["2021-01-01", "2021-12-31", 2_021, newest]] },
    });
    expect(row).toMatchObject({ reportedCurrency: "USD", netIncome: 2_021 });
  });

  it.each(["20-F", "40-F"])(
    "of years are those of form %s, with its link; one of a half-year is no year",
    async (form) => {
      const report: PlayedFiling = ["0001564590-18-008201", form, "2018-04-16", 2017];
      const interim: PlayedFiling = ["0001564590-18-020000", "6-K", "2018-08-16", 2018];
      const [row, ...others] = await rowsOf({
        "ifrs-full:Revenue": {
          EUR: [
            ["2017-01-01", "2017-12-31", 977_447, report],
            ["2018-01-01", "2018-06-30", 481_353, interim],
          ],
        },
        "ifrs-full:ProfitLoss": {
          EUR: [
            ["2017-01-01", "2017-12-31", 345_038, report],
            ["2018-01-01", "2018-06-30", 162_120, interim],
          ],
        },
      });
      expect(others).toEqual([]);
      expect(row).toMatchObject({
        date: "2017-12-31",
        period: "FY",
        fiscalYear: "2017",
        reportedCurrency: "EUR",
        revenue: 977_447,
        netIncome: 345_038,
        form,
        filingDate: "2018-04-16",
        filingUrl: "https://www.sec.gov/Archives/edgar/data/320193/000156459018008201/0001564590-18-008201-index.htm",
      });
    },
  );

  it("take debt and earnings before interest from sums only when all parts are filed", async () => {
    const report: PlayedFiling = ["0000320193-25-000079", "10-K", "2025-10-31", 2025];
    const year = once(report, "2024-09-29", "2025-09-27", { NetIncomeLoss: 1, OperatingIncomeLoss: 100 });
    const balance = once(report, "", "2025-09-27", {
      CashAndCashEquivalentsAtCarryingValue: 30,
      CommercialPaper: 5,
      LongTermDebtCurrent: 10,
      LongTermDebtNoncurrent: 60,
    });
    const facts = { ...year, ...balance };
    expect((await rowsOf(facts, { statement_type: "balance" }))[0]).toMatchObject({
      shortTermDebt: 15,
      totalDebt: 75,
      netDebt: 45,
      totalAssets: null,
      derived: ["shortTermDebt", "totalDebt", "netDebt"],
    });
    expect((await rowsOf(facts))[0]).toMatchObject({ ebitda: null, depreciationAndAmortization: null });
  });

  it.each([
    ["less its current part", { LongTermDebt: 1_000, LongTermDebtCurrent: 150 }, [150, 850, 1_000, 800]],
    [
      "as the non-current part where that is filed",
      { LongTermDebt: 1_000, LongTermDebtCurrent: 150, LongTermDebtNoncurrent: 850 },
      [150, 850, 1_000, 800],
    ],
    [
      "beside other short-term debt",
      { LongTermDebt: 1_000, LongTermDebtCurrent: 150, CommercialPaper: 20 },
      [170, 850, 1_020, 820],
    ],
    [
      "beside all current debt",
      { LongTermDebt: 1_000, LongTermDebtCurrent: 150, DebtCurrent: 170 },
      [170, 850, 1_020, 820],
    ],
    ["alone if no current part is filed", { LongTermDebt: 1_000, CommercialPaper: 20 }, [20, 1_000, 1_020, 820]],
    [
      "without a total if it may contain current debt",
      { LongTermDebt: 1_000, DebtCurrent: 170 },
      [170, 1_000, null, null],
    ],
    ["as filed if it is below its current part", { LongTermDebt: 100, LongTermDebtCurrent: 150 }, [150, 100, 250, 50]],
  ])("count long-term debt once: %s", async (_, debt, expected) => {
    const report: PlayedFiling = ["0000320193-25-000079", "10-K", "2025-10-31", 2025];
    const [row] = await rowsOf(
      {
        ...once(report, "2024-09-29", "2025-09-27", { NetIncomeLoss: 1 }),
        ...once(report, "", "2025-09-27", { CashAndCashEquivalentsAtCarryingValue: 200, ...debt }),
      },
      { statement_type: "balance" },
    );
    const { shortTermDebt, longTermDebt, totalDebt, netDebt } = row!;
    expect([shortTermDebt, longTermDebt, totalDebt, netDebt]).toEqual(expected);
  });

  it("are not covered for a company without figures, and for quarters that a foreign company does not file", async () => {
    playCompany(internet, { facts: null });
    await expect(createAsker().ask(financialsFromSec, { symbol: "AAPL" })).rejects.toMatchObject({
      reason: "no_figures",
      message: "Provider D has filings of the company but none with figures in XBRL",
    });
    const report: PlayedFiling = ["0001564590-18-008201", "20-F", "2018-04-16", 2017];
    const facts = once(report, "2017-01-01", "2017-12-31", { "ifrs-full:ProfitLoss": 345_038 }, "TWD");
    await expect(ask(facts, { period: "quarter" })).rejects.toMatchObject({ reason: "no_quarters" });
    await expect(ask(facts, { as_of: "2018-04-15" })).rejects.toMatchObject({ reason: "not_covered" });
  });

  it("name the oldest quarter of the answer, and that older ones need a past day", async () => {
    const years = Array.from({ length: 12 }, (_, index) => 2012 + index);
    const quarters = years.flatMap((year) =>
      ["01-01 03-31", "04-01 06-30", "07-01 09-30", "10-01 12-31"].map((days, index): PlayedFact => {
        const [start, end] = days.split(" ");
        const filing: PlayedFiling = [`0000320193-${year - 2000}-00000${index}`, "10-Q", `${year + 1}-02-01`, year];
        return [`${year}-${start}`, `${year}-${end}`, 1_000_000, filing];
      }),
    );
    const facts = { NetIncomeLoss: { USD: quarters } };
    const { data, notes } = await ask(facts, { period: "quarter" });
    expect([data.data.length, data.data.at(-1)?.date]).toEqual([40, "2014-03-31"]);
    expect(notes).toContain(
      "Filed figures from fiscal 2014 on, the period that ended on 2014-03-31; as_of has older ones.",
    );
    const before = await ask(facts, { period: "quarter", as_of: "2015-03-01" });
    expect(before.notes).toContain("Filed figures reach back to fiscal 2012, the period that ended on 2012-03-31.");
  });

  it("cost one call for the facts, from which all statements and days are answered", async () => {
    const paths = playCompany(internet, { facts: RESTATED, filings: [AMENDED_2009] });
    const asker = createAsker();
    for (const input of [{}, { statement_type: "balance" }, { as_of: "2009-12-01" }, { period: "quarter" }]) {
      await asker.ask(financialsFromSec, { symbol: "AAPL", ...input }).catch(() => {});
    }
    expect(paths.filter((path) => path.includes("companyfacts"))).toHaveLength(1);
  });
});
