import { describe, expect, it } from "vitest";
import { toConversionNotes, toConverted } from "../../src/market/converted-price.js";
import { PRICE_RULES } from "../../src/market/price-consistency.js";

const RULE = PRICE_RULES.quotePrice;
const QUOTE = { price: 20.5, dayLow: 20.4, dayHigh: 20.6, yearLow: 15.2, yearHigh: 21.3, previousClose: 20.48 };
const NO_YEAR = { yearLow: null, yearHigh: null };

describe("the price of a quote", () => {
  it.each<[string, Partial<Record<keyof typeof QUOTE, number | null>>, boolean]>([
    ["in another currency", { price: 3843 }, true],
    ["of before a split", { price: 205 }, true],
    ["of after a reverse split", { price: 2.05 }, true],
    ["off by the year's range only", { price: 23, dayLow: 22, dayHigh: 24 }, false],
    ["off by the day's range, within that of the year", { price: 15.3 }, false],
    ["with a previous close as far off", { price: 205, previousClose: 203 }, false],
    ["off, without a range of the year", { price: 205, ...NO_YEAR }, true],
    ["off, with nothing that confirms the range of the day", { price: 205, ...NO_YEAR, previousClose: null }, false],
    ["without a range of the day", { price: 205, dayLow: null, dayHigh: null }, false],
    ["that rose by a fifth since the range was counted", { price: 24.7 }, false],
  ])("%s: %j, contradicted: %s", (_what, change, isBroken) => {
    expect(RULE.isBroken({ ...QUOTE, ...change } as typeof QUOTE)).toBe(isBroken);
  });

  it("is named and not converted when its own figures contradict it", () => {
    const row = { ...QUOTE, symbol: "FUND.DE", price: 3843, currency: "EUR" };
    const rates = new Map([["EURUSD=X", { rate: 1.17, time: null }]]);
    const converted = toConverted(row, "USD", rates);
    expect(converted).toEqual({ convertedPrice: null, rate: null, rateTime: null });
    expect(toConversionNotes([{ ...row, ...converted }], "USD")).toEqual([
      "convertedPrice is in USD; it is null for FUND.DE, whose price is doubtful.",
    ]);
    expect(RULE.sentence(row)).toBe(
      "The price of FUND.DE, 3843, is far outside its own range of the day, 20.4 to 20.6, likely a mistake of the source: it may be in another currency or from before a split.",
    );
  });
});
