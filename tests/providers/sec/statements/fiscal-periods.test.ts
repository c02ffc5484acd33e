/** Quarters and years of companies that restate, change their fiscal year, or count in weeks. */
import { describe, expect, it } from "vitest";
import { financialsFromD } from "../../../src/providers/provider-d/financials.js";
import { createAsker } from "../../support/ask.js";
import { useInternet } from "../../support/internet.js";
import { playCompany, type PlayedFact, type PlayedFacts, type PlayedFiling } from "./facts-play.js";

const internet = useInternet();
async function ask(facts: PlayedFacts, input: object = {}) {
  playCompany(internet, { facts });
  return createAsker().ask(financialsFromD, { symbol: "AAPL", period: "quarter", ...input });
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

describe("a company that changes its fiscal year", () => {
  const LAST: PlayedFiling = ["0000000001-16-000009", "10-K", "2016-08-25", 2016];
  const CHANGE: PlayedFiling = ["0000000001-16-000010", "10-KT", "2016-12-29", 2016];
  const OPEN: PlayedFiling = ["0000000001-17-000004", "10-Q", "2017-03-05", 2017];
  const FIRST: PlayedFiling = ["0000000001-17-000009", "10-K", "2017-12-28", 2017];
  /** A year to June 2016, four months, and a year from November. */
  const FACTS: PlayedFacts = {
    Assets: { USD: [["", "2016-10-31", 1, CHANGE]] },
    ...income(
      ["2015-07-01", "2016-06-30", 100, LAST],
      ["2016-07-01", "2016-10-31", 44, CHANGE],
      ["2016-11-01", "2017-01-31", 27, OPEN],
      ["2016-11-01", "2017-10-31", 110, FIRST],
    ),
  };

  it("has no quarter of the months between, and its note says so", async () => {
    const { data, notes } = await ask(FACTS);
    expect(data.data.map(({ date, fiscalYear, period }) => [date, fiscalYear, period])).toEqual([
      ["2017-01-31", "2017", "Q1"],
    ]);
    expect(notes).toContain("The fiscal year changed: the transition report of 2016-12-29 is left out.");
  });

  it("counts the quarters of the open year from the end of the months between", async () => {
    expect(await shown(FACTS, { as_of: "2017-04-01" })).toEqual([["2017-01-31", null, "Q1", 27]]);
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
    const { data, notes } = await asker.ask(financialsFromD, { symbol: "AAPL" });
    expect(data.data.map(({ netIncome }) => netIncome)).toEqual([100]);
    expect(notes![0]).toBe(
      "Newest filing: 10-K of 2018-02-01, https://www.sec.gov/Archives/edgar/data/320193/000000000118000001/0000000001-18-000001-index.htm.",
    );
    await asker.ask(financialsFromD, { symbol: "AAPL", as_of: "2017-03-01" });
    expect(paths.filter((path) => path.includes("companyfacts"))).toHaveLength(1);
  });

  it("is unknown without figures", async () => {
    playCompany(internet, { facts: null, filings: null });
    await expect(createAsker().ask(financialsFromD, { symbol: "AAPL" })).rejects.toMatchObject({ reason: "no_data" });
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

describe("periods that only a form 8-K states", () => {
  const current: PlayedFiling = ["0000000001-15-000001", "8-K", "2015-08-10", 2015];
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
