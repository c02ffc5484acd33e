import { describe, expect, it } from "vitest";
import { financials } from "../../src/capabilities/financials.js";
import { overview } from "../../src/capabilities/overview.js";
import { toCurrencySentence } from "../../src/mcp/currency-words.js";

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

  it.each([
    ["plain dollars", { price: "USD", fields: { revenue: "USD", eps: null } }],
    ["statements in dollars", { price: null, fields: { data: "USD" } }],
    ["an unknown currency", { price: null, fields: {} }],
  ])("is left out for %s", (_what, currencies) => {
    expect(toCurrencySentence(overview, currencies)).toBeUndefined();
  });
});
