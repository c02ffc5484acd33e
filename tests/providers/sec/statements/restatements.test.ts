import { describe, expect, it } from "vitest";
import { financialsFromSec } from "../../../../src/providers/sec/statements/financials.js";
import { createAsker } from "../../../support/ask.js";
import { useInternet } from "../../../support/internet.js";
import { playCompany, type PlayedFact, type PlayedFiling } from "../facts-play.js";

const internet = useInternet();
type Facts = Readonly<Record<string, readonly PlayedFact[]>>;

const ask = async (facts: Facts, input: object = {}) => {
  const inDollars = Object.entries(facts).map(([tag, rows]) => [tag, { USD: rows }]);
  playCompany(internet, { facts: Object.fromEntries(inDollars) });
  return createAsker().ask(financialsFromSec, { symbol: "AAPL", period: "quarter", ...input });
};

const filing = (form: string, filed: string): PlayedFiling => [
  `0000000001-${filed.slice(2, 4)}-${filed.slice(5, 7)}${filed.slice(8)}00`,
  form,
  filed,
  Number(filed.slice(0, 4)),
];
/** A fact in each of several filings. */
const stated = (days: string, value: number, ...filings: PlayedFiling[]): PlayedFact[] => {
  const [start, end] = days.split(" ");
  return filings.map((each) => [start!, end!, value, each]);
};

const THIRD = filing("10-Q", "2017-10-31");
/** The first annual report of 2017, which restates it. */
const LATE = filing("10-K", "2020-03-17");
const [Q3, NINE, YEAR] = ["2017-07-01 2017-09-30", "2017-01-01 2017-09-30", "2017-01-01 2017-12-31"];

/** Gross profit and net income of the third quarter are restated; of operating income only the year is. */
const RESTATED: Facts = {
  Revenues: [...stated(Q3, 84_575, THIRD), ...stated(Q3, 83_114, LATE)],
  GrossProfit: [...stated(Q3, 74_974, THIRD), ...stated(Q3, 74_697, LATE)],
  OperatingIncomeLoss: [...stated(Q3, 8_842, THIRD), ...stated(NINE, 22_240, THIRD), ...stated(YEAR, 46_222, LATE)],
  NetIncomeLoss: [
    ...stated(Q3, 17_457, THIRD),
    ...stated(Q3, 44_051, LATE),
    ...stated(NINE, 28_000, THIRD),
    ...stated(NINE, 60_451, LATE),
    ...stated(YEAR, 64_727, LATE),
  ],
};

describe("figures of a restated period", () => {
  it("are neither subtracted from nor divided by those that are not restated", async () => {
    const { data, notes } = await ask(RESTATED);
    expect(data.data.slice(0, 2)).toMatchObject([
      { date: "2017-12-31", netIncome: 4_276, operatingIncome: null },
      {
        date: "2017-09-30",
        grossProfit: 74_697,
        operatingIncome: 8_842,
        operatingExpenses: null,
        costAndExpenses: null,
        acrossRestatement: ["operatingMargin"],
      },
    ]);
    expect(data.data[0]).not.toHaveProperty("acrossRestatement");
    expect(notes).toEqual(
      expect.arrayContaining([
        "operatingIncome of 2017-09-30 is as filed on 2017-10-31, before the restatement of 2020-03-17.",
        "operatingIncome of 2017-12-31 is null: restated months less months as filed before are no quarter.",
        "Ratios and changes across a restatement are null; `acrossRestatement` names them.",
      ]),
    );
  });

  it("are computed as before with the figures of one day", async () => {
    const { data, notes } = await ask(RESTATED, { as_of: "2018-01-01" });
    expect(data.data[0]).toMatchObject({ operatingIncome: 8_842, operatingExpenses: 66_132, costAndExpenses: 75_733 });
    expect(notes!.join()).not.toMatch(/restate/i);
  });

  it("do not take away a quarter whose figures the restatement left as they were", async () => {
    const tenQ = filing("10-Q", "2020-08-04");
    const tenK = filing("10-K", "2020-11-25");
    const [third, nine, year] = ["2020-03-29 2020-06-27", "2019-09-29 2020-06-27", "2019-09-29 2020-10-03"];
    const { data } = await ask({
      // The annual report presents the revenue of quarters in another form, without a change of net income.
      Revenues: [...stated(third, 11_779, tenQ), ...stated(third, 11_000, tenK)],
      NetIncomeLoss: [
        ...stated(third, -4_721, tenQ, tenK),
        ...stated(nine, -2_154, tenQ),
        ...stated(year, -2_864, tenK),
      ],
    });
    expect(data.data[0]).toMatchObject({ date: "2020-10-03", netIncome: -710 });
  });

  it("are subtracted where reports of the next year restate first the months and then the year", async () => {
    const [before, tenQ, tenK] = [
      filing("10-K", "2018-02-20"),
      filing("10-Q", "2018-10-30"),
      filing("10-K", "2019-02-20"),
    ];
    const { data, notes } = await ask({
      NetIncomeLoss: [
        ...stated(NINE, 300, THIRD),
        ...stated(YEAR, 400, before),
        ...stated(NINE, 330, tenQ),
        ...stated(YEAR, 440, tenK),
      ],
    });
    expect(data.data[0]).toMatchObject({ date: "2017-12-31", netIncome: 110 });
    expect(notes!.join()).not.toContain("before the restatement");
  });

  // As recorded of Alphabet, whose reports of 2016 restate all parts of 2015 one after the other.
  it.each([
    ["2016-05-03", 6_145],
    ["2016-11-03", null],
  ])("are subtracted from months first stated after the restatement of the year on %s: %j", async (restated, third) => {
    const [half, nine, year] = ["2015-01-01 2015-06-30", "2015-01-01 2015-09-30", "2015-01-01 2015-12-31"];
    const { data } = await ask(
      {
        NetIncomeLoss: [
          ...stated("2015-07-01 2015-09-30", 3_979, filing("10-Q", "2015-10-29")),
          ...stated(year, 16_348, filing("10-K", "2016-02-11")),
        ],
        NetCashProvidedByUsedInOperatingActivities: [
          ...stated(half, 13_818, filing("10-Q", "2016-08-04")),
          ...stated(nine, 19_609, filing("10-Q", "2015-10-29")),
          ...stated(nine, 19_963, filing("10-Q", "2016-11-03")),
          ...stated(year, 26_024, filing("10-K", "2016-02-11")),
          ...stated(year, 26_572, filing("8-K", restated)),
        ],
      },
      { statement_type: "cash" },
    );
    const row = data.data.find(({ date }) => date === "2015-09-30");
    expect(row).toMatchObject({ netIncome: 3_979, netCashProvidedByOperatingActivities: third });
  });

  // As recorded of Snowflake, which was listed in the third quarter.
  it.each([
    ["", 622],
    ["net income of the half", null],
    ["the year", null],
  ])("are subtracted from months that only a report of the next year states, restated %j: %j", async (what, third) => {
    const [half, nine, year] = ["2020-02-01 2020-07-31", "2020-02-01 2020-10-31", "2020-02-01 2021-01-31"];
    const [listed, annual] = [filing("10-Q", "2020-12-03"), filing("10-K", "2021-03-31")];
    const { data } = await ask(
      {
        NetIncomeLoss: [
          ...stated("2020-08-01 2020-10-31", -169, listed),
          ...stated(half, -171, listed),
          ...(what === "net income of the half" ? stated(half, -160, filing("10-Q", "2021-09-02")) : []),
          ...stated(year, -539, annual),
        ],
        DeferredIncomeTaxExpenseBenefit: [
          ...stated(half, 612, filing("10-Q", "2021-09-02")),
          ...stated(nine, 1_234, listed),
          ...stated(year, 4_859, annual),
          ...(what === "the year" ? stated(year, 4_321, filing("10-K/A", "2021-06-01")) : []),
        ],
      },
      { statement_type: "cash" },
    );
    const row = data.data.find(({ date }) => date === "2020-10-31");
    expect(row).toMatchObject({ netIncome: -169, deferredIncomeTax: third });
  });

  it("do not give way to another tag that the filing uses beside the one left out", async () => {
    const { data } = await ask({
      ...RESTATED,
      GrossProfit: [],
      NetIncomeLoss: [...stated(NINE, 28_000, THIRD), ...stated(YEAR, 64_727, LATE)],
      ProfitLoss: stated("2017-10-01 2017-12-31", 4_300, LATE),
    });
    expect(data.data[0]).toMatchObject({ date: "2017-12-31", netIncome: null });
  });

  it("are not compared with those of a year before that are as filed before it", async () => {
    const [old, spun] = [filing("10-K", "2016-02-29"), filing("10-K", "2017-03-15")];
    const fourth = (year: number) => `${year}-10-01 ${year}-12-31`;
    const whole = (year: number) => `${year}-01-01 ${year}-12-31`;
    const { data, notes } = await ask({
      Revenues: [
        ...stated(fourth(2014), 2_559, old),
        ...stated(whole(2014), 11_046, old),
        ...stated(whole(2014), 1_770, spun),
        ...stated(fourth(2015), 422, spun),
        ...stated(whole(2015), 1_678, spun),
      ],
      NetIncomeLoss: [
        ...stated(fourth(2014), 10, old),
        ...stated(whole(2014), 20, old, spun),
        ...stated(fourth(2015), 10, spun),
        ...stated(whole(2015), 30, spun),
      ],
    });
    expect(data.data).toMatchObject([
      { date: "2015-12-31", revenue: 422, acrossRestatement: ["revenueGrowth", "netIncomeGrowth"] },
      { date: "2014-12-31", revenue: 2_559 },
    ]);
    expect(notes).toContain(
      "All figures of 2014-12-31 are as filed on 2016-02-29, before the restatement of 2017-03-15.",
    );
  });

  it("are not divided by figures of another statement that are as filed before it, in either statement", async () => {
    const [first, second, later] = ["2024-02-20", "2025-02-20", "2026-02-20"].map((day) => filing("10-K", day));
    const whole = (year: number) => `${year}-01-01 ${year}-12-31`;
    const at = (year: number, value: number, ...filings: PlayedFiling[]): PlayedFact[] =>
      filings.map((each) => ["", `${year}-12-31`, value, each]);
    const facts: Facts = {
      Revenues: [
        ...stated(whole(2023), 1_013, first!, second!),
        ...stated(whole(2023), 924, later!),
        ...stated(whole(2024), 1_117, second!),
        ...stated(whole(2024), 958, later!),
        ...stated(whole(2025), 1_234, later!),
      ],
      NetIncomeLoss: [
        ...stated(whole(2023), 10, first!, second!, later!),
        ...stated(whole(2024), 11, second!, later!),
        ...stated(whole(2025), 12, later!),
      ],
      // A report has the balance sheets of two years and the results of three.
      Assets: [...at(2023, 200, first!, second!), ...at(2024, 210, second!, later!), ...at(2025, 220, later!)],
      PaymentsToAcquirePropertyPlantAndEquipment: [
        ...stated(whole(2024), 5, second!, later!),
        ...stated(whole(2023), 5, first!, second!),
      ],
    };
    const across = [
      ["2025-12-31", undefined],
      // The assets of 2023 are as filed before the revenue of 2024 was restated.
      ["2024-12-31", ["assetTurnover"]],
      ["2023-12-31", ["capexToRevenue"]],
    ];
    for (const statement_type of ["income", "balance", "cash"]) {
      const { data } = await ask(facts, { period: "annual", statement_type });
      const found = data.data.map((record) => [record.date, record["acrossRestatement"]]);
      expect([statement_type, ...found]).toEqual([statement_type, ...across]);
    }
  });

  it("are compared where only their tag is another one since a restatement of other figures", async () => {
    const [first, second, third] = ["2016-10-26", "2017-11-03", "2018-11-05"].map((day) => filing("10-K", day));
    const [y2015, y2016] = ["2014-09-28 2015-09-26", "2015-09-27 2016-09-24"];
    const { data } = await ask(
      {
        SalesRevenueNet: [...stated(y2015, 233_715, first!, second!), ...stated(y2016, 215_639, first!, second!)],
        Revenues: stated(y2016, 215_639, third!),
        NetIncomeLoss: [...stated(y2015, 53_394, first!, second!), ...stated(y2016, 45_687, first!, second!, third!)],
        ResearchAndDevelopmentExpense: [...stated(y2016, 10_045, first!), ...stated(y2016, 10_388, third!)],
      },
      { period: "annual" },
    );
    expect(data.data[0]).toMatchObject({ revenue: 215_639 });
    expect(data.data[0]).not.toHaveProperty("acrossRestatement");
  });

  it("of cash flows: payments are subtracted although net income was restated, deferred taxes are not", async () => {
    const [half, nine] = ["2016-02-01 2016-07-31", "2016-02-01 2016-10-30"];
    const [second, third] = [filing("10-Q", "2016-08-23"), filing("10-Q", "2016-11-22")];
    const year = stated("2015-02-01 2016-01-31", 614, filing("10-K", "2016-03-17"));
    const { data } = await ask(
      {
        NetIncomeLoss: [
          ...year,
          ...stated(half, 449, second),
          ...stated(half, 469, third),
          ...stated(nine, 1_011, third),
        ],
        DeferredIncomeTaxExpenseBenefit: [...stated(half, 74, second), ...stated(nine, 146, third)],
        PaymentsToAcquirePropertyPlantAndEquipment: [...stated(half, 90, second), ...stated(nine, 128, third)],
      },
      { statement_type: "cash" },
    );
    expect(data.data[0]).toMatchObject({
      date: "2016-10-30",
      netIncome: 542,
      deferredIncomeTax: null,
      capitalExpenditure: -38,
    });
  });
});
