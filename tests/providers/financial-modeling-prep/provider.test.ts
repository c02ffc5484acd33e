import * as fc from "fast-check";
import { http, HttpResponse } from "msw";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { Capability } from "../../../src/contract/capability.js";
import type { Reason } from "../../../src/contract/errors.js";
import type { UpstreamResponse } from "../../../src/contract/upstream.js";
import { newsFromFmp } from "../../../src/providers/financial-modeling-prep/news.js";
import { overviewFromFmp } from "../../../src/providers/financial-modeling-prep/overview.js";
import { priceHistoryFromFmp } from "../../../src/providers/financial-modeling-prep/price-history.js";
import { fmpProvider } from "../../../src/providers/financial-modeling-prep/provider.js";
import { quoteFromFmp } from "../../../src/providers/financial-modeling-prep/quote.js";
import { quotesFromFmp } from "../../../src/providers/financial-modeling-prep/quotes.js";
import { BASES, createAsker } from "../../support/ask.js";
import { useInternet } from "../../support/internet.js";
import { NOT_IN_PLAN, simulateFmp, refused } from "./upstream-fmp.js";

const internet = useInternet();
const LIMIT_REACH = '{"Error Message":"Limit Reach . Please upgrade your plan or visit our documentation"}';
const INVALID_KEY = '{"Error Message":"Invalid API KEY. Feel free to create a Free API Key"}';
const LEGACY =
  '{"Error Message":"Legacy Endpoint : Due to Legacy endpoints being no longer supported - This endpoint is only available for legacy users who have valid subscriptions prior August 31, 2025."}';
const EXCLUSIVE =
  '{"Error Message":"Exclusive Endpoint : This endpoint is not available under your current subscription"}';
const QUOTE = [{ symbol: "AAPL", price: 255.92 }];

function ask(symbol = "AAPL", asker = createAsker()) {
  return asker.ask(quoteFromFmp, { symbol });
}

describe("the call", () => {
  it("puts the key into the query, encodes the symbol and sends a user agent", async () => {
    const seen: Request[] = [];
    internet.use(
      http.get(`${BASES["provider-a"]}/quote`, ({ request }) => {
        seen.push(request);
        return HttpResponse.json([{ symbol: "^GSPC", price: 6000 }]);
      }),
    );
    await ask("^GSPC");
    expect(seen.map(({ url }) => url)).toEqual([`${BASES["provider-a"]}/quote?symbol=%5EGSPC&apikey=test-key`]);
    expect(seen[0]!.headers.get("user-agent")).toBe("market-data-mcp");
  });

  it.each([
    ["BRK.B", "BRK-B"],
    ["TSCO.LON", "TSCO.L"],
    ["0700.HK", "0700.HK"],
    ["BTC-USD", "BTCUSD"],
    ["EURUSD=X", "EURUSD"],
  ])("spells %s as %s and answers with the requested spelling", async (asked, sent) => {
    simulateFmp(internet, {
      quote: (query: URLSearchParams) => (query.get("symbol") === sent ? [{ symbol: sent, price: 1 }] : []),
    });
    expect((await ask(asked)).data).toMatchObject({ symbol: asked, price: 1 });
  });
});

describe("a refusal", () => {
  it.each<[string, Response, Reason, number | undefined, string]>([
    ["429 without a time", refused(429, LIMIT_REACH), "rate_limited", 60, ""],
    ["429 with a time", refused(429, LIMIT_REACH, { "retry-after": "7" }), "rate_limited", 7, ""],
    ["429 in other words", refused(429, "slow down"), "rate_limited", 60, ""],
    ["a limit with 200", refused(200, LIMIT_REACH), "rate_limited", 60, ""],
    ["a limit that mentions the plan with 402", refused(402, LIMIT_REACH), "rate_limited", 60, ""],
    ["a spent bandwidth as text", refused(200, "Bandwidth Limit Reach . Please upgrade"), "rate_limited", 86_400, ""],
    ["401", refused(401, INVALID_KEY), "key_refused", undefined, ""],
    ["a wrong key with 200", refused(200, INVALID_KEY), "key_refused", undefined, ""],
    ["403", refused(403, "{}"), "key_refused", undefined, ""],
    ["a wrong key with 403", refused(403, INVALID_KEY), "key_refused", undefined, ""],
    ["403 for a legacy path", refused(403, LEGACY), "not_in_plan", undefined, "quote"],
    ["403 for an exclusive path", refused(403, EXCLUSIVE), "not_in_plan", undefined, "quote"],
    ["403 for a restricted path", refused(403, NOT_IN_PLAN.path), "not_in_plan", undefined, "quote"],
    ["403 without an endpoint", refused(403, "Premium subscription"), "key_refused", undefined, ""],
    ["402 for the symbol", refused(402, NOT_IN_PLAN.symbol), "not_in_plan", undefined, "quote AAPL"],
    ["402 for the path", refused(402, NOT_IN_PLAN.path), "not_in_plan", undefined, "quote"],
    ["402 for a parameter that was not sent", refused(402, NOT_IN_PLAN.limit), "not_in_plan", undefined, "quote"],
    ["402 in unknown words", refused(402, '{"error":"payment required"}'), "not_in_plan", undefined, "quote"],
  ])("is recognised: %s", async (_name, response, reason, retryAfterSeconds, scope) => {
    const calls = simulateFmp(internet, { quote: response });
    const asker = createAsker();
    await expect(ask("AAPL", asker)).rejects.toMatchObject({ reason, retryAfterSeconds });
    const seconds = { quote: 3_600, "quote AAPL": 86_400 }[scope] ?? retryAfterSeconds ?? 60;
    expect(asker.pauses.get("provider-a", scope ? [scope] : [])).toEqual({ reason, seconds });
    expect(asker.pauses.get("provider-a")).toEqual(scope ? undefined : { reason, seconds });
    await expect(ask("AAPL", asker)).rejects.toMatchObject({ reason });
    expect(calls).toEqual(["quote?symbol=AAPL"]);
  });

  it("for a limit without a time pauses twice as long each time, up to a quarter of an hour", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    onTestFinished(() => void vi.useRealTimers());
    simulateFmp(internet, { quote: refused(429, LIMIT_REACH) });
    const asker = createAsker();
    for (const retryAfterSeconds of [60, 120, 240, 480, 900, 900]) {
      await expect(ask("AAPL", asker)).rejects.toMatchObject({ reason: "rate_limited", retryAfterSeconds });
      vi.advanceTimersByTime(retryAfterSeconds * 1000);
    }
  });

  it.each([
    ["an error in other words", refused(200, '{"Error Message":"Something else"}')],
    ["an error that echoes our address", refused(200, '{"error":"rejected at http://a/quote?apikey=test-key"}')],
    ["a plan with 200", refused(200, `{"Error Message":"${NOT_IN_PLAN.path}"}`)],
    ["a plan with 200 as text", refused(200, NOT_IN_PLAN.symbol)],
    ["a maintenance", refused(200, "Scheduled maintenance. Premium support: call us.")],
    ["a migration", refused(200, '{"message":"Your subscription is being migrated"}')],
    ["400", refused(400, '{"error":"bad request"}')],
    ["418", refused(418, "[]")],
    ...[201, 202, 203, 206].map((status): [string, Response] => [
      `a quote with ${status}`,
      refused(status, JSON.stringify(QUOTE)),
    ]),
    ["202 with nothing", refused(202, "")],
    ["205", new HttpResponse(null, { status: 205 })],
    ["304", new HttpResponse(null, { status: 304 })],
    ["a redirect", new HttpResponse(null, { status: 302, headers: { location: "https://elsewhere.example.test/" } })],
    ["a web page", refused(200, "<!doctype html><p>Your subscription</p>")],
    ["broken JSON", refused(200, '[{"symbol":"AAPL","price":1')],
    ["blanks", refused(200, " \n ")],
    ["a text", refused(200, '"AAPL"')],
    ["an object", refused(200, '{"symbol":"AAPL","price":1}')],
    ["a list without objects", refused(200, "[1,[2],null]")],
    ["another symbol", refused(200, '[{"symbol":"MSFT","price":1}]')],
  ])("is not recognised, and is no valid answer either: %s", async (_name, response) => {
    simulateFmp(internet, { quote: response });
    const asker = createAsker();
    await expect(ask("AAPL", asker)).rejects.toMatchObject({ reason: "bad_answer" });
    expect(asker.pauses.get("provider-a", ["quote", "quote AAPL"])).toBeUndefined();
  });

  const STORY = { symbol: "AAPL", publishedDate: "2026-01-02 09:00:00", title: "A factory opens" };
  const BAR = { symbol: "AAPL", date: "2026-01-02", open: 1, high: 1, low: 1, close: 1, volume: 1 };
  it.each([
    ["quote", quoteFromFmp, QUOTE],
    ["historical-price-eod/full", priceHistoryFromFmp, [BAR]],
    ["news/stock", newsFromFmp, [STORY]],
  ] as const)("does not pause other symbols when one is outside the plan of %s", async (path, source, body) => {
    const calls = simulateFmp(internet, {
      [path]: (query: URLSearchParams) =>
        [query.get("symbol"), query.get("symbols")].includes("AVGO") ? refused(402, NOT_IN_PLAN.symbol) : [...body],
    });
    const asker = createAsker();
    const askFor = (symbol: string) => asker.ask<Capability>(source as never, { symbol } as never);
    await expect(askFor("AVGO")).rejects.toMatchObject({ reason: "not_in_plan" });
    await expect(askFor("AVGO")).rejects.toMatchObject({ reason: "not_in_plan" });
    expect(asker.pauses.get("provider-a", [`${path} AVGO`])?.seconds).toBe(86_400);
    await expect(askFor("AAPL")).resolves.toMatchObject({ data: { symbol: "AAPL" } });
    expect(calls).toHaveLength(2);
  });

  it.each([
    ["historical-price-eod/full", priceHistoryFromFmp],
    ["news/stock", newsFromFmp],
  ] as const)("of all of %s is remembered for an hour, for every symbol, and then for a day", async (path, source) => {
    vi.useFakeTimers({ toFake: ["performance"] });
    onTestFinished(() => void vi.useRealTimers());
    const calls = simulateFmp(internet, { [path]: refused(402, NOT_IN_PLAN.path) });
    const asker = createAsker();
    for (const [time, seconds] of [3_600, 86_400, 86_400].entries()) {
      for (const symbol of ["AAPL", "MSFT"]) {
        const asked = asker.ask<Capability>(source as never, { symbol } as never);
        await expect(asked).rejects.toMatchObject({ reason: "not_in_plan" });
      }
      expect(asker.pauses.get("provider-a", [path])?.seconds).toBe(seconds);
      expect(calls).toHaveLength(time + 1);
      vi.advanceTimersByTime(seconds * 1000);
    }
  });

  it("of a symbol in a list pauses this list, and neither other lists nor the path", async () => {
    const lists: string[] = [];
    simulateFmp(internet, {
      "batch-quote": (query: URLSearchParams) => {
        const symbols = query.get("symbols")!;
        lists.push(symbols);
        if (symbols.includes("AVGO")) return refused(402, NOT_IN_PLAN.symbol);
        return symbols.split(",").map((symbol) => ({ symbol, price: 1 }));
      },
    });
    const asker = createAsker();
    const refusal = { reason: "not_in_plan" };
    await expect(asker.ask(quotesFromFmp, { symbols: ["AAPL", "AVGO"] })).rejects.toMatchObject(refusal);
    await expect(asker.ask(quotesFromFmp, { symbols: ["AAPL", "AVGO"] })).rejects.toMatchObject(refusal);
    await expect(asker.ask(quotesFromFmp, { symbols: ["AAPL", "MSFT"] })).resolves.toMatchObject({
      data: expect.anything(),
    });
    expect(lists).toEqual(["AAPL,AVGO", "AAPL,MSFT"]);
  });

  it("is not recognised in words within data", async () => {
    const row = { symbol: "AAPL", companyName: "Limit Reach Subscription Invalid API key Inc." };
    simulateFmp(internet, {
      profile: [row],
      "ratios-ttm": [],
      "key-metrics-ttm": [],
      "price-target-consensus": [],
      "grades-historical": [],
    });
    const { data } = await createAsker().ask(overviewFromFmp, { symbol: "AAPL" });
    expect(data.companyName).toBe(row.companyName);
  });

  it("never throws and never pauses without a reason, for any response", () => {
    const url = new URL("https://a.example.test/stable/quote");
    const check = () =>
      fc.assert(
        fc.property(fc.integer({ min: 100, max: 599 }), fc.oneof(fc.string(), fc.json()), (status, text) => {
          const response: UpstreamResponse = { status, headers: {}, text, retryAfterSeconds: undefined };
          const refusal = fmpProvider.refusal(response, { url, scopes: ["quote", "quote AAPL"] });
          if (status >= 500 || status === 404) return refusal === undefined || refusal.reason === "rate_limited";
          return refusal === undefined ? [200, 204].includes(status) : refusal.reason !== "no_data";
        }),
      );
    expect(check).not.toThrow();
  });
});

describe("no answer", () => {
  it.each(["null", "{}", "[{}]", '[{"symbol":"NOSUCH"}]', "[null]"])(
    "is %s, which is neither data nor its absence",
    async (body) => {
      simulateFmp(internet, { quote: refused(200, body) });
      await expect(ask("NOSUCH")).rejects.toMatchObject({ reason: "bad_answer" });
    },
  );
});

describe("no data", () => {
  it.each([
    ["404", refused(404, '{"error":"not found"}')],
    ["204", new HttpResponse(null, { status: 204 })],
    ["an empty body", refused(200, "")],
    ["an error that says so with 200", refused(200, '{"Error Message":"No such symbol"}')],
    ["one in other words", refused(200, '{"error":"Symbol NOSUCH was not found."}')],
    ["one that calls it invalid", refused(200, '{"message":"Invalid ticker symbol"}')],
    ["[]", refused(200, "[]")],
  ])("is %s", async (_name, response) => {
    simulateFmp(internet, { quote: response });
    await expect(ask("NOSUCH")).rejects.toMatchObject({
      kind: "not_found",
      message: "Cannot fetch a quote for NOSUCH: provider A does not know this symbol.",
    });
  });

  it("is not reported when only some rows are no objects", async () => {
    simulateFmp(internet, { quote: refused(200, '[null,7,{"symbol":"aapl","price":255.92}]') });
    expect((await ask()).data.price).toBe(255.92);
  });
});
