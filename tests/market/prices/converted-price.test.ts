import { texts } from "../../support/texts.js";
import { describe, expect, it } from "vitest";
import { alternativeQuote } from "../../../src/capabilities/prices/quote.js";
import { withNulls } from "../../../src/contract/absent.js";
import { parseInput } from "../../../src/contract/input.js";
import { MarketDataError } from "../../../src/contract/errors.js";
import { atReferenceRates, atEuroRates } from "../../../src/market/prices/converted-price.js";

const RATES = { date: "2026-08-12", rates: { USD: 1.089, GBP: 0.8763, JPY: 181.07 } };
const priced = (symbol: string, price: number, currency: string | null) => ({ symbol, price, currency });

describe("prices at the European Central Bank's rates of a day", () => {
  it.each([
    // 200 / 1.089, 4 * 1.2427251 after six digits of 1.089 / 0.8763, 10 * 1.089
    ["dollars into euros", priced("ACME", 200, "USD"), "EUR", 183.655, 0.918274],
    ["pence into dollars", priced("TSCO.L", 400, "GBp"), "USD", 4.97092, 1.24273],
    ["euros into dollars", priced("SAP.DE", 10, "EUR"), "USD", 10.89, 1.089],
    ["euros into euros", priced("SAP.DE", 10, "EUR"), "EUR", 10, 1],
  ])("are six digits, %s", (_what, row, to, convertedPrice, rate) => {
    const { rows } = atReferenceRates([row], { to, ...RATES });
    expect(rows).toEqual([{ ...row, convertedPrice, rate, rateTime: null }]);
  });

  it("stay open for a currency without a rate, an index and a currency that is not known", () => {
    const rows = [priced("2330.TW", 900, "TWD"), priced("^GSPC", 6000, "USD"), priced("ACME", 5, null)];
    expect(atReferenceRates(rows, { to: "EUR", ...RATES })).toEqual({ rows, fields: [], notes: [] });
  });

  it("are asked for only where a rate could help", () => {
    const { ask } = atEuroRates(
      (row: ReturnType<typeof priced>) => [row],
      (_row, [other]) => other!,
    );
    const lacks = (row: object, to?: string) => ask({ ...priced("ACME", 5, "USD"), ...row }, { convert: to });
    expect([lacks({}), lacks({}, "USD"), lacks({ symbol: "^GSPC" }, "EUR"), lacks({ currency: null }, "EUR")]).toEqual([
      null,
      null,
      null,
      null,
    ]);
    expect([lacks({}, "EUR"), lacks({ convertedPrice: 4.6 }, "EUR")]).toEqual(["EUR", null]);
  });

  it("leave rows with a market rate as they are, and the sentence names the rows without", () => {
    const known = { ...priced("ACME", 200, "USD"), convertedPrice: 184, rate: 0.92, rateTime: "T" };
    const { rows, fields, notes } = atReferenceRates([known, priced("TSCO.L", 400, "GBp")], { to: "EUR", ...RATES });
    expect(rows).toEqual([known, expect.objectContaining({ convertedPrice: 4.56464, rate: 1.14116, rateTime: null })]);
    expect([fields, notes]).toEqual([
      ["convertedPrice", "rate"],
      [
        "Rates to EUR of TSCO.L are the European Central Bank's reference rates of 2026-08-12, published once a day, not market rates; computed from its rates for one euro, six digits.",
      ],
    ]);
  });

  it("are said of the number of rows where these are many, and of which rates are computed", () => {
    const rows = [...Array.from({ length: 6 }, (_, at) => priced(`A${at}`, 1, "USD")), priced("SAP.DE", 1, "EUR")];
    const { notes } = atReferenceRates([...rows, priced("2330.TW", 900, "TWD")], { to: "GBP", ...RATES });
    expect(notes).toEqual([
      "Rates to GBP of 7 rows are the European Central Bank's reference rates of 2026-08-12, published once a day, not market rates; those not from EUR are computed from its rates for one euro, six digits.",
    ]);
  });

  it("have no formula in the sentence where the bank states the rate itself", () => {
    expect(atReferenceRates([priced("SAP.DE", 10, "EUR")], { to: "USD", ...RATES }).notes).toEqual([
      "Rates to USD are the European Central Bank's reference rates of 2026-08-12, published once a day, not market rates.",
    ]);
  });
});

describe("one quote in another currency", () => {
  const shown = (quoted: object, convert?: string) => {
    const input = parseInput(alternativeQuote, { symbol: "TSCO.L", convert });
    const row = { symbol: "TSCO.L", price: 388.4, currency: "GBp", timestamp: "", source: "", ...quoted };
    const whole = { ...withNulls(alternativeQuote.output, row), ...row } as never;
    const body = alternativeQuote.view!(whole, input);
    return { body, notes: alternativeQuote.viewNotes!(body, input, whole) };
  };

  it("says that pence become pounds first, or that no rate is known", () => {
    const converted = { convertedPrice: 4.6608, rate: 1.2, rateTime: "T" };
    expect(texts(shown(converted, "EUR"))).toEqual({
      body: expect.objectContaining(converted),
      notes: ["convertedPrice is in EUR; prices in GBp (pence) are divided by 100 first."],
    });
    expect(texts(shown({}, "EUR"))).toEqual({
      body: expect.objectContaining({ convertedPrice: null, rate: null, rateTime: null }),
      notes: ["convertedPrice is in EUR; no rate to EUR was found for TSCO.L, so it is null there."],
    });
  });

  it("says that fils become dinars first", () => {
    const converted = { currency: "KWF", convertedPrice: 0.165135, rate: 3.27, rateTime: null };
    expect(texts(shown(converted, "USD").notes)).toEqual([
      "convertedPrice is in USD; prices in KWF (fils) are divided by 1000 first.",
    ]);
  });

  it("needs no rate in pounds, and has none of this when nobody asked", () => {
    expect(shown({}, "GBP").body).toMatchObject({ convertedPrice: 3.884, rate: 1 });
    expect(shown({})).toEqual({ body: expect.not.objectContaining({ rate: 1 }), notes: [] });
  });
});

describe("the currency of converted prices", () => {
  const read = (convert: string) => {
    try {
      return parseInput(alternativeQuote, { symbol: "TSCO.L", convert }).convert;
    } catch (error) {
      if (error instanceof MarketDataError) return error.message;
      throw error;
    }
  };

  it.each(["GBP", "gbp", "Gbp", "eur"])("may be written %s", (code) => {
    expect(read(code)).toBe(code.toUpperCase());
  });

  it.each([
    ["GBp", "GBP, of which GBp (pence)"],
    ["GBX", "GBP, of which GBX (pence)"],
    ["gbx", "GBP, of which GBX (pence)"],
    ["ZAc", "ZAR, of which ZAc (cents)"],
    ["ZAC", "ZAR, of which ZAC (cents)"],
    ["zac", "ZAR, of which ZAC (cents)"],
    ["ILA", "ILS, of which ILA (agorot)"],
    ["KWF", "KWD, of which KWF (fils)"],
    ["USX", "USD, of which USX (cents)"],
  ])("is none of the minor unit %s, whose currency the refusal names", (code, allowed) => {
    expect(read(code)).toBe(`Invalid "convert": got "${code}". Allowed: ${allowed} is the minor unit.`);
  });

  it.each(["ABC", "EU", "EURO", "__proto__"])("is not %s", (code) => {
    expect(read(code)).toContain("Allowed: an ISO 4217 currency code such as EUR, USD or JPY.");
  });
});
