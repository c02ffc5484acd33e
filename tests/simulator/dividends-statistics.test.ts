import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { dividendsFromFmp, paymentDaysFromFmp } from "../../src/providers/financial-modeling-prep/dividends.js";
import { financialsFromFmp } from "../../src/providers/financial-modeling-prep/financials.js";
import { keyStatisticsFromFmp } from "../../src/providers/financial-modeling-prep/key-statistics.js";
import { dividendsFromYahoo } from "../../src/providers/yahoo/companies/dividends.js";
import { keyStatisticsFromYahoo } from "../../src/providers/yahoo/companies/key-statistics.js";
import { overviewFromYahoo } from "../../src/providers/yahoo/companies/overview.js";
import { startSimulator } from "../../src/simulator/server.js";
import { createSimulatorAsker } from "./ask-simulator.js";

const NOW = new Date("2026-11-20T18:00:00Z");
const clock = { now: NOW };
const simulator = await startSimulator({ now: () => clock.now });
afterAll(() => simulator.close());

beforeEach(() => void vi.useFakeTimers({ now: NOW, toFake: ["Date"] }));
afterEach(() => {
  vi.useRealTimers();
  clock.now = NOW;
});

/** Each question has its own asker, so that nothing is cached. */
const ask: ReturnType<typeof createSimulatorAsker>["ask"] = (...question) =>
  createSimulatorAsker(simulator).ask(...question);

describe("simulated dividends", () => {
  it.each(["KO", "AAPL", "TSCO.L"])(
    "of %s are the same payments from both providers, every quarter",
    async (symbol) => {
      const { data: a } = await ask(dividendsFromFmp, { symbol });
      const { data: b } = await ask(dividendsFromYahoo, { symbol });
      const paid = (rows: typeof a.dividends) => rows.map(({ exDate, amount, currency }) => [exDate, amount, currency]);
      expect(paid(a.dividends)).toEqual(paid(b.dividends));
      expect(a.splits).toEqual(b.splits);
      expect([b.frequency, b.total]).toEqual(["quarterly", expect.any(Number)]);
      expect(b.total).toBeGreaterThan(70);
      const { facts } = await createSimulatorAsker(simulator).supply(paymentDaysFromFmp, symbol);
      expect(facts.map(({ exDate }) => exDate)).toEqual(
        expect.arrayContaining(b.dividends.map(({ exDate }) => exDate)),
      );
    },
  );

  it("add up to the annual rate, which is the yield times the price", async () => {
    const { data } = await ask(dividendsFromYahoo, { symbol: "KO" });
    const { data: statistics } = await ask(keyStatisticsFromYahoo, { symbol: "KO" });
    const price = statistics.valuation.marketCap! / statistics.shares.outstanding!;
    expect(data.dividends[0]!.amount * 4).toBeCloseTo(data.annualRate!, 2);
    expect(data.annualRate! / price).toBeCloseTo(data.yield!, 3);
  });

  it("are announced eleven days before", async () => {
    clock.now = new Date("2026-11-02T18:00:00Z");
    vi.setSystemTime(clock.now);
    const { data } = await ask(dividendsFromYahoo, { symbol: "KO" });
    expect(data).toMatchObject({ exDate: "2026-11-10", next: { exDate: "2026-11-10", payDate: "2026-11-13" } });
    expect(data.dividends[0]!.exDate).toBe("2026-08-10");
  });

  it("are none for a company that pays none, and for an index", async () => {
    for (const symbol of ["RIVN", "^GSPC"]) {
      const { data } = await ask(dividendsFromYahoo, { symbol });
      expect(data).toMatchObject({ dividends: [], total: 0, yield: null, payoutRatio: null, next: null });
    }
  });

  it("have a split of the largest companies", async () => {
    expect((await ask(dividendsFromYahoo, { symbol: "AAPL" })).data.splits).toEqual([
      { date: expect.stringMatching(/^20\d\d-06-\d\d$/), numerator: expect.any(Number), denominator: 1 },
    ]);
  });
});

describe("simulated statistics", () => {
  it.each(["AAPL", "TSCO.L", "BABA", "RIVN"])("of %s agree with overview and statements", async (symbol) => {
    const { data: statistics } = await ask(keyStatisticsFromYahoo, { symbol });
    const { data: overview } = await ask(overviewFromYahoo, { symbol });
    const metrics = overview.financialMetrics;
    const { valuation, profit, balance, price } = statistics;
    expect({
      peRatio: valuation.trailingPE,
      pegRatio: valuation.pegRatio,
      priceToBook: valuation.priceToBook,
      priceToSales: valuation.priceToSales,
      grossMargin: profit.grossMargin,
      netMargin: profit.netMargin,
      roe: profit.returnOnEquity,
      // The overview keeps the percentage that B sends.
      debtToEquity: Number((balance.debtToEquity! * 100).toPrecision(6)),
      currentRatio: balance.currentRatio,
      beta: price.beta,
    }).toEqual(Object.fromEntries(Object.entries(metrics).filter(([name]) => KEPT.has(name))));
    expect(profit.grossProfit! / metrics.revenue!).toBeCloseTo(metrics.grossMargin!, 4);
    const question = { symbol, statement_type: "balance", period: "quarter" };
    const { data: sheets } = await ask(financialsFromFmp, question);
    expect(sheets.data[0]).toMatchObject({
      date: statistics.fiscal.latestQuarter,
      reportedCurrency: statistics.reportingCurrency,
      totalDebt: balance.debt,
      cashAndShortTermInvestments: balance.cash,
    });
  });

  it("have the same multiples and shares from both providers", async () => {
    const { data: a } = await ask(keyStatisticsFromFmp, { symbol: "AAPL" });
    const { data: b } = await ask(keyStatisticsFromYahoo, { symbol: "AAPL" });
    expect(a.shares).toMatchObject({ outstanding: b.shares.outstanding, float: b.shares.float });
    expect(a.profit).toMatchObject({ ebitda: b.profit.ebitda, grossProfit: b.profit.grossProfit });
    expect(a.fiscal.latestQuarter).toBe(b.fiscal.latestQuarter);
    expect(a.valuation.trailingPE).toBeCloseTo(b.valuation.trailingPE!, 3);
    expect(a.balance.debtToEquity).toBeCloseTo(b.balance.debtToEquity!, 3);
  });

  it("have short interest in the US only", async () => {
    const shortOf = async (symbol: string) => (await ask(keyStatisticsFromYahoo, { symbol })).data.shares.short;
    expect([await shortOf("AAPL"), await shortOf("TSCO.L")]).toEqual([expect.any(Number), null]);
  });
});

const KEPT = new Set(
  "peRatio pegRatio priceToBook priceToSales grossMargin netMargin roe debtToEquity currentRatio beta".split(" "),
);
