import { describe, expect, it } from "vitest";
import { financials } from "../../../src/capabilities/companies/financials.js";
import { entry } from "../../../src/contract/entry.js";
import { parseInput } from "../../../src/contract/input.js";
import { toPlainText } from "../../../src/contract/sentence.js";
import { toQuestion, type Ask } from "../../../src/contract/question.js";
import { wantsOlder } from "../../../src/market/statements/chosen-periods.js";
import { YEAR_END } from "../../../src/market/statements/statement-books.js";
import { answerView } from "../../../src/views/view.js";
import { servedOf } from "../../support/fakes.js";

type Row = Record<string, unknown>;

/** Apple's quarters as its 10-Q and 10-K state them, in millions of dollars, newest first. */
const APPLE: readonly (readonly [end: string, year: number, quarter: number, ...figures: (number | null)[]])[] = [
  ["2025-09-27", 2025, 4, 102_466, 27_466, 1.85],
  ["2025-06-28", 2025, 3, 94_036, 23_434, 1.57],
  ["2025-03-29", 2025, 2, 95_359, 24_780, 1.65],
  ["2024-12-28", 2025, 1, 124_300, 36_330, 2.4],
  ["2024-09-28", 2024, 4, 94_930, 14_736, 0.97],
  ["2024-06-29", 2024, 3, 85_777, 21_448, 1.4],
  ["2024-03-30", 2024, 2, 90_753, 23_636, 1.53],
  ["2023-12-30", 2024, 1, 119_575, 33_916, 2.18],
];

const figures = ([date, , , revenue, netIncome, epsdiluted]: (typeof APPLE)[number]): Row => ({
  date,
  symbol: "AAPL",
  reportedCurrency: "USD",
  revenue,
  netIncome,
  epsdiluted,
  weightedAverageShsOutDil: 15_000,
});

/** The same quarters as each source has them: with its own labels, filings, or the end of the fiscal year. */
const SOURCES: Readonly<Record<string, Row[]>> = {
  A: APPLE.map((each) => ({
    ...figures(each),
    cik: "0000320193",
    filingDate: "2025-10-31",
    fiscalYear: String(each[1]),
    period: `Q${each[2]}`,
  })),
  B: APPLE.map((each) => ({ ...figures(each), [YEAR_END]: `${each[1]}-09-30` })),
  D: APPLE.map((each) => ({
    ...figures(each),
    fiscalYear: String(each[1]),
    period: `Q${each[2]}`,
    form: "10-Q",
    derived: ["revenue"],
  })),
};

async function answer(data: readonly Row[], raw: Row, fields?: string[]) {
  const ask: Ask = async ({ input }) => {
    const { statement_type, period } = input as { statement_type: string; period: string };
    return servedOf({ symbol: "AAPL", statement_type, period, data });
  };
  const asking = entry(financials, []);
  const question = toQuestion(asking, parseInput(financials, { symbol: "AAPL", ...raw }));
  const { envelope } = await answerView(question as never, { fields }, ask);
  return { body: envelope.body, rows: envelope.body["data"] as Row[], notes: envelope.notes.map(toPlainText) };
}

describe("twelve months", () => {
  // Right values: Apple's 10-K of fiscal 2025 and 2024 (416,161 and 112,010; 391,035 and 93,736); others by python3.
  it.each(Object.keys(SOURCES))("are sums of four quarters, alike from source %s", async (source) => {
    const { rows, body, notes } = await answer(SOURCES[source]!, { ttm: true });
    expect(rows.map(({ date, period, revenue, netIncome }) => [date, period, revenue, netIncome])).toEqual([
      ["2025-09-27", "TTM", 416_161, 112_010],
      ["2025-06-28", "TTM", 408_625, 99_280],
      ["2025-03-29", "TTM", 400_366, 97_294],
      ["2024-12-28", "TTM", 395_760, 96_150],
      ["2024-09-28", "TTM", 391_035, 93_736],
    ]);
    // 1.85 + 1.57 + 1.65 + 2.4; the mean of the numbers of shares.
    expect(rows[0]).toMatchObject({ epsdiluted: 7.47, weightedAverageShsOutDil: 15_000, reportedCurrency: "USD" });
    expect(body["period"]).toBe("quarter");
    expect(notes[0]).toMatch(/^Twelve months to 2025-09-27: revenue \+6\.4 %, net income \+19\.5 %/);
    expect(notes.join(" ")).toContain("Each row is the sum of the four quarters to its date, computed");
    expect(rows.flatMap((row) => Object.keys(row))).not.toContain(YEAR_END);
    expect(Object.keys(rows[0]!)).not.toContain("form");
  });

  it("have ratios as of years: growth on the twelve months of a year before", async () => {
    // python3: 416161 / 391035 - 1, 112010 / 416161.
    const { rows } = await answer(SOURCES["B"]!, { ttm: true }, ["date", "revenueGrowth", "netMargin"]);
    expect(rows[0]).toMatchObject({ revenueGrowth: 0.0642551, netMargin: 0.269151 });
    expect(rows[1]).toMatchObject({ revenueGrowth: null });
  });

  it("leave balances as they are, and take cash at both ends", async () => {
    const balance = APPLE.map(([date], at) => ({ date, reportedCurrency: "USD", totalAssets: at, period: "Q1" }));
    const found = await answer(balance, { ttm: true, statement_type: "balance" });
    expect(found.rows).toEqual(balance);
    const cash = APPLE.map(([date], at) => ({
      date,
      reportedCurrency: "USD",
      freeCashFlow: 10,
      cashAtEndOfPeriod: 100 - at,
      cashAtBeginningOfPeriod: 99 - at,
    }));
    expect((await answer(cash, { ttm: true, statement_type: "cash" })).rows[0]).toMatchObject({
      freeCashFlow: 40,
      cashAtEndOfPeriod: 100,
      cashAtBeginningOfPeriod: 96,
    });
  });

  const [newest, second, third, fourth, fifth] = SOURCES["A"] as [Row, Row, Row, Row, Row];
  it.each([
    ["a quarter is missing", [newest, third, fourth, fifth], "four quarters in a row that end there are not known"],
    ["there are three quarters", [newest, second, third], "four quarters in a row that end there are not known"],
    [
      "one is in another currency",
      [newest, second, { ...third, reportedCurrency: "EUR" }, fourth],
      "the four quarters are in several currencies",
    ],
    [
      "one is of another source",
      [newest, second, third, fourth].map((row, at) => ({ ...row, source: at < 3 ? "PROVIDER_A" : "PROVIDER_D" })),
      "the four quarters are of two sources",
    ],
    [
      "the currency is unknown",
      [newest, second, third, fourth].map((row) => ({ ...row, reportedCurrency: null })),
      "their currency is not known",
    ],
    [
      "the fiscal year changed among them",
      [newest, second, { ...third, period: "Q4", fiscalYear: "2024" }, { ...fourth, period: "Q3", fiscalYear: "2024" }],
      "the fiscal year changed among the four quarters",
    ],
    [
      "the fiscal year of a source without labels changed",
      (SOURCES["B"] as Row[]).slice(0, 4).map((row, at) => (at < 2 ? row : { ...row, [YEAR_END]: "2025-03-31" })),
      "the fiscal year changed among the four quarters",
    ],
  ])("are null with the reason where %s", async (_what, data, why) => {
    const { rows, notes } = await answer(data, { ttm: true });
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ date: "2025-09-27", revenue: null, netIncome: null, epsdiluted: null });
    expect(notes.join(" ")).toContain(`Twelve months without figures: 2025-09-27: ${why}.`);
  });

  it("are null in a line that one quarter lacks, and a share where a split may be between", async () => {
    const [, , , ...older] = SOURCES["A"]!;
    const lacking = await answer([newest, second, { ...third, netIncome: null }, ...older], { ttm: true });
    expect(lacking.rows[0]).toMatchObject({ revenue: 416_161, netIncome: null });
    const split = await answer([newest, second, { ...third, weightedAverageShsOutDil: 3_750 }, ...older], {
      ttm: true,
    });
    expect(split.rows[0]).toMatchObject({ revenue: 416_161, epsdiluted: null, weightedAverageShsOutDil: null });
  });

  it.each([
    [75, 125, true],
    [74, 91, false],
    [91, 126, false],
  ])("need quarters whose ends are 75 to 125 days apart: %d and %d", async (one, other, isWhole) => {
    const ends = [0, one, one + 91, one + 91 + other].map((days) =>
      new Date(Date.UTC(2025, 8, 30) - days * 86_400_000).toISOString().slice(0, 10),
    );
    const data = ends.map((date) => ({ date, symbol: "AAPL", reportedCurrency: "USD", revenue: 1 }));
    expect((await answer(data, { ttm: true })).rows[0]!["revenue"]).toBe(isWhole ? 4 : null);
  });
});

describe("periods of statements", () => {
  const datesOf = async (data: readonly Row[], raw: Row) => (await answer(data, raw)).rows.map(({ date }) => date);

  it("are those that end between two days", async () => {
    const period = "quarter";
    expect(await datesOf(SOURCES["A"]!, { period, from: "2025-03-29", to: "2025-06-28" })).toEqual([
      "2025-06-28",
      "2025-03-29",
    ]);
    expect(await datesOf(SOURCES["B"]!, { period, to: "2024-03-30" })).toEqual(["2024-03-30", "2023-12-30"]);
    const none = await answer(SOURCES["A"]!, { period, to: "2020-01-01" });
    expect([none.rows, none.notes.join(" ")]).toEqual([
      [],
      expect.stringContaining("No period ends on these days; the known ones end from 2023-12-30 to 2025-09-27."),
    ]);
  });

  it.each(Object.keys(SOURCES))("are those of a fiscal year, alike from source %s", async (source) => {
    const { rows, notes } = await answer(SOURCES[source]!, { period: "quarter", fiscal_year: 2025 });
    expect(rows.map(({ date }) => date)).toEqual(["2025-09-27", "2025-06-28", "2025-03-29", "2024-12-28"]);
    const note = "The source does not count fiscal years: fiscal 2025 is the one that ends in 2025.";
    expect(notes.includes(note)).toBe(source === "B");
    expect(await datesOf(SOURCES[source]!, { ttm: true, fiscal_year: 2024 })).toEqual(["2024-09-28"]);
  });

  it("of years are found by the source's own count, else by the year of their end", async () => {
    const years = ["2025-02-01", "2024-02-03"].map((date) => ({ date, reportedCurrency: "USD", revenue: 1 }));
    const counted = years.map((row, at) => ({ ...row, fiscalYear: String(2024 - at), period: "FY" }));
    expect(await datesOf(counted, { fiscal_year: 2024 })).toEqual(["2025-02-01"]);
    expect(await datesOf(years, { fiscal_year: 2024 })).toEqual(["2024-02-03"]);
    expect((await answer(counted, { fiscal_year: 2031 })).notes.join(" ")).toContain(
      "No period of fiscal 2031 is known; there are those of 2023 to 2024.",
    );
  });

  it("have growth on periods that are not chosen, and the note is on the newest chosen one", async () => {
    const asked = ["date", "revenueGrowth"];
    const { rows, notes } = await answer(
      SOURCES["A"]!,
      { period: "quarter", from: "2025-06-28", to: "2025-06-28" },
      asked,
    );
    // python3: 94036 / 85777 - 1.
    expect(rows.map(({ revenueGrowth }) => revenueGrowth)).toEqual([0.0962846]);
    expect(notes[0]).toMatch(/^Quarter to 2025-06-28: revenue \+9\.6 %/);
  });

  it.each([
    [{ fiscal_year: 2025 }, false],
    [{ fiscal_year: 2024 }, false],
    [{ fiscal_year: 2023 }, true],
    [{ fiscal_year: 2024, ttm: true }, true],
    [{ from: "2024-01-01" }, false],
    // 125 days before the oldest end.
    [{ from: "2023-08-27" }, true],
    [{ from: "2023-08-28" }, false],
    [{ to: "2024-12-31" }, false],
    [{ to: "2024-12-27" }, true],
    [{}, false],
  ])("are asked of the filings for %j where the first source has no older ones: %s", (choice, isOlder) => {
    expect(wantsOlder(SOURCES["A"]!, { statement_type: "income", period: "quarter", ...choice })).toBe(isOlder);
  });

  it.each([
    [undefined, false],
    [5, false],
    [6, true],
  ])("are asked of the filings for %s rows of twelve months of eight quarters: %s", (limit, isOlder) => {
    expect(wantsOlder(SOURCES["A"]!, { statement_type: "income", period: "quarter", ttm: true }, limit)).toBe(isOlder);
  });

  it.each([
    [{ from: "2025-01-01", to: "2024-01-01" }, '"to": got 2024-01-01, which is before "from"'],
    [{ fiscal_year: 2024, from: "2024-01-01" }, '"fiscal_year" is not possible with "from" or "to"'],
    [{ fiscal_year: 24 }, "a whole number from 1980 to 2100"],
    [{ from: "2024" }, "a day from 1900 on"],
    [{ from: "2090-01-01" }, "in the future"],
    [{ ttm: "yes" }, "true, false"],
    [{ ttm: true, period: "annual" }, '"ttm" is not possible with period annual'],
    [{ ttm: true, provenance: true }, '"ttm" is not possible with "provenance"'],
    [
      { ttm: true, statement_type: "revenue_by_product" },
      '"ttm" is not possible with statement_type revenue_by_product',
    ],
  ])("refuse %j with a sentence", (raw, words) => {
    expect(() =>
      parseInput(financials, { symbol: "AAPL", ...raw }, { provenance: financials.input.shape.provenance }),
    ).toThrow(words);
  });
});
