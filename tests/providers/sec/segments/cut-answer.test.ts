import { HttpResponse } from "msw";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { BoundedWorker } from "../../../../src/lib/bounded-worker.js";
import { filingFactsFromSec } from "../../../../src/providers/sec/facts/filing-facts.js";
import { financialsFromSec } from "../../../../src/providers/sec/statements/financials.js";
import { createAsker, TEST_CONTACT } from "../../../support/ask.js";
import { useInternet } from "../../../support/internet.js";
import { pageOf, playFilings, type PlayedFiling } from "../filing-play.js";
import { inlinePage, type PlayedContext } from "../dimensions/inline-page.js";

const internet = useInternet();

const YEAR_2024: PlayedFiling = ["0000320193-25-000001", "10-K", "2025-02-01", "2024-12-31", "", "toy-20241231.htm"];
const QUARTER: PlayedFiling = ["0000320193-25-000002", "10-Q", "2025-05-01", "2025-03-31", "", "toy-20250331.htm"];
const YEAR_2023: PlayedFiling = ["0000320193-24-000001", "10-K", "2024-02-01", "2023-12-31", "", "toy-20231231.htm"];
const FILINGS = [QUARTER, YEAR_2024, YEAR_2023];
const FOLDER = "https://www.sec.gov/Archives/edgar/data/320193/000032019325000001";

const PRODUCT = "srt:ProductOrServiceAxis";
const REVENUE = "us-gaap:RevenueFromContractWithCustomerExcludingAssessedTax";
const CONTEXTS: Record<string, PlayedContext> = {
  "c-1": ["2024-01-01/2024-12-31"],
  "c-2": ["2024-01-01/2024-12-31", [PRODUCT, "toy:PhoneMember"]],
  "c-3": ["2024-01-01/2024-12-31", [PRODUCT, "us-gaap:ServiceMember"]],
  "c-4": ["2023-01-01/2023-12-31"],
  "c-5": ["2023-01-01/2023-12-31", [PRODUCT, "toy:PhoneMember"]],
  "c-6": ["2023-01-01/2023-12-31", [PRODUCT, "us-gaap:ServiceMember"]],
  "c-7": ["2024-10-01/2024-12-31", [PRODUCT, "toy:PhoneMember"]],
};
const fact = (context: string, value: string, id: string, name = REVENUE) =>
  `<ix:nonFraction unitRef="usd" contextRef="${context}" decimals="-6" name="${name}" format="ixt:num-dot-decimal" scale="6" id="${id}">${value}</ix:nonFraction>`;
const PAGE = inlinePage(
  CONTEXTS,
  [
    fact("c-1", "300", "f-1"),
    fact("c-2", "200", "f-2"),
    fact("c-3", "100", "f-3"),
    fact("c-4", "250", "f-4"),
    fact("c-5", "190", "f-5"),
    fact("c-7", "60", "f-7"),
    fact("c-2", "80", "f-8", "us-gaap:CostOfRevenue"),
  ].join(""),
  fact("c-6", "60", "f-6"),
);

function metaOf(pages: readonly string[] = ["toy-20241231.htm"]) {
  const label = (terseLabel: string) => ({ "en-us": { role: { label: `${terseLabel} long [Member]`, terseLabel } } });
  const tag = {
    srt_ProductOrServiceAxis: { presentation: ["http://toy/role/A"], lang: label("Product") },
    toy_PhoneMember: { presentation: ["http://toy/role/A"], lang: label("Phones\u202e") },
    "us-gaap_ServiceMember": {
      presentation: ["http://toy/role/A"],
      lang: { "en-US": { role: { label: "Service [Member]" } } },
    },
    "us-gaap_CostOfRevenue": { lang: label("Cost of sales") },
  };
  return { version: "2.2", instance: { [pages.join(" ")]: { dts: { inline: { local: pages } }, tag } } };
}
const json = (body: unknown) => () => HttpResponse.json(body as object);

interface Played {
  files?: Parameters<typeof playFilings>[1]["files"];
  filings?: readonly PlayedFiling[];
}

const FILES = { "MetaLinks.json": json(metaOf()), "toy-20241231.htm": PAGE };

async function ask(input: object, { files = FILES, filings = FILINGS }: Played = {}) {
  const paths = playFilings(internet, { filings, files });
  const { data, notes } = await createAsker().ask(filingFactsFromSec, { symbol: "AAPL", ...input });
  const calls = paths.filter((path) => path.includes("/Archives/")).map((path) => path.split("/").at(-1));
  return { data, notes, calls };
}

describe("the parts of a figure in a filing", () => {
  it("are revenue by default, of all years of the newest annual report, with labels and links, in two calls", async () => {
    const { data, notes, calls } = await ask({ by: "product", period: "annual" });
    const row = { unit: "USD", axis: PRODUCT, kind: "member" };
    const [now, before] = [
      { start: "2024-01-01", end: "2024-12-31" },
      { start: "2023-01-01", end: "2023-12-31" },
    ];
    const phones = { ...row, member: "toy:PhoneMember", label: "Phones" };
    const services = { ...row, member: "us-gaap:ServiceMember", label: "Service" };
    expect(data).toEqual({
      symbol: "AAPL",
      filer: "Apple Inc.",
      cik: "0000320193",
      form: "10-K",
      reported: "2024-12-31",
      filed: "2025-02-01",
      accession: "0000320193-25-000001",
      url: `${FOLDER}/toy-20241231.htm`,
      concept: REVENUE,
      label: null,
      rows: [
        { ...now, ...phones, value: 200e6, url: `${FOLDER}/toy-20241231.htm#f-2` },
        { ...now, ...services, value: 100e6, url: `${FOLDER}/toy-20241231.htm#f-3` },
        // The hidden fact has no place on the page.
        { ...before, ...services, value: 60e6, url: `${FOLDER}/toy-20241231.htm` },
        { ...before, ...phones, value: 190e6, url: `${FOLDER}/toy-20241231.htm#f-5` },
      ],
      undimensioned: 300e6,
      sum: 300e6,
      difference: 0,
      otherPeriods: [{ ...before, unit: "USD", undimensioned: 250e6, sum: 250e6, difference: 0 }],
    });
    expect(notes).toEqual(["The parts add up to the company's total."]);
    expect(calls).toEqual(["MetaLinks.json", "toy-20241231.htm"]);
  });

  it("are read once for all questions", async () => {
    const paths = playFilings(internet, { filings: FILINGS, files: FILES });
    const { ask: again } = createAsker();
    await again(filingFactsFromSec, { symbol: "AAPL", by: "product", form: "10-K" });
    const { data } = await again(filingFactsFromSec, {
      symbol: "AAPL",
      by: PRODUCT,
      form: "10-K",
      concept: "CostOfRevenue",
    });
    expect(data).toMatchObject({ concept: "us-gaap:CostOfRevenue", label: "Cost of sales", undimensioned: null });
    expect(paths.filter((path) => path.includes("/Archives/"))).toHaveLength(2);
  });

  it("are of a tag by its name, its label, or a usual word; of others the tags are listed", async () => {
    for (const concept of ["us-gaap:CostOfRevenue", "CostOfRevenue", "Cost of sales", "COGS"]) {
      const { data } = await ask({ by: "ProductOrServiceAxis", form: "10-K", concept });
      expect(data).toMatchObject({ concept: "us-gaap:CostOfRevenue", rows: [{ value: 80e6 }] });
    }
    const { data, notes } = await ask({ by: "product", form: "10-K", concept: "net income" });
    expect(data.concepts).toMatchObject([
      { concept: REVENUE, unit: "USD", facts: 5, newest: "2024-12-31" },
      { concept: "us-gaap:CostOfRevenue", label: "Cost of sales", facts: 1 },
    ]);
    expect(notes).toContainEqual(expect.stringContaining('is surely "net income"'));
  });

  it("are of the filing that is named, or that was public on a day", async () => {
    const files = { ...FILES, "toy-20231231.htm": PAGE, "toy-20250331.htm": PAGE };
    const accessionOf = async (input: object) => (await ask({ by: "product", ...input }, { files })).data.accession;
    expect(await accessionOf({})).toBe(QUARTER[0]);
    expect(await accessionOf({ period: "annual" })).toBe(YEAR_2024[0]);
    expect(await accessionOf({ fiscal_year: 2023, form: "10-K" })).toBe(YEAR_2023[0]);
    expect(await accessionOf({ as_of: "2024-06-30" })).toBe(YEAR_2023[0]);
    const named = { ...files, [`${YEAR_2023[0]}-index.htm`]: pageOf(YEAR_2023, [["10-K", "toy-20231231.htm"]]) };
    expect((await ask({ by: "product", accession: YEAR_2023[0] }, { files: named })).data.accession).toBe(YEAR_2023[0]);
    await expect(
      ask({ by: "product", accession: YEAR_2023[0], as_of: "2024-01-01" }, { files: named }),
    ).rejects.toMatchObject({
      says: "has this filing of 2024-02-01, which was not public by 2024-01-01",
    });
  });

  it("are not there on another axis: the common ones of the filing are named", async () => {
    await expect(ask({ by: "region", form: "10-K" })).rejects.toMatchObject({
      reason: "not_covered",
      says: `has no figure by "region" in this filing; by may be ${PRODUCT}`,
    });
  });

  it("have names without labels where the filing has no file of them", async () => {
    const { data } = await ask(
      { by: "product", form: "10-K", period: "annual" },
      { files: { "toy-20241231.htm": PAGE } },
    );
    expect(data.rows![0]).toMatchObject({ member: "toy:PhoneMember", label: null });
    const damaged = { ...FILES, "MetaLinks.json": () => HttpResponse.text("{", { status: 200 }) };
    expect((await ask({ by: "product", form: "10-K" }, { files: damaged })).data.sum).toBe(300e6);
  });

  it("are not kept without labels where the SEC sends a web page in place of that file", async () => {
    let isDown = true;
    const meta = () =>
      isDown ? HttpResponse.html(`<html><body>${"Maintenance. ".repeat(2000)}</body></html>`) : json(metaOf())();
    playFilings(internet, { filings: FILINGS, files: { ...FILES, "MetaLinks.json": meta } });
    const asker = createAsker();
    const asked = () => asker.ask(filingFactsFromSec, { symbol: "AAPL", by: "product", form: "10-K" });
    await expect(asked()).rejects.toMatchObject({ reason: "bad_answer" });
    isDown = false;
    expect((await asked()).data.rows![0]).toMatchObject({ member: "toy:PhoneMember", label: "Phones" });
  });

  it("are read from the extracted instance where pages share their contexts, or the page has no facts", async () => {
    const instance = PAGE.replace(/<ix:nonFraction unitRef="usd" contextRef="c-2".*?<\/ix:nonFraction>/, "");
    const pages = ["toy-20241231.htm", "toy-20241231_d2.htm"];
    const several = { ...FILES, "MetaLinks.json": json(metaOf(pages)), "toy-20241231_htm.xml": instance };
    const { data, calls } = await ask({ by: "product", form: "10-K", period: "annual" }, { files: several });
    expect(calls).toEqual(["MetaLinks.json", "toy-20241231.htm", "toy-20241231_htm.xml"]);
    expect(data.sum).toBe(100e6);
    const old = {
      "toy-20241231.htm": "<html><body><p>An old report</p></body></html>",
      [`${YEAR_2024[0]}-index.htm`]: pageOf(YEAR_2024, [
        ["10-K", "toy-20241231.htm"],
        ["EX-101.INS", "toy-20241231.xml"],
      ]),
      "toy-20241231.xml": PAGE,
    };
    expect((await ask({ by: "product", form: "10-K" }, { files: old })).data.undimensioned).toBe(300e6);
  });

  it("are refused for an axis with the name of a method", async () => {
    await expect(ask({ by: "constructor", form: "10-K" })).rejects.toMatchObject({
      says: expect.stringContaining("has no figure by"),
    });
  });

  it("are refused for a filing without facts, and the refusal is kept", async () => {
    const files = {
      "toy-20241231.htm": "<html><body><p>An old report</p></body></html>",
      [`${YEAR_2024[0]}-index.htm`]: pageOf(YEAR_2024, [["10-K", "toy-20241231.htm"]]),
    };
    const paths = playFilings(internet, { filings: FILINGS, files });
    const { ask: again, served } = createAsker();
    for (let time = 0; time < 2; time++) {
      await expect(again(filingFactsFromSec, { symbol: "AAPL", by: "product", form: "10-K" })).rejects.toMatchObject({
        reason: "not_covered",
        says: "has no facts in XBRL in this filing; ask for its text",
      });
    }
    expect(paths.filter((path) => path.endsWith("/toy-20241231.htm"))).toHaveLength(1);
    // The store limits the space of long texts by this beginning.
    expect(served).toContainEqual(expect.objectContaining({ key: "document facts 1 0000320193-25-000001" }));
  });
});

describe("facts that take too long to search", () => {
  const NOW = Date.parse("2025-06-01T15:00:00Z");
  beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: NOW }));
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  /** A figure of many periods, whose sixty members stand in 500 tables, each of which lacks another one. */
  function slowFiles() {
    const [members, periods, tables] = [60, 12, 500];
    const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);
    const contexts = numbers(periods).flatMap((period) => {
      const days = `20${10 + period}-01-01/20${10 + period}-12-31`;
      return [
        [`c-${period}`, [days]],
        ...numbers(members).map((at) => [`c-${period}-${at}`, [days, [PRODUCT, `toy:M${at}Member`]]]),
      ] as [string, PlayedContext][];
    });
    const facts = contexts.map(([id], at) => fact(id, `${at * at}.37`, `f-${at}`).replace('scale="6"', 'scale="0"'));
    const rolesOf = (is: (table: number) => boolean) => ({
      presentation: numbers(tables)
        .filter(is)
        .map((table) => `role/${table}`),
    });
    const tag = {
      srt_ProductOrServiceAxis: rolesOf(() => true),
      ...Object.fromEntries(
        numbers(members).map((at) => [`toy_M${at}Member`, rolesOf((table) => (table * 31 + at) % 61 !== 0)]),
      ),
    };
    const instance = { "toy-20241231.htm": { dts: { inline: { local: ["toy-20241231.htm"] } }, tag } };
    return {
      "MetaLinks.json": json({ version: "2.2", instance }),
      "toy-20241231.htm": inlinePage(Object.fromEntries(contexts), facts.join("")),
    };
  }

  it("are searched once, and are read again only after their time", async () => {
    const run = vi.spyOn(BoundedWorker.prototype, "run");
    const searches = () =>
      run.mock.calls.filter(([work]) => {
        const { do: what, kept } = work as { do: string; kept?: string };
        return what === "cut facts" && kept !== undefined;
      }).length;
    const paths = playFilings(internet, { filings: FILINGS, files: slowFiles() });
    const loads = () => paths.filter((path) => path.endsWith("/toy-20241231.htm")).length;
    const asker = createAsker({ contact: TEST_CONTACT, readingMs: "2000" });
    const outcome = () =>
      asker.ask(filingFactsFromSec, { symbol: "AAPL", by: "product", form: "10-K" }).catch((error: unknown) => error);
    const refused = { reason: "not_covered", says: expect.stringContaining("too long to read") };
    expect([await outcome(), await outcome(), searches(), loads()]).toMatchObject([refused, refused, 1, 1]);
    vi.setSystemTime(NOW + 15 * 60_000 - 1_000);
    expect([await outcome(), searches(), loads()]).toMatchObject([refused, 1, 1]);
    vi.setSystemTime(NOW + 16 * 60_000);
    expect([await outcome(), loads()]).toMatchObject([refused, 2]);
  });
});

describe("revenue by product of statements, by provider D", () => {
  it("has the years of the newest annual report, without totals", async () => {
    playFilings(internet, { filings: FILINGS, files: FILES });
    const { data, notes } = await createAsker().ask(financialsFromSec, {
      symbol: "AAPL",
      statement_type: "revenue_by_product",
    });
    const filing = {
      symbol: "AAPL",
      reportedCurrency: "USD",
      period: "FY",
      form: "10-K",
      filingDate: "2025-02-01",
      accessionNumber: "0000320193-25-000001",
      filingUrl: `${FOLDER}/0000320193-25-000001-index.htm`,
    };
    const parts = (phones: number, services: number) => ({ Phones: phones, Service: services });
    expect(
      data.data.map(({ segments, ...record }) => ({
        ...record,
        segments: Object.fromEntries(
          (segments as { name: string; revenue: number }[]).map(({ name, revenue }) => [name, revenue]),
        ),
      })),
    ).toEqual([
      { ...filing, date: "2024-12-31", fiscalYear: "2024", segments: parts(200e6, 100e6) },
      { ...filing, date: "2023-12-31", fiscalYear: "2023", segments: parts(190e6, 60e6) },
    ]);
    expect(notes?.[0]).toContain("newest report");
  });

  it("is that of a past day, with the places of its parts on request", async () => {
    playFilings(internet, { filings: FILINGS, files: { ...FILES, "toy-20231231.htm": PAGE } });
    const { data } = await createAsker().ask(financialsFromSec, {
      symbol: "AAPL",
      statement_type: "revenue_by_product",
      as_of: "2024-06-30",
      provenance: true,
    });
    expect(data.data[0]).toMatchObject({
      accessionNumber: YEAR_2023[0],
      segments: [{ name: "Phones", url: expect.stringMatching(/\/toy-20231231\.htm#f-2$/) }, {}],
    });
  });

  it("is not covered where the report has no such axis", async () => {
    playFilings(internet, { filings: FILINGS, files: FILES });
    await expect(
      createAsker().ask(financialsFromSec, { symbol: "AAPL", statement_type: "revenue_by_region" }),
    ).rejects.toMatchObject({ reason: "not_covered", says: "has no revenue by region in the company's newest report" });
  });
});
