import { texts } from "../../support/texts.js";
import { HttpResponse, type JsonBodyType } from "msw";
import { describe, expect, it } from "vitest";
import { otherQuotesFromYahoo, quotesFromYahoo } from "../../../src/providers/yahoo/prices/quotes.js";
import { createAsker } from "../../support/ask.js";
import { useInternet } from "../../support/internet.js";
import { APPLE_ROW, listingRow, sessionRoutes, crumbRoute } from "./upstream-yahoo.js";

const internet = useInternet();

function answerQuotes(...result: JsonBodyType[]) {
  internet.use(...sessionRoutes(), crumbRoute("/v7/finance/quote", { quoteResponse: { result, error: null } }));
}

describe("several quotes by provider B", () => {
  it("state currency and time, and report unknown symbols", async () => {
    answerQuotes(APPLE_ROW, listingRow("TSCO.L", "GBp", 388.4));
    const { data } = await createAsker().ask(quotesFromYahoo, { symbols: ["TSCO.LON", "AAPL", "NOSUCH"] });
    expect(
      data.quotes.map((row) => [row.symbol, row.price, row.currency, row.marketCapCurrency, row.as_of, row.source]),
    ).toEqual([
      ["TSCO.LON", 388.4, "GBp", "GBP", "2025-02-14T21:00:00.000Z", "PROVIDER_B"],
      ["AAPL", 244.6, "USD", "USD", "2025-02-14T21:00:00.000Z", "PROVIDER_B"],
    ]);
    expect(texts(data.errors)).toEqual([
      {
        symbol: "NOSUCH",
        error: "No quote for NOSUCH: not known to provider B. A search by name finds symbols.",
        source: "PROVIDER_B",
      },
    ]);
  });

  it("say of listings outside the United States whether their market trades", async () => {
    const rows = ["AAPL", "TSCO.L", "7203.T"].map((symbol) => ({ ...APPLE_ROW, symbol, marketState: "CLOSED" }));
    answerQuotes(rows[0]!, rows[1]!, { ...rows[2]!, marketState: "REGULAR" });
    const { data } = await createAsker().ask(quotesFromYahoo, { symbols: ["AAPL", "TSCO.L", "7203.T"] });
    expect(data.quotes.map(({ market }) => market)).toEqual([null, "closed", "open"]);
  });

  it("are no valid answer when traded listings have no readable price", async () => {
    answerQuotes({ ...APPLE_ROW, regularMarketPrice: "much" });
    await expect(createAsker().ask(quotesFromYahoo, { symbols: ["AAPL"] })).rejects.toMatchObject({
      reason: "bad_answer",
    });
  });

  it("are found for symbols that another provider does not know", async () => {
    answerQuotes(APPLE_ROW);
    const { facts: found } = await createAsker().supply(otherQuotesFromYahoo, ["AAPL", "NOSUCH"]);
    expect([found.quotes.map(({ symbol }) => symbol), found.errors.map(({ symbol }) => symbol)]).toEqual([
      ["AAPL"],
      ["NOSUCH"],
    ]);
  });
});

describe("further figures of several quotes by provider B", () => {
  const figuresOf = async (more: object) => {
    answerQuotes({ ...APPLE_ROW, ...more });
    const { data } = await createAsker().ask(quotesFromYahoo, { symbols: ["AAPL"] });
    const { bid, ask, bidSize, askSize, spreadPercent } = data.quotes[0]!;
    return [bid, ask, bidSize, askSize, spreadPercent];
  };

  it.each([
    ["as sent", { bid: 244.44, ask: 253.37, bidSize: 2, askSize: 1 }, [244.44, 253.37, 2, 1, 3.58771]],
    ["without an ask", { bid: 27.44, ask: 0, bidSize: 10, askSize: 8 }, [27.44, null, 10, null, null]],
    ["while the market is closed", { bid: 0, ask: 0, bidSize: 0, askSize: 0 }, [null, null, null, null, null]],
    ["that cross", { bid: 83.23, ask: 83.02, bidSize: 3, askSize: 4 }, [83.23, 83.02, 3, 4, null]],
    ["of no kind", {}, [null, null, null, null, null]],
  ])("have bid, ask and spread %s", async (_name, sent, figures) => {
    expect(await figuresOf(sent)).toEqual(figures);
  });

  it("have the beta in a call of its own", async () => {
    const asked: string[] = [];
    const row = { symbol: "MSFT", quoteType: "EQUITY", exchange: "NMS", regularMarketPrice: 408.43, beta: 0.895 };
    internet.use(
      ...sessionRoutes(),
      crumbRoute("/v7/finance/quote", (request) => {
        asked.push(new URL(request.url).searchParams.get("fields")!);
        return HttpResponse.json({ quoteResponse: { result: [row], error: null } });
      }),
    );
    const { data } = await createAsker().ask(quotesFromYahoo, { symbols: ["MSFT"] }, { column: "beta" });
    expect([data.quotes[0]?.beta, asked]).toEqual([0.895, ["symbol,beta"]]);
  });

  it("have the sector of each symbol by its summary, and leave out one that has none", async () => {
    internet.use(
      ...sessionRoutes(),
      crumbRoute("/v10/finance/quoteSummary/:symbol", (request) => {
        const symbol = new URL(request.url).pathname.split("/").at(-1)!;
        if (symbol === "XYZ") return new HttpResponse(null, { status: 500 });
        const price = { symbol, regularMarketPrice: 50, currency: "USD", quoteType: "EQUITY" };
        const result = [{ price, assetProfile: { sector: "Industrials" } }];
        return HttpResponse.json({ quoteSummary: { result, error: null } });
      }),
    );
    const { data, missing } = await createAsker().ask(
      quotesFromYahoo,
      { symbols: ["CAT", "XYZ"] },
      { column: "sector" },
    );
    expect(data.quotes.map(({ symbol, sector, price }) => [symbol, sector, price])).toEqual([
      ["CAT", "Industrial", 50],
    ]);
    expect(missing).toEqual(["sector"]);
  });
});

describe("several quotes by provider B in another currency", () => {
  const rateRow = (symbol: string, rate: number | null) => ({
    symbol,
    quoteType: "CURRENCY",
    currency: "EUR",
    regularMarketPrice: rate,
    regularMarketTime: 1739566740,
  });
  const RATES = [rateRow("EUR=X", 0.953), rateRow("GBPEUR=X", 1.2), rateRow("DKKEUR=X", 0.134)];
  const TIME = "2025-02-14T20:59:00.000Z";

  /** Answers each call with those of the rows that it asks for. */
  async function convert(rows: readonly object[], symbols: string[], to = "EUR", rates: readonly object[] = RATES) {
    const asked: string[] = [];
    internet.use(
      ...sessionRoutes(),
      crumbRoute("/v7/finance/quote", (request) => {
        const wanted = new URL(request.url).searchParams.get("symbols")!;
        asked.push(wanted);
        const known = [...rows, ...rates] as { symbol: string }[];
        const result = known.filter(({ symbol }) => wanted.split(",").includes(symbol));
        return HttpResponse.json({ quoteResponse: { result, error: null } });
      }),
    );
    const { data, missing } = await createAsker().ask(quotesFromYahoo, { symbols, convert: to });
    const figures = data.quotes.map((row) => [row.symbol, row.price, row.convertedPrice, row.rate, row.rateTime]);
    return { figures, asked, missing };
  }

  it("have price * rate in six digits, pence as pounds, with rates of the same call", async () => {
    const tesco = listingRow("TSCO.L", "GBp", 388.4);
    const siemens = listingRow("SIE.DE", "EUR", 210.15);
    const { figures, asked, missing } = await convert([APPLE_ROW, tesco, siemens], ["AAPL", "TSCO.LON", "SIE.DE"]);
    expect(figures).toEqual([
      // 244.6 * 0.953 = 233.1038 and 3.884 * 1.2 = 4.6608
      ["AAPL", 244.6, 233.104, 0.953, TIME],
      ["TSCO.LON", 388.4, 4.6608, 1.2, TIME],
      ["SIE.DE", 210.15, 210.15, 1, null],
    ]);
    expect([asked, missing]).toEqual([["AAPL,SIE.DE,TSCO.L,EUR=X,GBPEUR=X"], []]);
  });

  it("take a second call for a listing in another currency than usual on its exchange", async () => {
    const fund = listingRow("VUSD.L", "USD", 110);
    const { figures, asked } = await convert([fund], ["VUSD.L"]);
    expect(figures).toEqual([["VUSD.L", 110, 104.83, 0.953, TIME]]);
    expect(asked).toEqual(["VUSD.L,GBPEUR=X", "EUR=X"]);
  });

  it("have null without a rate, without a currency, and for the level of an index", async () => {
    const rows = [
      APPLE_ROW,
      { ...APPLE_ROW, symbol: "X", currency: null },
      { ...APPLE_ROW, symbol: "^GSPC", quoteType: "INDEX" },
    ];
    const { figures, missing } = await convert(rows, ["AAPL", "X", "^GSPC"], "EUR", [rateRow("EUR=X", null)]);
    expect(figures).toEqual([
      ["AAPL", 244.6, null, null, null],
      ["X", 244.6, null, null, null],
      ["^GSPC", 244.6, null, null, null],
    ]);
    expect(missing).toEqual([]);
  });

  it("take no price of another kind of security for a rate", async () => {
    const other = { ...rateRow("EUR=X", 0.953), quoteType: "EQUITY" };
    const { figures } = await convert([APPLE_ROW], ["AAPL"], "EUR", [other]);
    expect(figures).toEqual([["AAPL", 244.6, null, null, null]]);
  });

  it("come without the columns unless the question has a currency", async () => {
    answerQuotes(APPLE_ROW);
    const { data } = await createAsker().ask(quotesFromYahoo, { symbols: ["AAPL"] });
    expect(data.quotes[0]).not.toHaveProperty("convertedPrice");
  });
});
