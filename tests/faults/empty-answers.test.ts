import { describe, expect, it } from "vitest";
import { healthy, json, reply } from "../support/faults.js";
import { shareStage } from "../support/stage.js";
import { askBoth, expectFailed, expectServed } from "./both-surfaces.js";

/** Empty answers of an upstream, each with its own symbol, because "not found" is cached. */
const EMPTY = [
  ["404", reply(404, { error: "not found" }), "NONE1"],
  ["an empty list", json([]), "NONE2"],
  ["an empty body", json(""), "NONE5"],
  ["204", reply(204, ""), "NONE6"],
] as const;

const DETAIL = expect.any(String);
/** Routes and tools, with their error when no provider has data for a symbol. */
const UNKNOWN_SYMBOL: readonly [path: string, tool: string, status: number, body: Record<string, unknown>][] = [
  ["/stock/{symbol}/overview", "get_company_overview", 404, { error: "Symbol not found", message: DETAIL, code: 404 }],
  ["/stock/{symbol}", "provider_a_get_stock_quote", 404, { detail: "404: Failed to fetch quote for {symbol}" }],
  [
    "/stock/{symbol}/provider-b",
    "provider_b_get_stock_quote",
    404,
    { detail: "404: Failed to fetch quote for {symbol}" },
  ],
  [
    "/provider-a/stock/{symbol}/financials",
    "provider_a_get_financial_statements",
    404,
    { error: "404: Failed to fetch financials for {symbol}", detail: DETAIL },
  ],
  [
    "/provider-a/stock/{symbol}/price-targets",
    "provider_a_get_price_targets",
    404,
    { error: "404: Failed to fetch price targets for {symbol}" },
  ],
  [
    "/provider-a/stock/{symbol}/dcf",
    "provider_a_get_dcf_valuation",
    404,
    { error: "404: Failed to fetch DCF valuation for {symbol}" },
  ],
  [
    "/stock/{symbol}/recommendations",
    "get_recommendations",
    404,
    { error: "404: Failed to fetch recommendations for {symbol}", detail: DETAIL },
  ],
  [
    "/stock/{symbol}/insider-transactions",
    "get_insider_transactions",
    404,
    { error: "Failed to fetch insider transactions for {symbol}" },
  ],
];

const UNAVAILABLE = { error: "Market data unavailable", detail: expect.stringContaining("has no data for this") };
const MARKET_WIDE = [
  ["/market/gainers", "provider_a_get_market_gainers"],
  ["/market/losers", "provider_a_get_market_losers"],
  ["/market/active", "provider_a_get_most_active"],
  ["/crypto", "provider_a_get_crypto_prices"],
] as const;

const RATES = { PROVIDER_B_RATE_PER_MINUTE: "1000", PROVIDER_C_RATE_PER_MINUTE: "1000" };

describe("upstreams that send empty answers", () => {
  const stageOf = shareStage({ ...RATES, PROVIDER_A_RATE_PER_MINUTE: "1000", PROVIDER_A_DAILY_QUOTA: "0" });

  it.each([
    ["an empty object", json({}), "NONE3"],
    ["null", json(null), "NONE4"],
  ])("are not treated as an unknown symbol: %s", async (_what, nothing, symbol) => {
    const stage = stageOf();
    stage.upstream.on("/a", nothing);
    expect((await stage.get(`/stock/${symbol}`)).status).toBe(500);
    expect((await stage.get(`/provider-a/stock/${symbol}/dcf`)).status).toBe(500);
  });
});

describe("provider D's list of companies", () => {
  const stageOf = shareStage({ ...RATES, FALLBACK: "on", PROVIDER_A_DAILY_QUOTA: "0" });

  it.each(EMPTY.filter(([what]) => what !== "404"))(
    "does not make a symbol unknown when it is %s",
    async (_what, nothing, symbol) => {
      const stage = stageOf();
      stage.upstream.on("", nothing);
      const path = `/provider-a/stock/${symbol}/financials`;
      const answers = await askBoth(stage, path, "provider_a_get_financial_statements", { symbol });
      expectFailed(answers, 500, "upstream_unavailable", {
        error: "Market data unavailable",
        detail: expect.stringMatching(/SEC EDGAR \(provider D\) (?:sent an answer that cannot be used|keeps failing)/),
      });
    },
  );
});

describe("upstreams without data", () => {
  const stageOf = shareStage({
    ...RATES,
    FALLBACK: "on",
    PROVIDER_A_RATE_PER_MINUTE: "1000",
    PROVIDER_A_DAILY_QUOTA: "0",
  });

  it.each(EMPTY)(
    "F6: that send %s, lead to unknown symbol, no matches, or no market data",
    async (_what, nothing, symbol) => {
      const stage = stageOf();
      stage.upstream.on("", nothing);
      // Provider D does not know a symbol when its list of all companies lacks it; an empty list says nothing of a symbol.
      stage.upstream.on("/d", healthy);
      for (const [path, tool, status, body] of UNKNOWN_SYMBOL) {
        const answers = await askBoth(stage, path.replace("{symbol}", symbol), tool, { symbol });
        const expected = Object.entries(body).map(([field, value]): [string, unknown] => [
          field,
          typeof value === "string" ? value.replace("{symbol}", symbol) : value,
        ]);
        expectFailed(answers, status, "not_found", Object.fromEntries(expected));
      }
      for (const [path, tool] of MARKET_WIDE) {
        expectFailed(await askBoth(stage, path, tool), 503, "upstream_unavailable", UNAVAILABLE);
      }
      const found = await askBoth(stage, `/search?q=${symbol}`, "search_symbols", { q: symbol });
      expectServed(found);
      expect(found.rest.body).toEqual({ bestMatches: [] });
      const price = Number(symbol.at(-1));
      const screened = await askBoth(stage, `/screener?price_min=${price}&limit=20`, "provider_a_screen_stocks", {
        price_min: price,
      });
      expectServed(screened);
      expect(screened.rest.body).toMatchObject({ results: [], total_results: 0 });
      // None of these is a failure, so no provider is paused.
      stage.upstream.on("", healthy);
      expect((await stage.get(`/stock/X${symbol}`)).status).toBe(200);
    },
  );

  it.each(EMPTY)(
    "F6: that send %s, but know the symbol, lead to no coverage, no insiders, or too little history",
    async (_what, nothing, symbol) => {
      const stage = stageOf();
      const known = `K${symbol}`;
      stage.upstream.on("", nothing);
      // A 404 of provider B would mean that it does not know the symbol, which is final.
      stage.upstream.on("/b", json({}));
      stage.upstream.on("/a/profile", healthy);
      const ask = (path: string, tool: string) =>
        askBoth(stage, path.replace("{symbol}", known), tool, { symbol: known });

      const targets = await ask("/provider-a/stock/{symbol}/price-targets", "provider_a_get_price_targets");
      expectFailed(targets, 404, "no_coverage", { error: "No data for this symbol", detail: DETAIL });
      const valuation = await ask("/provider-a/stock/{symbol}/dcf", "provider_a_get_dcf_valuation");
      expectFailed(valuation, 422, "insufficient_history", { error: "Insufficient financial history", detail: DETAIL });
      const insiders = await ask("/stock/{symbol}/insider-transactions", "get_insider_transactions");
      expectServed(insiders);
      expect(insiders.rest.body).toMatchObject({ insider_transactions: `No insider transactions found for ${known}` });
      expect(insiders.rest.body).not.toHaveProperty("total_transactions");
    },
  );
});
