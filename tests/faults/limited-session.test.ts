/** Provider B limits its crumb, or calls that need one, as it does for cloud addresses, and answers everything else. */
import { describe, expect, it } from "vitest";
import { hasFakeClock } from "../support/fake-clock.js";
import { createProgramClock } from "../support/program-clock.js";
import { reply } from "../support/faults.js";
import { createStage, type Stage } from "../support/stage.js";

const CRUMB = "/b/v1/test/getcrumb";
const LIMITED = reply(429, "Too Many Requests\r\n", { "content-type": "text/plain" });
/** Without keys and contact, with fallback and enrichment, as a person starts the program for the first time. */
const KEYLESS = {
  PROVIDER_A_API_KEY: "",
  PROVIDER_C_API_KEY: "",
  PROVIDER_D_CONTACT: "",
  FALLBACK: "on",
  ENRICH: "on",
};
const NOTE = "Provider B limits sessions from our address; this answer is from its calls that need no session.";
const REVENUE = {
  meta: { symbol: ["AAPL"], type: ["annualTotalRevenue"] },
  annualTotalRevenue: [{ asOfDate: "2025-09-30", currencyCode: "USD", reportedValue: { raw: 416161000000 } }],
};

/** Questions that need no session, or that have a reduced answer without one. */
const QUESTIONS = [
  ["provider_a_get_stock_quote", { symbol: "AAPL" }, { price: 244.6 }],
  ["get_price_history", { symbol: "AAPL", format: "json", from: "2025-02-01" }, { bars: [{ close: 244.6 }] }],
  ["get_technical_indicators", { symbol: "AAPL" }, { symbol: "AAPL" }],
  ["search_symbols", { q: "acme" }, { bestMatches: [{ symbol: "ACME" }] }],
  ["get_news", { symbol: "AAPL" }, { total: 1 }],
  ["provider_a_get_financial_statements", { symbol: "AAPL" }, { data: [{ revenue: 416161000000 }] }],
] as const;

async function startLimited(env: Record<string, string> = {}): Promise<Stage> {
  const stage = await createStage({ ...KEYLESS, ...env });
  stage.upstream.on("/b/ws", reply(200, { timeseries: { result: [REVENUE], error: null } }));
  stage.upstream.on(CRUMB, LIMITED);
  return stage;
}

async function askAll(stage: Stage, questions: readonly (typeof QUESTIONS)[number][]): Promise<void> {
  for (const [tool, args, expected] of questions) {
    const { isError, structured, texts } = await stage.call(tool, args);
    expect({ tool, isError, texts, structured }).toMatchObject({ tool, isError: false, structured: expected });
  }
}

const attempts = (stage: Stage) => stage.upstream.calls(CRUMB).length;

describe("while provider B limits only its crumb", () => {
  it.each([
    ["from the quote to the statements", QUESTIONS],
    ["from the statements to the quote", QUESTIONS.toReversed()],
  ])("F55: a fresh program without keys answers %s, with one request for the crumb", async (_order, questions) => {
    const stage = await startLimited();
    await askAll(stage, questions);
    await askAll(stage, questions);
    expect(attempts(stage)).toBe(1);
  });

  it("F55: a quote says which fields are missing, and why", async () => {
    const stage = await startLimited();
    const { texts, structured } = await stage.call("provider_a_get_stock_quote", { symbol: "AAPL" });
    expect(structured).toMatchObject({ price: 244.6, marketCap: null });
    expect(texts.join("\n")).toContain(NOTE);
  });

  it("F55: an answer that needs the session fails with its reason, and history still answers", async () => {
    const stage = await startLimited();
    const { isError, error, texts } = await stage.call("get_recommendations", { symbol: "AAPL" });
    expect({ isError, error }).toMatchObject({ isError: true, error: { kind: "upstream_limited" } });
    expect(texts.join("\n")).toMatch(
      /^Analyst recommendations of AAPL: Yahoo Finance \(provider B\) limits sessions from our address; Financial Modeling Prep \(provider A\) is not configured \(set PROVIDER_A_API_KEY\); Finnhub \(provider E\) is not configured \(set PROVIDER_E_API_KEY\)\. .*often gives no session to cloud hosts, VPNs and shared networks; a home connection helps\. Try again in \d+ s\./,
    );
    expect((await stage.get("/stock/AAPL/history")).status).toBe(200);
  });

  it("F55: an error about what no other provider has does not recommend the key of another one", async () => {
    const stage = await startLimited();
    const { texts } = await stage.call("get_options_chain", { symbol: "AAPL" });
    expect(texts.join("\n")).toContain("a home connection helps.");
    expect(texts.join("\n")).not.toMatch(/provider A|PROVIDER_A/);
  });

  it.skipIf(!hasFakeClock)("F55: ten minutes of questions cost at most two requests for the crumb", async () => {
    const clock = createProgramClock();
    const stage = await startLimited({ ...clock.env, PROVIDER_B_RATE_PER_MINUTE: "1000" });
    const tried: number[] = [];
    for (let seconds = 0; seconds <= 600; seconds += 20) {
      const before = attempts(stage);
      expect((await stage.get("/stock/AAPL")).status).toBe(200);
      if (attempts(stage) > before) tried.push(seconds);
      clock.pass(20);
    }
    expect(tried).toEqual([0, 60]);
  });
});

describe("while provider B limits the calls that need a crumb", () => {
  it("F55: the question is answered from open calls, and further ones do not ask in vain", async () => {
    const stage = await startLimited();
    stage.upstream.on(CRUMB, reply(200, "crumb/1234."));
    stage.upstream.on("/b/v7", LIMITED);
    for (const symbol of ["AAPL", "MSFT"]) {
      const { structured } = await stage.call("provider_a_get_stock_quote", { symbol });
      expect(structured).toMatchObject({ price: 244.6, marketCap: null });
    }
    expect(stage.upstream.calls("/b/v7")).toHaveLength(1);
    expect(stage.upstream.calls("/b/v8")).toHaveLength(2);
  });
});

describe("while provider B limits an open call", () => {
  it("F55: all its calls pause", async () => {
    const stage = await startLimited();
    stage.upstream.on("/b/v8", LIMITED);
    expect((await stage.get("/stock/AAPL/history")).status).toBe(429);
    expect((await stage.get("/search?q=acme")).status).toBe(429);
    expect((await stage.get("/stock/AAPL")).status).toBe(429);
    expect(stage.upstream.calls("/b").map(({ path }) => path)).toEqual(["/b/v8/finance/chart/AAPL"]);
  });
});
