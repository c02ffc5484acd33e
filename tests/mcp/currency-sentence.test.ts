import { describe, expect, it } from "vitest";
import { financials } from "../../src/capabilities/financials.js";
import { holders } from "../../src/capabilities/holders.js";
import { overview } from "../../src/capabilities/overview.js";
import { quotes } from "../../src/capabilities/quotes.js";
import { screener } from "../../src/capabilities/screener.js";
import { technicals } from "../../src/capabilities/technicals.js";
import { toCurrencySentence, toCurrencyWords } from "../../src/mcp/currency-words.js";
import { envelopeOf } from "../support/fakes.js";

describe("the sentence on the currency", () => {
  it.each([
    [{ price: "GBp", fields: { marketCap: "GBP" } }, "Prices in GBp (pence); market cap in GBP."],
    [{ price: "ZAc", fields: { marketCap: "ZAR" } }, "Prices in ZAc (cents); market cap in ZAR."],
    [
      { price: "GBp", fields: { marketCap: "GBP", eps: "GBP", revenue: "EUR" } },
      "Prices in GBp (pence); market cap and earnings per share in GBP; revenue in EUR.",
    ],
    [{ price: "USD", fields: { revenue: "CNY" } }, "Prices in USD; revenue in CNY."],
    [{ price: "EUR", fields: {} }, "Prices in EUR."],
  ])("of %j is: %s", (currencies, sentence) => {
    expect(toCurrencySentence(overview, currencies)).toBe(sentence);
  });

  it("names statements as a whole", () => {
    expect(toCurrencySentence(financials, { price: null, fields: { data: "JPY" } })).toBe("Statements in JPY.");
  });

  it("gives the levels of indices in points, alone and beside shares", () => {
    const words = (symbols: string[], currency: string | null) => {
      const body = { quotes: symbols.map((symbol) => ({ symbol, price: 1, currency })) };
      return toCurrencyWords(quotes, envelopeOf(0, { body, currency: { price: null, fields: {} } }));
    };
    const levels = { main: { noun: "Level", unit: "points (not money)" }, more: [] };
    expect(words(["^GSPC", "^DJI"], null)).toEqual(levels);
    expect(words(["^GSPC", "^DJI"], "USD")).toEqual(levels);
    expect(words(["AAPL", "^GSPC"], "USD")).toEqual({
      main: { noun: "Price", unit: "USD" },
      more: ["Indices (symbols with ^) have levels in points, not money."],
    });
    expect(words(["AAPL", "MSFT"], "USD")).toEqual({ main: { noun: "Price", unit: "USD" }, more: [] });
  });

  it("does not miss the currency of the prices of a screen that found nothing", () => {
    const currency = { price: null, fields: { marketCap: "USD" } };
    const more = (results: object[]) => toCurrencyWords(screener, envelopeOf(0, { body: { results }, currency }))?.more;
    expect(more([])).toEqual([]);
    expect(more([{ symbol: "A", price: 1 }])).toEqual([
      "The source does not state the currency of the prices; earnings per share are in the currency itself, such as pounds, not pence.",
    ]);
  });

  it("names the amounts of an answer without prices", () => {
    const currency = { price: "GBp", fields: {} };
    expect(toCurrencyWords(holders, envelopeOf(0, { body: { symbol: "OCDO.L" }, currency }))).toEqual({
      main: { noun: "Value", unit: "GBp (pence)" },
      more: [],
    });
    expect(toCurrencySentence(holders, currency)).toBe("Values in GBp (pence).");
  });

  it("explains a currency that stands beside the levels of an index", () => {
    const words = toCurrencyWords(technicals, envelopeOf(0, { body: { symbol: "^VIX", currency: "USD" } }));
    expect(words?.more).toEqual(["USD is the source's label, not the unit of levels."]);
  });

  it("of records that differ says amounts, and that a record without a currency has an unknown one", () => {
    const words = (codes: (string | null)[]) =>
      toCurrencyWords(financials, envelopeOf(0, { body: { data: codes.map((code) => ({ reportedCurrency: code })) } }));
    expect(words(["USD", "EUR"])).toEqual({ main: { noun: "Amounts", unit: "USD and EUR" }, more: [] });
    expect(words([null, "USD"])).toEqual({
      main: { noun: "Amounts", unit: "USD" },
      more: ["Where reportedCurrency is null, the source does not state it."],
    });
  });

  it.each([
    ["plain dollars", { price: "USD", fields: { revenue: "USD", eps: null } }],
    ["statements in dollars", { price: null, fields: { data: "USD" } }],
    ["an unknown currency", { price: null, fields: {} }],
  ])("is left out for %s", (_what, currencies) => {
    expect(toCurrencySentence(overview, currencies)).toBeUndefined();
  });
});
