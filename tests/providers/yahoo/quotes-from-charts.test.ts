import { texts } from "../../support/texts.js";
import { http, HttpResponse } from "msw";
import { describe, expect, it } from "vitest";
import { quotesFromCharts } from "../../../src/providers/yahoo/prices/quotes-from-charts.js";
import { createAsker } from "../../support/ask.js";
import { useInternet } from "../../support/internet.js";
import { many } from "../../support/many.js";
import { BASE } from "./upstream-yahoo.js";

const internet = useInternet();

/** Answers the chart of every symbol but `unknown`; returns the symbols asked. */
function answerCharts(unknown?: string): string[] {
  const asked: string[] = [];
  internet.use(
    http.get(`${BASE}/v8/finance/chart/:symbol`, ({ params }) => {
      const symbol = String(params["symbol"]);
      asked.push(symbol);
      if (symbol === unknown) {
        const error = { code: "Not Found", description: "No data found, symbol may be delisted" };
        return HttpResponse.json({ chart: { result: null, error } }, { status: 404 });
      }
      const meta = { symbol, currency: "USD", regularMarketPrice: 12.5, regularMarketTime: 1_739_566_800 };
      return HttpResponse.json({ chart: { result: [{ meta }], error: null } });
    }),
  );
  return asked;
}

describe("several quotes from provider B's charts, without a session", () => {
  it("are those of the first twenty of fifty symbols, and the errors say how to ask for more", async () => {
    const asked = answerCharts();
    const symbols = many(50, (index) => `S${index}`);
    const { data, notes } = await createAsker().ask(quotesFromCharts, { symbols });
    expect(asked.toSorted()).toEqual(symbols.slice(0, 20).toSorted());
    expect(data.quotes.map(({ symbol, price, marketCap }) => [symbol, price, marketCap])).toEqual(
      symbols.slice(0, 20).map((symbol) => [symbol, 12.5, null]),
    );
    expect(data.errors.map(({ symbol }) => symbol)).toEqual(symbols.slice(20));
    expect(texts(data.errors[0]!.error)).toBe(
      "No quote for S20 this time: provider B opens no session and answers 20 symbols at once. Ask for fewer.",
    );
    expect(notes).toEqual(["Reduced quotes from provider B's charts: marketCap is null."]);
  });

  it("have the name of the company, else the short one", async () => {
    const names: Record<string, object> = {
      AAPL: { longName: "Apple Inc.", shortName: "Apple" },
      "GC=F": { shortName: "Gold Apr 25" },
    };
    internet.use(
      http.get(`${BASE}/v8/finance/chart/:symbol`, ({ params }) => {
        const symbol = String(params["symbol"]);
        const meta = { symbol, ...names[symbol], currency: "USD", regularMarketPrice: 12.5 };
        return HttpResponse.json({ chart: { result: [{ meta }], error: null } });
      }),
    );
    const { data } = await createAsker().ask(quotesFromCharts, { symbols: ["AAPL", "GC=F", "MSFT"] });
    expect(data.quotes.map(({ name }) => name)).toEqual(["Apple Inc.", "Gold Apr 25", null]);
  });

  it("name a symbol without a chart as unknown", async () => {
    answerCharts("NOSUCH");
    const { data } = await createAsker().ask(quotesFromCharts, { symbols: ["AAPL", "NOSUCH"] });
    expect(data.quotes.map(({ symbol }) => symbol)).toEqual(["AAPL"]);
    expect(texts(data.errors)).toMatchObject([
      { symbol: "NOSUCH", error: expect.stringContaining("not known to provider B") },
    ]);
  });
});
