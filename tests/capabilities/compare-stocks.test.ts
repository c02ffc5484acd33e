import { describe, expect, it } from "vitest";
import { compareByOverview } from "../../src/capabilities/compare-stocks.js";
import { overview } from "../../src/capabilities/overview.js";
import type { Served } from "../../src/contract/envelope.js";
import { MarketDataError } from "../../src/contract/errors.js";
import { envelopeOf, servedOf } from "../support/fakes.js";

/** An overview with a name, a PE and nothing else. */
function overviewOf(symbol: string, provider: "provider-a" | "provider-b" = "provider-b"): Served {
  const open = Object.fromEntries(Object.keys(overview.output.shape).map((field) => [field, null]));
  const nothing = (fields: object) => Object.fromEntries(Object.keys(fields).map((field) => [field, null]));
  const { financialMetrics, analystData } = overview.output.shape;
  const body = {
    ...open,
    symbol,
    companyName: `${symbol} Inc.`,
    financialMetrics: { ...nothing(financialMetrics.shape), peRatio: 31.5, debtToEquity: 145 },
    analystData: nothing(analystData.shape),
  };
  return { ...servedOf({}), envelope: envelopeOf(0, { body, provider }) };
}
const UNKNOWN = new MarketDataError("not_found", "Nobody knows NOSUCH.");

describe("compare_stocks", () => {
  it("puts the overviews' figures side by side as they are", async () => {
    const { data, parts, notes } = await compareByOverview({ symbols: ["B", "A"] }, async (symbol) =>
      overviewOf(symbol),
    );
    expect(
      data.stocks.map(({ symbol, companyName, peRatio, beta, source }) => [symbol, companyName, peRatio, beta, source]),
    ).toEqual([
      ["B", "B Inc.", 31.5, null, "PROVIDER_B"],
      ["A", "A Inc.", 31.5, null, "PROVIDER_B"],
    ]);
    expect([data.errors, parts.length, notes]).toEqual([[], 2, []]);
  });

  it("compares the stocks with an overview, and states the error of each remaining one", async () => {
    const { data } = await compareByOverview({ symbols: ["A", "NOSUCH"] }, async (symbol) => {
      if (symbol === "NOSUCH") throw UNKNOWN;
      return overviewOf(symbol);
    });
    expect(data.stocks.map(({ symbol }) => symbol)).toEqual(["A"]);
    expect(data.errors).toEqual([{ symbol: "NOSUCH", error: "Nobody knows NOSUCH." }]);
  });

  it("warns of a field whose unit differs by provider", async () => {
    const { notes } = await compareByOverview({ symbols: ["A", "B"] }, async (symbol) =>
      overviewOf(symbol, symbol === "A" ? "provider-a" : "provider-b"),
    );
    expect(notes).toEqual([
      "debtToEquity is a percentage from PROVIDER_B and a ratio from PROVIDER_A; see source of each stock.",
    ]);
  });

  it("fails with the first failure when there is nothing to compare", async () => {
    await expect(compareByOverview({ symbols: ["NOSUCH", "X"] }, () => Promise.reject(UNKNOWN))).rejects.toBe(UNKNOWN);
  });
});
