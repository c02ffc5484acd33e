import { describe, expect, it } from "vitest";
import {
  currencyOf,
  isMinorUnit,
  isPair,
  nameCurrency,
  partsOf,
  toCurrencyLine,
  toMajorUnit,
} from "../../src/contract/currency.js";

describe("minor units", () => {
  it.each([
    ["GBp", 100, "GBP", "GBp (pence)"],
    ["GBX", 100, "GBP", "GBX (pence)"],
    ["ZAc", 100, "ZAR", "ZAc (cents)"],
    ["ZAC", 100, "ZAR", "ZAC (cents)"],
    ["ILA", 100, "ILS", "ILA (agorot)"],
    ["KWF", 1000, "KWD", "KWF (fils)"],
    ["USX", 100, "USD", "USX (cents)"],
  ])("%s: %d of them are one %s, named %s", (minor, parts, major, name) => {
    expect([isMinorUnit(minor), partsOf(minor), toMajorUnit(minor), nameCurrency(minor)]).toEqual([
      true,
      parts,
      major,
      name,
    ]);
  });

  it.each(["GBP", "USD", "constructor"])("%s is not one", (code) => {
    expect([isMinorUnit(code), partsOf(code), toMajorUnit(code), nameCurrency(code)]).toEqual([false, 1, code, code]);
  });
});

describe("the currencies of an answer", () => {
  it.each([
    [{ price: "USD", fields: {} }, "USD"],
    [{ price: "GBp", fields: { marketCap: "GBP" } }, "GBp; marketCap=GBP"],
    [{ price: "USD", fields: { revenue: "CNY", eps: "USD" } }, "USD; revenue=CNY"],
    [{ price: null, fields: { data: "EUR" } }, "data=EUR"],
    [{ price: "EUR", fields: { revenue: null } }, "EUR"],
    [{ price: null, fields: {} }, undefined],
  ])("%j become the line %s", (currencies, line) => {
    expect(toCurrencyLine(currencies)).toBe(line);
  });

  it("of a field are those of the prices if it is not named, and unknown if it is named with null", () => {
    const currencies = { price: "GBp", fields: { marketCap: "GBP", revenue: null } };
    expect(["change", "marketCap", "revenue"].map((field) => currencyOf(currencies, field))).toEqual([
      "GBp",
      "GBP",
      null,
    ]);
  });
});

it("a pair of currencies is known with its suffix and without", () => {
  const symbols = ["EURUSD=X", "EUR=X", "EURUSD", "GBPJPY", "BTCUSD", "GOOGLE", "EUR", "AAPL", "GC=F", "BTC-USD", null];
  expect(symbols.filter((symbol) => isPair(symbol))).toEqual(["EURUSD=X", "EUR=X", "EURUSD", "GBPJPY"]);
});
