import { describe, expect, it } from "vitest";
import { CATALOGUE } from "../../src/catalogue.js";
import { createCommandWords, createRestWords } from "../../src/views/tool-words.js";

const toRest = createRestWords(CATALOGUE);
const toCommand = createCommandWords(CATALOGUE);

describe("a message that names tools", () => {
  it("names addresses over REST, with the parameters they need", () => {
    expect(toRest("search_symbols finds the right one.")).toBe("GET /api/v1/search?q=... finds the right one.");
    expect(toRest("Ask provider_b_get_stock_quote.", "^GSPC")).toBe("Ask GET /api/v1/stock/%5EGSPC/provider-b.");
    expect(toRest("Ask provider_b_get_stock_quote.")).toBe("Ask GET /api/v1/stock/{symbol}/provider-b.");
    expect(toRest("get_quotes or compare_stocks")).toBe(
      "GET /api/v1/quotes?symbols=... or GET /api/v1/compare?symbols=...",
    );
  });

  it("inserts a text that the message gives for a parameter", () => {
    const message = 'search_symbols with q "apple \\"&\\u00e9 inc" finds it.';
    expect(toRest(message)).toBe("GET /api/v1/search?q=apple%20%22%26%C3%A9%20inc finds it.");
    expect(toCommand(message)).toBe('market-data-mcp call search_symbols q="apple \\"&é inc" finds it.');
  });

  it("names commands at a terminal, with the requested symbol", () => {
    expect(toCommand("search_symbols finds the right one.")).toBe(
      "market-data-mcp call search_symbols q=... finds the right one.",
    );
    expect(toCommand("Ask provider_b_get_stock_quote.", "^GSPC")).toBe(
      "Ask market-data-mcp call provider_b_get_stock_quote symbol=^GSPC.",
    );
  });

  it.each(['Invalid "q": got "search_symbols".', "market data", "my_search_symbols_2"])(
    "leaves %j alone",
    (message) => {
      expect([toRest(message), toCommand(message)]).toEqual([message, message]);
    },
  );
});
