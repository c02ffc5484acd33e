import { describe, expect, it, vi } from "vitest";
import { filingsFromSec } from "../../../src/providers/sec/filings.js";
import { createAsker } from "../../support/ask.js";
import { useInternet } from "../../support/internet.js";
import { playSec } from "../../support/play-sec.js";

const internet = useInternet();

type Row = [accession: string, form: string, filed: string, reported: string, items: string, document: string];

const RECENT: Row[] = [
  ["0001059235-26-000004", "4", "2026-02-26", "2026-02-24", "", "xslF345X05/wk-form4_1772148856.xml"],
  ["0000320193-26-000005", "8-K", "2026-01-29", "2026-01-29", "2.02,9.01", "aapl-20260129.htm"],
  ["0000320193-25-000079", "10-K", "2025-10-31", "2025-09-27", "", "aapl-20250927.htm"],
];

/** Plays Apple's filings with pages of older ones; returns the paths of the calls. */
function play(recent: readonly Row[], pages: Readonly<Record<string, readonly Row[]>> = {}) {
  const listed = (rows: readonly Row[]) => rows.map((row) => [...row, row[1] === "10-K"] as const);
  return playSec(internet, {
    companies: [[320193, "AAPL", "Apple Inc."]],
    list: () => ({
      name: "Apple Inc.",
      sic: "3571",
      recent: listed(recent),
      pages: Object.fromEntries(Object.entries(pages).map(([number, rows]) => [number, listed(rows)])),
    }),
  });
}

const ask = (input: object) => createAsker().ask(filingsFromSec, { symbol: "AAPL", ...input });

describe("filings by provider D", () => {
  it("have form, day, subjects and links, newest first", async () => {
    play(RECENT);
    const folder = "https://www.sec.gov/Archives/edgar/data/320193";
    expect((await ask({})).data).toEqual({
      symbol: "AAPL",
      filer: "Apple Inc.",
      cik: "0000320193",
      filings: [
        {
          date: "2026-02-26",
          form: "4",
          title: "Insider's transactions",
          items: [],
          url: `${folder}/000105923526000004/0001059235-26-000004-index.htm`,
          reportDate: "2026-02-24",
          documents: [{ name: "4", url: `${folder}/000105923526000004/xslF345X05/wk-form4_1772148856.xml` }],
        },
        {
          date: "2026-01-29",
          form: "8-K",
          title: "Current report",
          items: ["Results of operations", "Financial statements and exhibits"],
          url: `${folder}/000032019326000005/0000320193-26-000005-index.htm`,
          reportDate: "2026-01-29",
          documents: [{ name: "8-K", url: `${folder}/000032019326000005/aapl-20260129.htm` }],
        },
        {
          date: "2025-10-31",
          form: "10-K",
          title: "Annual report",
          items: [],
          url: `${folder}/000032019325000079/0000320193-25-000079-index.htm`,
          reportDate: "2025-09-27",
          documents: [{ name: "10-K", url: `${folder}/000032019325000079/aapl-20250927.htm` }],
        },
      ],
      total: 3,
      since: "2025-10-31",
    });
  });

  it.each(["../../../evil/x.xml", "a/../../x.htm", "..", "./x.htm", "a/."])(
    "are left out when the path %j of the document leads out of their folder",
    async (document) => {
      play([["0000320193-26-000006", "4", "2026-02-27", "2026-02-26", "", document], ...RECENT]);
      expect((await ask({})).data.filings.map(({ date }) => date)).toEqual(RECENT.map(([, , filed]) => filed));
    },
  );

  it.each([
    ["EFFECT", "S-1,,2024-07-09 16:00:00", []],
    ["EFFECT", ",,", []],
    ["1-U", "1,8,9.1", []],
    ["D", "06b", []],
    ["CT ORDER", "20250605,20250606", []],
    ["8-K12B", "8.01", ["Other events"]],
    ["8-K/A", "2.02", ["Results of operations"]],
    ["8-K", "", []],
    ["8-K", "2.02;9.01", null],
  ])("of form %s with the items %j have the subjects %j", async (form, items, subjects) => {
    play([["0001214659-24-002104", form, "2024-07-09", "", items, "x.xml"]]);
    expect((await ask({})).data.filings).toMatchObject([{ form, items: subjects }]);
  });

  it.each(["a..b.htm", ".x.htm", "x/y.z/a.xml", ""])("may have a document with the path %j", async (document) => {
    play([["0000320193-26-000006", "4", "2026-02-27", "2026-02-26", "", document]]);
    expect((await ask({})).data.filings).toMatchObject([{ date: "2026-02-27" }]);
  });

  it("are those of one form with its amendments, in any case", async () => {
    const amended: Row = ["0000320193-26-000001", "10-K/A", "2026-01-05", "2025-09-27", "", "a.htm"];
    play([RECENT[0]!, amended, RECENT[2]!]);
    const { data } = await ask({ form: "10-k" });
    expect(data.filings.map(({ form, title }) => [form, title])).toEqual([
      ["10-K/A", "Annual report, amended"],
      ["10-K", "Annual report"],
    ]);
  });

  it.each(["13G", "SC 13G", "sc13g/a", "Schedule 13G", "SCH 13-G"])(
    "are those of a schedule under its old and its new name: %s",
    async (form) => {
      const names = ["SCHEDULE 13G", "SC 13G/A", "SC 13D", "13F-HR"];
      play(names.map((name, at): Row => [`0000320193-26-00000${at}`, name, `2026-01-0${9 - at}`, "", "", "a.htm"]));
      expect((await ask({ form })).data.filings.map((row) => row.form)).toEqual(["SCHEDULE 13G", "SC 13G/A"]);
    },
  );

  it.each(["10K", "form 10-k", "Form10K"])("are those of a form however it is written: %s", async (form) => {
    play(RECENT);
    expect((await ask({ form })).data.filings.map(({ form: found }) => found)).toEqual(["10-K"]);
  });

  const ofForms = (...forms: readonly string[]) =>
    forms.map((form, at): Row => [`0000320193-26-00000${at}`, form, `2026-01-0${9 - at}`, "", "", "a.htm"]);
  const formsFor = async (form: string) => (await ask({ form })).data.filings.map((row) => row.form);

  it.each([
    ["10-K", ["10-K", "10-KT", "10-KT/A", "10-K/A"]],
    ["10-Q", ["10-Q", "10-QT", "10-QT/A"]],
    ["10-KT", ["10-KT", "10-KT/A"]],
    ["10kt", ["10-KT", "10-KT/A"]],
    ["10-K/T", ["10-KT", "10-KT/A"]],
    ["10-K transition", ["10-KT", "10-KT/A"]],
    ["Form 10-KT", ["10-KT", "10-KT/A"]],
    ["10-KT/A", ["10-KT", "10-KT/A"]],
    ["10-QT", ["10-QT", "10-QT/A"]],
    ["10-Q transition", ["10-QT", "10-QT/A"]],
    ["10-K405", ["10-K405"]],
    ["8-K", []],
  ])("of the form %s have transition reports and amendments under all their names", async (form, found) => {
    play(ofForms("10-K", "10-KT", "10-KT/A", "10-K/A", "10-Q", "10-QT", "10-QT/A", "10-K405", "NT 10-K"));
    expect(await formsFor(form)).toEqual(found);
  });

  it.each(["13D", "SC 13D", "SCHEDULE 13D", "sch 13d", "13D/A", "SC 13D/A", "SCHEDULE 13D/A", "Schedule13D"])(
    "of a schedule have its old and new name with amendments: %s",
    async (form) => {
      play(ofForms("SC 13D", "SC 13D/A", "SCHEDULE 13D", "SCHEDULE 13D/A", "SC 13G", "SCHEDULE 13G"));
      expect(await formsFor(form)).toEqual(["SC 13D", "SC 13D/A", "SCHEDULE 13D", "SCHEDULE 13D/A"]);
    },
  );

  it("are decided by the day of filing, as clocks in filings are not always right", async () => {
    play(RECENT);
    const { data } = await ask({ as_of: "2026-01-28" });
    expect(data.filings.map(({ date }) => date)).toEqual(["2025-10-31"]);
  });

  it("come from older pages when the newest thousand have too few, without pages after the past day", async () => {
    const late: Row = ["0000320193-20-000001", "10-Q", "2020-02-01", "2019-12-31", "", "q.htm"];
    const early: Row = ["0000320193-09-000001", "10-K", "2009-10-27", "2009-09-26", "", "k.htm"];
    const paths = play(RECENT, { "001": [late], "002": [early] });
    const { data } = await ask({ as_of: "2010-01-01" });
    expect(data.filings.map(({ date }) => date)).toEqual(["2009-10-27"]);
    expect(data.since).toBe("2009-10-27");
    expect(paths.filter((path) => path.includes("-submissions-"))).toEqual([
      "/submissions/CIK0000320193-submissions-002.json",
    ]);
  });

  it("are searched in three older pages at most, and the answer says how far", async () => {
    const old = (year: number): Row => [`0000320193-${year}-000001`, "4", `20${year}-02-01`, "", "", "x.xml"];
    const paths = play(RECENT, { "001": [old(20)], "002": [old(18)], "003": [old(16)], "004": [old(14)] });
    const { data, notes } = await ask({ form: "S-1" });
    expect(data).toMatchObject({ filings: [], total: 0, since: "2016-02-01" });
    expect(notes).toEqual([
      'No form "S-1" among these filings; forms here: 10-K, 8-K, 4.',
      "Searched the filings since 2016-02-01 only.",
    ]);
    expect(paths.filter((path) => path.includes("-submissions-")).length).toBe(3);
  });

  it("leave out rows that cannot be read", async () => {
    play([
      ["not a number", "4", "2026-02-26", "", "", "x.xml"],
      ["0000320193-25-000079", "<b>", "2026-02-26", "", "", ""],
      RECENT[2]!,
    ]);
    expect((await ask({})).data.filings.map(({ form }) => form)).toEqual(["10-K"]);
  });

  it.each([
    ["ten minutes of a workday", "2026-03-05T15:00:00Z", "2026-03-05T15:09:59Z", "2026-03-05T15:10:00Z"],
    ["a night", "2026-03-06T03:05:00Z", "2026-03-06T10:59:00Z", "2026-03-06T11:00:00Z"],
    ["a weekend", "2026-03-07T03:00:00Z", "2026-03-09T09:59:00Z", "2026-03-09T10:00:00Z"],
  ])("are kept for %s", async (_span, asked, last, next) => {
    const paths = play(RECENT);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(asked) });
    try {
      const asker = createAsker();
      const callsAt = async (time: string) => {
        vi.setSystemTime(Date.parse(time));
        await asker.ask(filingsFromSec, { symbol: "AAPL" });
        return paths.filter((path) => path.startsWith("/submissions/")).length;
      };
      expect([await callsAt(asked), await callsAt(last), await callsAt(next)]).toEqual([1, 1, 2]);
    } finally {
      vi.useRealTimers();
    }
  });

  it("are an empty list for a company without any", async () => {
    play([]);
    expect((await ask({})).data).toMatchObject({ filings: [], total: 0, since: null });
  });
});

describe("filings of a foreign company", () => {
  const FOREIGN: Row[] = [
    ["0001046179-26-000050", "6-K", "2026-05-10", "2026-05-10", "", "revenue.htm"],
    ["0001046179-26-000040", "20-F/A", "2026-04-30", "2025-12-31", "", "20fa.htm"],
    ["0001046179-26-000030", "20-F", "2026-04-16", "2025-12-31", "", "20f.htm"],
    ["0001046179-26-000020", "40-F", "2026-03-20", "2025-12-31", "", "40f.htm"],
  ];
  const formsOf = async (input: object) => {
    play(FOREIGN);
    const { filings } = (await ask(input)).data;
    return filings.map(({ date, form, title, reportDate }) => [date, form, title, reportDate]);
  };

  it("have the names of their forms", async () => {
    expect(await formsOf({})).toEqual([
      ["2026-05-10", "6-K", "Report of a foreign company", "2026-05-10"],
      ["2026-04-30", "20-F/A", expect.stringContaining("Annual report of a foreign company"), "2025-12-31"],
      ["2026-04-16", "20-F", "Annual report of a foreign company", "2025-12-31"],
      ["2026-03-20", "40-F", "Annual report of a Canadian company", "2025-12-31"],
    ]);
  });

  it.each([
    ["20-F", ["2026-04-30", "2026-04-16"]],
    ["40-f", ["2026-03-20"]],
    ["6-K", ["2026-05-10"]],
  ])("can be asked for by form %s, with its amendments", async (form, days) => {
    expect((await formsOf({ form })).map(([day]) => day)).toEqual(days);
  });

  it("are those that were public on a past day", async () => {
    expect((await formsOf({ as_of: "2026-04-20" })).map(([, form]) => form)).toEqual(["20-F", "40-F"]);
  });
});
