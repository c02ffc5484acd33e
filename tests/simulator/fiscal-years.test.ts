import { describe, expect, it } from "vitest";
import { useSimulator } from "./call-simulator.js";

const market = await useSimulator("2026-11-20T18:00:00Z");
const CONTACT = { headers: { "user-agent": "test ops@example.com" } };
const YEARS = [
  ["MSFT", "06-30", "2026-06-30", "0630"],
  ["NKE", "06-30", "2026-06-30", "0630"],
  ["ORCL", "06-30", "2026-06-30", "0630"],
  ["AAPL", "12-31", "2025-12-31", "1231"],
] as const;

interface Statement extends Record<"date" | "filingDate" | "fiscalYear" | "period", string> {
  revenue: number;
  netIncome: number;
  operatingCashFlow: number;
}
type Fact = Record<"start" | "end" | "fp" | "form" | "filed", string> & { fy: number; val: number };
interface Submissions {
  fiscalYearEnd: string;
  filings: { recent: Record<"form" | "reportDate" | "filingDate" | "primaryDocument" | "accessionNumber", string[]> };
}

const statements = (symbol: string, type: string, period: string) =>
  market.a<Statement>(`${type}-statement?symbol=${symbol}&limit=12&period=${period}`);

async function seriesOfYahoo(symbol: string, type: string) {
  const { text } = await market.call(`/b/ws/fundamentals-timeseries/v1/finance/timeseries/${symbol}?type=${type}`);
  const [series] = JSON.parse(text).timeseries.result;
  return (series[type] as { asOfDate: string; reportedValue: { raw: number } }[]).map(
    ({ asOfDate, reportedValue }) => [asOfDate, reportedValue.raw] as const,
  );
}

async function askSec<Body>(path: string): Promise<Body> {
  const { text } = await market.call(`/d${path}`, CONTACT);
  return JSON.parse(text) as Body;
}

async function cikOf(symbol: string): Promise<string> {
  const companies = await askSec<Record<string, { cik_str: number; ticker: string }>>("/files/company_tickers.json");
  const found = Object.values(companies).find(({ ticker }) => ticker === symbol);
  return String(found!.cik_str).padStart(10, "0");
}

async function factsOfSec(symbol: string, tag: string): Promise<Fact[]> {
  const cik = await cikOf(symbol);
  const concept = await askSec<{ units: { USD: Fact[] } }>(`/api/xbrl/companyconcept/CIK${cik}/us-gaap/${tag}.json`);
  return concept.units.USD;
}

const submissionsOf = async (symbol: string) => askSec<Submissions>(`/submissions/CIK${await cikOf(symbol)}.json`);

async function moduleOf(symbol: string, name: string) {
  const { body } = await market.b<{ quoteSummary: { result: Record<string, unknown>[] } }>(
    `/v10/finance/quoteSummary/${symbol}?modules=${name}`,
  );
  return body.quoteSummary.result[0]![name];
}

describe.each(YEARS)("the fiscal years of %s, which end on %s", (symbol, day, newest, short) => {
  const year = newest.slice(0, 4);

  it("are those of provider A: named by the year of their end, with four quarters each", async () => {
    const years = await statements(symbol, "income", "annual");
    expect(years.map(({ date }) => date)).toEqual(
      Array.from({ length: 10 }, (_, back) => `${Number(year) - back}-${day}`),
    );
    expect(years.map(({ fiscalYear, period }) => [fiscalYear, period])).toEqual(
      years.map(({ date }) => [date.slice(0, 4), "FY"]),
    );
    const quarters = await statements(symbol, "income", "quarter");
    const own = quarters.filter(({ fiscalYear }) => fiscalYear === year);
    expect(own.map(({ period }) => period)).toEqual(["Q4", "Q3", "Q2", "Q1"]);
    expect(own[0]!.date).toBe(newest);
    for (const field of ["revenue", "netIncome"] as const) {
      expect(years[0]![field]).toBe(own.reduce((sum, quarter) => sum + quarter[field], 0));
    }
  });

  it("are the same through providers B and D", async () => {
    const rows = await statements(symbol, "income", "annual");
    const revenue = rows.slice(0, 4).map((row) => [row.date, row.revenue]);
    expect((await seriesOfYahoo(symbol, "annualTotalRevenue")).toReversed()).toEqual(revenue);
    const facts = await factsOfSec(symbol, "RevenueFromContractWithCustomerExcludingAssessedTax");
    const annual = facts.filter(
      ({ form, start, end }) => form === "10-K" && Date.parse(end) - Date.parse(start) > 3e10,
    );
    expect([...new Set(annual.map(({ end }) => end.slice(5)))]).toEqual([day]);
    expect(annual.findLast(({ end }) => end === newest)).toMatchObject({
      val: rows[0]!.revenue,
      fy: Number(year),
      fp: "FY",
    });
  });

  it("have year-to-date facts that begin with the fiscal year", async () => {
    const facts = await factsOfSec(symbol, "NetCashProvidedByUsedInOperatingActivities");
    const flows = await statements(symbol, "cash-flow", "quarter");
    const quarters = flows.filter(({ fiscalYear }) => fiscalYear === year).toReversed();
    for (const [at, { date }] of quarters.slice(0, 3).entries()) {
      const fact = facts.find(({ end, form }) => end === date && form === "10-Q")!;
      expect([fact.fp, fact.fy]).toEqual([`Q${at + 1}`, Number(year)]);
      expect(fact.start.slice(5)).toBe(day === "06-30" ? "07-01" : "01-01");
      expect(fact.val).toBe(
        quarters.slice(0, at + 1).reduce((sum, { operatingCashFlow }) => sum + operatingCashFlow, 0),
      );
    }
  });

  it("have an annual report after their end, and quarterly ones for their other quarters", async () => {
    const { fiscalYearEnd, filings } = await submissionsOf(symbol);
    expect(fiscalYearEnd).toBe(short);
    const { recent } = filings;
    const reports = recent.form
      .map((form, at) => ({ form, ended: recent.reportDate[at]!, filed: recent.filingDate[at]! }))
      .filter(({ form }) => ["10-K", "10-Q"].includes(form));
    expect(reports.length).toBe(44);
    for (const { form, ended, filed } of reports) {
      expect(form).toBe(ended.endsWith(day) ? "10-K" : "10-Q");
      expect(filed > ended).toBe(true);
    }
    const [income] = await statements(symbol, "income", "annual");
    const own = reports.find(({ ended }) => ended === newest);
    expect(own).toEqual({ form: "10-K", ended: newest, filed: income!.filingDate });
    const ofFmp = await market.a<{ formType: string; filingDate: string }>(
      `sec-filings-search/symbol?symbol=${symbol}`,
    );
    const ofYahoo = (await moduleOf(symbol, "secFilings")) as { filings: { type: string; date: string }[] };
    const lately = reports.slice(0, 12).map((each) => [each.form, each.filed]);
    expect(ofFmp.map(({ formType, filingDate }) => [formType, filingDate.slice(0, 10)])).toEqual(lately);
    expect(ofYahoo.filings.map(({ type, date }) => [type, date])).toEqual(lately);
  });

  it("are those of the statistics, the estimates and the valuation", async () => {
    const { body } = await market.b<{ quoteSummary: { result: Record<string, Record<string, { raw: number }>>[] } }>(
      `/v10/finance/quoteSummary/${symbol}?modules=defaultKeyStatistics`,
    );
    const statistics = body.quoteSummary.result[0]!["defaultKeyStatistics"]!;
    const dayOf = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10);
    expect(dayOf(statistics["lastFiscalYearEnd"]!.raw)).toBe(newest);
    expect(dayOf(statistics["nextFiscalYearEnd"]!.raw)).toBe(`${Number(year) + 1}-${day}`);
    const { trend } = (await moduleOf(symbol, "earningsTrend")) as { trend: { period: string; endDate: string }[] };
    expect(trend.map(({ endDate }) => endDate).slice(2)).toEqual([
      `${Number(year) + 1}-${day}`,
      `${Number(year) + 2}-${day}`,
    ]);
    const rows = await market.a<{ year: string; revenue: number }>(`custom-discounted-cash-flow?symbol=${symbol}`);
    const years = await statements(symbol, "income", "annual");
    expect(rows.slice(5).map((row) => [row.year, row.revenue])).toEqual(
      years.slice(0, 5).map((row) => [row.fiscalYear, row.revenue]),
    );
  });
});

describe("a fiscal quarter", () => {
  const quarterly = async (symbol: string) => {
    const module = (await moduleOf(symbol, "earnings")) as {
      earningsChart: { quarterly: Record<"date" | "calendarQuarter" | "fiscalQuarter", string>[] };
    };
    return module.earningsChart.quarterly;
  };

  it("has its own name beside that of the calendar quarter", async () => {
    expect(await quarterly("MSFT")).toContainEqual(
      expect.objectContaining({ date: "2Q2026", calendarQuarter: "2Q2026", fiscalQuarter: "4Q2026" }),
    );
    expect(await quarterly("MSFT")).toContainEqual(
      expect.objectContaining({ calendarQuarter: "3Q2026", fiscalQuarter: "1Q2027" }),
    );
    for (const { calendarQuarter, fiscalQuarter } of await quarterly("AAPL"))
      expect(fiscalQuarter).toBe(calendarQuarter);
  });

  it("is named so in the release of its results", async () => {
    const { filings } = await submissionsOf("MSFT");
    const { primaryDocument, accessionNumber } = filings.recent;
    const at = primaryDocument.indexOf("sim-20260630-results.htm");
    const folder = `/Archives/edgar/data/${Number(await cikOf("MSFT"))}/${accessionNumber[at]!.replaceAll("-", "")}`;
    const { text } = await market.call(`/d${folder}/sim-20260630-results-ex991.htm`, CONTACT);
    expect(text).toContain("results for the fourth quarter of fiscal 2026, ended 2026-06-30");
    expect(text).toContain("guidance for the first quarter of fiscal 2027");
  });
});
