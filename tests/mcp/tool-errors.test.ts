import { describe, expect, it } from "vitest";
import { CATALOGUE } from "../../src/catalogue.js";
import { toUnanswered, UNANSWERED } from "../../src/views/unanswered.js";
import { MarketDataError, ProviderError, HINTS } from "../../src/contract/errors.js";
import { say, the } from "../../src/contract/sentence.js";
import { servedOf } from "../support/fakes.js";
import { createGate } from "../support/gate.js";
import { connect, failing, QUOTE, serving } from "../support/mcp-client.js";

describe("a call that fails", () => {
  it("is a result that states the problem and what to do, with the REST error in _meta", async () => {
    const error = new MarketDataError(
      "upstream_limited",
      say`${the.source("provider-a")} is limiting us. Try again in 30 s.`,
      {
        retryAfterSeconds: 30,
      },
    );
    const { call } = await failing(error);
    expect(await call("provider_a_get_stock_quote", { symbol: "AAPL" })).toEqual({
      isError: true,
      content: [{ type: "text", text: "Financial Modeling Prep (provider A) is limiting us. Try again in 30 s." }],
      _meta: {
        "market-data/error": {
          text: "Financial Modeling Prep is limiting us. Try again in 30 s.",
          status: 429,
          kind: "upstream_limited",
          retryable: true,
          retryAfter: 30,
          body: {
            error: "Rate limit exceeded",
            detail: "Financial Modeling Prep (provider A) is limiting us. Try again in 30 s.",
            retry_after: 30,
          },
        },
      },
    });
  });

  it("names tools in the text, and addresses in the REST error", async () => {
    const { call } = await failing(
      new MarketDataError("upstream_unavailable", "Nobody answers.", { hints: [HINTS.findSymbol] }),
    );
    const { content, _meta } = await call("get_recommendations", { symbol: "AAPL" });
    expect(content).toEqual([{ type: "text", text: "Nobody answers. search_symbols finds the right one." }]);
    expect(_meta).toMatchObject({
      "market-data/error": { body: { detail: "Nobody answers. GET /api/v1/search?q=... finds the right one." } },
    });
  });

  it("has the endpoint's own error body", async () => {
    const { call } = await failing(new MarketDataError("not_found", "Nobody knows AAPL."));
    const { _meta } = await call("get_insider_transactions", { symbol: "AAPL" });
    expect(_meta).toEqual({
      "market-data/error": {
        text: "Nobody knows AAPL.",
        status: 404,
        kind: "not_found",
        retryable: false,
        body: { error: "Failed to fetch insider transactions for AAPL" },
      },
    });
  });

  it("has each sentence once in _meta, because some hosts show a model all of it", async () => {
    const { call } = await failing(new MarketDataError("no_coverage", "Nobody covers AAPL."));
    const { _meta } = await call("get_recommendations", { symbol: "AAPL" });
    expect(_meta?.["market-data/error"]).toMatchObject({ body: { detail: "Nobody covers AAPL." } });
    expect(JSON.stringify(_meta).match(/Nobody covers AAPL/g)).toHaveLength(1);
  });

  it.each([
    [new MarketDataError("no_coverage", "No."), { status: 404, kind: "no_coverage", retryable: false }],
    [new MarketDataError("insufficient_history", "No."), { status: 422, kind: "insufficient_history" }],
    [new MarketDataError("rate_limited", "No."), { status: 429, kind: "rate_limited", retryAfter: 60 }],
    [new MarketDataError("overloaded", "No."), { status: 429, kind: "overloaded", retryable: true }],
    [new MarketDataError("upstream_unavailable", "No."), { status: 500, kind: "upstream_unavailable" }],
    [new MarketDataError("not_configured", "No."), { status: 500, kind: "not_configured", retryable: false }],
    [new ProviderError("provider-a", "timed_out"), { status: 500, kind: "upstream_unavailable", retryable: true }],
    [new TypeError("secret of the house"), { status: 500, kind: "internal", retryable: true }],
  ])("states its kind: %s", async (error, expected) => {
    const { call } = await failing(error);
    const result = await call("provider_a_get_dcf_valuation", { symbol: "AAPL" });
    expect(result._meta?.["market-data/error"]).toMatchObject(expected);
    expect(JSON.stringify(result)).not.toContain("secret");
  });

  it.each<[string, Record<string, unknown> | undefined, string]>([
    ["without its symbol", {}, 'Parameter "symbol" is missing. Allowed: a ticker symbol'],
    ["without arguments", undefined, 'Parameter "symbol" is missing. Allowed: a ticker symbol'],
    ["with a symbol of another type", { symbol: true }, 'Invalid "symbol": got true. Allowed: a ticker symbol'],
    ["with a path for a symbol", { symbol: "../x" }, 'Invalid "symbol": got "../x". Allowed: a ticker symbol'],
    ["with an unknown parameter", { symbol: "A", x: 1 }, 'Unknown parameter "x". Allowed: symbol.'],
  ])("sent %s gets an error that states what to change, without an upstream call", async (_what, args, says) => {
    const { call, inputs } = await serving(servedOf(QUOTE));
    const result = await call("provider_a_get_stock_quote", args);
    expect(result).toMatchObject({
      isError: true,
      _meta: { "market-data/error": { status: 400, kind: "invalid_input" } },
    });
    expect((result.content[0] as { text: string }).text).toContain(says);
    expect(result.structuredContent).toBeUndefined();
    expect(inputs()).toEqual([]);
  });

  it.each(["get_weather", "", "__proto__", "constructor", "toString", "GET_COMPANY_OVERVIEW"])(
    "with an unknown name (%j) gets an error with similar names that states where all are listed",
    async (name) => {
      const { call, inputs } = await serving(servedOf(QUOTE));
      const says = expect.stringMatching(
        /^Unknown tool "\w*". Similar names: \w+, \w+, \w+. tools\/list names all tools\.$/,
      );
      expect(await call(name)).toEqual({
        isError: true,
        content: [{ type: "text", text: says }],
        _meta: {
          "market-data/error": {
            status: 400,
            kind: "invalid_input",
            retryable: false,
            body: { error: "Invalid request", detail: says },
          },
        },
      });
      expect(inputs()).toEqual([]);
    },
  );

  it.each([
    ["GET_COMPANY_OVERVIEW", "get_company_overview"],
    ["get_market_gainers", "provider_a_get_market_gainers"],
    ["get_technicals", "get_technical_indicators"],
    ["get_price_histroy", "get_price_history"],
    ["screen_stocks", "provider_a_screen_stocks"],
    ["get_crypto_prices", "provider_a_get_crypto_prices"],
    ["get_market_calendars", "get_market_calendar"],
  ])("with the name %s gets %s as the first of the similar names", async (name, similar) => {
    const { call } = await serving(servedOf(QUOTE));
    const { content } = await call(name);
    expect(content[0]).toMatchObject({ text: expect.stringContaining(`Similar names: ${similar}`) });
  });

  it.each([
    ["get_transcript", "This server has no transcripts."],
    ["getEarningsCall", "This server has no transcripts."],
    [
      "get_premarket_price",
      "Quotes from Yahoo Finance (provider B) have pre-market and after-hours prices, and lists of quotes have them as fields.",
    ],
    ["get_interest_rates", "The latest reference rates of central banks and the US Treasury can be asked for."],
    [
      "get_inflation",
      "Prices, jobs, wages, output and income of the US, and output of other countries, can be asked for as economic series.",
    ],
    [
      "get_retail_sales",
      "This server has no retail sales. The calendar of the market has the figures released in the last days and those to come.",
    ],
  ])("with the name %s gets what the server has instead, and no similar names", async (name, about) => {
    const { call } = await serving(servedOf(QUOTE));
    const { content } = await call(name);
    expect(content).toEqual([{ type: "text", text: `Unknown tool "${name}". ${about} tools/list names all tools.` }]);
  });

  it.each(CATALOGUE.map(({ capability }) => capability.tool.name))("%s is about a subject with an answer", (name) => {
    expect(toUnanswered(name)).toBeUndefined();
  });

  it("says of no subject that a field has an answer for", () => {
    const fields = CATALOGUE.flatMap(({ capability }) => Object.keys(capability.output.shape));
    expect(fields).toContain("preMarketPrice");
    expect(UNANSWERED).toEqual([
      "retail sales",
      "mortgage rates",
      "trades of Congress",
      "sentiment",
      "transcripts",
      "portfolios or orders",
    ]);
  });

  it("repeats only the beginning of a very long name", async () => {
    const { call } = await serving(servedOf(QUOTE));
    const result = await call("x".repeat(100_000));
    expect(result.content).toEqual([
      { type: "text", text: expect.stringContaining(`Unknown tool "${"x".repeat(64)}…". Similar names: `) },
    ]);
  });

  it("cancels its question when the client cancels it", async () => {
    const gate = createGate<AbortSignal>();
    const { client } = await connect(({ signal }) => {
      gate.open(signal!);
      return new Promise(() => {});
    });
    const leaving = new AbortController();
    const request = { name: "provider_a_get_stock_quote", arguments: { symbol: "AAPL" } };
    const called = client.callTool(request, undefined, { signal: leaving.signal }).catch(() => "cancelled");
    const signal = await gate.passed;
    leaving.abort();
    expect(await called).toBe("cancelled");
    await expect.poll(() => signal.aborted).toBe(true);
  });
});
