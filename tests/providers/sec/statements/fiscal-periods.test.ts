/** Quarters and years of companies that restate, change their fiscal year, or count in weeks. */
import { describe, expect, it } from "vitest";
import { financialsFromSec } from "../../../../src/providers/sec/statements/financials.js";
import { createAsker } from "../../../support/ask.js";
import { useInternet } from "../../../support/internet.js";
import { playCompany, type PlayedFact, type PlayedFacts, type PlayedFiling } from "../facts-play.js";

const internet = useInternet();
async function ask(facts: PlayedFacts, input: object = {}) {
  playCompany(internet, { facts });
  return createAsker().ask(financialsFromSec, { symbol: "AAPL", period: "quarter", ...input });
}
const income = (...facts: PlayedFact[]): PlayedFacts => ({ NetIncomeLoss: { USD: facts } });
const shown = async (facts: PlayedFacts, input?: object) =>
  (await ask(facts, input)).data.data.map(({ date, fiscalYear, period, netIncome }) => [
    date,
    fiscalYear,
    period,
    netIncome,
  ]);

const MONTHS: PlayedFiling = ["0000000001-16-000003", "10-Q", "2016-11-01", 2016];
const REPORT: PlayedFiling = ["0000000001-17-000001", "10-K", "2017-02-01", 2016];
const NEXT_MONTHS: PlayedFiling = ["0000000001-17-000003", "10-Q", "2017-11-01", 2017];
const NEXT_REPORT: PlayedFiling = ["0000000001-18-000001", "10-K", "2018-02-01", 2017];
const nine = (value: number, filing: PlayedFiling): PlayedFact => ["2016-01-01", "2016-09-30", value, filing];
const year = (value: number, filing: PlayedFiling): PlayedFact => ["2016-01-01", "2016-12-31", value, filing];

describe("a fourth quarter", () => {
  const fourth = async (...facts: PlayedFact[]) =>
    (await shown(income(...facts))).find(([date]) => date === "2016-12-31")?.[3] ?? null;

  it("is the original one when only the next report restates the year, after months were confirmed unrestated", async () => {
    expect(await fourth(nine(70, MONTHS), year(100, REPORT), nine(70, NEXT_MONTHS), year(90, NEXT_REPORT))).toBe(30);
  });

  it("is the restated one when the months were restated before the year", async () => {
    const facts = [nine(70, MONTHS), year(100, REPORT), nine(62, NEXT_MONTHS)];
    expect(await fourth(...facts)).toBe(30);
    expect(await fourth(...facts, year(90, NEXT_REPORT))).toBe(28);
  });

  it("is the restated one when a later filing confirms the months beside the restated year", async () => {
    const amended: PlayedFiling = ["0000000001-17-000002", "10-K/A", "2017-04-01", 2016];
    expect(await fourth(nine(70, MONTHS), year(100, REPORT), year(95, amended), nine(70, NEXT_MONTHS))).toBe(25);
  });

  it("is null when the months were first stated between two values of the year", async () => {
    const first: PlayedFact = ["2016-01-01", "2016-03-31", 20, ["0000000001-16-000001", "10-Q", "2016-05-01", 2016]];
    expect(await fourth(first, year(100, REPORT), nine(70, NEXT_MONTHS), year(90, NEXT_REPORT))).toBe(null);
  });

  it("has up to seventeen weeks, and a year fifty-three", async () => {
    const filing: PlayedFiling = ["0000000001-17-000001", "10-K", "2017-10-11", 2017];
    const weeks: PlayedFact[] = [
      ["2016-08-29", "2017-05-07", 36, ["0000000001-17-000000", "10-Q", "2017-06-01", 2017]],
      ["2016-08-29", "2017-09-03", 53, filing],
    ];
    expect((await shown(income(...weeks)))[0]).toEqual(["2017-09-03", "2017", "Q4", 17]);
    const direct: PlayedFact = ["2017-05-08", "2017-09-03", 17, filing];
    expect((await ask(income(...weeks, direct))).data.data[0]).toMatchObject({ netIncome: 17, derived: [] });
  });
});

describe("a year that ends in January", () => {
  it.each(["10-K", "10-K/A", "10-KT", "20-F", "40-F"])("has the number that its %s states", async (form) => {
    const filing: PlayedFiling = ["0000000001-16-000001", form, "2016-04-01", 2015];
    const facts = income(["2015-02-01", "2016-01-30", 100, filing]);
    expect(await shown(facts, { period: "annual" })).toEqual([["2016-01-30", "2015", "FY", 100]]);
  });
});

describe("twelve months that end with a quarter", () => {
  /** Southwest Gas states them in its 10-Q, beside the quarter. */
  const FIRST: PlayedFiling = ["0001692115-17-000021", "10-Q", "2017-05-09", 2017];
  const LAST_YEAR: PlayedFact = year(152_041, REPORT);
  const QUARTER: PlayedFact = ["2017-01-01", "2017-03-31", 69_308, FIRST];
  const twelve = (filing: PlayedFiling): PlayedFact => ["2016-04-01", "2017-03-31", 145_903, filing];

  it("are no fiscal year where only a 10-Q states them, and the quarter is the first one", async () => {
    const facts = income(LAST_YEAR, QUARTER, twelve(FIRST));
    expect(await shown(facts, { period: "annual" })).toEqual([["2016-12-31", "2016", "FY", 152_041]]);
    expect((await shown(facts))[0]).toEqual(["2017-03-31", "2017", "Q1", 69_308]);
  });

  it("are one where an annual report states them, too", async () => {
    const facts = income(LAST_YEAR, twelve(FIRST), twelve(["0000000001-17-000004", "10-K", "2017-06-01", 2017]));
    expect((await shown(facts, { period: "annual" })).map(([date]) => date)).toEqual(["2017-03-31", "2016-12-31"]);
  });
});

describe("a recast year", () => {
  const RECAST: PlayedFiling = ["0000000001-15-000009", "10-K", "2015-08-20", 2015];
  const before: PlayedFact = ["2013-01-01", "2013-12-31", 90, ["0000000001-14-000001", "10-K", "2014-02-25", 2013]];
  const notesOn = async (start: string, end: string) =>
    (await ask(income(before, [start, end, 100, RECAST]), { period: "annual" })).notes ?? [];

  it("is named with the year that it overlaps", async () => {
    expect(await notesOn("2013-07-01", "2014-06-30")).toContain(
      "The year to 2014-06-30 begins on 2013-07-01, before the year to 2013-12-31 ended: it was recast, and both have the months in between.",
    );
  });

  it("is none if it begins less than twenty days early, which is a slip", async () => {
    expect((await notesOn("2013-12-11", "2014-12-11")).join(" ")).toContain("begins on 2013-12-11");
    expect((await notesOn("2013-12-12", "2014-12-12")).join(" ")).not.toContain("begins on");
  });
});

describe("a company that changes its fiscal year", () => {
  const LAST: PlayedFiling = ["0000000001-16-000009", "10-K", "2016-08-25", 2016];
  const OPEN: PlayedFiling = ["0000000001-17-000004", "10-Q", "2017-03-05", 2017];
  const FIRST: PlayedFiling = ["0000000001-17-000009", "10-K", "2017-12-28", 2017];
  /** A year to June 2016, four months that this form reports, and a year from November. */
  function factsWith(form: string): PlayedFacts {
    const change: PlayedFiling = ["0000000001-16-000010", form, "2016-12-29", 2016];
    return {
      Assets: { USD: [["", "2016-10-31", 1, change]] },
      ...income(
        ["2015-07-01", "2016-06-30", 100, LAST],
        ["2016-07-01", "2016-10-31", 44, change],
        ["2016-11-01", "2017-01-31", 27, OPEN],
        ["2016-11-01", "2017-10-31", 110, FIRST],
      ),
    };
  }
  const FACTS = factsWith("10-KT");

  it.each(["10-KT", "10-KT/A"])("has no quarter of the months of its %s, and its note says so", async (form) => {
    const { data, notes } = await ask(factsWith(form));
    expect(data.data.map(({ date, fiscalYear, period }) => [date, fiscalYear, period])).toEqual([
      ["2017-01-31", "2017", "Q1"],
    ]);
    expect(notes).toContain("The fiscal year changed: the transition report of 2016-12-29 is left out.");
  });

  it("has the quarter between that a 10-QT reported, as the first of the year that was open then", async () => {
    const quarterly: PlayedFiling = ["0001336917-22-000028", "10-QT", "2022-05-09", 2022];
    const facts = income(
      ["2021-01-01", "2021-12-31", 360, ["0001336917-22-000010", "10-K", "2022-02-23", 2021]],
      ["2022-01-01", "2022-03-31", -60, quarterly],
    );
    expect((await shown(facts, { as_of: "2022-12-01" }))[0]).toEqual(["2022-03-31", "2022", "Q1", -60]);
  });

  it.each(["10-KT", "10-KT/A"])("counts the quarters of the open year from the end of its %s", async (form) => {
    expect(await shown(factsWith(form), { as_of: "2017-04-01" })).toEqual([["2017-01-31", null, "Q1", 27]]);
  });

  it("keeps its own numbers of the years before", async () => {
    const years = await shown(FACTS, { period: "annual" });
    expect(years).toEqual([
      ["2017-10-31", "2017", "FY", 110],
      ["2016-06-30", "2016", "FY", 100],
    ]);
  });
});

describe("a company of which the SEC has figures but no list of filings", () => {
  it("has its statements, and the note names the newest report among them", async () => {
    const paths = playCompany(internet, { facts: income(year(100, REPORT), year(100, NEXT_REPORT)), filings: null });
    const asker = createAsker();
    const { data, notes } = await asker.ask(financialsFromSec, { symbol: "AAPL" });
    expect(data.data.map(({ netIncome }) => netIncome)).toEqual([100]);
    expect(notes![0]).toBe(
      "Newest filing: 10-K of 2018-02-01, https://www.sec.gov/Archives/edgar/data/320193/000000000118000001/0000000001-18-000001-index.htm.",
    );
    await asker.ask(financialsFromSec, { symbol: "AAPL", as_of: "2017-03-01" });
    expect(paths.filter((path) => path.includes("companyfacts"))).toHaveLength(1);
  });

  it("is unknown without figures", async () => {
    playCompany(internet, { facts: null, filings: null });
    await expect(createAsker().ask(financialsFromSec, { symbol: "AAPL" })).rejects.toMatchObject({ reason: "no_data" });
  });
});

it("a number of shares that is a thousandth of the quarters around it is null", async () => {
  const filing = (day: string): PlayedFiling => [
    `0001045810-10-${day.replace("-", "0")}0`,
    "10-Q",
    `2010-${day}`,
    2010,
  ];
  const quarters = [
    ["2009-04-27", "2009-07-26", 546_639_000, filing("08-20")],
    ["2009-07-27", "2009-10-25", 574_381, filing("12-07")],
  ] as const;
  const { data, notes } = await ask({
    SalesRevenueNet: { USD: quarters.map(([start, end, , from]): PlayedFact => [start, end, 1, from]) },
    WeightedAverageNumberOfDilutedSharesOutstanding: { shares: quarters },
  });
  expect(data.data.map((row) => row["weightedAverageShsOutDil"])).toEqual([null, 546_639_000]);
  expect(notes).toContain(
    "weightedAverageShsOutDil of 2009-10-25 is null: the filing states 574381, a thousandth of the periods around it.",
  );
});

describe.each(["8-K", "8-K/A"])("periods that only a form %s states", (form) => {
  const current: PlayedFiling = ["0000000001-15-000001", form, "2015-08-10", 2015];
  const report: PlayedFiling = ["0000000001-15-000002", "10-Q", "2015-08-10", 2015];
  const annual: PlayedFiling = ["0000000001-17-000001", "10-K", "2017-02-23", 2016];
  const acquired: PlayedFact[] = [
    ["2013-12-29", "2014-12-27", 1_043, current],
    ["2014-09-28", "2014-12-27", -398, current],
  ];
  const own: PlayedFact[] = [
    ["2015-03-30", "2015-06-28", -164, report],
    ["2013-12-30", "2014-12-28", 657, annual],
  ];

  it("are left out if the company's reports end on other days: they are of a company that it bought", async () => {
    expect((await shown(income(...acquired, ...own))).map(([date]) => date)).toEqual(["2015-06-28"]);
    const years = { period: "annual" };
    expect((await shown(income(...acquired, ...own), years)).map(([date]) => date)).toEqual(["2014-12-28"]);
    // Before the first annual report no year is known.
    const past = shown(income(...acquired, ...own), { ...years, as_of: "2016-01-01" });
    await expect(past).rejects.toMatchObject({ reason: "not_covered" });
  });

  it("are kept if a report has another figure of that day, as where a quarter is recast", async () => {
    const facts = { ...income(...acquired, ...own), Assets: { USD: [["", "2014-12-27", 9, report] as PlayedFact] } };
    expect((await shown(facts)).map(([date]) => date)).toEqual(["2015-06-28", "2014-12-27"]);
  });

  it("are kept while there is no report", async () => {
    expect((await shown(income(...acquired))).map(([date]) => date)).toEqual(["2014-12-27"]);
  });
});
