/** A company, fund or manager that is asked for by its name or number, over both surfaces of the simulated market. */
import { describe, expect, it } from "vitest";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { createApp } from "../../src/app.js";
import { askedFiler, askedFilerOrListing, mayBeSymbol } from "../../src/capabilities/filings/asked-filer.js";
import { CATALOGUE } from "../../src/catalogue.js";
import type { Config } from "../../src/config/config.js";
import { DEFAULT_TOOLSETS } from "../../src/contract/toolsets.js";
import { createLogger } from "../../src/lib/log.js";
import { useDemo } from "../support/demo.js";
import { withAddresses } from "../support/rest.js";

const demo = useDemo();

type Body = Record<string, unknown>;

/** Starts the program; `get` returns status and body, `call` the result of a tool. */
async function withProgram(config: Config, use: (program: Program) => Promise<void>): Promise<void> {
  const app = createApp(config, createLogger("fatal", []));
  const handle = app.mcp(DEFAULT_TOOLSETS);
  const extra = { signal: new AbortController().signal, sendNotification: async () => {} };
  const rest = withAddresses(await app.openRest(), CATALOGUE);
  const program: Program = {
    async get(url) {
      const { status, body } = await rest({ url: `/api/v1${url}` });
      return { status, body: JSON.parse(body as string) as Body };
    },
    async call(name, args) {
      const params = { name, arguments: args };
      const result = (await handle({ method: "tools/call", params }, extra)) as CallToolResult;
      return {
        body: result.structuredContent as Body,
        text: (result.content[0] as { text: string }).text,
        untrusted: (result._meta?.["market-data/untrusted"] ?? []) as string[],
      };
    },
  };
  await use(program).finally(() => app.close());
}

interface Program {
  get(url: string): Promise<{ status: number; body: Body }>;
  call(name: string, args: Body): Promise<{ body: Body; text: string; untrusted: string[] }>;
}

const MANAGER = { filer: "HARBOR POINT CAPITAL MANAGEMENT LLC", cik: "0001900001", symbol: null };
const APPLE = { filer: "APPLE INC.", cik: "0001000001" };

describe("a filer without a symbol", () => {
  it.each([
    "Harbor%20Point%20Capital%20Management",
    "harbor%20point%20capital%20management%20llc",
    "CIK1900001",
    "1900001",
  ])("has its filings over REST as %s", async (asked) => {
    await withProgram(demo.config, async ({ get }) => {
      const { status, body } = await get(`/stock/${asked}/filings?limit=1`);
      expect([status, body]).toEqual([200, expect.objectContaining(MANAGER)]);
      expect(body["filings"]).toMatchObject([{ form: "13F-HR/A" }]);
    });
  });

  it.each(["Harbor Point Capital Management", "CIK1900001", "1900001", 1_900_001, ["CIK1900001"]])(
    "has its filings over MCP as %j",
    async (symbol) => {
      await withProgram(demo.config, async ({ call }) => {
        const { body, untrusted } = await call("get_sec_filings", { symbol, limit: 1 });
        expect(body).toMatchObject(MANAGER);
        expect(untrusted).toContain("filer");
      });
    },
  );

  it.each(["cik", "company", "name", "filer", "companyName"])("may be given as %s, as models do", async (parameter) => {
    await withProgram(demo.config, async ({ call }) => {
      const { body } = await call("get_sec_filings", { [parameter]: parameter === "cik" ? 1_900_001 : MANAGER.filer });
      expect(body).toMatchObject(MANAGER);
    });
  });

  it("is found by a former name", async () => {
    await withProgram(demo.config, async ({ call }) => {
      const { body } = await call("get_sec_filings", { symbol: "Harbor Street Advisers", limit: 1 });
      expect(body).toMatchObject({ ...MANAGER, note: expect.stringContaining("was its name until 2019-06-28") });
    });
  });

  it("with a table of holdings has a note on the tool that reads it", async () => {
    await withProgram(demo.config, async ({ call }) => {
      const { body } = await call("get_filing_text", { symbol: "Harbor Point Partners", form: "13F-HR" });
      expect(body).toMatchObject({
        company: "HARBOR POINT PARTNERS LP",
        cik: "0001900002",
        note: expect.stringContaining("get_manager_holdings"),
      });
    });
  });

  it("of which there are several is a choice, without an answer", async () => {
    await withProgram(demo.config, async ({ get, call }) => {
      const { status, body } = await get("/stock/Harbor%20Point/filings");
      expect([status, body["detail"]]).toEqual([
        400,
        expect.stringContaining(
          "HARBOR POINT PARTNERS LP (CIK 1900002); HARBOR POINT CAPITAL MANAGEMENT LLC (CIK 1900001)",
        ),
      ]);
      expect((await call("get_sec_filings", { symbol: "Harbor Point" })).text).toContain("(CIK 1900001)");
    });
  });

  it("that nobody knows is not found, and its name is no unknown symbol", async () => {
    await withProgram(demo.config, async ({ get }) => {
      for (const route of ["/stock/Nobody%20Here/filings", "/stock/Nobody%20Here/filing-facts"]) {
        const { status, body } = await get(route);
        expect([status, body["detail"]]).toEqual([
          404,
          expect.stringContaining('knows no filer with the name "NOBODY HERE"'),
        ]);
      }
      for (const route of ["/filings/text?symbol=Nobody%20Here", "/filings/search?q=revenue&symbol=Nobody%20Here"])
        expect((await get(route)).status).toBe(404);
    });
  });
});

describe("a company that is asked for by its name", () => {
  it("has filings, text, facts and a search with its symbol and number", async () => {
    await withProgram(demo.config, async ({ call }) => {
      const answers = await Promise.all([
        call("get_sec_filings", { symbol: "apple", limit: 1 }),
        call("get_filing_text", { symbol: "Apple Inc", section: "1A" }),
        call("search_filings", { q: "revenue", symbol: "Apple", limit: 1 }),
        call("get_filing_facts", { symbol: "CIK1000001", concept: "revenue", limit: 1 }),
      ]);
      expect(answers.map(({ body }) => body)).toMatchObject([
        { ...APPLE, symbol: "AAPL" },
        { company: APPLE.filer, cik: APPLE.cik },
        { ...APPLE, csv: expect.any(String) },
        { ...APPLE, symbol: "AAPL" },
      ]);
    });
  });

  it("is asked for at the SEC only: without a contact the answer says what is missing", async () => {
    await withProgram(demo.keyless, async ({ get }) => {
      const { status, body } = await get("/stock/Harbor%20Point%20Partners/filings");
      expect(status).toBe(500);
      expect(body["detail"]).toContain("PROVIDER_D_CONTACT");
      expect(body["detail"]).not.toMatch(/leave|provider B|Yahoo/);
      expect((await get("/stock/AAPL/filings")).status).toBe(200);
    });
  });

  it("is not asked for by its name in other tools", async () => {
    await withProgram(demo.config, async ({ get }) => {
      expect((await get("/stock/Harbor%20Point%20Partners/overview")).status).toBe(400);
      expect((await get("/stock/Harbor%20Point%20Partners/insider-trading")).status).not.toBe(200);
    });
  });
});

describe("a filer as it is written", () => {
  it.each([
    [" aapl ", "AAPL"],
    ["brk/b", "BRK.B"],
    ["Berkshire  Hathaway", "BERKSHIRE HATHAWAY"],
    ["CIK 1067983", "CIK0001067983"],
    ["7203.T", "7203.T"],
    ["Smith & Wesson Brands, Inc.", "SMITH & WESSON BRANDS, INC."],
  ])("%j is read as %j", (written, read) => {
    expect(askedFiler.parse(written)).toBe(read);
    expect(askedFilerOrListing.parse(written)).toBe(read);
  });

  it.each([
    ["7203", "CIK0000007203", "7203"],
    ["0000320193", "CIK0000320193", "0000320193"],
  ])("%j is a number, and beside listings of other countries a symbol", (written, number, listing) => {
    expect(askedFiler.parse(written)).toBe(number);
    expect(askedFilerOrListing.parse(written)).toBe(listing);
  });

  it.each([
    ["AAPL", true],
    ["7203.T", true],
    ["APPLE", true],
    ["CIK0000320193", false],
    ["BERKSHIRE HATHAWAY", false],
    ["E*TRADE", false],
  ])("%j may be a symbol: %s", (asked, expected) => {
    expect(mayBeSymbol(asked)).toBe(expected);
  });
});
