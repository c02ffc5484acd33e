import { describe, expect, it, vi } from "vitest";
import { MarketDataError } from "../../src/contract/errors.js";
import { say, the } from "../../src/contract/sentence.js";
import { servedOf } from "../support/fakes.js";
import { connect, failing, QUOTE, serving } from "../support/mcp-client.js";
import { createEndpoint, JSON_HEADERS } from "../support/mcp-endpoint.js";

describe("resources", () => {
  it("list addresses without variables; templates list the remaining ones", async () => {
    const { client } = await serving(servedOf(QUOTE));
    const { resources } = await client.listResources();
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resources.map(({ uri }) => uri)).toEqual([
      "market://status",
      "market://movers/gainers",
      "market://movers/losers",
      "market://movers/active",
      "market://summary",
      ...[
        "quote",
        "targets",
        "statements",
        "movers",
        "history",
        "indicators",
        "earnings",
        "dividends",
        "statistics",
        "fund",
        "portfolio",
        "holders",
        "options",
        "summary",
        "agenda",
        "comparison",
        "screener",
        "series",
        "insiders",
      ].map((name) => `ui://market/${name}`),
      "skill://market-data/SKILL.md",
    ]);
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      "market://stock/{symbol}/overview",
      "market://stock/{symbol}/quote",
      "market://stock/{symbol}/financials/{statement}",
      "market://calendar/{kind}",
      "market://stock/{symbol}/history",
      "market://stock/{symbol}/earnings",
      "market://movers/{kind}",
    ]);
    for (const one of [...resources, ...resourceTemplates]) {
      expect(one).toMatchObject({ title: expect.any(String), description: expect.any(String), icons: [{}] });
    }
  });

  it.each<[string, string, Record<string, unknown>]>([
    ["market://status", "service-status", {}],
    ["market://movers/gainers", "gainers", {}],
    ["market://movers/losers", "losers", {}],
    ["market://movers/active", "active", { limit: 20 }],
    ["market://summary", "market-summary", {}],
    ["market://calendar/earnings", "market-calendar", { kind: "earnings", limit: 20, offset: 0 }],
    ["market://stock/AAPL/overview", "overview", { symbol: "AAPL" }],
    ["market://stock/AAPL/earnings", "earnings", { symbol: "AAPL" }],
    ["market://stock/brk.b/quote", "quote", { symbol: "BRK.B" }],
    ["market://stock/%5EGSPC/quote", "quote", { symbol: "^GSPC" }],
    ["market://stock/EURUSD=X/quote", "quote", { symbol: "EURUSD=X" }],
    [
      "market://stock/AAPL/financials/balance",
      "financials",
      { symbol: "AAPL", statement_type: "balance", period: "annual" },
    ],
  ])("%s asks the same question as its tool", async (uri, capability, input) => {
    const lists = { gainers: [], losers: [], active_stocks: [] };
    const { client, inputs } = await serving(servedOf({ ...QUOTE, ...lists }));
    await client.readResource({ uri });
    expect(inputs()).toEqual([[capability, input]]);
  });

  it.each([
    ["market://stock/AAPL/quote", "provider_a_get_stock_quote"],
    ["market://stock/AAPL/history", "get_price_history"],
    ["market://stock/AAPL/earnings", "get_earnings"],
  ])("%s is the same object as the answer of its tool, with its _meta", async (uri, tool) => {
    const body = { ...QUOTE, bars: [{ date: "2026-03-04", close: 1 }], history: [], estimates: [] };
    const { client, call } = await connect(async () => servedOf(body), { simulated: true });
    const { content, _meta } = await call(tool, { symbol: "AAPL" });
    const { text } = content[0] as { text: string };
    expect(text).toMatch(/^\{"note":"Simulated data/);
    expect(await client.readResource({ uri })).toEqual({
      contents: [{ uri, mimeType: "application/json", text, _meta }],
    });
  });

  it.each([
    "",
    "market://",
    "market://stock/AAPL",
    "market://stock/AAPL/quote/now",
    "market://stock//quote",
    "market://stock/AAPL/financials/ledger",
    "market://movers/all",
    "market://stock/%E0%A4%A/quote",
    "https://example.com/quote",
  ])("state where addresses are listed when %j does not exist", async (uri) => {
    const { client, inputs } = await serving(servedOf(QUOTE));
    await expect(client.readResource({ uri })).rejects.toMatchObject({
      code: -32002,
      message: expect.stringMatching(/No resource ".*"\. resources\/list and resources\/templates\/list name them\.$/),
      data: { uri },
    });
    expect(inputs()).toEqual([]);
  });

  it.each([
    [new MarketDataError("not_found", "Nobody knows NOSUCH."), -32002],
    [new MarketDataError("upstream_limited", say`${the.source("provider-a")} is limiting us.`), -32000],
    [new TypeError("secret of the house"), -32000],
  ])("fail with a plain sentence: %s", async (error, code) => {
    const { client } = await failing(error);
    const read = client.readResource({ uri: "market://stock/NOSUCH/quote" });
    const sentence =
      error instanceof MarketDataError
        ? error.message.replace("Provider A", "Financial Modeling Prep (provider A)")
        : /our side/;
    await expect(read).rejects.toMatchObject({
      code,
      data: { "market-data/error": { kind: expect.any(String) } },
    });
    await expect(read).rejects.toThrow(sentence);
    await expect(read).rejects.not.toThrow("secret");
  });

  it("count against the plan, unlike the lists", async () => {
    const { post } = createEndpoint(async () => servedOf(QUOTE));
    const spend = vi.fn<() => Promise<void>>(async () => {});
    const visit = { callerId: "alice", spend };
    const send = (method: string, params: object) =>
      post({ jsonrpc: "2.0", id: 1, method, params }, JSON_HEADERS, { visit });
    for (const list of ["tools", "resources", "resources/templates", "prompts"]) await send(`${list}/list`, {});
    await send("prompts/get", { name: "morning_brief" });
    await send("resources/read", { uri: "market://nothing" });
    expect(spend).not.toHaveBeenCalled();
    await send("resources/read", { uri: "market://stock/AAPL/quote" });
    expect(spend).toHaveBeenCalledTimes(1);
  });
});

describe("completion", () => {
  const QUERY = { type: "ref/resource", uri: "market://stock/{symbol}/quote" } as const;

  it("offers well-known symbols, without a question", async () => {
    const { client, inputs } = await serving(servedOf(QUOTE));
    const complete = async (value: string) =>
      (await client.complete({ ref: QUERY, argument: { name: "symbol", value } })).completion;
    expect(await complete("aap")).toEqual({ values: ["AAPL"], total: 1, hasMore: false });
    expect((await complete("nosuch")).values).toEqual([]);
    expect(inputs()).toEqual([]);
  });

  it.each([
    ["market://stock/{symbol}/financials/{statement}", "statement", "", ["income", "balance", "cash"]],
    ["market://stock/{symbol}/financials/{statement}", "statement", "B", ["balance"]],
    ["market://movers/{kind}", "kind", "", ["gainers", "losers", "active"]],
  ])("offers the words of %s", async (uri, name, value, values) => {
    const { client } = await serving(servedOf(QUOTE));
    const { completion } = await client.complete({ ref: { type: "ref/resource", uri }, argument: { name, value } });
    expect(completion).toEqual({ values, total: values.length, hasMore: false });
  });

  it.each([
    [{ type: "ref/resource", uri: "market://nothing/{x}" }, "x"],
    [QUERY, "statement"],
    [QUERY, "constructor"],
    [{ type: "ref/prompt", name: "nothing" }, "symbol"],
  ] as const)("rejects %j with the argument %s", async (ref, name) => {
    const { client } = await serving(servedOf(QUOTE));
    await expect(client.complete({ ref, argument: { name, value: "" } })).rejects.toMatchObject({ code: -32602 });
  });
});
