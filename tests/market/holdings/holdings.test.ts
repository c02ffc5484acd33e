import { texts } from "../../support/texts.js";
import { toPlainText } from "../../../src/contract/sentence.js";
import { describe, expect, it } from "vitest";
import type { Holding } from "../../../src/contract/holdings.js";
import { withHoldings } from "../../../src/market/holdings/holdings.js";

const row = (symbol: string, price: number, currency: string | null = "USD", more: object = {}) => ({
  symbol,
  price,
  currency,
  ...more,
});
const held = (of: object, shares: number, cost: number | null = null) => ({
  row: of as Record<string, unknown>,
  holding: { shares, cost } satisfies Holding,
});
const without = (of: object) => ({ row: of as Record<string, unknown>, holding: undefined });

describe("holdings", () => {
  it("have value, gain and weight, and totals in the one currency of all rows", () => {
    const { rows, fields, notes } = withHoldings([held(row("A", 200), 10, 150), held(row("B", 50), 20, 60)], {});
    expect(rows).toEqual([
      { ...row("A", 200), shares: 10, cost: 150, value: 2000, gain: 500, gainPercent: 33.3333, weight: 0.666667 },
      { ...row("B", 50), shares: 20, cost: 60, value: 1000, gain: -200, gainPercent: -16.6667, weight: 0.333333 },
    ]);
    expect(fields).toEqual({ totals: { value: 3000, cost: 2700, gain: 300, gainPercent: 11.1111, currency: "USD" } });
    expect(texts(notes)).toEqual([]);
  });

  it("have a gain only where the caller states a cost, and name the rows of the total", () => {
    const { rows, fields, notes } = withHoldings([held(row("A", 200), 10, 150), held(row("B", 50), 20)], {});
    expect(rows[1]).toMatchObject({ cost: null, value: 1000, gain: null, gainPercent: null });
    expect(fields).toEqual({ totals: { value: 3000, cost: 1500, gain: 500, gainPercent: 33.3333, currency: "USD" } });
    expect(texts(notes)).toEqual(["Total cost and gain leave out holdings without a cost: B."]);
  });

  it("have no percentage of a cost of 0, and no gain at all where nobody states a cost", () => {
    const free = withHoldings([held(row("A", 200), 1, 0)], {});
    expect(free.rows[0]).toMatchObject({ gain: 200, gainPercent: null });
    expect(free.fields).toMatchObject({ totals: { cost: 0, gain: 200, gainPercent: null } });
    const { fields } = withHoldings([held(row("A", 200), 1)], {});
    expect(fields).toMatchObject({ totals: { value: 200, cost: null, gain: null, gainPercent: null } });
  });

  it("are worth pounds where price and cost are in pence", () => {
    const { rows, fields, notes } = withHoldings([held(row("TSCO.L", 400, "GBp"), 100, 300)], {});
    expect(rows[0]).toMatchObject({ value: 400, gain: 100, gainPercent: 33.3333, weight: 1 });
    expect(fields).toMatchObject({ totals: { value: 400, cost: 300, gain: 100, currency: "GBP" } });
    expect(texts(notes)).toEqual(["cost is taken in GBp (pence), as the price; value and gain are in GBP."]);
  });

  it("are converted at the rate of the row, which is that of a pound where prices are in pence", () => {
    const rows = [
      held(row("TSCO.L", 400, "GBp", { rate: 1.25, convertedPrice: 5 }), 100, 300),
      held(row("A", 200, "USD", { rate: 1, convertedPrice: 200 }), 1),
    ];
    const { rows: shown, fields, notes } = withHoldings(rows, { convert: "USD" });
    expect(shown[0]).toMatchObject({ value: 500, gain: 125, gainPercent: 33.3333, weight: 0.714286 });
    expect(fields).toEqual({ totals: { value: 700, cost: 375, gain: 125, gainPercent: 33.3333, currency: "USD" } });
    expect(texts(notes)).toEqual([
      "cost is taken in GBp (pence), as the price; value and gain are in USD.",
      "cost is converted to USD at the rate of the price, so gain leaves out changes of the rate.",
      "Total cost and gain leave out holdings without a cost: A.",
    ]);
  });

  it("have no totals in several currencies without convert", () => {
    const { rows, fields, notes } = withHoldings([held(row("A", 2), 1), held(row("B", 3, "EUR"), 1)], {});
    expect(rows.map(({ value, weight }) => [value, weight])).toEqual([
      [2, null],
      [3, null],
    ]);
    expect(fields).toEqual({ totals: null });
    expect(texts(notes)).toEqual([
      "totals and weight are null, because values are in USD and EUR; set convert, such as USD.",
    ]);
  });

  it.each([
    ["an index", row("^GSPC", 6000, null), true],
    ["a future", row("GC=F", 4000), true],
    ["an option", row("AAPL261218C00200000", 12), true],
    ["an option on another deliverable", row("AAPL1261218C00200000", 12), true],
    ["a row without a currency", row("X", 5, null), false],
    [
      "a doubtful price",
      row("X", 5, "USD", { dayLow: 500, dayHigh: 520, yearLow: 400, yearHigh: 600, previousClose: 510 }),
      false,
    ],
  ])("are worth nothing known for %s", (_name, quoted, isContract) => {
    const { rows, fields, notes } = withHoldings([held(quoted, 2), held(row("A", 10), 1)], {});
    expect(rows[0]).toMatchObject({ shares: 2, value: null, weight: null });
    expect(fields).toMatchObject({ totals: { value: 10 } });
    expect(toPlainText(notes[0]!)).toMatch(
      new RegExp(`^value is null for .*${isContract ? "contract or an index" : ""}.*leave it out`),
    );
  });

  it("stand beside rows that are not held", () => {
    const { rows, notes } = withHoldings([held(row("A", 10), 1), without(row("B", 10))], {});
    expect(rows[1]).toMatchObject({ symbol: "B", shares: null, cost: null, value: null, weight: null });
    expect(texts(notes)).toEqual([]);
  });
});
