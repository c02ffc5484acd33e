import { afterAll, describe, expect, it } from "vitest";
import { choosePeriods, type Choice } from "../../src/market/statements/chosen-periods.js";
import { financialsFromFmp } from "../../src/providers/financial-modeling-prep/financials.js";
import { financialsFromSec } from "../../src/providers/sec/statements/financials.js";
import { financialsFromYahoo } from "../../src/providers/yahoo/companies/financials.js";
import { startSimulator } from "../../src/simulator/server.js";
import { createSimulatorAsker } from "./ask-simulator.js";
import { atTime } from "../support/at-time.js";

const NOW = new Date("2026-11-20T18:00:00Z");
const simulator = await startSimulator({ now: () => NOW });
afterAll(() => simulator.close());
atTime(NOW);

const SOURCES = { A: financialsFromFmp, B: financialsFromYahoo, D: financialsFromSec };

/** Returns the chosen periods of each source, as their months and some figures. */
async function chosenOf(choice: Choice, figures: readonly string[]) {
  const asker = createSimulatorAsker(simulator);
  const { statement_type = "income", period = "quarter" } = choice;
  const found = Object.entries(SOURCES).map(async ([name, source]) => {
    const { data } = await asker.ask(source, { symbol: "AAPL", statement_type, period });
    const chosen = choosePeriods(data.data, data.data, { ...choice, statement_type, period }, [])!;
    return [name, chosen.rows.map((row) => [String(row["date"]).slice(0, 7), ...figures.map((each) => row[each])])];
  });
  return Object.fromEntries(await Promise.all(found)) as Record<keyof typeof SOURCES, unknown[][]>;
}

describe("periods of statements", () => {
  it.each([
    ["income", ["revenue", "netIncome"]],
    ["cash", ["operatingCashFlow", "capitalExpenditure"]],
    ["balance", ["totalAssets"]],
  ])("of twelve months are alike from every source: %s", async (statement_type, figures) => {
    const { A, B, D } = await chosenOf({ statement_type, ttm: true }, figures);
    expect(A[0]).toEqual([expect.any(String), ...figures.map(() => expect.any(Number))]);
    // Provider B has five quarters, of which the first two ends have four.
    expect([B.slice(0, 2), D.slice(0, 2)]).toEqual([A.slice(0, 2), A.slice(0, 2)]);
  });

  it("of a fiscal year and of ends are alike from every source", async () => {
    const { A, B, D } = await chosenOf({ fiscal_year: 2026 }, ["revenue"]);
    expect(A.length).toBeGreaterThan(0);
    expect([B, D]).toEqual([A, A]);
    const years = await chosenOf({ fiscal_year: 2025, period: "annual" }, ["revenue"]);
    expect(years.A).toHaveLength(1);
    expect([years.B, years.D]).toEqual([years.A, years.A]);
    const ends = await chosenOf({ from: "2026-01-01", to: "2026-07-15" }, ["netIncome"]);
    expect(ends.A).toHaveLength(2);
    expect([ends.B, ends.D]).toEqual([ends.A, ends.A]);
  });
});
