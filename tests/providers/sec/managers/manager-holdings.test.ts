import { HttpResponse } from "msw";
import { describe, expect, it, vi } from "vitest";
import { managerHoldings } from "../../../../src/capabilities/filings/manager-holdings.js";
import { ProviderError } from "../../../../src/contract/errors.js";
import { parseInput } from "../../../../src/contract/input.js";
import { source } from "../../../../src/contract/provider.js";
import { toPlainText } from "../../../../src/contract/sentence.js";
import { officialSources } from "../../../../src/providers/official/provider.js";
import { findKept } from "../../../../src/providers/sec/documents/filed-document.js";
import { managerHoldingsFromSec } from "../../../../src/providers/sec/managers/manager-holdings.js";
import { atTime } from "../../../support/at-time.js";
import { createAsker } from "../../../support/ask.js";
import { useInternet } from "../../../support/internet.js";
import { CIK, playManager, toSubmission, type Report, type Row } from "./manager-play.js";

const internet = useInternet();

atTime("2026-06-01T15:00:00Z");

const [Q4, Q1] = ["2025-12-31", "2026-03-31"];
const number = (at: number) => `0001067983-26-${String(at).padStart(6, "0")}`;
/** A report of the first quarter of 2026, and of the quarter before. */
const of = (rows: readonly Row[], more: Partial<Report> = {}): Report => ({
  accession: number(2),
  filed: "2026-05-15",
  reported: Q1,
  rows,
  ...more,
});
const before = (rows: readonly Row[], more: Partial<Report> = {}): Report =>
  of(rows, { accession: number(1), filed: "2026-02-14", reported: Q4, ...more });

async function ask(reports: readonly Report[], input: Record<string, unknown> = {}) {
  const paths = playManager(internet, { reports });
  const answer = await createAsker().ask(managerHoldingsFromSec, { manager: CIK, ...input });
  return { ...answer, notes: answer.notes!.map((note) => toPlainText(note)), paths };
}
const refusal = (...asked: Parameters<typeof ask>) => ask(...asked).catch((error: unknown) => error);

const BANK = { name: "ALLY FINL INC", cusip: "02005N100" };
const PAGE = "https://www.sec.gov/Archives/edgar/data/1067983";

describe("the holdings of a manager", () => {
  it("are added up by security, the largest first, and their sum is that of the cover to the dollar", async () => {
    const rows = [
      { ...BANK, value: 498992850, amount: 12719675, others: "4" },
      { ...BANK, value: 109996016, amount: 2803875, others: "2,4,11" },
      { value: 1755622680, amount: 6920000, title: "COM" },
    ];
    const { data, notes } = await ask([of(rows, { included: ["GEICO Corp"], reportedBy: ["New England Co"] })]);
    expect(data).toEqual({
      name: "A MANAGER",
      cik: "0001067983",
      quarter: "2026Q1",
      reportDate: Q1,
      filed: "2026-05-15",
      before: null,
      total: { value: 2364611546, rows: 3, coverValue: 2364611546, coverRows: 3, difference: 0 },
      positions: 2,
      confidential: false,
      filings: [
        {
          form: "13F-HR",
          filed: "2026-05-15",
          kind: "report",
          accession: number(2),
          url: `${PAGE}/000106798326000002/${number(2)}-index.htm`,
        },
      ],
      included: ["GEICO Corp"],
      reportedBy: ["New England Co"],
      holdings: [
        {
          name: "APPLE INC",
          symbol: null,
          cusip: "037833100",
          class: "COM",
          putCall: null,
          shares: 6920000,
          principal: null,
          value: 1755622680,
          percent: 74.2457,
          sharesChange: null,
          changeKind: null,
          accession: number(2),
          url: `${PAGE}/000106798326000002/${number(2)}-index.htm`,
        },
        expect.objectContaining({ name: "ALLY FINL INC", shares: 15523550, value: 608988866, percent: 25.7543 }),
      ],
    });
    expect(notes[0]).toMatch(/^Long positions .* on 2026-03-31 only, due 45 days later: no shorts/);
  });

  it("say by how much their sum is not that of the cover", async () => {
    const { data } = await ask([of([{ value: 1000 }], { coverValue: 999, coverRows: 2 })]);
    expect(data.total).toEqual({ value: 1000, rows: 1, coverValue: 999, coverRows: 2, difference: 1 });
  });

  it("say where the table is not as its cover states, and have no parts of a whole that lacks rows", async () => {
    const rows = [{ value: 900 }, { ...BANK, value: 100 }];
    const said = ({ notes }: { notes: string[] }) => notes.filter((note) => /cover|missing/.test(note));
    const cut = await ask([
      of(rows, { coverValue: 5000, coverRows: 9 }),
      before([{ value: 1 }, { cusip: "H1467J104" }]),
    ]);
    expect(said(cut)).toEqual([
      "The table is not as its cover states: 2 rows for 9, another value, see total.difference.",
      "Rows are missing, so that percent and changeKind are null.",
    ]);
    expect(cut.data.holdings.map(({ percent, changeKind }) => [percent, changeKind])).toEqual([
      [null, null],
      [null, null],
    ]);
    const rounded = await ask([of(rows, { coverValue: 1001 })]);
    expect(said(rounded)).toEqual(["The table is not as its cover states: another value, see total.difference."]);
    expect(rounded.data.holdings[0]).toMatchObject({ percent: 90 });
    const miscounted = await ask([of(rows, { coverRows: 3 })]);
    expect(said(miscounted)).toEqual(["The table is not as its cover states: 2 rows for 3."]);
    expect(miscounted.data.holdings[0]).toMatchObject({ percent: 90 });
    // Positions that the table of the quarter before lacks are not new.
    const after = await ask([of(rows), before([{ value: 1 }], { coverValue: 5000, coverRows: 9 })]);
    expect(after.data.holdings[1]).toMatchObject({ percent: 10, changeKind: null });
    expect(after.notes).toContain("Of 2025-12-31 only a part is known: changes are not known.");
  });

  it("have cover and table in one call for each quarter", async () => {
    const { paths } = await ask([of([{}]), before([{}])]);
    expect(paths.filter((path) => !path.includes("cnsfails"))).toEqual([
      `/submissions/${CIK}.json`,
      `/Archives/edgar/data/1067983/000106798326000002/${number(2)}.txt`,
      `/Archives/edgar/data/1067983/000106798326000001/${number(1)}.txt`,
    ]);
  });

  it("are read once: a second question makes no call for the same reports", async () => {
    const paths = playManager(internet, { reports: [of([{}]), before([{}])] });
    const asker = createAsker();
    await asker.ask(managerHoldingsFromSec, { manager: CIK });
    const calls = paths.length;
    await asker.ask(managerHoldingsFromSec, { manager: CIK, quarter: "2026Q1" });
    expect(paths.slice(calls).filter((path) => !path.includes("cnsfails"))).toEqual([]);
  });

  it.each(["ns1:", "n1:"])("are read whatever the prefix of the table is: %s", async (prefix) => {
    expect((await ask([of([{ value: 7 }], { prefix })])).data.holdings).toMatchObject([{ value: 7 }]);
  });

  it("have a CUSIP of nine characters in upper case, of which programs lose zeros at the beginning", async () => {
    const cusips = ["37833100", " g1151c101 ", "H1467J104", "n/a", "0378331000"];
    const { data } = await ask([of(cusips.map((cusip, at) => ({ cusip, name: `C${at}`, value: 9 - at })))]);
    expect(data.holdings.map(({ cusip }) => cusip)).toEqual(["037833100", "G1151C101", "H1467J104", null, null]);
  });

  it("with zeros or letters X in place of a CUSIP are those of their own name", async () => {
    const rows = ["000000000", "XXXXXXXXX"].flatMap((cusip) =>
      ["A", "B"].map((name) => ({ cusip, name: `${name}${cusip[0]}`, value: 5, amount: 2 })),
    );
    const { data } = await ask([of(rows)]);
    expect(data.holdings.map(({ name, cusip, shares }) => [name, cusip, shares])).toEqual([
      ["A0", null, 2],
      ["B0", null, 2],
      ["AX", null, 2],
      ["BX", null, 2],
    ]);
  });

  it("are added exactly where filers write decimals", async () => {
    const rows = [
      { value: "0.1", amount: "0.00001" },
      { value: "0.2", amount: "0.00002" },
    ];
    const { data } = await ask([of(rows, { coverValue: 0.3 }), before([{ value: 1, amount: "0.00001" }])]);
    expect(data.total).toMatchObject({ value: 0.3, difference: 0 });
    expect(data.holdings).toMatchObject([{ value: 0.3, shares: 0.00003, sharesChange: 0.00002, changeKind: "more" }]);
  });

  it("show the issuer and class of the largest row", async () => {
    const rows = [
      { title: "SMALL", value: 1 },
      { title: "LARGE", value: 5 },
      { title: "MIDDLE", value: 3 },
    ];
    expect((await ask([of(rows)])).data.holdings).toMatchObject([{ class: "LARGE", value: 9 }]);
  });

  it("leave a value out that is no number, which makes it and all percents null", async () => {
    const { data } = await ask([
      of(
        [
          { value: "n/a", name: "A" },
          { ...BANK, value: "1,500" },
        ],
        { coverValue: 2500 },
      ),
    ]);
    expect(data.holdings).toMatchObject([
      { value: 1500, percent: null },
      { value: null, percent: null },
    ]);
    expect(data.total).toMatchObject({ value: 1500, difference: -1000 });
  });
});

describe("options and bonds", () => {
  const rows = [
    { value: 600, amount: 6 },
    { value: 900, amount: 9, putCall: "Put" },
    { value: 300, amount: 3, putCall: "CALL" },
    { ...BANK, value: 400, amount: 500, kind: "PRN" },
  ];

  it("stand apart: options are in no percent, and a bond has a principal in place of shares", async () => {
    const { data, notes } = await ask([of(rows)]);
    const shown = data.holdings.map(({ putCall, shares, principal, percent }) => [putCall, shares, principal, percent]);
    expect(shown).toEqual([
      ["put", 9, null, null],
      [null, 6, null, 60],
      [null, null, 500, 40],
      ["call", 3, null, null],
    ]);
    // Options count in the total, as they do on the cover.
    expect(data.total).toMatchObject({ value: 2200, coverValue: 2200, rows: 4 });
    expect(notes).toContain("The value of an option is that of the shares it is on, without premium, strike and day.");
  });

  it("are compared with their own kind", async () => {
    const { data } = await ask([of(rows), before([rows[0]!, { ...BANK, value: 400, amount: 400, kind: "PRN" }])]);
    expect(data.holdings.map(({ changeKind, sharesChange }) => [changeKind, sharesChange])).toEqual([
      ["new", 9],
      ["same", 0],
      ["more", null],
      ["new", 3],
    ]);
  });
});

describe("the unit of values", () => {
  const unitOn = async (
    filed: string,
    reported = "2022-09-30",
    rows: readonly Row[] = [{ value: 5000, amount: 10 }],
  ) => {
    const { data, notes } = await ask([of(rows, { filed, reported })]);
    return { value: data.holdings[0]!.value, cover: data.total.coverValue, isSaid: notes.join().includes("thousands") };
  };

  it("is a thousand dollars for filings before 2023-01-03, and one from then on", async () => {
    expect(await unitOn("2023-01-02")).toEqual({ value: 5_000_000, cover: 5_000_000, isSaid: false });
    expect(await unitOn("2023-01-03")).toEqual({ value: 5000, cover: 5000, isSaid: false });
  });

  it("goes by the day of filing and not by the quarter: a late first report is in dollars", async () => {
    expect(await unitOn("2023-05-09", "2020-12-31")).toMatchObject({ value: 5000 });
  });

  it("is a thousand where at least half of the rows would cost less than a dollar a share, and this is said", async () => {
    const [low, high] = [
      { value: 9, amount: 10, name: "LOW", cusip: "000000001" },
      { value: 10, amount: 10, name: "HIGH", cusip: "000000002" },
    ];
    expect(await unitOn("2026-05-15", Q1, [high, low])).toEqual({ value: 10_000, cover: 19_000, isSaid: true });
    const third = { ...high, cusip: "000000003" };
    expect(await unitOn("2026-05-15", Q1, [high, low, third])).toEqual({ value: 10, cover: 29, isSaid: false });
    // Options and bonds are no prices of shares.
    const others = [
      { ...low, putCall: "Put" },
      { ...low, kind: "PRN" },
      { ...low, amount: 0 },
    ];
    expect(await unitOn("2026-05-15", Q1, [high, ...others])).toMatchObject({ isSaid: false });
  });

  it("is never concluded from a high price", async () => {
    expect(await unitOn("2026-05-15", Q1, [{ value: 750_000, amount: 1 }])).toMatchObject({ value: 750_000 });
  });
});

describe("amendments", () => {
  const amended = (amendment: string | undefined, rows: readonly Row[], more: Partial<Report> = {}) =>
    of(rows, {
      accession: number(3),
      form: "13F-HR/A",
      filed: "2026-05-20",
      ...(amendment === undefined ? {} : { amendment }),
      ...more,
    });

  it("that add holdings are added to the report", async () => {
    const { data, notes } = await ask([
      of([{ value: 10 }]),
      amended("NEW HOLDINGS", [{ ...BANK, value: 5 }, { value: 2 }]),
    ]);
    expect(data.holdings).toMatchObject([
      { value: 12, accession: number(2) },
      { value: 5, accession: number(3) },
    ]);
    expect(data).toMatchObject({ filed: "2026-05-20", total: { value: 17, coverValue: 17, rows: 3, difference: 0 } });
    expect(data.filings.map(({ kind }) => kind)).toEqual(["new holdings", "report"]);
    expect(notes).toContain("An amendment of 2026-05-20 adds positions.");
  });

  it("that restate it take its place, and it is not read", async () => {
    const { data, notes, paths } = await ask([of([{ value: 10 }]), amended("RESTATEMENT", [{ value: 12 }])]);
    expect(data.holdings).toMatchObject([{ value: 12 }]);
    expect(notes).toContain("A restatement of 2026-05-20 replaces what was filed before.");
    expect(paths.join()).not.toContain(number(2));
  });

  it.each([
    ["do not say what they do", undefined, [of([{ value: 10 }])]],
    ["add to a report that is not there", "NEW HOLDINGS", []],
  ])("that %s stand alone, as no portfolio", async (_case, amendment, others) => {
    const { data, notes } = await ask([...others, amended(amendment, [{ value: 3 }]), before([{ value: 9 }])]);
    expect(data.holdings).toMatchObject([{ value: 3, percent: null, changeKind: null }]);
    expect(notes.join(" ")).toContain("These are the positions of an amendment alone, and no portfolio");
  });

  it("of an older quarter are not the newest report", async () => {
    const late = amended("NEW HOLDINGS", [{ ...BANK, value: 1 }], { reported: Q4, filed: "2026-05-30" });
    const { data } = await ask([of([{ value: 10 }]), before([{ value: 10 }]), late]);
    expect(data).toMatchObject({ quarter: "2026Q1", before: Q4 });
    // It is part of the quarter before.
    expect(data.holdings.map(({ changeKind }) => changeKind)).toEqual(["same", "sold"]);
  });

  it("each have the unit of their own day", async () => {
    const reports = [
      of([{ value: 10 }], { filed: "2022-11-14", reported: "2022-09-30" }),
      amended("NEW HOLDINGS", [{ ...BANK, value: 7000, amount: 5 }], { filed: "2023-02-01", reported: "2022-09-30" }),
    ];
    const { data } = await ask(reports);
    expect(data.holdings).toMatchObject([{ value: 10_000 }, { value: 7000 }]);
    expect(data.total).toMatchObject({ value: 17_000, difference: 0 });
  });

  it("of later days are not known on a past day", async () => {
    const reports = [of([{ value: 10 }]), amended("RESTATEMENT", [{ value: 12 }]), before([{ value: 8 }])];
    expect((await ask(reports, { as_of: "2026-05-19" })).data).toMatchObject({
      filed: "2026-05-15",
      total: { value: 10 },
    });
    expect((await ask(reports, { as_of: "2026-05-14" })).data).toMatchObject({
      quarter: "2025Q4",
      total: { value: 8 },
    });
  });
});

describe("changes since the quarter before", () => {
  const share = (cusip: string, value: number, amount: number): Row => ({
    cusip,
    name: `ISSUER ${cusip}`,
    value,
    amount,
  });
  const NOW = [
    share("000000AA1", 50, 5),
    share("000000BB1", 40, 4),
    share("000000CC1", 30, 3),
    share("000000DD1", 20, 2),
  ];
  const THEN = [
    share("000000AA1", 60, 6),
    share("000000BB1", 40, 4),
    share("000000CC1", 10, 1),
    share("000000EE1", 5, 7),
    share("000000FF1", 80, 8),
  ];

  it("are new, more, less and same, and what was sold stands last", async () => {
    const { data } = await ask([of(NOW), before(THEN)]);
    expect(data.before).toBe(Q4);
    expect(data.holdings.map((row) => [row.changeKind, row.sharesChange, row.shares, row.value, row.percent])).toEqual([
      ["less", -1, 5, 50, 35.7143],
      ["same", 0, 4, 40, 28.5714],
      ["more", 2, 3, 30, 21.4286],
      ["new", 2, 2, 20, 14.2857],
      ["sold", -8, 0, 0, 0],
      ["sold", -7, 0, 0, 0],
    ]);
    expect(data.holdings.at(-1)).toMatchObject({ accession: number(1) });
  });

  it("can be asked for alone, and the answer says how many rows have them", async () => {
    const { data } = await ask([of(NOW), before(THEN)]);
    const body = { ...data, timestamp: "" } as Parameters<NonNullable<typeof managerHoldings.view>>[0];
    const input = parseInput(managerHoldings, { manager: CIK, change: "sold" });
    const shown = managerHoldings.view!(body, input);
    expect(shown.holdings.map(({ cusip }) => cusip)).toEqual(["000000FF1", "000000EE1"]);
    expect(managerHoldings.viewNotes!(shown, input, body).map(toPlainText)).toEqual([
      "2 of 6 rows have this changeKind.",
    ]);
  });

  it("name issuers whose CUSIP may have changed", async () => {
    const { notes } = await ask([of([share("00165C302", 9, 1)]), before([share("00165C104", 9, 10)])]);
    expect(notes.join(" ")).toMatch(/1 issuers have a position that is new and one that is sold/);
  });

  it("are not known for a quarter without a report before it: a manager may have had another number", async () => {
    const { data, notes, missing } = await ask([of(NOW)]);
    expect(data.before).toBeNull();
    expect(new Set(data.holdings.map(({ changeKind }) => changeKind))).toEqual(new Set([null]));
    expect(notes.join(" ")).toMatch(/No report for 2025-12-31 is under this number.*may have had another number then/);
    expect(missing).not.toContain("changeKind");
  });

  it("are missing for now where the report before cannot be fetched", async () => {
    const failing = before(THEN, { text: () => new HttpResponse("", { status: 500 }) });
    const { data, missing, notes } = await ask([of(NOW), failing]);
    expect(data.holdings).toHaveLength(4);
    expect(missing).toEqual(expect.arrayContaining(["sharesChange", "changeKind"]));
    expect(notes.join(" ")).toContain("The report for 2025-12-31 could not be read");
  });

  it("are missing of bonds, too, which have no number of shares that could change", async () => {
    const failing = before(THEN, { text: () => new HttpResponse("", { status: 500 }) });
    const bond = { ...share("000000AA1", 50, 5), kind: "PRN" };
    const ofBond = await ask([of([bond]), failing]);
    expect(ofBond.data.holdings).toMatchObject([{ shares: null, sharesChange: null, changeKind: null }]);
    expect(ofBond.missing).toEqual(["changeKind", "symbol"]);
    expect((await ask([of([bond, ...NOW]), failing])).missing).toEqual(["sharesChange", "changeKind", "symbol"]);
  });

  it("are not known where the report before is damaged, which is a fact", async () => {
    const { missing, notes } = await ask([of(NOW), before(THEN, { text: "<DOCUMENT><XML>" })]);
    expect(missing).not.toContain("changeKind");
    expect(notes.join(" ")).toContain("The report for 2025-12-31 could not be read");
  });
});

describe("numbers of shares that are values", () => {
  const rows = (equal: number, others: number): Row[] =>
    Array.from({ length: equal + others }, (_, at) => ({
      cusip: `00000${at}AA1`,
      value: 100 + at,
      amount: at < equal ? 100 + at : 50,
    }));

  it("are not used where 80 % of the rows have them, and this is said", async () => {
    const { data, notes } = await ask([of(rows(4, 1)), before([{ cusip: "000000AA1" }, { cusip: "000009BB1" }])]);
    expect(new Set(data.holdings.map(({ shares }) => shares))).toEqual(new Set([null, 0]));
    expect(data.holdings.find(({ cusip }) => cusip === "000000AA1")).toMatchObject({ shares: null, changeKind: null });
    expect(data.holdings.find(({ cusip }) => cusip === "000001AA1")).toMatchObject({ changeKind: "new" });
    expect(notes.join(" ")).toContain("The report has values in place of numbers of shares");
  });

  it("are used where fewer have them", async () => {
    const { data, notes } = await ask([of(rows(3, 1))]);
    expect(data.holdings[0]!.shares).not.toBeNull();
    expect(notes.join(" ")).not.toContain("in place of");
  });
});

describe("what a manager has not filed", () => {
  const NOTICE = { type: "13F NOTICE", form: "13F-NT", reportedBy: ["Parent Co"] };

  it("confidential positions are said to be left out", async () => {
    const { data, notes } = await ask([of([{}], { confidential: true })]);
    expect(data.confidential).toBe(true);
    expect(notes).toContain("Further positions are left out by permission of the SEC.");
  });

  it("a notice has no table, and names who reports", async () => {
    const { data, notes } = await ask([of([], NOTICE)]);
    expect(data).toMatchObject({ holdings: [], reportedBy: ["Parent Co"], total: { value: null, rows: null } });
    expect(data.filings).toMatchObject([{ kind: "notice" }]);
    expect(notes.join(" ")).toContain("This is a notice (13F-NT) without a table");
  });

  it("an older quarter with a table is preferred to a notice, and this is said", async () => {
    const { data, notes } = await ask([of([], NOTICE), before([{ value: 5 }])]);
    expect(data).toMatchObject({ quarter: "2025Q4", total: { value: 5 } });
    expect(notes).toContain("For 2026Q1 there is a notice only (13F-NT): other managers report its holdings.");
    const named = await ask([of([], NOTICE), before([{ value: 5 }])], { quarter: "2026Q1" });
    expect(named.data.holdings).toEqual([]);
  });

  it("a quarter after a notice is not compared", async () => {
    const { data, notes } = await ask([of([{}]), before([], NOTICE)]);
    expect(data.holdings).toMatchObject([{ changeKind: null }]);
    expect(notes).toContain("For 2025-12-31 there is a notice only (13F-NT): changes are not known.");
  });

  it("a manager without holdings files no table", async () => {
    const text = toSubmission(of([])).replace(/<DOCUMENT>\n<TYPE>INFORMATION TABLE[\s\S]*?<\/DOCUMENT>\n/, "");
    const { data } = await ask([of([], { text })]);
    expect(data).toMatchObject({ holdings: [], total: { value: 0, rows: 0, coverRows: 0, difference: 0 } });
  });

  it("a quarter without a report says which is the newest, and by when it is due", async () => {
    expect(await refusal([before([{}])], { quarter: "2026Q1" })).toMatchObject({
      reason: "not_covered",
      says: "has no report (13F) of this filer for 2026Q1; the newest is of 2025Q4",
    });
    vi.setSystemTime(Date.parse("2026-05-15T15:00:00Z"));
    expect(await refusal([before([{}])], { quarter: "2026Q1" })).toMatchObject({
      says: expect.stringContaining("which is due by 2026-05-15"),
    });
  });

  it("a quarter that has not ended is refused", async () => {
    expect(await refusal([of([{}])], { quarter: "2026Q2" })).toMatchObject({
      kind: "invalid_input",
      message: expect.stringContaining("which has not ended"),
    });
    vi.setSystemTime(Date.parse("2026-06-30T15:00:00Z"));
    expect(await refusal([of([{}])], { quarter: "2026Q2" })).toMatchObject({ kind: "invalid_input" });
    vi.setSystemTime(Date.parse("2026-07-01T15:00:00Z"));
    expect(await refusal([of([{}])], { quarter: "2026Q2" })).toMatchObject({ reason: "not_covered" });
  });

  it("a filer without such reports is no manager", async () => {
    const annual = of([], { form: "10-K" });
    expect(await refusal([annual])).toMatchObject({ says: expect.stringContaining("has no report of holdings (13F)") });
  });

  it("a number that the SEC does not know is not found", async () => {
    expect(await refusal([], { manager: "CIK42" })).toMatchObject({
      kind: "not_found",
    });
  });
});

describe("a report that arrives slowly", () => {
  it("does not keep a question about another document waiting", async () => {
    let send!: () => void;
    const body = new ReadableStream({
      start(controller) {
        send = () => {
          controller.enqueue(Buffer.from(toSubmission(of([{}]))));
          controller.close();
        };
      },
    });
    const paths = playManager(internet, { reports: [of([{}], { text: () => new HttpResponse(body) })] });
    const asker = createAsker();
    const slow = asker.ask(managerHoldingsFromSec, { manager: CIK });
    await expect.poll(() => paths.some((path) => path.endsWith(`${number(2)}.txt`))).toBe(true);
    let isRead = false;
    const another = source(officialSources, managerHoldings, async (_input, client) => {
      await findKept("document of another kind", client, () => Promise.resolve({ kept: "text" }));
      isRead = true;
      throw new ProviderError("provider-d", "no_data");
    });
    const asked = asker.ask(another, { manager: CIK }).catch((error: unknown) => error);
    await expect.poll(() => isRead, { timeout: 5_000 }).toBe(true);
    send();
    expect(await asked).toMatchObject({ reason: "no_data" });
    expect((await slow).data.positions).toBe(1);
  });
});

describe("reports that cannot be read", () => {
  const TABLES = of([{}], { reported: "2012-12-31", filed: "2013-02-14" });
  const LONG_NAME = "😀".repeat(100);
  const LONG_NAMES = toSubmission(
    of(
      Array.from({ length: 25_000 }, (_, at) => {
        return { name: LONG_NAME, title: LONG_NAME, cusip: String(at).padStart(9, "0") };
      }),
    ),
  );

  it("are those with their table as text, whose page is named", async () => {
    const text =
      "<SEC-DOCUMENT>\n<DOCUMENT>\n<TYPE>13F-HR\n<TEXT>\n<TABLE><S> <C>\nAPPLE INC COM 037833100 1 2\n</TABLE>";
    expect(await refusal([{ ...TABLES, text }])).toMatchObject({
      reason: "not_covered",
      says: `has this report without a table in XML, as those before 2013; its page is ${PAGE}/000106798326000002/${number(2)}-index.htm`,
    });
  });

  it.each([
    ["damaged", toSubmission(of([{}])).slice(0, -60), "is damaged"],
    [
      "one that declares a type",
      toSubmission(of([{}])).replace("<edgar", '<!DOCTYPE x [<!ENTITY a "b">]><edgar'),
      "is damaged",
    ],
    ["nested too deeply", toSubmission(of([{ name: "<a>".repeat(60) }])), "too deeply nested"],
    ["too large", "x".repeat(32 * 1024 * 1024 + 1), "is too large"],
    ["too large to be read again", LONG_NAMES, "is too large"],
  ])("are refused with a reason, which is kept: %s", async (_case, text, why) => {
    const paths = playManager(internet, { reports: [of([{}], { text })] });
    const asker = createAsker();
    const asked = () => asker.ask(managerHoldingsFromSec, { manager: CIK }).catch((error: unknown) => error);
    expect(await asked()).toMatchObject({ reason: "not_covered", says: expect.stringContaining(why) });
    const calls = paths.length;
    expect(await asked()).toMatchObject({ says: expect.stringContaining(why) });
    expect(paths).toHaveLength(calls);
    // A day later another reading may succeed.
    vi.setSystemTime(Date.parse("2026-06-02T15:00:01Z"));
    await asked();
    expect(paths.length).toBeGreaterThan(calls);
  });

  it("are not kept where the SEC sends a page of another kind", async () => {
    const text = () => HttpResponse.html(`<html><body>${"Maintenance. ".repeat(2000)}</body></html>`);
    const paths = playManager(internet, { reports: [of([{}], { text })] });
    const asker = createAsker();
    const asked = () => asker.ask(managerHoldingsFromSec, { manager: CIK }).catch((error: unknown) => error);
    expect(await asked()).toMatchObject({ reason: "bad_answer" });
    const calls = paths.length;
    await asked();
    expect(paths.length).toBeGreaterThan(calls);
  });
});

describe("the parameters", () => {
  it.each(["2026Q1", "2026-q1", "2026 Q1", "Q1 2026", "q1-2026"])("a quarter is also written %s", (quarter) => {
    expect(parseInput(managerHoldings, { manager: CIK, quarter })).toMatchObject({ quarter: "2026Q1" });
  });

  it.each(["2026", "2026Q5", "1826Q1", "2026-03-31", "Q1"])("no quarter is %s", (quarter) => {
    expect(() => parseInput(managerHoldings, { manager: CIK, quarter })).toThrow("a quarter of the calendar such as");
  });
});
