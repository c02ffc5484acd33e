import { texts } from "../support/texts.js";
import { describe, expect, it } from "vitest";
import { financials } from "../../src/capabilities/companies/financials.js";
import { holders } from "../../src/capabilities/companies/holders.js";
import { overview } from "../../src/capabilities/companies/overview.js";
import { quotes } from "../../src/capabilities/prices/quotes.js";
import { screener } from "../../src/capabilities/companies/screener.js";
import { toCurrencyWords, PRICE } from "../../src/views/currency-words.js";
import { envelopeOf } from "../support/fakes.js";

describe("the sentence on the currency", () => {
  it.each([
    [{ price: "GBp", fields: { marketCap: "GBP" } }, "GBp (pence)", ["Market cap in GBP."]],
    [{ price: "ZAc", fields: { marketCap: "ZAR" } }, "ZAc (cents)", ["Market cap in ZAR."]],
    [
      { price: "GBp", fields: { marketCap: "GBP", eps: "GBP", revenue: "EUR" } },
      "GBp (pence)",
      ["Market cap and earnings per share in GBP; revenue in EUR."],
    ],
    [{ price: "USD", fields: { revenue: "CNY" } }, "USD", ["Revenue in CNY."]],
    [{ price: "EUR", fields: {} }, "EUR", []],
    [{ price: "USD", fields: { revenue: "USD", eps: null } }, "USD", []],
  ])("of %j is: %s, %j", (currency, unit, more) => {
    expect(toCurrencyWords(overview, envelopeOf(0, { currency }))).toEqual({ main: { noun: PRICE, unit }, more });
  });

  it.each(["JPY", "USD"])("names statements in %s as a whole", (code) => {
    const currency = { price: null, fields: { data: code } };
    const main = { noun: { one: "Statements", many: "Statements" }, unit: code };
    expect(toCurrencyWords(financials, envelopeOf(0, { body: { data: [] }, currency }))).toEqual({ main, more: [] });
  });

  it("says that a currency is unknown", () => {
    expect(toCurrencyWords(overview, envelopeOf(0, { currency: { price: null, fields: {} } }))).toEqual({
      before: "The source does not state the currency.",
      more: [],
    });
  });

  it("gives the levels of indices in points, alone and beside shares", () => {
    const words = (symbols: string[], currency: string | null) => {
      const body = { quotes: symbols.map((symbol) => ({ symbol, price: 1, currency })) };
      return toCurrencyWords(quotes, envelopeOf(0, { body, currency: { price: null, fields: {} } }));
    };
    const levels = { main: { noun: { one: "Level", many: "Levels" }, unit: "points (not money)" }, more: [] };
    expect(words(["^GSPC", "^DJI"], null)).toEqual(levels);
    expect(words(["^GSPC", "^DJI"], "USD")).toEqual(levels);
    expect(words(["AAPL", "^GSPC"], "USD")).toEqual({
      main: { noun: PRICE, unit: "USD" },
      more: ["Indices (symbols with ^) have levels in points, not money."],
    });
    expect(words(["AAPL", "MSFT"], "USD")).toEqual({ main: { noun: PRICE, unit: "USD" }, more: [] });
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
      main: { noun: { one: "Value", many: "Value" }, unit: "GBp (pence)" },
      more: [],
    });
  });

  it("does not miss the currency of a list without amounts that stands in place of one with some", () => {
    const words = (body: object) => toCurrencyWords(holders, envelopeOf(0, { body: { symbol: "ACME", ...body } }));
    expect(words({ large: [{ person: "A", shares: 1 }] })).toBeUndefined();
    expect(words({ funds: [{ name: "A", value: 1 }] })?.before).toBeDefined();
  });

  it("of records that differ says amounts, and that a record without a currency has an unknown one", () => {
    const words = (codes: (string | null)[]) =>
      toCurrencyWords(financials, envelopeOf(0, { body: { data: codes.map((code) => ({ reportedCurrency: code })) } }));
    expect(words(["USD", "EUR"])).toEqual({
      main: { noun: { one: "Amounts", many: "Amounts" }, unit: "USD and EUR" },
      more: [],
    });
    expect(texts(words([null, "USD"]))).toEqual({
      main: { noun: { one: "Amounts", many: "Amounts" }, unit: "USD" },
      more: ["Where reportedCurrency is null, the source does not state it."],
    });
  });
});
