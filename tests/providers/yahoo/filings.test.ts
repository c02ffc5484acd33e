import type { JsonBodyType } from "msw";
import { describe, expect, it } from "vitest";
import { toFormNotes } from "../../../src/capabilities/filings/sec-filings.js";
import { filingsFromYahoo } from "../../../src/providers/yahoo/companies/filings.js";
import { createAsker } from "../../support/ask.js";
import { useInternet } from "../../support/internet.js";
import { APPLE_PRICE, sessionRoutes, summary, summaryOf } from "./upstream-yahoo.js";

const internet = useInternet();

const filing = (date: string, type: string, change: object = {}) => ({
  date,
  epochDate: 1,
  type,
  title: "Periodic Financial Reports",
  edgarUrl: "https://finance.yahoo.com/sec-filing/AAPL/0000320193-25-000008_320193",
  exhibits: [
    { type, url: "https://cdn.yahoofinance.com/prod/aapl.htm" },
    { type: "EX-31.1", url: "http://no.tls.example.com/" },
  ],
  ...change,
});

function play(filings: JsonBodyType, input: object = {}) {
  const modules = filings === undefined ? {} : { secFilings: { filings } };
  internet.use(...sessionRoutes(), summary("AAPL", summaryOf({ price: APPLE_PRICE, ...modules })));
  return createAsker().ask(filingsFromYahoo, { symbol: "AAPL", ...input });
}

const ALL = [filing("2025-01-31", "10-Q"), filing("2024-11-01", "10-K"), filing("2024-08-02", "10-Q/A")];

describe("filings by provider B", () => {
  it("are newest first, with the company, and documents that have a safe address", async () => {
    const row = (date: string, form: string) => ({
      date,
      form,
      title: "Periodic Financial Reports",
      items: [],
      url: "https://finance.yahoo.com/sec-filing/AAPL/0000320193-25-000008_320193",
      reportDate: null,
      documents: [{ name: form, url: "https://cdn.yahoofinance.com/prod/aapl.htm" }],
    });
    expect(await play(ALL.toReversed(), { limit: 2 })).toEqual({
      data: {
        symbol: "AAPL",
        filer: "Apple Inc.",
        cik: "0000320193",
        filings: [row("2025-01-31", "10-Q"), row("2024-11-01", "10-K")],
        total: 3,
        since: "2024-08-02",
      },
      notes: ["Provider B lists the newest filings only, without those of insiders and holders."],
    });
  });

  it("have at most ten documents, the form itself among them wherever it stands", async () => {
    const named = (type: string) => ({ type, url: `https://cdn.yahoofinance.com/prod/${type}.htm` });
    const exhibits = Array.from({ length: 12 }, (_, index) => named(`EX-${index + 1}`));
    const { data } = await play([filing("2025-02-05", "20-F", { exhibits: [...exhibits, named("20-F")] })]);
    expect(data.filings[0]!.documents!.map(({ name }) => name)).toEqual([
      ...exhibits.slice(0, 9).map(({ type }) => type),
      "20-F",
    ]);
  });

  it("do not know the subjects of an 8-K", async () => {
    const { data } = await play([
      filing("2025-01-31", "8-K"),
      filing("2025-01-30", "8-K/A"),
      filing("2025-01-29", "4"),
    ]);
    expect(data.filings.map(({ items }) => items)).toEqual([null, null, []]);
  });

  it("are those of one form, with its amendments, as known on a day", async () => {
    const formsOf = async (input: object) => (await play(ALL, input)).data.filings.map(({ form }) => form);
    expect(await formsOf({ form: "10-q" })).toEqual(["10-Q", "10-Q/A"]);
    expect(await formsOf({ as_of: "2024-12-31" })).toEqual(["10-K", "10-Q/A"]);
  });

  it.each(["10K", "form 10-k", "Form10K", "10 k"])("are those of a form however it is written: %s", async (form) => {
    expect((await play(ALL, { form })).data.filings.map(({ form: found }) => found)).toEqual(["10-K"]);
  });

  it("name usual forms that there are when none has the one that was asked for", async () => {
    const { data, notes } = await play([filing("2025-02-05", "N-PX"), ...ALL], { form: "annual" });
    expect(data).toMatchObject({ filings: [], total: 0 });
    expect(notes).toContain('No form "ANNUAL" among these filings; forms here: 10-K, 10-Q, others.');
    const past = await play(ALL, { form: "annual", as_of: "2024-08-31" });
    expect(past.notes).toContain('No form "ANNUAL" among these filings; forms here: 10-Q.');
  });

  it("says of form 13F who files it", () => {
    expect(toFormNotes([], ["10-K"], "13f")).toEqual([
      'No form "13f" among these filings; forms here: 10-K.',
      "Form 13F-HR is filed by investors, about the shares that they hold.",
    ]);
  });

  it("leave out a filing without a day, a form or a safe address", async () => {
    const odd = [filing("2025-02-30", "8-K"), filing("2025-01-02", ""), filing("2025-01-03", "8-K", { edgarUrl: "x" })];
    expect((await play([...odd, ...ALL])).data.total).toBe(3);
    await expect(play(odd)).rejects.toMatchObject({ reason: "bad_answer" });
  });

  it("are not covered for a company that does not report to the SEC", async () => {
    await expect(play([])).rejects.toMatchObject({ kind: "no_coverage" });
  });
});
