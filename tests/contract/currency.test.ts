import { describe, expect, it } from "vitest";
import { currencyOf, isMinorUnit, nameCurrency, toCurrencyLine, toMajorUnit } from "../../src/contract/currency.js";

describe("minor units", () => {
  it.each([
    ["GBp", "GBP", "GBp (pence)"],
    ["GBX", "GBP", "GBX (pence)"],
    ["ZAc", "ZAR", "ZAc (cents)"],
    ["ZAC", "ZAR", "ZAC (cents)"],
    ["ILA", "ILS", "ILA (agorot)"],
  ])("%s is a hundredth of %s and is named %s", (minor, major, name) => {
    expect([isMinorUnit(minor), toMajorUnit(minor), nameCurrency(minor)]).toEqual([true, major, name]);
  });

  it.each(["GBP", "USD", "constructor"])("%s is not one", (code) => {
    expect([isMinorUnit(code), toMajorUnit(code), nameCurrency(code)]).toEqual([false, code, code]);
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
