import { say, type Sentence } from "../../src/contract/sentence.js";
import { describe, expect, it, vi } from "vitest";
import { CATALOGUE } from "../../src/catalogue.js";
import type { Entry } from "../../src/contract/entry.js";
import type { Served } from "../../src/contract/envelope.js";
import { MarketDataError, HINTS } from "../../src/contract/errors.js";
import type { Ask } from "../../src/contract/question.js";
import { createRouter } from "../../src/rest/router.js";
import { envelopeOf, servedOf } from "../support/fakes.js";
import { createRest as createRestOf, type RestAsking } from "../support/rest.js";

const BODY = { symbol: "AAPL", price: 187.5, eps: null };
const FETCHED = Date.UTC(2026, 2, 5, 12);

/** A router over a pipeline with a fixed answer, and the questions it received. */
function createRest(served: Served = servedOf(BODY)) {
  const ask = vi.fn<Ask>(async () => served);
  const rest = createRestOf(CATALOGUE, ask);
  const asked = () => ask.mock.calls.map(([{ input }]) => input);
  return {
    asked,
    get: (url: string, more: Partial<RestAsking> = {}) => rest({ url, ...more }),
  };
}

const failure = (error: string, detail: string) => ({ error, detail });
const NO_PATH = failure("Not found", "No such path. /openapi.json lists the paths, /docs explains them.");
const BAD_ESCAPE = failure("Invalid request", "The address has a malformed % escape.");

describe("the router", () => {
  it("answers with the body and all headers about it", async () => {
    const { get } = createRest();
    expect(await get("/api/v1/stock/AAPL")).toEqual({
      status: 200,
      headers: {
        "content-type": "application/json; charset=utf-8",
        etag: expect.stringMatching(/^"[\w-]{27}"$/),
        age: "0",
        "cache-control": "max-age=15",
        "cache-status": "market-data-mcp; fwd=miss",
        vary: "Accept",
        "x-data-sources": "provider-a",
      },
      body: '{"symbol":"AAPL","price":187.5,"eps":null}',
      length: 42,
      state: "miss",
    });
  });

  it.each([
    ["/api/v1/stock/AAPL/overview", { symbol: "AAPL" }],
    ["/api/v1/stock/aapl", { symbol: "AAPL" }],
    ["/api/v1/stock/%20brk.b%20", { symbol: "BRK.B" }],
    ["/api/v1/stock/%5EGSPC", { symbol: "^GSPC" }],
    ["/api/v1/stock/^GSPC", { symbol: "^GSPC" }],
    ["/api/v1/stock/EURUSD=X", { symbol: "EURUSD=X" }],
    ["/api/v1/stock/M&M.NS", { symbol: "M&M.NS" }],
    // Unusual, but still one parameter: it is encoded in the upstream call.
    ["/api/v1/stock/AAPL%26apikey=x", { symbol: "AAPL&APIKEY=X" }],
    ["/api/v1/stock/AAPL/provider-b", { symbol: "AAPL" }],
    ["/api/v1/stock/PROVIDER-B/provider-b", { symbol: "PROVIDER-B" }],
    ["/api/v1/provider-a/stock/AAPL/financials", { symbol: "AAPL", statement_type: "income", period: "annual" }],
    [
      "/api/v1/provider-a/stock/AAPL/financials?period=quarter&statement_type=cash",
      { symbol: "AAPL", statement_type: "cash", period: "quarter" },
    ],
    ["/api/v1/search?q=+Royal+Dutch+", { q: "royal dutch" }],
    ["/api/v1/screener?beta_max=1.5&country=us&limit=5", { beta_max: 1.5, country: "US", limit: 5 }],
    ["/api/v1/market/gainers", {}],
    ["/api/v1/market/active", { limit: 20 }],
    ["/api/v1/crypto?limit=100", { limit: 100 }],
    ["/api/v1/crypto?", { limit: 20 }],
  ])("asks the question of %s", async (url, input) => {
    const { get, asked } = createRest();
    expect(await get(url)).toMatchObject({ status: 200 });
    expect(asked()).toEqual([input]);
  });

  it("asks the same question, and so finds the same cached answer, for a list with commas and for repeated parameters", async () => {
    const { get, asked } = createRest(servedOf({ quotes: [], errors: [], notes: [] }));
    const statuses = [
      await get("/api/v1/quotes?symbols=AAPL,MSFT&fields=price,name"),
      await get("/api/v1/quotes?symbols=AAPL&symbols=msft&fields=price&fields=name"),
    ].map(({ status }) => status);
    expect(statuses).toEqual([200, 200]);
    const [first, second] = asked();
    expect(first).toEqual({ symbols: ["AAPL", "MSFT"] });
    expect(second).toEqual(first);
  });

  it("passes the caller's signal on", async () => {
    const ask = vi.fn<Ask>(async () => servedOf(BODY));
    const { signal } = new AbortController();
    await createRestOf(CATALOGUE, ask)({ url: "/api/v1/crypto", signal: () => signal });
    expect(ask).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ input: { limit: 20 }, signal }));
  });

  it.each([
    "/",
    "/api",
    "/api/v1",
    "/api/v1/",
    "/api/v1/stock/AAPL/unknown",
    "/api/v1/stock/<b>/histroy",
    `/api/v1/stock/AAPL/${"histroy".repeat(20)}`,
    "",
    "*",
  ])("answers 404 for the path %j", async (url) => {
    const { get, asked } = createRest();
    const { status, body } = await get(url);
    expect({ status, body: JSON.parse(body) }).toEqual({ status: 404, body: NO_PATH });
    expect(asked()).toEqual([]);
  });

  it.each([
    ["/api/v1/stocks/AAPL", "/api/v1/stock/AAPL"],
    ["/api/v1/stock/AAPL/", "/api/v1/stock/AAPL"],
    ["//api/v1/crypto", "/api/v1/crypto"],
    ["/API/v1/crypto", "/api/v1/crypto"],
    ["/api/v1/stock/AAPL/histroy?range=1y", "/api/v1/stock/AAPL/history"],
    ["/api/v1/stock/%5EGSPC/price-history", "/api/v1/stock/%5EGSPC/history"],
    ["/api/v1/stock/AAPL/dividend", "/api/v1/stock/AAPL/dividends"],
    ["/api/v1/stock/AAPL/financials", "/api/v1/provider-a/stock/AAPL/financials"],
    ["/api/stock/AAPL", "/api/v1/stock/AAPL"],
    ["/stock/AAPL/news", "/api/v1/stock/AAPL/news"],
    ["/quotes", "/api/v1/quotes"],
    ["/api/v1/quote/AAPL", "/api/v1/stock/AAPL"],
    ["/api/v1/quotes/AAPL", "/api/v1/stock/AAPL"],
    ["/api/v1/price/%5EGSPC?x=1", "/api/v1/stock/%5EGSPC"],
    ["/api/v1/stock/../crypto", "/api/v1/crypto"],
    ["/api/v2/stock/AAPL", "/api/v1/stock/AAPL"],
  ])("suggests the nearest path for %j", async (url, nearest) => {
    const { get, asked } = createRest();
    const { status, body } = await get(url);
    const detail = `No such path. Did you mean ${nearest}? /openapi.json lists the paths, /docs explains them.`;
    expect({ status, body: JSON.parse(body) }).toEqual({ status: 404, body: failure("Not found", detail) });
    expect(asked()).toEqual([]);
  });

  it("says for an unknown path that the server has no answer for its subject", async () => {
    const { get } = createRest();
    const detailOf = async (url: string) => (JSON.parse((await get(url)).body) as { detail: string }).detail;
    expect(await detailOf("/api/v1/stock/AAPL/transcript?x=1")).toBe(
      "No such path. This server has no transcripts. /openapi.json lists the paths, /docs explains them.",
    );
    expect(await detailOf("/api/v1/stock/AAPL/positions")).toContain("This server has no portfolios or orders. ");
  });

  it("names addresses instead of tools in its errors", async () => {
    const unknown = new MarketDataError("not_found", "Price of X: not known.", { hints: [HINTS.findSymbol] });
    const rest = createRestOf(CATALOGUE, () => Promise.reject(unknown));
    const { body } = await rest({ url: "/api/v1/stock/X/recommendations" });
    expect(JSON.parse(body)).toMatchObject({
      detail: "Price of X: not known. GET /api/v1/search?q=... finds the right one.",
    });
  });

  it.each([
    "/api/v1/stock/",
    "/api/v1/stock/%20",
    "/api/v1/stock/%2e%2e",
    "/api/v1/stock/AAPL%2F..",
    "/api/v1/stock/..%2fcrypto",
    "/api/v1/stock/AAPL;x",
    "/api/v1/stock/AAPL%3Fx=1",
    "/api/v1/stock/AAPL%0d%0aX-Evil:1",
    "/api/v1/stock/AAPL%00",
    "/api/v1/stock/%1b[31m",
    "/api/v1/stock/%EF%BC%A1APL",
    "/api/v1/stock/%D0%90APL",
    "/api/v1/stock/%E2%80%AEAPL",
    "/api/v1/stock/__proto__",
    "/api/v1/stock/%252e%252e",
    `/api/v1/stock/${"A".repeat(4000)}`,
  ])("rejects the symbol in %s without a question", async (url) => {
    const { get, asked } = createRest();
    const { status, body } = await get(url);
    expect(status).toBe(400);
    expect(Object.keys(JSON.parse(body) as object).toSorted()).toEqual(["detail", "error"]);
    expect(asked()).toEqual([]);
  });

  it.each(["/api/v1/stock/%", "/api/v1/stock/%E0%A4%A", "/api/v1/stock/%C3%28", "/%zz"])(
    "rejects the malformed escape in the path %s",
    async (url) => {
      const { status, body } = await createRest().get(url);
      expect({ status, body: JSON.parse(body) }).toEqual({ status: 400, body: BAD_ESCAPE });
    },
  );

  it.each(["POST", "PUT", "PATCH", "DELETE", "TRACE", "CONNECT", "BREW"])("is read-only: %s", async (method) => {
    const { get, asked } = createRest();
    const { status, headers, body } = await get("/api/v1/crypto", { method });
    expect({ status, headers, body: JSON.parse(body) }).toEqual({
      status: 405,
      headers: {
        "content-type": "application/json; charset=utf-8",
        "cache-control": "no-store",
        allow: "GET, HEAD, OPTIONS",
      },
      body: failure("Method not allowed", "This path is read-only. Allowed: GET, HEAD, OPTIONS."),
    });
    expect(asked()).toEqual([]);
  });

  it("answers 404 for an unknown path with any method", async () => {
    expect(await createRest().get("/api/v1/nothing", { method: "POST" })).toMatchObject({ status: 404 });
    expect(await createRest().get("/api/v1/nothing", { method: "OPTIONS" })).toMatchObject({ status: 404 });
  });

  it("throws when no caller was admitted, whatever the method", async () => {
    const ask = vi.fn<Ask>(async () => servedOf(BODY));
    const [entry] = CATALOGUE as [Entry];
    const { route } = entry.capability;
    const rest = createRouter(CATALOGUE, ask);
    for (const method of ["GET", "HEAD", "OPTIONS", "POST"]) {
      const request = { method, entry, parameters: { symbol: "AAPL" }, query: "", address: route, visit: undefined };
      await expect(rest(request)).rejects.toThrow(`No caller was admitted to ${route}.`);
    }
    expect(ask).not.toHaveBeenCalled();
  });

  it("answers HEAD like GET", async () => {
    const { get } = createRest();
    expect(await get("/api/v1/crypto", { method: "HEAD" })).toEqual(await get("/api/v1/crypto"));
  });

  it("answers OPTIONS with the allowed methods, without a question", async () => {
    const { get, asked } = createRest();
    expect(await get("/api/v1/crypto", { method: "OPTIONS" })).toEqual({
      status: 204,
      headers: { allow: "GET, HEAD, OPTIONS" },
      body: "",
    });
    expect(asked()).toEqual([]);
  });
});

describe("the headers of an answer", () => {
  const headersOf = async (served: Served) => (await createRest(served).get("/api/v1/stock/AAPL")).headers;

  it("describe a hit with its age and remaining freshness", async () => {
    expect(await headersOf(servedOf(BODY, { state: "hit", ageSeconds: 6, freshForSeconds: 9 }))).toMatchObject({
      age: "6",
      "cache-control": "max-age=9",
      "cache-status": "market-data-mcp; hit; ttl=9",
    });
  });

  it("state the currency, and the fields in another one", async () => {
    const inPence = { ...servedOf(BODY).envelope, currency: { price: "GBp", fields: { marketCap: "GBP" } } };
    expect(await headersOf({ ...servedOf(BODY), envelope: inPence })).toMatchObject({
      "x-data-currency": "GBp; marketCap=GBP",
    });
    expect(await headersOf(servedOf(BODY))).not.toHaveProperty("x-data-currency");
  });

  it("describe a stale answer with its real age and the reason", async () => {
    const stale = {
      state: "stale",
      ageSeconds: 100,
      freshForSeconds: 0,
      staleReason: "provider a: timed out",
    } as const;
    expect(await headersOf(servedOf(BODY, stale))).toMatchObject({
      age: "100",
      "cache-control": "max-age=0",
      "cache-status": "market-data-mcp; fwd=stale",
      "x-data-stale": "provider a: timed out",
    });
  });

  it("have the notes on the data in X-Data-Notes, in ASCII and of bounded length", async () => {
    const noted = (...notes: Sentence[]) =>
      headersOf(servedOf(BODY, { envelope: { ...servedOf(BODY).envelope, notes } }));
    expect(await noted(say`Prices in euro (€).`, say`Late.`)).toMatchObject({
      "x-data-notes": "Prices in euro (\\u20ac). Late.",
    });
    const sentences = Array.from({ length: 900 }, (_, at) => say`Euro (€) ${at}.`);
    const long = (await noted(...sentences))["x-data-notes"]!;
    expect(long).toMatch(/^(?:Euro \(\\u20ac\) \d+\. )+(?:Euro )?(?:\(\\u20ac\) )?\.\.\.$/);
    expect(long.length).toBeGreaterThan(1950);
    expect(long.length).toBeLessThanOrEqual(2000);
    const most = "x".repeat(1995);
    expect((await noted(say`${most} end.`))["x-data-notes"]).toBe(`${most} end.`);
    expect((await noted(say`${most} ends.`))["x-data-notes"]).toBe(`${most} ...`);
    expect((await noted(say`${"x".repeat(2001)}`))["x-data-notes"]).toBe("...");
    expect(await headersOf(servedOf(BODY))).not.toHaveProperty("x-data-notes");
  });

  it("have X-Data-Stale for stale answers only", async () => {
    expect(await headersOf(servedOf(BODY))).not.toHaveProperty("x-data-stale");
  });

  it.each([
    [{ provider: "provider-a" as const }, "provider-a"],
    [
      { provider: "provider-b" as const, passedOver: [{ provider: "provider-a", reason: "not_in_plan" }] as const },
      'provider-b; reason="provider-a: not in plan"',
    ],
    [
      {
        provider: "provider-a" as const,
        passedOver: [
          { provider: "provider-c", reason: "not_configured" },
          { provider: "provider-b", reason: "rate_limited" },
        ] as const,
      },
      'provider-a; reason="provider-c: not configured, provider-b: rate limited"',
    ],
    [
      { provider: "provider-a" as const, filled: [{ provider: "provider-b" as const, fields: ["avgVolume", "eps"] }] },
      'provider-a, provider-b; fields="avgVolume eps"',
    ],
    [
      {
        provider: "provider-b" as const,
        passedOver: [{ provider: "provider-a", reason: "timed_out" }] as const,
        missing: ["eps", "pe"],
      },
      'provider-b; reason="provider-a: timed out"; missing="eps pe"',
    ],
  ])(
    "name the providers that answered, were passed over or enriched, and missing fields: %j",
    async (history, sources) => {
      const envelope = envelopeOf(FETCHED, {
        body: BODY,
        ...history,
        passedOver: [...("passedOver" in history ? history.passedOver : [])],
      });
      const headers = await headersOf({ ...servedOf(BODY), envelope });
      expect(headers["x-data-sources"]).toBe(sources);
    },
  );
});

describe("the ETag", () => {
  async function etagOf(body: object): Promise<string> {
    const { headers } = await createRest(servedOf({ ...body })).get("/api/v1/stock/AAPL");
    return headers["etag"]!;
  }

  it("is the same for the same body and differs for another one", async () => {
    expect(await etagOf(BODY)).toBe(await etagOf({ ...BODY }));
    expect(await etagOf(BODY)).not.toBe(await etagOf({ ...BODY, price: 187.51 }));
  });

  it.each([
    ["it", (etag: string) => etag],
    ["it, weakly", (etag: string) => `W/${etag}`],
    ["it among others", (etag: string) => `"other", ${etag}`],
    ["anything", () => "*"],
  ])("leads to 304 without a body for If-None-Match: %s", async (_what, name) => {
    const ifNoneMatch = name(await etagOf(BODY));
    const reply = await createRest().get("/api/v1/stock/AAPL", { ifNoneMatch });
    expect(reply).toMatchObject({ status: 304, body: "", headers: { age: "0", "x-data-sources": "provider-a" } });
  });

  it.each(['"other"', "", "W/", '"'])("leads to the whole body for If-None-Match: %j", async (ifNoneMatch) => {
    const reply = await createRest().get("/api/v1/stock/AAPL", { ifNoneMatch });
    expect(reply).toMatchObject({ status: 200, body: JSON.stringify(BODY) });
  });
});
