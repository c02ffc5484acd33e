import { describe, expect, it } from "vitest";
import { toMedians } from "../../src/capabilities/comparison/compare-stocks.js";

const rows = (name: string, ...values: (number | null)[]) =>
  values.map((value) => ({ [name]: value, marketCapCurrency: "USD" }));

describe("the medians of a comparison", () => {
  it.each([
    [[3, 1, 2], 2],
    [[4, 1, 3, 2], 2.5],
    [[4, null, 1], 2.5],
    [[null, null], null],
    [[1.000001, 1.000002], 1],
  ])("of %j is %j", (values, median) => {
    expect(toMedians({ stocks: rows("peRatio", ...values) }, ["symbol", "peRatio"])).toEqual({
      median: { peRatio: median },
    });
  });

  it("are those of the columns that are named, or of all returns between two days", () => {
    const stocks = [
      { symbol: "A", peRatio: 1, beta: 2, totalReturnPercent: 5 },
      { symbol: "B", peRatio: 3, beta: 4, totalReturnPercent: 7 },
    ];
    expect(toMedians({ stocks }, undefined)).toEqual({});
    expect(toMedians({ stocks }, ["beta", "symbol"])).toEqual({ median: { beta: 3 } });
    expect(toMedians({ stocks }, ["symbol"])).toEqual({});
    const returns = stocks.map(({ totalReturnPercent }) => ({ totalReturnPercent }));
    expect(toMedians({ stocks: returns, portfolio: null }, undefined)).toEqual({ median: { totalReturnPercent: 6 } });
    expect(toMedians({ stocks: returns.slice(1), portfolio: null }, undefined)).toEqual({});
  });

  it("are null for amounts in several currencies, or in unknown ones", () => {
    const stocks = rows("marketCap", 100, 200, 300);
    expect(toMedians({ stocks }, ["marketCap"])).toEqual({ median: { marketCap: 200 } });
    const mixed = [...stocks, { marketCap: 400, marketCapCurrency: "EUR" }];
    expect(toMedians({ stocks: mixed }, ["marketCap"])).toEqual({ median: { marketCap: null } });
    const unknown = stocks.map((row) => ({ ...row, marketCapCurrency: null }));
    expect(toMedians({ stocks: unknown }, ["marketCap"])).toEqual({ median: { marketCap: null } });
  });
});
