import { HttpResponse } from "msw";
import { describe, expect, it } from "vitest";
import { filingsFromSec } from "../../../src/providers/sec/filings.js";
import { financialsFromSec } from "../../../src/providers/sec/statements/financials.js";
import { insiderTransactionsFromSec } from "../../../src/providers/sec/ownership/insider-transactions.js";
import { createAsker } from "../../support/ask.js";
import { useInternet } from "../../support/internet.js";
import { playSec } from "../../support/play-sec.js";
import { companyFacts, type PlayedFact, type PlayedFacts, type PlayedFiling } from "./facts-play.js";

const internet = useInternet();
const QUARTERLY: PlayedFiling = ["0002115436-26-000010", "10-Q", "2026-08-03", 2026];
const REPORT: PlayedFiling = ["0002115436-27-000002", "10-K", "2027-02-17", 2026];
type Listed = readonly [form: string, filed: string];
const SUCCESSOR: Listed[] = [
  ["10-Q", "2026-08-03"],
  ["8-K12B", "2026-07-01"],
];

const figures = (...rows: PlayedFact[]): PlayedFacts => ({ NetIncomeLoss: { USD: rows } });
const QUARTERS = figures(
  ["2026-04-01", "2026-06-30", 8_100, QUARTERLY],
  ["2025-04-01", "2025-06-30", 7_082, QUARTERLY],
);
const YEARS = figures(["2026-01-01", "2026-12-31", 30_000, REPORT], ["2025-01-01", "2025-12-31", 28_800, REPORT]);

/** Plays a company with these filings, newest first, and these facts; `null` if the SEC has no facts of it. */
function play(
  listed: readonly Listed[],
  facts: PlayedFacts | null = null,
  older?: readonly [from: string, to: string],
) {
  const name = "ExxonMobil Holdings Corp";
  return playSec(internet, {
    companies: [[2115436, "XOM", name]],
    list: () => ({
      name,
      sic: "2911",
      recent: listed.map(([form, filed], at) => [`0002115436-26-0000${10 + at}`, form, filed, "", "", "x.htm"]),
      pages: { "001": (older ?? []).toReversed().map((filed) => ["0002115436-26-000001", "4", filed]) },
    }),
    file: ({ pathname }) =>
      facts && pathname.includes("companyfacts") ? HttpResponse.json(companyFacts(facts)) : undefined,
  });
}

const BEGINS = "The SEC's number of this company, 2115436, has filings since 2026-07-01 only; ";
const SUCCEEDED =
  "it succeeded another filer (form 8-K12B of 2026-07-01), whose own number has the earlier ones and is not named in the SEC's lists.";

const notesOf = async (...[source, input]: Parameters<ReturnType<typeof createAsker>["ask"]>) =>
  (await createAsker().ask(source, { symbol: "XOM", ...(input as object) })).notes ?? [];

describe("a company with a new number at the SEC", () => {
  it("has figures since the first day of the number, and the note says so", async () => {
    play(SUCCESSOR, QUARTERS);
    expect(await notesOf(financialsFromSec, { period: "quarter" })).toContain(BEGINS + SUCCEEDED);
  });

  it("has filings and insiders since that day; its insiders are not called those of another country", async () => {
    play(SUCCESSOR);
    expect(await notesOf(filingsFromSec, { form: "10-K" })).toEqual([
      'No form "10-K" among these filings; forms here: 10-Q, others.',
      BEGINS + SUCCEEDED,
    ]);
    expect(await notesOf(filingsFromSec, { as_of: "2026-03-01" })).toEqual([BEGINS + SUCCEEDED]);
    expect(await notesOf(insiderTransactionsFromSec, {})).toEqual([BEGINS + SUCCEEDED]);
  });

  it("is not called a successor where no form says so", async () => {
    play([["S-1", "2026-07-01"]]);
    expect(await notesOf(filingsFromSec, {})).toEqual([
      `${BEGINS}earlier ones of the company, if there are any, are not under it.`,
    ]);
  });

  it.each([
    ["the list goes on before the rows that were asked for", { limit: 1 }, undefined],
    ["its list begins with electronic filing", {}, ["1995-01-10", "2026-06-30"] as const],
  ])("is not mentioned where %s", async (_where, input, older) => {
    play(SUCCESSOR, QUARTERS, older);
    expect((await notesOf(filingsFromSec, input)).join()).not.toContain("number");
  });

  it("is not the reason why figures end where the number is older than they are", async () => {
    play(SUCCESSOR, QUARTERS, ["1995-01-10", "2026-06-30"]);
    expect((await notesOf(financialsFromSec, { period: "quarter" })).join()).not.toContain("number");
    // A list of filings that begins after the figures is not whole.
    play([["10-Q", "2026-08-04"]], QUARTERS);
    expect((await notesOf(financialsFromSec, { period: "quarter" })).join()).not.toContain("number");
  });
});

describe("the reason why there is no statement", () => {
  const whyOf = async (input: object) => {
    const failed = await createAsker()
      .ask(financialsFromSec, { symbol: "XOM", ...input })
      .then(
        () => undefined,
        (error: unknown) => error as { reason: string; message: string },
      );
    return [failed?.reason, failed?.message.replace(/^Provider D /, "")];
  };
  const begins = `; the ${(BEGINS + SUCCEEDED).slice(4, -1)}`;

  it("is that there are quarters only, of a number that begins on a day", async () => {
    play(SUCCESSOR, QUARTERS);
    expect(await whyOf({})).toEqual(["not_covered", `has a quarter of the company in XBRL and no whole year${begins}`]);
  });

  it.each(["2026-03-01", "2026-08-02"])("is that no filing with figures was public on %s", async (day) => {
    play(SUCCESSOR, QUARTERS);
    expect(await whyOf({ period: "quarter", as_of: day })).toEqual([
      "not_covered",
      `has no quarter in XBRL that was public by ${day}; the first filing with figures is of 2026-08-03${begins}`,
    ]);
  });

  it("is that quarters came later than the first years", async () => {
    const first: PlayedFiling = ["0001206774-10-000406", "10-K", "2010-02-26", 2009];
    const next: PlayedFiling = ["0001047469-10-004978", "10-Q", "2010-05-07", 2010];
    play(
      [["10-K", "2003-02-26"]],
      figures(["2009-01-01", "2009-12-31", -1_606, first], ["2010-01-01", "2010-03-31", 4_428, next]),
    );
    expect(await whyOf({ period: "quarter", as_of: "2010-02-26" })).toEqual([
      "not_covered",
      "has no quarter in XBRL that was public by 2010-02-26; the first filing with figures is of 2010-02-26",
    ]);
  });

  it("is that a company has years only, of other countries only with their forms", async () => {
    play([["10-K", "2003-02-17"]], YEARS);
    expect(await whyOf({ period: "quarter" })).toEqual([
      "not_covered",
      "has a whole year of the company in XBRL and no quarter",
    ]);
    const foreign: PlayedFiling = ["0001564590-18-008201", "40-F", "2018-04-16", 2017];
    play([["40-F", "2003-02-17"]], figures(["2017-01-01", "2017-12-31", 345_038, foreign]));
    expect((await whyOf({ period: "quarter" }))[0]).toBe("no_quarters");
  });

  it("is that filings have no figures only where the SEC has none", async () => {
    play([["10-K", "2003-02-17"]], null);
    expect(await whyOf({})).toEqual(["no_figures", "has filings of the company but none with figures in XBRL"]);
    const fees: PlayedFiling = ["0002115436-26-000002", "424B5", "2026-07-02", 2026];
    for (const facts of [
      { "ffd:TtlFeeAmt": { USD: [["", "2026-07-02", 1, fees]] } },
      figures(["", "2026-07-02", 1, fees]),
    ]) {
      play([["10-K", "2003-02-17"]], facts as PlayedFacts);
      expect((await whyOf({}))[0]).toBe("no_figures");
    }
    play([["10-K", "2003-02-17"]], YEARS);
    expect(await whyOf({ statement_type: "balance" })).toEqual([
      "not_covered",
      "has figures of the company in XBRL and none of this statement",
    ]);
  });
});
