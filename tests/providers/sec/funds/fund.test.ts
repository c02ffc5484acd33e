import { HttpResponse } from "msw";
import { describe, expect, it, vi } from "vitest";
import { CATALOGUE } from "../../../../src/catalogue.js";
import { fund } from "../../../../src/capabilities/companies/fund.js";
import { wholeFund } from "../../../../src/capabilities/companies/whole-fund.js";
import { parseInput } from "../../../../src/contract/input.js";
import { toPlainText } from "../../../../src/contract/sentence.js";
import { fundFromSec, wholeFundFromSec } from "../../../../src/providers/sec/funds/fund.js";
import { BoundedWorker, WorkerOverrun } from "../../../../src/lib/bounded-worker.js";
import { atTime } from "../../../support/at-time.js";
import { createAsker } from "../../../support/ask.js";
import { createGate, errorOf } from "../../../support/gate.js";
import { useInternet } from "../../../support/internet.js";
import { failsOf } from "../managers/manager-play.js";
import { GOLD_TRUST, holding, OTHER_SERIES, playFunds, reportOf, SERIES, TRUST, UNIT_TRUST } from "./fund-play.js";

const internet = useInternet();
atTime("2026-11-20T19:30:00Z");

const [NEWEST, BEFORE, AMENDED] = ["0000036405-26-000009", "0000036405-26-000005", "0000036405-26-000011"] as const;
const ALL = { symbol: "VOO", holdings: "all" };
const filings = {
  [SERIES]: [
    [NEWEST, "2026-08-28", "NPORT-P"],
    // The SEC may list a filing twice.
    [NEWEST, "2026-08-28", "NPORT-P"],
    [BEFORE, "2026-05-29", "NPORT-P"],
  ],
} as const;
const reports = { [NEWEST]: reportOf(), [BEFORE]: reportOf({ day: "2026-03-31" }) };

const ask = (input: Record<string, unknown>) => createAsker().ask(fundFromSec, input);
const refusal = async (input: Record<string, unknown>) => ask(input).catch((error: unknown) => error);
const supply = (symbol: string, asker = createAsker()) =>
  asker.supply(wholeFundFromSec, { symbol, with: undefined, as_of: undefined, count: 500 });

describe("a whole fund by provider D", () => {
  it("has all holdings of the newest report, with its days, its sum beside the net assets, and its filing", async () => {
    const paths = playFunds(internet, { filings, reports });
    const { data, notes } = await ask(ALL);
    expect(data).toMatchObject({
      symbol: "VOO",
      name: "Acme 500 Fund",
      expenseRatio: null,
      assets: null,
      holdings_total: 1,
      report: {
        fund: "Acme 500 Fund",
        cik: TRUST,
        series: SERIES,
        reportDate: "2026-06-30",
        filed: "2026-08-28",
        total: 2500.5,
        netAssets: 10_000,
        accession: NEWEST,
        url: "https://www.sec.gov/Archives/edgar/data/36405/000003640526000009/0000036405-26-000009-index.htm",
      },
      holdings: [
        {
          symbol: null,
          name: "Acme & Sons",
          title: "Acme & Sons Inc.",
          cusip: "037833100",
          isin: "US0378331005",
          weight: 0.25005,
          balance: 100,
          unit: "shares",
          currency: "USD",
          value: 2500.5,
          percent: 25.005,
          side: "long",
          kind: "common stock",
          country: "US",
          notional: null,
          notionalCurrency: null,
        },
      ],
    });
    expect(notes?.map(toPlainText)).toContain(
      "The holdings are those of 2026-06-30, public since 2026-08-28; the fund may hold others now.",
    );
    // The lists that name securities are those of another test.
    expect(paths.filter((path) => !path.includes("/fails-deliver-data/"))).toEqual([
      "/files/company_tickers_mf.json",
      "/cgi-bin/browse-edgar",
      "/Archives/edgar/data/36405/000003640526000009/primary_doc.xml",
    ]);
  });

  it("says that values are in dollars where a security has another currency", async () => {
    const holdings = [holding(), holding({ curCd: "EUR" })];
    playFunds(internet, { filings, reports: { ...reports, [NEWEST]: reportOf({ holdings }) } });
    const says = "value is in USD, whatever currency says.";
    expect((await ask(ALL)).notes?.map(toPlainText)).toContain(says);
    playFunds(internet, { filings, reports });
    expect((await ask(ALL)).notes?.map(toPlainText)).not.toContain(says);
  });

  it("is fetched once for all classes of a series, and each report is read once", async () => {
    const paths = playFunds(internet, { filings, reports });
    const asker = createAsker();
    await asker.ask(fundFromSec, ALL);
    await asker.ask(fundFromSec, { ...ALL, symbol: "VFIAX", limit: 5 });
    expect(paths.filter((path) => !path.includes("/fails-deliver-data/"))).toHaveLength(3);
  });

  it("is that of a past day by the day of publication", async () => {
    playFunds(internet, { filings, reports });
    const { data } = await ask({ symbol: "VOO", as_of: "2026-08-27" });
    expect(data.report).toMatchObject({ reportDate: "2026-03-31", filed: "2026-05-29", accession: BEFORE });
    expect(await refusal({ symbol: "VOO", as_of: "2020-01-01" })).toMatchObject({
      reason: "not_covered",
      says: expect.stringContaining("public on that day"),
    });
  });

  it("of an amendment is that one, unless it amends an older report", async () => {
    const amended = { [SERIES]: [[AMENDED, "2026-09-15", "NPORT-P/A"], ...filings[SERIES]] } as const;
    playFunds(internet, { filings: amended, reports: { ...reports, [AMENDED]: reportOf({ name: "Amended" }) } });
    expect((await ask(ALL)).data.report).toMatchObject({ accession: AMENDED, fund: "Amended" });
    const older = reportOf({ name: "Amended", day: "2026-03-31" });
    playFunds(internet, { filings: amended, reports: { ...reports, [AMENDED]: older } });
    expect((await ask(ALL)).data.report).toMatchObject({ accession: NEWEST });
  });

  it("says which newer report cannot be read, also of the other fund", async () => {
    const [other, otherAmended] = ["0000036405-26-000020", "0000036405-26-000021"] as const;
    const damaged = reportOf().slice(0, -40);
    playFunds(internet, {
      filings: {
        [SERIES]: [[AMENDED, "2026-09-15", "NPORT-P/A"], ...filings[SERIES]],
        [OTHER_SERIES]: [
          [otherAmended, "2026-11-02", "NPORT-P/A"],
          [other, "2026-10-29", "NPORT-P"],
        ],
      },
      reports: {
        ...reports,
        [AMENDED]: damaged,
        [other]: reportOf({ series: OTHER_SERIES }),
        [otherAmended]: reportOf({ series: OTHER_SERIES }).slice(0, -40),
      },
    });
    const { data, notes } = await ask({ ...ALL, with: "VTI" });
    expect(data.report).toMatchObject({ accession: NEWEST });
    expect(notes?.map(toPlainText)).toEqual(
      expect.arrayContaining([
        "A report of 2026-09-15 cannot be read, and may have other holdings.",
        "A report of VTI of 2026-11-02 cannot be read, and may have other holdings.",
      ]),
    );
  });

  it("of a filer whose funds have no symbols is said to be one of them", async () => {
    const accession = "0001410368-26-055357";
    playFunds(internet, {
      filings: { [UNIT_TRUST]: [[accession, "2026-08-28", "NPORT-P"]] },
      reports: { [accession]: reportOf({ name: "Acme Bond Portfolio" }) },
    });
    const { data, notes } = await ask({ symbol: "SPY", holdings: "all" });
    expect(data.report).toMatchObject({ fund: "Acme Bond Portfolio", series: SERIES });
    expect(notes?.map(toPlainText)).toContain(
      "The SEC's list of funds does not have this one: it is that of the filer's newest report, and the filer may have others.",
    );
  });

  it("is never that of another series of the registrant", async () => {
    playFunds(internet, { filings, reports: { ...reports, [NEWEST]: reportOf({ series: OTHER_SERIES }) } });
    expect((await ask(ALL)).data.report).toMatchObject({ accession: BEFORE, series: SERIES });
  });

  it("is not found among four reports of other series", async () => {
    const others = Array.from({ length: 6 }, (_, at) => `0000036405-26-00010${at}`);
    const entries = others.map((accession) => [accession, "2026-08-28", "NPORT-P"] as const);
    const documents = Object.fromEntries(others.map((each) => [each, reportOf({ series: OTHER_SERIES })]));
    const paths = playFunds(internet, { filings: { [SERIES]: entries }, reports: documents });
    expect(await refusal(ALL)).toMatchObject({ reason: "not_covered", says: expect.stringContaining("of this fund") });
    expect(paths.filter((path) => path.endsWith("primary_doc.xml"))).toHaveLength(4);
  });

  it("of a unit trust is found among the filings of its registrant", async () => {
    const accession = "0001410368-26-055357";
    playFunds(internet, {
      filings: { [UNIT_TRUST]: [[accession, "2026-08-28", "NPORT-P"]] },
      reports: { [accession]: reportOf({ name: "N/A", series: "N/A" }) },
    });
    const { data } = await ask({ symbol: "SPY", holdings: "all" });
    expect(data).toMatchObject({ name: "Acme Index Funds", report: { cik: UNIT_TRUST, series: null } });
  });

  it("of a final report is empty, and this is said", async () => {
    playFunds(internet, { filings, reports: { ...reports, [NEWEST]: reportOf({ isFinal: true, holdings: [] }) } });
    const { data, notes } = await ask(ALL);
    expect(data).toMatchObject({ holdings: [], holdings_total: 0, report: { total: null, netAssets: 10_000 } });
    expect(notes?.map(toPlainText)).toContain("This is the final report of the fund.");
  });

  it("says what the values of derivatives and shorts mean", async () => {
    const list = [
      holding(),
      holding({ assetCat: "DIR", payoffProfile: "N/A", valUSD: "3" }),
      holding({ payoffProfile: "Short", valUSD: "-7" }),
    ];
    playFunds(internet, { filings, reports: { [NEWEST]: reportOf({ holdings: list }) } });
    const { data, notes } = await ask(ALL);
    expect(data.holdings?.map(({ value }) => value)).toEqual([2500.5, 3, -7]);
    expect(notes?.map(toPlainText)).toEqual(
      expect.arrayContaining([
        "value of a derivative is its gain or loss so far, and notional its exposure: 1 of 3 rows are derivatives.",
        "Short positions have negative values: 1 of 3 rows.",
      ]),
    );
  });

  it("has the exact overlap with another fund, and the days of both reports", async () => {
    const other = "0000036405-26-000020";
    const two = [holding({ pctVal: "10" }), holding({ cusip: "594918104", identifiers: "", pctVal: "3" })];
    playFunds(internet, {
      filings: { ...filings, [OTHER_SERIES]: [[other, "2026-10-29", "NPORT-P"]] },
      reports: {
        ...reports,
        [other]: reportOf({ series: OTHER_SERIES, name: "Total", day: "2026-08-31", holdings: two }),
      },
    });
    const { data, notes } = await ask({ ...ALL, with: "VTI" });
    expect(data.overlap).toMatchObject({
      with: "VTI",
      name: "Total",
      weight: 0.1,
      atLeast: false,
      reportDate: "2026-06-30",
      otherReportDate: "2026-08-31",
      shared: [{ symbol: null, name: "Acme & Sons", weight: 0.25005, otherWeight: 0.1 }],
    });
    expect(notes?.map(toPlainText).join(" ")).toContain("reports of 2026-06-30 and 2026-08-31");
  });

  it("has an overlap in a security abroad of which a report has the ISIN or the CUSIP only", async () => {
    const other = "0000036405-26-000020";
    const isin = '<isin value="CH0038863350"/>';
    const abroad = (pctVal: string, cusip: string, identifiers = "") => holding({ pctVal, cusip, identifiers });
    const overlapOf = async (own: string, second: string) => {
      playFunds(internet, {
        filings: { ...filings, [OTHER_SERIES]: [[other, "2026-10-29", "NPORT-P"]] },
        reports: {
          [NEWEST]: reportOf({ holdings: [own] }),
          [other]: reportOf({ series: OTHER_SERIES, holdings: [second] }),
        },
      });
      return (await ask({ ...ALL, with: "VTI" })).data.overlap?.weight;
    };
    const both = abroad("2", "H57312649", isin);
    expect(await overlapOf(both, abroad("3", "N/A", isin))).toBe(0.02);
    expect(await overlapOf(both, abroad("3", "H57312649"))).toBe(0.02);
    expect(await overlapOf(both, abroad("3", "H01301128"))).toBe(0);
  });

  it("has no overlap with a fund that files none, and says so", async () => {
    playFunds(internet, { filings, reports });
    const { data, notes } = await ask({ ...ALL, with: "GLD" });
    expect(data.overlap).toMatchObject({ with: "GLD", weight: null, atLeast: true, shared: [] });
    expect(notes?.map(toPlainText).join(" ")).toContain(
      "All holdings of GLD are not known: provider D has no Form N-PORT",
    );
  });

  it("keeps its own holdings when the other fund's report cannot be fetched", async () => {
    const other = "0000036405-26-000020";
    playFunds(internet, {
      filings: { ...filings, [OTHER_SERIES]: [[other, "2026-10-29", "NPORT-P"]] },
      reports: { ...reports, [other]: () => new HttpResponse("busy", { status: 503 }) },
      list: failsOf([["20260401", "037833100", "AAPL"]]),
    });
    const { data, missing } = await ask({ ...ALL, with: "VTI" });
    expect(data.holdings).toHaveLength(1);
    expect(missing).toEqual(["overlap"]);
  });
});

describe("the symbols of holdings", () => {
  const second = "0000036405-26-000020";
  const both = {
    filings: { ...filings, [OTHER_SERIES]: [[second, "2026-10-29", "NPORT-P"]] },
    reports: { ...reports, [second]: reportOf({ series: OTHER_SERIES }) },
  } as const;

  it("are missing where the SEC's lists cannot be read, also those of an overlap", async () => {
    playFunds(internet, both);
    const { data, missing } = await ask(ALL);
    expect(data.holdings).toMatchObject([{ symbol: null, cusip: "037833100" }]);
    expect(missing).toEqual(["holdings.symbol"]);
    expect((await ask({ ...ALL, with: "VTI" })).missing).toEqual(["holdings.symbol", "overlap.shared.symbol"]);
    expect(await supply("VOO")).toMatchObject({ missing: ["holdings.symbol"] });
  });

  it("are those of the lists, and a security that these do not have has none", async () => {
    const bond = holding({ cusip: "912810AA1", identifiers: "" });
    const list = failsOf([["20260401", "037833100", "AAPL"]]);
    playFunds(internet, { ...both, reports: { [NEWEST]: reportOf({ holdings: [holding(), bond] }) }, list });
    const { data, missing } = await ask(ALL);
    expect([data.holdings?.map(({ symbol }) => symbol), missing]).toEqual([["AAPL", null], []]);
  });

  it("are not missing where the lists have none of them, or no holding has a CUSIP", async () => {
    playFunds(internet, { ...both, list: failsOf([["20260401", "084670702", "BRKB"]]) });
    expect((await ask(ALL)).missing).toEqual([]);
    const cash = holding({ cusip: "N/A", identifiers: "" });
    playFunds(internet, { filings, reports: { [NEWEST]: reportOf({ holdings: [cash] }) } });
    expect((await ask(ALL)).missing).toEqual([]);
  });
});

describe("a fund without a report", () => {
  it("of money markets reports on another form", async () => {
    playFunds(internet, { filings: { [SERIES]: [["0000036405-26-000030", "2026-11-06", "N-MFP3"]] } });
    expect(await supply("VOO")).toEqual({ facts: { none: "money market" } });
  });

  it("is a trust of gold, which files none", async () => {
    playFunds(internet, { filings: { [GOLD_TRUST]: [["0001222333-26-000001", "2026-08-06", "10-Q"]] } });
    expect(await supply("GLD")).toEqual({ facts: { none: "none" } });
    expect(await refusal({ symbol: "GLD", holdings: "all" })).toMatchObject({ reason: "not_covered" });
  });

  it.each(["VUSA.L", "NOSUCH"])("is one that the SEC does not list: %s", async (symbol) => {
    playFunds(internet, {});
    expect(await supply(symbol)).toEqual({ facts: { none: "unknown" } });
    expect(await refusal({ symbol, holdings: "all" })).toMatchObject({ reason: "no_data" });
  });

  it("keeps the largest holdings of the other source, with the reason", () => {
    const data = { symbol: "GLD", holdings: [{ symbol: null, name: "Gold bullion", weight: 1 }] };
    const { data: kept, notes = [] } = wholeFund.apply(data as never, { none: "none" });
    expect(kept).toBe(data);
    expect(notes.map(toPlainText)).toEqual([
      "All holdings are not known, but at most the ten largest: provider D has no Form N-PORT of it: trusts of commodities or coins and funds of other countries file none.",
    ]);
  });

  it("is not told from one without a contact, which names the setting and is not kept", async () => {
    const asker = createAsker({ contact: undefined });
    const found = await supply("VOO", asker);
    expect(found).toEqual({ facts: { none: "not configured" }, missing: ["report"] });
    const { notes = [] } = wholeFund.apply({} as never, found.facts);
    expect(notes.map(toPlainText).join()).toContain("provider D is not configured (set PROVIDER_D_CONTACT)");
  });
});

describe("a report that cannot be read", () => {
  const bad = { headers: { "content-type": "application/xml" } };

  it.each([
    ["damaged", reportOf().slice(0, -40), "markup"],
    ["too deeply nested", reportOf({ holdings: ["<a>".repeat(60) + "</a>".repeat(60)] }), "nested"],
  ])("is refused for a day when it is %s", async (_name, text, says) => {
    const paths = playFunds(internet, { filings, reports: { [NEWEST]: text } });
    const asker = createAsker();
    const once = await asker.ask(fundFromSec, ALL).catch((error: unknown) => error);
    expect(once).toMatchObject({ reason: "not_covered", says: expect.stringContaining(says) });
    await asker.ask(fundFromSec, ALL).catch((error: unknown) => error);
    const documents = () => paths.filter((path) => path.endsWith("primary_doc.xml")).length;
    expect(documents()).toBe(1);
    vi.setSystemTime(Date.parse("2026-11-21T19:31:00Z"));
    await asker.ask(fundFromSec, ALL).catch((error: unknown) => error);
    expect(documents()).toBe(2);
  });

  it("is refused beyond 32 MiB, of which nothing is kept in memory", async () => {
    const stream = () => {
      let sent = 0;
      const piece = Buffer.from(holding().repeat(1500));
      return new ReadableStream<Uint8Array>({
        pull(controller) {
          controller.enqueue(sent === 0 ? Buffer.from(reportOf().split("<invstOrSecs>")[0]!) : piece);
          sent += piece.length;
          if (sent > 40 * 1024 * 1024) controller.close();
        },
      });
    };
    playFunds(internet, { filings, reports: { [NEWEST]: () => new HttpResponse(stream(), bad) } });
    expect(await refusal(ALL)).toMatchObject({ reason: "not_covered", says: expect.stringContaining("too long") });
  });

  it("is the only one in memory: the next one is fetched once it is read", async () => {
    const other = "0000036405-26-000010";
    const paths = playFunds(internet, {
      filings: { [SERIES]: [[NEWEST, "2026-08-28", "NPORT-P"]], [OTHER_SERIES]: [[other, "2026-08-28", "NPORT-P"]] },
      reports: { [NEWEST]: reportOf(), [other]: reportOf({ series: OTHER_SERIES }) },
    });
    const reportCalls = () => paths.filter((path) => path.endsWith("primary_doc.xml")).length;
    const run = vi.spyOn(BoundedWorker.prototype, "run");
    const gate = createGate();
    run.mockImplementationOnce(() => gate.passed.then(() => ({ refused: "damaged" })));
    const asker = createAsker();
    const asked = ["VOO", "VTI"].map((symbol) => errorOf(asker.ask(fundFromSec, { ...ALL, symbol })));
    await vi.waitFor(() => expect(run).toHaveBeenCalled());
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(reportCalls()).toBe(1);
    gate.open();
    await Promise.allSettled(asked);
    expect(reportCalls()).toBe(2);
  });

  it("is missing for some minutes only where it takes too long to read on a busy machine", async () => {
    const other = "0000036405-26-000010";
    playFunds(internet, {
      filings: { ...filings, [OTHER_SERIES]: [[other, "2026-08-28", "NPORT-P"]] },
      reports: { ...reports, [other]: reportOf({ series: OTHER_SERIES }) },
    });
    vi.spyOn(BoundedWorker.prototype, "run").mockRejectedValueOnce(new WorkerOverrun("time"));
    const asker = createAsker();
    expect(await supply("VOO", asker)).toEqual({ facts: { none: "overrun" }, missing: ["report"] });
    const { data, missing } = await asker.ask(fundFromSec, { ...ALL, symbol: "VTI", with: "VOO" });
    expect(data.overlap).toMatchObject({ weight: null });
    expect(missing).toContain("overlap");
  });

  it("is not kept when it is a document of another kind", async () => {
    const paths = playFunds(internet, { filings, reports: { [NEWEST]: "<ownershipDocument></ownershipDocument>" } });
    const asker = createAsker();
    for (const _again of [1, 2]) {
      expect(await asker.ask(fundFromSec, ALL).catch((error: unknown) => error)).toMatchObject({
        reason: "bad_answer",
      });
    }
    expect(paths.filter((path) => path.endsWith("primary_doc.xml"))).toHaveLength(2);
  });
});

describe("the fund that a question means", () => {
  it("is the only one of a registrant, by its number", async () => {
    const accession = "0001410368-26-055357";
    playFunds(internet, {
      filings: { [UNIT_TRUST]: [[accession, "2026-08-28", "NPORT-P"]] },
      reports: { [accession]: reportOf({ series: "N/A" }) },
    });
    expect((await ask({ symbol: "cik 884394" })).data).toMatchObject({
      symbol: "CIK0000884394",
      name: "Acme 500 Fund",
    });
  });

  it("has to be named where a registrant has several", async () => {
    playFunds(internet, {});
    expect(await refusal({ symbol: "CIK0000036405" })).toMatchObject({
      kind: "invalid_input",
      message: "This filer has 2 funds. Ask by the symbol of one: VOO, VTI.",
    });
  });

  it.each([
    ["VOO", "VOO"],
    ["brk.b", "BRK.B"],
    ["Vanguard 500 Index Fund", "VANGUARD 500 INDEX FUND"],
    ["CIK36405", "CIK0000036405"],
  ])("is read from %s", (sent, read) => {
    expect(parseInput(fund, { symbol: sent }).symbol).toBe(read);
  });

  it.each(["VOO,VTI", "", "<b>x</b>", "null"])("is refused as before for %s", (sent) => {
    expect(() => parseInput(fund, { symbol: sent })).toThrow(/symbol/i);
  });

  it("is asked of filings only, where it is a name or a past day is wanted", () => {
    const { sources } = CATALOGUE.find(({ capability }) => capability.name === "fund")!;
    const cannot = (input: Record<string, unknown>) =>
      sources.map((each) => each.cannot?.(parseInput(fund, input) as never) ?? []);
    expect(cannot({ symbol: "Vanguard 500 Index Fund" })).toEqual([["symbol"], ["symbol"], []]);
    expect(cannot({ symbol: "VOO", as_of: "2026-01-31" })).toEqual([["as_of"], ["as_of"], []]);
    expect(cannot({ symbol: "VOO", holdings: "all" })).toEqual([[], [], []]);
  });

  it("has all of its holdings on a past day", () => {
    expect(parseInput(fund, { symbol: "VOO", as_of: "2026-01-31" })).toMatchObject({ holdings: "all" });
  });
});
