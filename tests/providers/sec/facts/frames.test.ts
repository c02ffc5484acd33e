import { http, HttpResponse } from "msw";
import { describe, expect, it } from "vitest";
import { filingFactsFromSec } from "../../../../src/providers/sec/facts/filing-facts.js";
import { toDoubtful } from "../../../../src/providers/sec/facts/frames.js";
import { BASES, createAsker } from "../../../support/ask.js";
import { useInternet } from "../../../support/internet.js";

const internet = useInternet();
const BASE = BASES["provider-d"];
const TAG = "ResearchAndDevelopmentExpense";

const rowOf = (cik: number, val: number, more: object = {}) => ({
  accn: `0000${String(cik).padStart(6, "0")}-26-000013`,
  cik,
  entityName: `COMPANY ${cik}`,
  loc: "US-CA",
  start: "2024-12-29",
  end: "2025-03-29",
  val,
  ...more,
});

/** Plays frames by their path, `us-gaap/Assets/USD/CY2025Q1I`; returns the paths of the calls for frames. */
function play(frames: Readonly<Record<string, readonly object[]>>, hasSymbols = true) {
  const paths: string[] = [];
  internet.use(
    http.get(`${BASE}/*`, ({ request }) => {
      const { pathname } = new URL(request.url);
      if (pathname === "/files/company_tickers.json") {
        const companies = {
          0: { cik_str: 320193, ticker: "AAPL" },
          1: { cik_str: 7, ticker: "SVN" },
          2: { cik_str: 7, ticker: "SVN-B" },
        };
        return hasSymbols ? HttpResponse.json(companies) : new HttpResponse(null, { status: 500 });
      }
      const path = pathname.replace("/api/xbrl/frames/", "").replace(".json", "");
      paths.push(path);
      const data = frames[path];
      if (data)
        return HttpResponse.json({ taxonomy: "us-gaap", tag: TAG, label: "Research Expense", pts: data.length, data });
      const text = '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>NoSuchKey</Code></Error>';
      return new HttpResponse(text, { status: 404, headers: { "content-type": "application/xml" } });
    }),
  );
  return paths;
}

async function ask(frames: Readonly<Record<string, readonly object[]>>, input: object, hasSymbols = true) {
  const paths = play(frames, hasSymbols);
  const answer = await createAsker().ask(filingFactsFromSec, { period: "2025Q1", ...input });
  return { ...answer, paths };
}

describe("one figure of all companies by provider D", () => {
  it("has the largest values first, each with its own days, symbol and filing", async () => {
    const later = { start: "2025-02-03", end: "2025-05-04", loc: undefined };
    const frames = {
      [`us-gaap/${TAG}/USD/CY2025Q1`]: [rowOf(9, 5, later), rowOf(320193, 8_550_000_000), rowOf(7, -2)],
    };
    const { data, paths, notes } = await ask(frames, { concept: TAG });
    expect(data).toMatchObject({
      concept: `us-gaap:${TAG}`,
      label: "Research Expense",
      period: "2025Q1",
      unit: "USD",
      total: 3,
    });
    expect(data.companies!.map(({ cik, symbol }) => [cik, symbol])).toEqual([
      ["0000320193", "AAPL"],
      ["0000000009", null],
      ["0000000007", "SVN"],
    ]);
    expect(data.companies![1]).toEqual({
      cik: "0000000009",
      name: "COMPANY 9",
      symbol: null,
      value: 5,
      start: "2025-02-03",
      end: "2025-05-04",
      doubtful: false,
      accession: "0000000009-26-000013",
      url: "https://www.sec.gov/Archives/edgar/data/9/000000000926000013/0000000009-26-000013-index.htm",
    });
    expect(paths).toEqual([`us-gaap/${TAG}/USD/CY2025Q1`]);
    expect(notes?.[0]).toMatch(
      /^A frame of the SEC: .* fits 2025Q1 best, as filed last, .* Ends lie up to 70 days apart/,
    );
    expect(notes?.[1]).toMatch(/^A ranking by one tag is no ranking of companies/);
  });

  it.each(["R&D expense", "research and development", "us-gaap:ResearchAndDevelopmentExpense"])(
    "is meant by %s",
    async (concept) => {
      const { data } = await ask({ [`us-gaap/${TAG}/USD/CY2025`]: [rowOf(7, 2)] }, { concept, period: "2025" });
      expect(data).toMatchObject({ concept: `us-gaap:${TAG}`, period: "2025", total: 1 });
    },
  );

  it("whose usual word has several tags is the list of them, without a call", async () => {
    const { data, paths, notes } = await ask({}, { concept: "revenue" });
    expect(data.concepts!.map(({ concept }) => concept)).toContain("us-gaap:Revenues");
    expect(data).not.toHaveProperty("companies");
    expect([paths, notes]).toEqual([[], [expect.stringMatching(/which is no ranking of all companies/)]]);
    const named = await ask({ "us-gaap/Revenues/USD/CY2025Q1": [rowOf(7, 2)] }, { concept: "Revenues" });
    expect(named.data.total).toBe(1);
  });

  it("that is a balance is asked for at the end of the quarter, or of the year, where there is no other frame", async () => {
    const balance = { start: undefined };
    const quarter = await ask({ "us-gaap/Deposits/USD/CY2025Q1I": [rowOf(7, 2, balance)] }, { concept: "Deposits" });
    expect(quarter.data.companies![0]).toMatchObject({ start: null, end: "2025-03-29" });
    expect(quarter.paths).toEqual(["us-gaap/Deposits/USD/CY2025Q1", "us-gaap/Deposits/USD/CY2025Q1I"]);
    const year = await ask(
      { "us-gaap/Assets/USD/CY2025Q4I": [rowOf(7, 2, balance)] },
      { concept: "total assets", period: "2025" },
    );
    expect(year.paths).toEqual(["us-gaap/Assets/USD/CY2025Q4I"]);
    expect(year.notes).toContain('"total assets" is the tag us-gaap:Assets.');
  });

  it("may be in another unit, of which the address writes a slash as -per-", async () => {
    const frames = { "us-gaap/EarningsPerShareDiluted/USD-per-shares/CY2025Q1": [rowOf(7, 2.5)] };
    const { data } = await ask(frames, { concept: "EarningsPerShareDiluted", unit: "USD-per-shares" });
    expect(data).toMatchObject({ unit: "USD/shares", companies: [{ value: 2.5 }] });
    const usual = await ask(frames, { concept: "diluted EPS" });
    expect(usual.data.concepts![0]).toMatchObject({ concept: "us-gaap:EarningsPerShareDiluted", unit: "USD/shares" });
  });

  it("of a fourth quarter says that few companies file one", async () => {
    const { notes } = await ask({ [`us-gaap/${TAG}/USD/CY2024Q4`]: [rowOf(7, 2)] }, { concept: TAG, period: "2024Q4" });
    expect(notes).toContain("Few companies file a fourth quarter alone: the year has more.");
  });

  it("leaves out rows that cannot be read, and keeps the thousand largest", async () => {
    const bad = [
      { val: "5" },
      { accn: "1" },
      { cik: "x" },
      { end: "2025-02-30" },
      { start: 5 },
      { end: { toString: null } },
    ].map((more) => rowOf(7, 1, more));
    const rows = Array.from({ length: 1_001 }, (_, at) => rowOf(at + 1, at));
    const { data, notes } = await ask(
      { [`us-gaap/${TAG}/USD/CY2025Q1`]: [...bad, ...rows, 5 as never] },
      { concept: TAG },
    );
    expect([data.total, data.companies!.length, data.companies!.at(-1)!.value]).toEqual([1_001, 1_000, 1]);
    expect(notes).toContain("Of 1001 filers the 1000 with the largest values are known here.");
  });

  it("marks slips of scale, and says how many", async () => {
    const { data, notes } = await ask(
      { [`us-gaap/${TAG}/USD/CY2025Q1`]: [rowOf(7, 5e12), rowOf(9, 4e12), rowOf(320193, 3e9)] },
      { concept: TAG },
    );
    expect(data.companies!.map(({ doubtful }) => doubtful)).toEqual([true, true, false]);
    expect(notes).toContainEqual(expect.stringMatching(/^2 values are doubtful: 1,000 times the next one/));
  });

  it.each([
    [
      [1_000, 1],
      [true, false],
    ],
    [
      [999, 1],
      [false, false],
    ],
    [
      [5, 0, -5],
      [false, false, false],
    ],
    [[...Array.from({ length: 20 }, () => 9_000), 9], Array.from({ length: 21 }, (_, at) => at < 20)],
    // Far from the top the values above a small one are none.
    [[...Array.from({ length: 21 }, () => 9_000), 9], Array.from({ length: 22 }, (_, at) => at === 20)],
  ])("of %j doubts %j", (values, expected) => {
    expect(toDoubtful(values)).toEqual(expected);
  });

  it("of no company, or by words, is refused with a sentence on tags and units", async () => {
    const message = (input: object) =>
      ask({}, input).then(
        () => "",
        (error: Error) => error.message,
      );
    expect(await message({ concept: "NoSuchTag", unit: "EUR" })).toMatch(
      /^No company has a value of "us-gaap:NoSuchTag" in "EUR" for 2025Q1\. The tag may be written otherwise, or have another unit/,
    );
    expect(await message({ concept: "happy thoughts" })).toMatch(
      /^"happy thoughts" is no tag that all companies can be compared by/,
    );
  });

  it("has no symbols where the list of companies fails, and says that they are missing", async () => {
    const { data, missing } = await ask(
      { [`us-gaap/${TAG}/USD/CY2025Q1`]: [rowOf(320193, 2)] },
      { concept: TAG },
      false,
    );
    expect([data.companies![0]!.symbol, missing]).toEqual([null, ["companies"]]);
  });

  it.each([
    [{}, 'Missing "symbol", or "concept" and "period" for all companies.'],
    [{ concept: TAG }, 'Missing "period". Allowed without "symbol": a year or quarter of the calendar'],
    [{ concept: TAG, period: "annual" }, 'Invalid "period": got annual. Allowed without "symbol"'],
    [{ concept: TAG, period: "2025Q5" }, 'Invalid "period": got "2025Q5"'],
    [{ concept: TAG, period: { toString: null } }, 'Invalid "period"'],
    [{ concept: TAG, period: "2099" }, "which is in the future"],
    [{ concept: TAG, period: "2025", as_of: "2026-01-31" }, '"as_of" needs "symbol"'],
    [{ concept: TAG, period: "2025", unit: "US$" }, 'Invalid "unit"'],
    [
      { symbol: "AAPL", concept: TAG, period: "2025" },
      'Invalid "period": got 2025. Allowed with "symbol": annual, quarter.',
    ],
    [{ symbol: "AAPL", concept: TAG, unit: "USD" }, '"unit" is not possible with "symbol"'],
  ])("of %j is refused", async (input, message) => {
    await expect(createAsker().ask(filingFactsFromSec, input)).rejects.toThrow(message);
  });

  it.each([
    ["CY2025q3", "2025Q3"],
    ["2025-Q3", "2025Q3"],
    [2025, "2025"],
  ])("reads the period %j", async (period, expected) => {
    const { data } = await ask({ [`us-gaap/${TAG}/USD/CY${expected}`]: [rowOf(7, 2)] }, { concept: TAG, period });
    expect(data.period).toBe(expected);
  });
});
