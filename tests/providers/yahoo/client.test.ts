import * as fc from "fast-check";
import { http, HttpResponse } from "msw";
import { describe, expect, it } from "vitest";
import type { Source } from "../../../src/contract/provider.js";
import { cryptoFromYahoo } from "../../../src/providers/yahoo/prices/crypto.js";
import { financialsFromYahoo } from "../../../src/providers/yahoo/companies/financials.js";
import { loserFactsFromYahoo } from "../../../src/providers/yahoo/prices/market-facts.js";
import { gainersFromYahoo } from "../../../src/providers/yahoo/prices/movers.js";
import { alternativeQuoteFromYahoo, alternativeQuoteFromChart } from "../../../src/providers/yahoo/prices/quote.js";
import { recommendationsFromYahoo } from "../../../src/providers/yahoo/companies/recommendations.js";
import { screenerFromYahoo } from "../../../src/providers/yahoo/market/screener.js";
import { searchFromYahoo } from "../../../src/providers/yahoo/market/search.js";
import { createAsker } from "../../support/ask.js";
import { useInternet } from "../../support/internet.js";
import {
  APPLE_PRICE,
  APPLE_ROW,
  BASE,
  sessionRoutes,
  crumbRoute,
  summary,
  summaryNotFound,
  summaryOf,
} from "./upstream-yahoo.js";

const internet = useInternet();
const SYMBOL = { symbol: "AAPL" };
const FOR_ONE_SYMBOL: [name: string, source: Source<never>][] = [
  ["quoteSummary", recommendationsFromYahoo as never],
  ["quote", alternativeQuoteFromYahoo as never],
  ["chart", alternativeQuoteFromChart as never],
];
const FOR_THE_MARKET: [name: string, source: Source<never>, input: Record<string, string>][] = [
  ["timeseries", financialsFromYahoo as never, SYMBOL],
  ["predefined screener", gainersFromYahoo as never, {}],
  ["coins", cryptoFromYahoo as never, {}],
  ["screener", screenerFromYahoo as never, {}],
  ["search", searchFromYahoo as never, { q: "apple" }],
];
/** Calls that need no crumb. */
const OPEN = new Set(["chart", "timeseries", "search"]);
const ALL = [...FOR_ONE_SYMBOL.map(([name, source]) => [name, source, SYMBOL] as const), ...FOR_THE_MARKET];

/** Sends this answer to every call of provider B. */
function answerAll(make: () => Response) {
  internet.use(...sessionRoutes(), http.all(`${BASE}/*`, make));
}

describe.each(ALL)("a call to provider B: %s", (call, source, input) => {
  it.each(["{}", "[]", "null", ""])("fails with no_data when the answer is %j", async (text) => {
    answerAll(() => new HttpResponse(text));
    await expect(createAsker().ask(source, input)).rejects.toMatchObject({ reason: "no_data" });
  });

  it("fails with no_data when the answer is 204", async () => {
    answerAll(() => new HttpResponse(null, { status: 204 }));
    await expect(createAsker().ask(source, input)).rejects.toMatchObject({ reason: "no_data" });
  });

  it.each([
    "<!DOCTYPE html>",
    '{"quoteSummary":{"res',
    "  ",
    "[1]",
    '"text"',
    "5",
    '{"error":"no"}',
    '{"quoteSummary":5,"quoteResponse":[],"chart":"x","timeseries":1,"finance":null,"quotes":{}}',
    '{"quoteSummary":{"result":{}},"quoteResponse":{"result":5},"chart":{},"timeseries":{"result":{}},"finance":{"result":1}}',
  ])("fails with bad_answer for %j", async (text) => {
    answerAll(() => new HttpResponse(text));
    await expect(createAsker().ask(source, input)).rejects.toMatchObject({ reason: "bad_answer" });
  });

  it.each([301, 302, 307, 308])("does not follow a redirect (%i)", async (status) => {
    answerAll(() => new HttpResponse(null, { status, headers: { location: "https://evil.example/" } }));
    await expect(createAsker().ask(source, input)).rejects.toMatchObject({ reason: "bad_answer" });
  });

  it.each([205, 304, 400, 418, 451])("fails with bad_answer for the status %i", async (status) => {
    answerAll(() => new HttpResponse(null, { status }));
    await expect(createAsker().ask(source, input)).rejects.toMatchObject({ reason: "bad_answer" });
  });

  it("reports a limit, and pauses provider B if the call is open, else its calls with a crumb", async () => {
    let calls = 0;
    answerAll(() => {
      calls += 1;
      return HttpResponse.text("Too Many Requests\r\n", { status: 429 });
    });
    const asker = createAsker();
    const limited = { reason: OPEN.has(call) ? "rate_limited" : "session_limited", retryAfterSeconds: 60 };
    await expect(asker.ask(source, input)).rejects.toMatchObject(limited);
    await expect(asker.ask(source, input)).rejects.toMatchObject(limited);
    expect(calls).toBe(1);
  });

  it("fails only in expected ways for any JSON", async () => {
    let body: unknown;
    answerAll(() => new HttpResponse(JSON.stringify(body)));
    const envelopes = ["quoteSummary", "quoteResponse", "chart", "timeseries", "finance"];
    const junk = fc.record({ result: fc.oneof(fc.jsonValue(), fc.array(fc.jsonValue({ maxDepth: 3 }))) });
    const asker = createAsker();
    await fc.assert(
      fc.asyncProperty(junk, async (envelope) => {
        body = { ...Object.fromEntries(envelopes.map((name) => [name, envelope])), quotes: envelope.result };
        const kind = await asker.ask(source, input).then(
          () => "answered",
          (error: { kind?: string }) => error.kind,
        );
        expect(["answered", "upstream_unavailable", "not_found"]).toContain(kind);
      }),
      { numRuns: 30 },
    );
  });
});

describe.each(FOR_ONE_SYMBOL)("an unknown symbol by %s", (_name, source) => {
  it("is distinguished from a failure by the status 404, in our own words", async () => {
    answerAll(() => HttpResponse.json({ chart: { result: null, error: { code: "Not Found" } } }, { status: 404 }));
    await expect(createAsker().ask(source, { symbol: "APPL.LON" } as never)).rejects.toMatchObject({
      kind: "not_found",
      message: 'Cannot find "APPL.LON": provider B does not know this symbol.',
    });
  });
});

describe.each(FOR_THE_MARKET)("404 to %s", (_name, source, input) => {
  it("means no data", async () => {
    answerAll(() => HttpResponse.html("<h1>Not found</h1>", { status: 404 }));
    await expect(createAsker().ask(source, input)).rejects.toMatchObject({ reason: "no_data" });
  });
});

describe("a summary", () => {
  it.each(["Quote not found for symbol: NOPE", "Quote not found for ticker symbol: NOPE"])(
    "is not found when provider B answers %j",
    async (description) => {
      internet.use(...sessionRoutes(), summary("NOPE", summaryNotFound(description)));
      await expect(createAsker().ask(recommendationsFromYahoo, { symbol: "nope" })).rejects.toMatchObject({
        kind: "not_found",
      });
    },
  );

  it("without any requested module is no_data, because the symbol may be known", async () => {
    const description = "No fundamentals data found for any of the summaryTypes=price,recommendationTrend";
    internet.use(...sessionRoutes(), summary("AAPL", summaryNotFound(description)));
    await expect(createAsker().ask(recommendationsFromYahoo, SYMBOL)).rejects.toMatchObject({ reason: "no_data" });
  });

  it("without a price is no_data", async () => {
    internet.use(...sessionRoutes(), summary("AAPL", summaryOf({ recommendationTrend: { trend: [] } })));
    await expect(createAsker().ask(recommendationsFromYahoo, SYMBOL)).rejects.toMatchObject({ reason: "no_data" });
  });

  it.each(["MSFT", null, 5, undefined])(
    "about the symbol %j instead of the requested one is not used",
    async (symbol) => {
      internet.use(
        ...sessionRoutes(),
        summary("AAPL", summaryOf({ price: { ...APPLE_PRICE, symbol: symbol as string } })),
      );
      await expect(createAsker().ask(recommendationsFromYahoo, SYMBOL)).rejects.toMatchObject({ reason: "bad_answer" });
    },
  );

  it("of a delisted security is not found", async () => {
    const price = { symbol: "AAPL", quoteType: "NONE", exchange: "YHD" };
    internet.use(...sessionRoutes(), summary("AAPL", summaryOf({ price })));
    await expect(createAsker().ask(recommendationsFromYahoo, SYMBOL)).rejects.toMatchObject({ kind: "not_found" });
  });

  it("is requested with provider B's spelling, percent-encoded", async () => {
    const paths: string[] = [];
    internet.use(
      ...sessionRoutes(),
      http.get(`${BASE}/v10/finance/quoteSummary/*`, ({ request }) => {
        const { pathname, searchParams } = new URL(request.url);
        const modules = (searchParams.get("modules") ?? "").split(",");
        expect(modules).toEqual(expect.arrayContaining(["price", "recommendationTrend"]));
        paths.push(`${pathname} ${searchParams.get("formatted")}`);
        const symbol = decodeURIComponent(pathname.split("/").at(-1)!);
        return HttpResponse.json(summaryOf({ price: { ...APPLE_PRICE, symbol } }));
      }),
    );
    const asker = createAsker();
    for (const symbol of ["BRK.B", "^GSPC", "EURUSD", "TSCO.LON", "M&M.NS"]) {
      expect((await asker.ask(recommendationsFromYahoo, { symbol })).data.symbol).toBe(symbol);
    }
    expect(paths).toEqual(
      ["BRK-B", "%5EGSPC", "EURUSD%3DX", "TSCO.L", "M%26M.NS"].map(
        (symbol) => `/v10/finance/quoteSummary/${symbol} false`,
      ),
    );
  });
});

describe("quotes of many symbols", () => {
  it("are requested fifty at a time, and returned under the requested spelling", async () => {
    const asked = ["BRK.B", ...Array.from({ length: 119 }, (_value, index) => `S${index}`)];
    const sizes: number[] = [];
    internet.use(
      ...sessionRoutes(),
      crumbRoute("/v7/finance/quote", (request) => {
        const symbols = new URL(request.url).searchParams.get("symbols")!.split(",");
        sizes.push(symbols.length);
        const known = symbols.filter((symbol) => symbol !== "S7");
        const result = known.map((symbol) => ({ ...APPLE_ROW, symbol })).toReversed();
        return HttpResponse.json({ quoteResponse: { result, error: null } });
      }),
    );
    const { facts } = await createAsker().supply(loserFactsFromYahoo, asked);
    expect(sizes.sort()).toEqual([20, 50, 50]);
    expect(facts.map(([symbol]) => symbol)).toEqual(asked.filter((symbol) => symbol !== "S7"));
    expect(new Map(facts).get("BRK.B")).toEqual({
      volume: 40896227,
      avgVolume: 50443058,
      marketCap: 3674405863424,
      pe: 38.763866,
      eps: 6.31,
      change: 1.2710667,
      dividendYield: null,
      yearHigh: 260.1,
      yearLow: 164.08,
      yearChangePercent: null,
      priceToBook: null,
    });
  });

  it("need no call without symbols", async () => {
    expect(await createAsker().supply(loserFactsFromYahoo, [])).toEqual({ facts: [], missing: [] });
  });
});
