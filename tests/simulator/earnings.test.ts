import { afterAll, describe, expect, it, vi } from "vitest";
import { announcements } from "../../src/capabilities/companies/earnings-announcements.js";
import { announcementsFromFmp, earningsFromFmp } from "../../src/providers/financial-modeling-prep/earnings.js";
import { earningsFromYahoo } from "../../src/providers/yahoo/companies/earnings.js";
import { startSimulator } from "../../src/simulator/server.js";
import { createSimulatorAsker } from "./ask-simulator.js";
import { useSimulator } from "./call-simulator.js";
import { atTime } from "../support/at-time.js";

const NOW = "2025-11-20T18:00:00Z";
const market = await useSimulator(NOW);
const simulator = await startSimulator({ now: () => new Date(NOW) });
const asker = createSimulatorAsker(simulator);
afterAll(() => simulator.close());
atTime(NOW);

const fromYahoo = async (symbol: string) => (await asker.ask(earningsFromYahoo, { symbol })).data;

describe.each(["AAPL", "RIVN", "BABA", "TSCO.L", "GOOG"])("the simulated earnings of %s", (symbol) => {
  it("agree with the statements, and together cover eight quarters", async () => {
    const data = await fromYahoo(symbol);
    const { facts } = await asker.supply(announcementsFromFmp, symbol);
    const { history } = announcements.apply(data, facts).data;
    const statements = await market.a(`income-statement?symbol=${symbol}&limit=12&period=quarter`);
    expect(history).toHaveLength(8);
    for (const [index, quarter] of history!.entries()) {
      const { date, filingDate, eps, revenue } = statements[index]! as unknown as Record<string, unknown>;
      const { periodEnd, announced, epsActual, revenueActual } = quarter;
      expect({ periodEnd, announced, epsActual, revenueActual }).toEqual({
        periodEnd: date,
        announced: filingDate,
        epsActual: eps,
        revenueActual: revenue,
      });
      expect(quarter.revenueEstimate).not.toBeNull();
    }
  });

  it("announce the next quarter in the future, with estimates of four periods in the reporting currency", async () => {
    const data = await fromYahoo(symbol);
    expect(data.next!.from > NOW.slice(0, 10)).toBe(true);
    expect(data.next!.estimated).toBe(data.next!.from !== data.next!.to);
    expect(data.estimates!.map(({ period }) => period)).toEqual(["0q", "+1q", "0y", "+1y"]);
    for (const { eps, revenue } of data.estimates!) {
      expect(eps.low!).toBeLessThan(eps.avg!);
      expect(eps.avg!).toBeLessThan(eps.high!);
      expect(revenue.analysts).toBeGreaterThan(0);
    }
    const [statement] = await market.a(`income-statement?symbol=${symbol}&limit=1`);
    expect(data.reportingCurrency).toBe((statement as unknown as { reportedCurrency: string }).reportedCurrency);
  });
});

describe("simulated earnings", () => {
  it("are certain shortly before the announcement", async () => {
    const late = await startSimulator({ now: () => new Date("2026-02-05T12:00:00Z") });
    vi.setSystemTime(new Date("2026-02-05T12:00:00Z"));
    const { data } = await createSimulatorAsker(late).ask(earningsFromYahoo, { symbol: "AAPL" });
    await late.close();
    expect(data.next).toMatchObject({ date: "2026-02-16", estimated: false });
  });

  it("have dates only where nobody estimates, and none for funds and coins", async () => {
    expect(await fromYahoo("SIMY")).toMatchObject({
      next: { epsEstimate: null, revenueEstimate: null },
      history: [],
      estimates: [],
    });
    for (const symbol of ["SPY", "BTC-USD", "^GSPC"]) {
      await expect(fromYahoo(symbol)).rejects.toMatchObject({ kind: "no_coverage" });
      await expect(asker.ask(earningsFromFmp, { symbol })).rejects.toMatchObject({ kind: "no_coverage" });
    }
  });
});
