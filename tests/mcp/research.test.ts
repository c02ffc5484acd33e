/** The tools of research connectors, which accept exactly these members of an answer. */
import { describe, expect, it } from "vitest";
import { filingSearch } from "../../src/capabilities/filings/search-filings.js";
import { researchRows } from "../../src/capabilities/filings/research.js";
import { entry, type Entry } from "../../src/contract/entry.js";
import { defineCapability } from "../../src/contract/capability.js";
import { MarketDataError } from "../../src/contract/errors.js";
import { toQuestion, type Ask } from "../../src/contract/question.js";
import { z } from "../../src/contract/schema.js";
import { createCaller, toListedTools } from "../../src/mcp/tools.js";
import { serveDerived } from "../../src/pipeline/compose-envelope.js";
import { servedOf } from "../support/fakes.js";
import { US_MARKET } from "../support/us-market.js";

const FOLDER = "320193/000032019325000077";
const URL_OF = (id: string) => `https://www.sec.gov/Archives/edgar/data/${id}`;
const ID = `${FOLDER}/ex99-1.htm`;

const RESULT = {
  title: "8-K, exhibit 99.1",
  company: "Apple Inc.",
  symbol: "AAPL",
  form: "8-K",
  filed: "2025-10-30",
  period: "2025-10-30",
  accession: "0000320193-25-000077",
  document: "EX-99.1",
  url: URL_OF(ID),
};
const TEXT = {
  company: "Apple Inc.",
  form: "8-K",
  period: null,
  filed: "2025-10-30",
  accession: "0000320193-25-000077",
  url: URL_OF(ID),
  item: null,
  text: "Apple reports fourth quarter results",
  page: 1,
  pages: 2,
  charactersLeft: 9000,
  timestamp: "2026-03-05T12:00:00.000000",
};

/** The text of filings, with the parameters that a document is asked for with. */
const filingText = defineCapability({
  ...filingSearch,
  name: "filing-text",
  input: z.object({ url: z.string(), limit: z.number(), page: z.number() }),
  output: z.object({}),
} as never);

const ROWS: readonly Entry[] = [entry(filingSearch, []), entry(filingText, [])];
const TOOLS = researchRows(ROWS);

/** Calls a tool; the rows below answer with these bodies. */
function open(
  { results = [RESULT], text = TEXT }: { results?: object[]; text?: Record<string, unknown> } = {},
  simulated = false,
) {
  const asked: unknown[] = [];
  const ask: Ask = async ({ entry: row, input }) => {
    const derivedFrom = await row.derive!(input, async (other, itsInput) => {
      const { entry: below, input: given } = toQuestion(other, itsInput);
      asked.push([below.capability.name, given]);
      return servedOf(below.capability.name === "filing-text" ? text : { results, total: results.length });
    });
    return serveDerived(row.capability, derivedFrom, Date.parse("2026-03-05T12:00:00Z"));
  };
  const call = createCaller([...ROWS, ...TOOLS], ask, simulated, US_MARKET);
  return { asked, call };
}

const textOf = (content: unknown) => (content as { text: string }[])[0]!.text;

describe("the tool search of research connectors", () => {
  it("takes a query and returns results of id, title and address, and nothing else", async () => {
    const { call, asked } = open();
    const { result } = await call("search", { query: "“services revenue” guidance" });
    expect(result.structuredContent).toEqual({
      results: [{ id: ID, title: "Apple Inc., 8-K, exhibit 99.1, 2025-10-30", url: URL_OF(ID) }],
    });
    expect(result.content).toEqual([{ type: "text", text: JSON.stringify(result.structuredContent) }]);
    expect(asked).toEqual([["search-filings", { q: '"services revenue" guidance', limit: 10 }]]);
  });

  it("has no results where nothing matches", async () => {
    const { result } = await open({ results: [] }).call("search", { query: "x" });
    expect(result.structuredContent).toEqual({ results: [] });
  });

  it("names simulated data beside the answer, whose members are fixed", async () => {
    const { result } = await open({}, true).call("search", { query: "x" });
    expect(Object.keys(result.structuredContent!)).toEqual(["results"]);
    expect(result._meta).toMatchObject({ "market-data/simulated": true });
  });

  it.each([{}, { query: "" }, { query: 'an "open phrase' }, { query: "x", other: 1 }])("refuses %j", async (args) => {
    const { result } = await open().call("search", args);
    expect(result.isError).toBe(true);
    expect(textOf(result.content)).toMatch(/Allowed: |Unknown parameter/);
  });
});

describe("the tool fetch of research connectors", () => {
  it("returns a document with its text, and in its metadata the note and the next page", async () => {
    const { call, asked } = open({}, true);
    const { result } = await call("fetch", { id: ID });
    expect(result.structuredContent).toEqual({
      id: ID,
      title: "Apple Inc., 8-K, 2025-10-30",
      text: TEXT.text,
      url: URL_OF(ID),
      metadata: {
        company: "Apple Inc.",
        form: "8-K",
        filed: "2025-10-30",
        accession: "0000320193-25-000077",
        page: "1 of 2",
        charactersLeft: "9000",
        next: `${ID}#2`,
        note: expect.stringMatching(/^Simulated data/),
      },
    });
    expect(result.content).toEqual([{ type: "text", text: JSON.stringify(result.structuredContent) }]);
    expect(asked).toEqual([["filing-text", { url: URL_OF(ID), limit: 6000, page: 1 }]]);
  });

  it("reads the page that the id names, and names none after the last", async () => {
    const { call, asked } = open({ text: { ...TEXT, page: 2, charactersLeft: 0 } });
    const { result } = await call("fetch", { id: `${ID}#2` });
    expect(asked).toEqual([["filing-text", { url: URL_OF(ID), limit: 6000, page: 2 }]]);
    expect(result.structuredContent).toMatchObject({ id: `${ID}#2`, url: URL_OF(ID), metadata: { page: "2 of 2" } });
    expect(result.structuredContent!["metadata"]).not.toHaveProperty("next");
  });

  it.each([
    "",
    "aapl-20250927.htm",
    `${FOLDER}/`,
    `${FOLDER}/../x.htm`,
    `${FOLDER}/..`,
    `${FOLDER}/a/b.htm`,
    `${FOLDER}/x%2f..%2fy`,
    `${ID}#0`,
    `${ID}?x`,
    `https://evil.example/${ID}`,
    `//evil.example/${ID}`,
    `${ID}\n`,
    "9".repeat(100_000),
  ])("refuses the id %j without a question", async (id) => {
    const { call, asked } = open();
    const { result } = await call("fetch", { id });
    expect([result.isError, asked]).toEqual([true, []]);
    expect(textOf(result.content)).toContain("Allowed: the id of a result of search");
  });

  it("opens the page that shows a form in XML, and a name with blanks", async () => {
    const { call, asked } = open();
    await call("fetch", { id: `${FOLDER}/xslF345X05/form%204.xml` });
    expect(asked).toMatchObject([["filing-text", { url: URL_OF(`${FOLDER}/xslF345X05/form%204.xml`) }]]);
  });

  it("passes a failure on as a sentence", async () => {
    const failed: Ask = () => Promise.reject(new MarketDataError("no_coverage", "The document is a PDF."));
    const { result } = await createCaller([...ROWS, ...TOOLS], failed, false, US_MARKET)("fetch", { id: ID });
    expect([result.isError, textOf(result.content)]).toEqual([true, "The document is a PDF."]);
  });
});

it("the tools have one required parameter each, declare exactly their members, and mark third-party text", () => {
  const listed = toListedTools(TOOLS).map(({ set, tool }) => ({
    set,
    name: tool.name,
    required: tool.inputSchema.required,
    members: Object.keys(tool.outputSchema!["properties"] as object),
    openWorld: tool.annotations!.openWorldHint,
  }));
  const common = { set: "research", openWorld: true };
  expect(listed).toEqual([
    { ...common, name: "search", required: ["query"], members: ["results"] },
    { ...common, name: "fetch", required: ["id"], members: ["id", "title", "text", "url", "metadata"] },
  ]);
});
