import { describe, expect, it } from "vitest";
import { toKeyVariable, toLetter } from "../../src/contract/provider-id.js";
import { PROVIDER_DESCRIPTIONS } from "../../src/providers/descriptions.js";
import { startSimulator } from "../../src/simulator/server.js";
import { type YahooQuotes, type YahooScreen, type YahooSummary, useSimulator } from "./call-simulator.js";

const OPEN = "2025-11-20T18:00:00Z";
const market = await useSimulator(OPEN);

describe("the listener", () => {
  it("gives the settings that point a product at it", () => {
    const { url, env } = market.simulator;
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(env).toEqual({
      ...Object.fromEntries(
        PROVIDER_DESCRIPTIONS.flatMap(({ id, label, needsKey }) => [
          [`${label}_BASE_URL`, `${url}/${toLetter(id).toLowerCase()}`],
          ...(needsKey ? [[toKeyVariable(id), "demo"]] : []),
        ]),
      ),
      PROVIDER_B_COOKIE_URL: `${url}/b/cookie`,
      PROVIDER_D_FILES_URL: `${url}/d`,
      PROVIDER_D_TREASURY_URL: `${url}/d`,
      PROVIDER_D_NYFED_URL: `${url}/d`,
      PROVIDER_D_ECB_URL: `${url}/d`,
      PROVIDER_D_ECB_DATA_URL: `${url}/d`,
      PROVIDER_D_SEARCH_URL: `${url}/d`,
      PROVIDER_D_BLS_URL: `${url}/d`,
      PROVIDER_D_BEA_URL: `${url}/d`,
      PROVIDER_D_FED_URL: `${url}/d`,
      PROVIDER_D_EUROSTAT_URL: `${url}/d`,
      PROVIDER_D_WORLDBANK_URL: `${url}/d`,
      PROVIDER_D_CONTACT: "demo@example.com",
    });
  });

  it.each(["/a/quote?symbol=AAPL", "/a/nothing", "/b/cookie", "/b/v7/finance/quote", "/c/query", "/elsewhere"])(
    "labels its data as simulated at %s",
    async (path) => {
      const { headers } = await market.call(path);
      expect(headers.get("x-data-simulated")).toBe("true");
    },
  );

  it("fails for a port in use", async () => {
    const port = Number(new URL(market.simulator.url).port);
    await expect(startSimulator({ port })).rejects.toThrow("EADDRINUSE");
  });
});

describe("determinism", () => {
  const PATHS = [
    "/a/quote?symbol=AAPL&apikey=x",
    "/a/biggest-gainers?apikey=x",
    "/a/insider-trading/search?symbol=MSFT&apikey=x",
    "/a/balance-sheet-statement?symbol=BABA&period=quarter&limit=12&apikey=x",
    "/b/v8/finance/chart/TSLA?range=1y&interval=1d",
    "/c/query?function=SYMBOL_SEARCH&keywords=tesco&apikey=x",
  ];

  it("answers the same bytes for the same seed and time", async () => {
    const twin = await startSimulator({ now: () => new Date(OPEN) });
    try {
      for (const path of PATHS) {
        const { text } = await market.call(path);
        expect(await (await fetch(twin.url + path)).text()).toBe(text);
      }
    } finally {
      await twin.close();
    }
  });

  it("answers with other numbers for another seed", async () => {
    const other = await startSimulator({ now: () => new Date(OPEN), seed: 7 });
    try {
      for (const path of PATHS.slice(0, 5)) {
        const { text } = await market.call(path);
        expect(await (await fetch(other.url + path)).text()).not.toBe(text);
      }
    } finally {
      await other.close();
    }
  });
});

describe("simulated provider A", () => {
  it("rejects a call without a key and accepts any key, in query or header", async () => {
    const refused = await market.call("/a/quote?symbol=AAPL");
    expect(refused.status).toBe(401);
    expect(JSON.parse(refused.text)).toEqual({ "Error Message": expect.stringContaining("Invalid API KEY") });
    expect((await market.call("/a/quote?symbol=AAPL&apikey=x")).status).toBe(200);
    expect((await market.call("/a/quote?symbol=AAPL", { headers: { apikey: "x" } })).status).toBe(200);
  });

  it.each(["quote", "profile", "income-statement", "grades", "discounted-cash-flow", "insider-trading/search"])(
    "answers %s for an unknown symbol with an empty list",
    async (name) => {
      expect(await market.a(`${name}?symbol=NOSUCH`)).toEqual([]);
    },
  );

  it("answers many quotes at once and leaves out unknown symbols", async () => {
    const rows = await market.a("batch-quote?symbols=AAPL,NOSUCH,BRK-B");
    expect(rows.map(({ symbol }) => symbol)).toEqual(["AAPL", "BRK-B"]);
    expect(rows.slice(0, 1)).toEqual(await market.a("quote?symbol=AAPL"));
  });

  it("returns the requested number of periods, at most ten years or twelve quarters", async () => {
    expect(await market.a("income-statement?symbol=AAPL&limit=3")).toHaveLength(3);
    expect(await market.a("income-statement?symbol=AAPL&limit=40")).toHaveLength(10);
    expect(await market.a("cash-flow-statement?symbol=AAPL&limit=40&period=quarter")).toHaveLength(12);
  });
});

describe("simulated provider B", () => {
  const QUOTE = "/b/v7/finance/quote?symbols=AAPL";

  it("gives a crumb only for its cookie", async () => {
    expect((await market.call("/b/v1/test/getcrumb")).status).toBe(401);
    const { crumb } = await market.openSession();
    expect(crumb).toMatch(/^\S{11}$/);
  });

  it("rejects a call without cookie, without crumb and with a wrong crumb", async () => {
    const { cookie, crumb } = await market.openSession();
    const right = `${QUOTE}&crumb=${encodeURIComponent(crumb)}`;
    expect((await market.call(right)).status).toBe(401);
    expect((await market.call(QUOTE, { headers: { cookie } })).status).toBe(401);
    expect((await market.call(`${QUOTE}&crumb=wrong`, { headers: { cookie } })).status).toBe(401);
    expect((await market.call(right, { headers: { cookie } })).status).toBe(200);
  });

  it("distinguishes an unknown symbol from one without the data", async () => {
    const unknown = await market.b("/v10/finance/quoteSummary/NOSUCH?modules=price");
    expect(unknown).toEqual({
      status: 404,
      body: {
        quoteSummary: {
          result: null,
          error: { code: "Not Found", description: "Quote not found for symbol: NOSUCH" },
        },
      },
    });
    const without = await market.b("/v10/finance/quoteSummary/SPOT?modules=insiderTransactions");
    expect(without.status).toBe(404);
    expect(without.body.quoteSummary.error.description).toContain("No fundamentals data found");
    const both = await market.b<YahooSummary>(
      "/v10/finance/quoteSummary/SPOT?modules=price,insiderTransactions&formatted=false",
    );
    expect(Object.keys(both.body.quoteSummary.result[0]!)).toEqual(["price"]);
  });

  it("wraps numbers unless the query disables it", async () => {
    const plain = await market.b<YahooSummary>("/v10/finance/quoteSummary/AAPL?modules=price&formatted=false");
    const price = plain.body.quoteSummary.result[0]!.price!.regularMarketPrice;
    const wrapped = await market.b<YahooSummary>("/v10/finance/quoteSummary/AAPL?modules=price");
    expect(wrapped.body.quoteSummary.result[0]!.price!.regularMarketPrice).toEqual({ raw: price, fmt: String(price) });
  });

  it("sends beta only when it is requested, and then few other fields", async () => {
    const all = await market.b<YahooQuotes>("/v7/finance/quote?symbols=AAPL");
    expect(all.body.quoteResponse.result[0]).not.toHaveProperty("beta");
    const some = await market.b<YahooQuotes>("/v7/finance/quote?symbols=AAPL&fields=beta");
    expect(some.body.quoteResponse.result[0]).toMatchObject({ symbol: "AAPL", beta: expect.any(Number) });
    expect(some.body.quoteResponse.result[0]).not.toHaveProperty("marketCap");
  });

  it("screens by a tree of criteria and counts all that match", async () => {
    const query = {
      operator: "AND",
      operands: [
        { operator: "EQ", operands: ["region", "us"] },
        { operator: "EQ", operands: ["sector", "Energy"] },
        { operator: "GTE", operands: ["intradaymarketcap", 2_000_000_000] },
      ],
    };
    const asked = { offset: 0, size: 2, sortField: "intradaymarketcap", sortType: "DESC", query };
    const { body } = await market.b<YahooScreen>("/v1/finance/screener", {
      method: "POST",
      body: JSON.stringify(asked),
    });
    const [result] = body.finance.result;
    expect(result!.quotes.map(({ symbol }) => symbol)).toEqual(["XOM", "CVX"]);
    expect(result!.count).toBe(2);
    expect(result!.total).toBeGreaterThan(2);
  });

  it.each(["not json", "{}", '{"query":{"operator":"EQ","operands":["no-such-field",1]}}'])(
    "rejects %s as a screen",
    async (body) => {
      expect((await market.b("/v1/finance/screener", { method: "POST", body })).status).toBe(400);
    },
  );
});

describe("simulated provider C", () => {
  it("answers with texts only, best match first", async () => {
    const { text } = await market.call("/c/query?function=SYMBOL_SEARCH&keywords=tesco&apikey=x");
    expect(JSON.parse(text).bestMatches[0]).toEqual({
      "1. symbol": "TSCO.LON",
      "2. name": "Tesco PLC",
      "3. type": "Equity",
      "4. region": "United Kingdom",
      "5. marketOpen": "08:00",
      "6. marketClose": "16:30",
      "7. timezone": "UTC+00",
      "8. currency": "GBX",
      "9. matchScore": "0.7273",
    });
  });

  it("finds at most ten and nothing for nonsense", async () => {
    const many = await market.call("/c/query?function=SYMBOL_SEARCH&keywords=simulated%20company&apikey=x");
    expect(JSON.parse(many.text).bestMatches).toHaveLength(10);
    const none = await market.call("/c/query?function=SYMBOL_SEARCH&keywords=zzzzxxxx&apikey=x");
    expect(JSON.parse(none.text)).toEqual({ bestMatches: [] });
  });

  it.each(["function=SYMBOL_SEARCH&keywords=a", "function=SYMBOL_SEARCH&apikey=x", "function=OTHER&apikey=x"])(
    "answers %s with an error and status 200",
    async (query) => {
      const { status, text } = await market.call(`/c/query?${query}`);
      expect(status).toBe(200);
      expect(Object.keys(JSON.parse(text))).toEqual(["Error Message"]);
    },
  );
});
