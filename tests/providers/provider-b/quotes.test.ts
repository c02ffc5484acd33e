import type { JsonBodyType } from "msw";
import { describe, expect, it } from "vitest";
import { otherQuotesFromB, quotesFromB } from "../../../src/providers/provider-b/quotes.js";
import { createAsker } from "../../support/ask.js";
import { useInternet } from "../../support/internet.js";
import { APPLE_ROW, sessionRoutes, crumbRoute } from "./upstream-b.js";

const internet = useInternet();

function answerQuotes(...result: JsonBodyType[]) {
  internet.use(...sessionRoutes(), crumbRoute("/v7/finance/quote", { quoteResponse: { result, error: null } }));
}

describe("several quotes by provider B", () => {
  it("state currency and time, and report unknown symbols", async () => {
    answerQuotes(APPLE_ROW, { ...APPLE_ROW, symbol: "TSCO.L", currency: "GBp", regularMarketPrice: 388.4 });
    const { data } = await createAsker().ask(quotesFromB, { symbols: ["TSCO.LON", "AAPL", "NOSUCH"] });
    expect(
      data.quotes.map((row) => [row.symbol, row.price, row.currency, row.marketCapCurrency, row.as_of, row.source]),
    ).toEqual([
      ["TSCO.LON", 388.4, "GBp", "GBP", "2025-02-14T21:00:00.000Z", "PROVIDER_B"],
      ["AAPL", 244.6, "USD", "USD", "2025-02-14T21:00:00.000Z", "PROVIDER_B"],
    ]);
    expect(data.errors).toEqual([
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
    const { data } = await createAsker().ask(quotesFromB, { symbols: ["AAPL", "TSCO.L", "7203.T"] });
    expect(data.quotes.map(({ market }) => market)).toEqual([null, "closed", "open"]);
  });

  it("are no valid answer when traded listings have no readable price", async () => {
    answerQuotes({ ...APPLE_ROW, regularMarketPrice: "much" });
    await expect(createAsker().ask(quotesFromB, { symbols: ["AAPL"] })).rejects.toMatchObject({ reason: "bad_answer" });
  });

  it("are found for symbols that another provider does not know", async () => {
    answerQuotes(APPLE_ROW);
    const { facts: found } = await createAsker().supply(otherQuotesFromB, ["AAPL", "NOSUCH"]);
    expect([found.quotes.map(({ symbol }) => symbol), found.errors.map(({ symbol }) => symbol)]).toEqual([
      ["AAPL"],
      ["NOSUCH"],
    ]);
  });
});
