import { http, HttpResponse } from "msw";
import { describe, expect, it } from "vitest";
import { filingSearch } from "../../../src/capabilities/filings/search-filings.js";
import { parseInput } from "../../../src/contract/input.js";
import { ProviderError } from "../../../src/contract/errors.js";
import { searchFilingsFromSec } from "../../../src/providers/sec/search-filings.js";
import { BASES, createAsker, TEST_CONTACT } from "../../support/ask.js";
import { useInternet } from "../../support/internet.js";

const internet = useInternet();
const BASE = BASES["provider-d"];
const ARCHIVE = "https://www.sec.gov/Archives/edgar/data";

/** Two hits of a recorded answer: an exhibit, and the main document of another filing. */
const EXHIBIT = {
  _id: "0001493152-24-038933:ex99-1.htm",
  _source: {
    ciks: ["0001938046"],
    period_ending: "2024-10-01",
    display_names: ["MANGOCEUTICALS, INC.  (MGRX)  (CIK 0001938046)"],
    xsl: null,
    sequence: "2",
    root_forms: ["8-K"],
    file_date: "2024-10-01",
    form: "8-K",
    adsh: "0001493152-24-038933",
    file_type: "EX-99.1",
    file_description: null,
    items: ["8.01", "9.01"],
  },
};
const MAIN = {
  _id: "0001020859-24-000042:unfi-20240925.htm",
  _source: {
    ...EXHIBIT._source,
    ciks: ["0001020859"],
    period_ending: "2024-09-25",
    display_names: ["UNITED NATURAL FOODS INC  (UNFI)  (CIK 0001020859)"],
    sequence: 1,
    adsh: "0001020859-24-000042",
    file_type: "8-K",
    file_description: "8-K",
  },
};

type Hit = { _id: unknown; _source: Record<string, unknown> };
/** A hit with other fields. */
const hitWith = (fields: Record<string, unknown>, id: unknown = EXHIBIT._id): Hit => ({
  _id: id,
  _source: { ...EXHIBIT._source, ...fields },
});

const bodyOf = (hits: readonly unknown[], total: object = { value: hits.length, relation: "eq" }) => ({
  took: 2368,
  timed_out: false,
  _shards: { total: 50, successful: 50, skipped: 0, failed: 0 },
  hits: { total, max_score: 0, hits },
});

/** Plays the search with this reply; returns the calls of the search. */
function play(reply: () => Response) {
  const calls: { query: Record<string, string>; agent: string | null }[] = [];
  internet.use(
    http.get(`${BASE}/*`, ({ request }) => {
      const { pathname, searchParams } = new URL(request.url);
      if (pathname === "/files/company_tickers.json") {
        return HttpResponse.json({ 0: { cik_str: 320193, ticker: "AAPL", title: "Apple Inc." } });
      }
      expect(pathname).toBe("/LATEST/search-index");
      calls.push({ query: Object.fromEntries(searchParams), agent: request.headers.get("user-agent") });
      return reply();
    }),
  );
  return calls;
}
const playHits = (...hits: readonly unknown[]) => play(() => HttpResponse.json(bodyOf(hits)));
const text = (content: string, status: number, type: string) => () =>
  new HttpResponse(content, { status, headers: { "content-type": type } });

const ask = (input: object, asker = createAsker()) => asker.ask(searchFilingsFromSec, { q: "guidance", ...input });
async function failureOf(asker = createAsker(), input = {}): Promise<ProviderError> {
  const error = await ask(input, asker).catch((thrown: unknown) => thrown);
  if (!(error instanceof ProviderError)) throw new Error("expected a ProviderError", { cause: error });
  return error;
}

describe("documents that EDGAR's search finds", () => {
  it("have filer, form, kind, days and link, in the order of the search", async () => {
    playHits(EXHIBIT, MAIN);
    expect((await ask({})).data).toEqual({
      results: [
        {
          title: "8-K, exhibit 99.1",
          company: "MANGOCEUTICALS, INC.",
          symbol: "MGRX",
          form: "8-K",
          filed: "2024-10-01",
          period: "2024-10-01",
          accession: "0001493152-24-038933",
          document: "EX-99.1",
          url: `${ARCHIVE}/1938046/000149315224038933/ex99-1.htm`,
        },
        {
          title: "8-K, current report",
          company: "UNITED NATURAL FOODS INC",
          symbol: "UNFI",
          form: "8-K",
          filed: "2024-10-01",
          period: "2024-09-25",
          accession: "0001020859-24-000042",
          document: "8-K",
          url: `${ARCHIVE}/1020859/000102085924000042/unfi-20240925.htm`,
        },
      ],
      total: 2,
      since: "2001-01-01",
    });
  });

  it.each([
    ["BBCMS Mortgage Trust 2024-5C29  (CIK 0002034721)", "BBCMS Mortgage Trust 2024-5C29", null, "2034721"],
    ["Alphabet Inc.  (GOOG, GOOGL)  (CIK 0001652044)", "Alphabet Inc.", "GOOG", "1652044"],
    ["BERKSHIRE HATHAWAY INC  (BRK-A, BRK-B)  (CIK 0001067983)", "BERKSHIRE HATHAWAY INC", "BRK-A", "1067983"],
    ["Ignore (previous)  (CIK 0000000007)", "Ignore (previous)", null, "7"],
  ])("of %j have the name %j, the symbol %j and the folder %s", async (name, company, symbol, folder) => {
    playHits(hitWith({ display_names: [name] }));
    const { results } = (await ask({})).data;
    expect(results).toMatchObject([{ company, symbol, url: expect.stringContaining(`/data/${folder}/`) }]);
  });

  it("with several filers are those of the company asked for, else of the first with a symbol", async () => {
    const names = [
      "Cook Timothy D  (CIK 0001214156)",
      "Elsewhere Inc.  (ELSE)  (CIK 0000000001)",
      "Apple Inc.  (AAPL)  (CIK 0000320193)",
    ];
    playHits(
      hitWith({ display_names: names, form: "4", file_type: "4", xsl: "xslF345X05" }, "0000320193-26-000004:a.xml"),
    );
    expect((await ask({})).data.results).toMatchObject([{ company: "Elsewhere Inc." }]);
    expect((await ask({ symbol: "AAPL" })).data.results).toMatchObject([
      {
        title: "4, insider's transactions",
        company: "Apple Inc.",
        url: `${ARCHIVE}/320193/000032019326000004/xslF345X05/a.xml`,
      },
    ]);
  });

  it.each([
    ["10-K/A", "10-K/A", "10-K/A, annual report, amended"],
    ["10-K405", "10-K405", "10-K405"],
    ["10-K", "GRAPHIC", "10-K, GRAPHIC"],
    ["8-K", "EX-99", "8-K, exhibit 99"],
    ["8-K", null, "8-K, current report"],
  ])("of form %s and kind %j have the title %j", async (form, kind, title) => {
    playHits(hitWith({ form, file_type: kind }));
    expect((await ask({})).data.results).toMatchObject([{ title }]);
  });

  it.each([
    ["no accession number", hitWith({}, "1:ex99-1.htm")],
    ["a file outside of its folder", hitWith({}, "0001493152-24-038933:../../x.htm")],
    ["a path", hitWith({}, "0001493152-24-038933:a/b.htm")],
    ["no filer", hitWith({ display_names: null })],
    ["a filer without a number", hitWith({ display_names: ["ACME INC"] })],
    ["markup for a form", hitWith({ form: "<b>8-K</b>" })],
    ["no day", hitWith({ file_date: "yesterday" })],
    ["no fields", { _id: EXHIBIT._id }],
    ["nothing", null],
  ])("with %s are left out", async (_what, hit) => {
    playHits(hit, MAIN);
    expect((await ask({})).data.results.map(({ company }) => company)).toEqual(["UNITED NATURAL FOODS INC"]);
  });

  it("have a period only where it is a day, and a viewer's folder only where it is one", async () => {
    playHits(hitWith({ period_ending: null, xsl: "../x" }));
    expect((await ask({})).data.results).toMatchObject([
      { period: null, url: `${ARCHIVE}/1938046/000149315224038933/ex99-1.htm` },
    ]);
  });

  it("are none for a search that nothing matches", async () => {
    playHits();
    expect((await ask({})).data).toEqual({ results: [], total: 0, since: "2001-01-01" });
  });
});

describe("the call of EDGAR's search", () => {
  it("has the words, the whole time since 2001, and the operator's contact", async () => {
    const calls = playHits(EXHIBIT);
    await ask({ q: " “data  center” guidance -lease " });
    const [{ query, agent }] = calls as [(typeof calls)[number]];
    expect(query).toEqual({
      q: '"data center" guidance -lease',
      dateRange: "custom",
      startdt: "2001-01-01",
      enddt: new Date().toISOString().slice(0, 10),
    });
    expect(agent).toMatch(new RegExp(`^market-data-mcp/\\S+ ${TEST_CONTACT}$`));
  });

  it("names the company by its number, the form as EDGAR writes it, and the days", async () => {
    const calls = playHits(EXHIBIT);
    const { data } = await ask({ symbol: "AAPL", form: "form 10k", from: "2020-01-01", to: "2021-12-31" });
    expect(calls.map(({ query }) => query)).toEqual([
      {
        q: "guidance",
        dateRange: "custom",
        startdt: "2020-01-01",
        enddt: "2021-12-31",
        ciks: "0000320193",
        forms: "10-K,10-KT",
      },
    ]);
    expect(data).toMatchObject({ since: "2020-01-01", cik: "0000320193", filer: null });
  });

  it.each([
    ["8-k/a", "8-K"],
    ["def14a", "DEF 14A"],
    ["10-K405", "10-K405"],
    ["10-kt/a", "10-KT"],
    ["10-K transition", "10-KT"],
    ["10-K/A", "10-K,10-KT"],
    ["10-Q", "10-Q,10-QT"],
    ["13D", "SC 13D,SCHEDULE 13D"],
    ["schedule 13g/a", "SC 13G,SCHEDULE 13G"],
  ])("of the form %s asks for %s, which has the amendments too", async (form, asked) => {
    const calls = playHits();
    await ask({ form });
    expect(calls[0]!.query["forms"]).toBe(asked);
  });

  it("is not made for a listing outside of the US, nor without a contact", async () => {
    const calls = playHits();
    expect((await failureOf(createAsker(), { symbol: "TSCO.LON" })).reason).toBe("no_data");
    expect((await failureOf(createAsker({ contact: undefined }))).reason).toBe("not_configured");
    expect(calls).toEqual([]);
  });
});

describe("a refusal of EDGAR's search", () => {
  const page = (title: string) => `<!DOCTYPE html><html><head><title>${title}</title>`;

  it.each([403, 429])("for too many calls, with %i, pauses all hosts of the SEC for ten minutes", async (status) => {
    play(text(page("SEC.gov | Request Rate Threshold Exceeded"), status, "text/html"));
    const asker = createAsker();
    expect([(await failureOf(asker)).reason, asker.pauses.get("provider-d", ["SEC"])]).toEqual([
      "rate_limited",
      { reason: "rate_limited", seconds: 600 },
    ]);
    expect(asker.pauses.get("provider-d")).toBeUndefined();
  });

  it.each([
    ["the contact pauses all hosts of the SEC", "Your Request Originates from an Undeclared Automated Tool", "SEC"],
    ["the network pauses the search only", "Access Denied", "SEC search"],
  ])("of %s", async (_what, title, paused) => {
    play(text(page(title), 403, "text/html"));
    const asker = createAsker();
    await failureOf(asker);
    const scopes = ["SEC", "SEC data", "SEC files", "SEC search"];
    expect(scopes.filter((scope) => asker.pauses.get("provider-d", [scope]))).toEqual([paused]);
  });

  it.each([
    ["a page with 200", text(page("Maintenance"), 200, "text/html")],
    ["JSON with 403", text('{"message":"Forbidden"}', 403, "application/json")],
    ["404", text('{"message":"Not Found"}', 404, "application/json")],
    ["400", text('{"errorMessage":"bad query"}', 400, "application/json")],
    ["a list", text("[]", 200, "application/json")],
    ["no list of hits", text('{"hits":{"total":{"value":3}}}', 200, "application/json")],
    ["no count", text('{"hits":{"hits":[]}}', 200, "application/json")],
    ["a negative count", text('{"hits":{"hits":[],"total":{"value":-1}}}', 200, "application/json")],
  ])("with %s is an answer that cannot be used, and no empty one", async (_what, reply) => {
    play(reply);
    expect((await failureOf()).reason).toBe("bad_answer");
  });

  it("is tried again after an error of its server", async () => {
    let calls = 0;
    play(() => (++calls === 1 ? new HttpResponse("", { status: 500 }) : HttpResponse.json(bodyOf([EXHIBIT]))));
    expect((await ask({})).data.total).toBe(1);
    expect(calls).toBe(2);
  });

  it("to search all filings in time is no answer", async () => {
    play(() => HttpResponse.json({ ...bodyOf([EXHIBIT]), timed_out: true }));
    expect((await failureOf()).reason).toBe("timed_out");
  });
});

describe("a search", () => {
  const parse = (input: Record<string, unknown>) => parseInput(filingSearch, { q: "x", ...input });

  it.each([
    "",
    "   ",
    '""',
    "-",
    'an "open phrase',
    "a\u0000b",
    "a\nb",
    "a\u202eb",
    "a\u2028b",
    "a".repeat(201),
    7,
    ["a"],
  ])("for %j is refused with what is allowed", (q) => {
    expect(() => parse({ q })).toThrow(/Invalid "q": .+Allowed: words or "phrases" of 1 to 200 characters/);
  });

  it.each([
    ["before 2001", { from: "2000-12-31" }, /Invalid "from".+from 2001 on/],
    ["that ends before 2001", { to: "2000-12-31" }, /Invalid "to": got 2000-12-31, which is before 2001-01-01/],
    ["that ends before it begins", { from: "2020-01-02", to: "2020-01-01" }, /before "from"/],
    ["of the future", { to: "2098-01-01" }, /in the future/],
    ["for a form that is none", { form: "10-K<" }, /Allowed: a form such as/],
    ["for too many", { limit: 101 }, /from 1 to 100/],
  ])("%s is refused", (_what, input, sentence) => {
    expect(() => parse(input)).toThrow(sentence);
  });

  const notesOf = (total: number, results: readonly object[]) =>
    filingSearch.viewNotes!({ results, total } as never, {} as never, {} as never);

  it("names how to read a document, and says that more than can be counted match", () => {
    expect(notesOf(1, [{}])).toEqual([expect.stringContaining("get_filing_text")]);
    expect(notesOf(10_000, [{}])).toEqual([expect.anything(), expect.stringContaining("At least 10000 documents")]);
    expect(notesOf(0, [])).toEqual([expect.stringMatching(/^No match/)]);
  });
});
