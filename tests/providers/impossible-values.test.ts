import { http, HttpResponse, type JsonBodyType } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { overviewFromYahoo } from "../../src/providers/yahoo/companies/overview.js";
import { quoteFromFmp } from "../../src/providers/financial-modeling-prep/quote.js";
import { quotesFromFmp } from "../../src/providers/financial-modeling-prep/quotes.js";
import { alternativeQuoteFromYahoo, alternativeQuoteFromChart } from "../../src/providers/yahoo/prices/quote.js";
import { createAsker } from "../support/ask.js";
import { useInternet } from "../support/internet.js";
import { simulateFmp } from "./financial-modeling-prep/upstream-fmp.js";
import { APPLE_PRICE, APPLE_ROW, BASE, sessionRoutes, crumbRoute, summary, summaryOf } from "./yahoo/upstream-yahoo.js";

const internet = useInternet();
const IN_2096 = 3_976_000_000;

beforeEach(() => internet.use(...sessionRoutes()));

function playQuote(row: Record<string, JsonBodyType>): void {
  simulateFmp(internet, { quote: [{ symbol: "AAPL", ...row }], "batch-quote": [{ symbol: "AAPL", ...row }] });
  const rowOfYahoo = {
    ...APPLE_ROW,
    regularMarketPrice: row["price"]!,
    regularMarketTime: row["timestamp"] ?? 1740171602,
  };
  internet.use(
    crumbRoute("/v7/finance/quote", { quoteResponse: { result: [rowOfYahoo], error: null } }),
    http.get(`${BASE}/v8/finance/chart/AAPL`, () =>
      HttpResponse.json({ chart: { result: [{ meta: rowOfYahoo }], error: null } }),
    ),
  );
}

const QUOTES = [quoteFromFmp, alternativeQuoteFromYahoo, alternativeQuoteFromChart];

describe("a quote", () => {
  it.each([0, -3, "0"])("is no valid answer with a price of %j", async (price) => {
    playQuote({ price });
    for (const source of QUOTES) {
      await expect(createAsker().ask(source as typeof quoteFromFmp, { symbol: "AAPL" })).rejects.toMatchObject({
        reason: "bad_answer",
      });
    }
    await expect(createAsker().ask(quotesFromFmp, { symbols: ["AAPL"] })).rejects.toMatchObject({
      reason: "bad_answer",
    });
  });

  it("has no time when its time is in the future", async () => {
    playQuote({ price: 5, timestamp: IN_2096 });
    for (const source of QUOTES) {
      const { data, asOf } = await createAsker().ask(source as typeof quoteFromFmp, { symbol: "AAPL" });
      expect([data.price, asOf]).toEqual([5, undefined]);
    }
    const { data } = await createAsker().ask(quotesFromFmp, { symbols: ["AAPL"] });
    expect(data.quotes[0]!.as_of).toBeNull();
  });
});

describe("an overview of a share by provider B", () => {
  const MODULES = ["assetProfile", "summaryDetail", "defaultKeyStatistics", "financialData"];
  const series = http.get(`${BASE}/ws/*`, () => HttpResponse.json({ timeseries: { result: [], error: null } }));

  it.each([[{}], [null], ["text"], [["list"]]])("is no valid answer when all its modules are %j", async (module) => {
    const modules = Object.fromEntries(MODULES.map((name) => [name, module]));
    internet.use(summary("AAPL", summaryOf({ price: APPLE_PRICE, ...modules })), series);
    await expect(createAsker().ask(overviewFromYahoo, { symbol: "AAPL" })).rejects.toMatchObject({
      reason: "bad_answer",
    });
  });

  it("names the fields of each module that is missing", async () => {
    const modules = { price: APPLE_PRICE, assetProfile: "text", financialData: { grossMargins: 0.4 } };
    internet.use(summary("AAPL", summaryOf(modules)), series);
    const { missing } = await createAsker().ask(overviewFromYahoo, { symbol: "AAPL" });
    expect(missing).toEqual(expect.arrayContaining(["industry", "ceo", "peRatio", "eps"]));
    expect(missing).not.toContain("grossMargin");
  });
});
