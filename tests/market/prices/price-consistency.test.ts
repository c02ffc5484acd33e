import { texts } from "../../support/texts.js";
import { describe, expect, it } from "vitest";
import { toConversionNotes, toConverted } from "../../../src/market/prices/converted-price.js";
import { priceDoubts, PRICE_RULES } from "../../../src/market/prices/price-consistency.js";
import { toChanges } from "../../../src/market/prices/previous-close.js";

const RULE = PRICE_RULES.quotePrice;
const QUOTE = { price: 20.5, dayLow: 20.4, dayHigh: 20.6, yearLow: 15.2, yearHigh: 21.3, previousClose: 20.48 };
const RANGE = (yearLow: number, yearHigh: number) => ({ yearLow, yearHigh, priceAvg50: null, priceAvg200: null });
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
    expect(texts(toConversionNotes([{ ...row, ...converted }], "USD"))).toEqual([
      "convertedPrice is in USD; it is null for FUND.DE, whose price is doubtful.",
    ]);
    expect(RULE.sentence(row)).toBe(
      "The price of FUND.DE, 3843, is far outside its own range of the day, 20.4 to 20.6, likely a mistake of the source: it may be in another currency or from before a split.",
    );
  });
});

describe("a quote in another unit than its currency says", () => {
  const YEAR = { yearLow: 410, yearHigh: 1570, priceAvg50: 742, priceAvg200: 1180 };
  const EZJ = {
    symbol: "EZJ.L",
    price: 5.73,
    currency: "GBp",
    dayLow: 5.55,
    dayHigh: 5.84,
    previousClose: 5.872,
    ...YEAR,
  };
  const NO_MEANS = { priceAvg50: null, priceAvg200: null };
  type Change = { [Name in keyof typeof EZJ]?: (typeof EZJ)[Name] | null };

  it.each<[string, Change, boolean]>([
    ["in pounds", {}, true],
    ["in pounds, without mean prices", NO_MEANS, true],
    ["in pounds, without a range of the year", NO_YEAR, true],
    ["in pounds, with neither", { ...NO_YEAR, ...NO_MEANS }, false],
    ["in pounds since today", { previousClose: 587.2 }, true],
    ["in pence under the label of pounds", { price: 573, currency: "GBP", ...RANGE(4.1, 15.7) }, true],
    ["in shekels", { currency: "ILA" }, true],
    ["in dinars", { price: 0.61, currency: "KWF" }, true],
    ["in fils, at most a third below the range", { price: 0.28, currency: "KWF", ...NO_MEANS }, true],
    ["further below the range", { price: 0.27, currency: "KWF", ...NO_MEANS }, false],
    ["with means that it fits", { priceAvg50: 6.1, priceAvg200: 700 }, false],
    ["that fell by 99 % this year", { yearLow: 5.55 }, false],
    ["in dollars", { currency: "USD" }, false],
    ["in an unknown currency", { currency: null }, false],
    ["in pence", { price: 573 }, false],
  ])("%s: %j, contradicted: %s", (_what, change, isBroken) => {
    expect(PRICE_RULES.quoteUnit.isBroken({ ...EZJ, ...change } as typeof EZJ)).toBe(isBroken);
  });

  it("is named, has no change and is not converted", () => {
    const rates = new Map([["GBPUSD=X", { rate: 1.236, time: null }]]);
    expect(toConverted(EZJ, "USD", rates).convertedPrice).toBeNull();
    expect(toChanges("EZJ.L", { ...EZJ, change: -0.142, changesPercentage: -2.418 })).toMatchObject({ change: null });
    expect(priceDoubts(EZJ)).toEqual([
      "The price of EZJ.L, 5.73, is about 100-fold below its own range of 52 weeks, 410 to 1570, likely a mistake of the source: one is in GBP and the other in pence.",
    ]);
    expect(priceDoubts({ ...EZJ, price: 90_000, dayLow: null, dayHigh: null, ...NO_YEAR })).toEqual([
      "The price of EZJ.L, 90000, is about 100-fold above its own mean price, 742 to 1180, likely a mistake of the source: one is in GBP and the other in pence.",
    ]);
  });
});

describe("the previous close of a quote", () => {
  const LEVEL = { price: 21, dayLow: 19.3, dayHigh: 21.4, yearLow: 13.4, yearHigh: 60.1, previousClose: 20.2 };
  const sent = (figures: Partial<Record<keyof typeof LEVEL, number | null>>) =>
    toChanges("^VIX", { ...LEVEL, change: 0.8, changesPercentage: 3.96, ...figures } as typeof LEVEL & {
      change: number;
      changesPercentage: number;
    });

  it.each<[string, Partial<Record<keyof typeof LEVEL, number | null>>]>([
    ["next to nothing", { previousClose: 2.1e-314 }],
    ["in another unit", { previousClose: 2020 }],
    ["of before a split", { price: 40, dayLow: 39, dayHigh: 41, yearLow: 30, yearHigh: 45, previousClose: 4 }],
    ["off, without a range of the day", { previousClose: 0.2, dayLow: null, dayHigh: null }],
  ])("is null like the changes since it where it is %s: %j", (_what, figures) => {
    const { notes, ...changes } = sent(figures);
    expect(changes).toEqual({ previousClose: null, change: null, changesPercentage: null });
    expect(notes).toHaveLength(1);
  });

  it.each<[string, Partial<Record<keyof typeof LEVEL, number | null>>]>([
    ["in line", {}],
    ["just below the lowest of the year", { previousClose: 12 }],
    ["off, without a range of the year", { previousClose: 0.2, yearLow: null, yearHigh: null }],
    ["below a first day's range", { previousClose: 9, yearLow: 19.3, yearHigh: 21.4 }],
    ["off like the price, so that the range of the year is wrong", { yearLow: 1, yearHigh: 2 }],
  ])("stays where it is %s: %j", (_what, figures) => {
    const { previousClose } = { ...LEVEL, ...figures };
    expect(sent(figures)).toEqual({ previousClose, change: 0.8, changesPercentage: 3.96, notes: [] });
  });

  it("stays without changes where it is in line and contradicts the price", () => {
    const figures = { price: 3843, previousClose: 20.2 };
    expect(sent(figures)).toEqual({ previousClose: 20.2, change: null, changesPercentage: null, notes: [] });
  });

  it("is null without a sentence where the source sends 0 because it has none", () => {
    expect(sent({ previousClose: 0 })).toEqual({
      previousClose: null,
      change: null,
      changesPercentage: null,
      notes: [],
    });
  });

  it("is named with its value", () => {
    expect(texts(sent({ previousClose: 0.2 }).notes)).toEqual([
      "The previous close of ^VIX, 0.2, is far outside its own range of 52 weeks, 13.4 to 60.1, likely a mistake of the source: it and the change since are null.",
    ]);
  });
});
