/** Figures of one day that different sources of the simulated market send, and that a reader compares. */
import { expect, it } from "vitest";
import { createWorld } from "../../src/simulator/companies/world.js";
import { nextAnnouncement } from "../../src/simulator/companies/earnings.js";
import { useSimulator, type YahooSummary } from "./call-simulator.js";

const NOW = "2026-11-28T01:00:00Z";
const market = await useSimulator(NOW);
const world = createWorld(20_260);

it("has the ECB's rates near those of the market", async () => {
  const { text } = await market.call("/d/stats/eurofxref/eurofxref-daily.xml");
  const rate = (currency: string) => Number(new RegExp(`currency='${currency}' rate='([\\d.]+)'`).exec(text)?.[1]);
  const { text: quotes } = await market.call("/b/v8/finance/chart/EURUSD=X?range=1d&interval=1d");
  const price = Number(/"regularMarketPrice":([\d.]+)/.exec(quotes)?.[1]);
  expect(Math.abs(rate("USD") / price - 1)).toBeLessThan(0.02);
  expect(rate("GBP")).toBeLessThan(1);
  expect(rate("JPY")).toBeGreaterThan(100);
});

it("moves a fund with its index", () => {
  for (const [fund, index] of [
    ["SPY", "^GSPC"],
    ["VOO", "^GSPC"],
    ["QQQ", "^IXIC"],
  ]) {
    for (const day of ["2026-03-04", "2026-07-15", "2026-11-27"]) {
      const at = Date.parse(`${day}T17:00:00Z`);
      const [one, other] = [fund, index].map((symbol) => world.market.tick(world.market.find(symbol!)!, at));
      expect(Math.abs(one!.changePercent - other!.changePercent), `${fund} on ${day}`).toBeLessThan(0.05);
    }
  }
});

it("announces earnings on workdays", () => {
  for (const security of world.market.stocks) {
    const next = nextAnnouncement(security, world.books, Date.parse(NOW));
    for (const day of next?.days ?? []) expect([0, 6]).not.toContain(new Date(day).getUTCDay());
  }
});

it("has as many analysts with a target as ratings", async () => {
  for (const symbol of ["MSFT", "AAPL", "KO"]) {
    const [summary] = await market.a(`price-target-summary?symbol=${symbol}`);
    const [ratings] = await market.a(`grades-consensus?symbol=${symbol}`);
    const { strongBuy, buy, hold, sell, strongSell } = ratings!;
    expect(summary!["lastQuarterCount"]).toBe(strongBuy! + buy! + hold! + sell! + strongSell!);
  }
});

it("compares next year's estimate with this year's", async () => {
  interface Trend {
    trend: { period: string; earningsEstimate: { avg: unknown; yearAgoEps: unknown } }[];
  }
  const { body } = await market.b<YahooSummary<{ earningsTrend: Trend }>>(
    "/v10/finance/quoteSummary/AAPL?modules=earningsTrend",
  );
  const { trend } = body.quoteSummary.result[0]!.earningsTrend;
  const of = (period: string) => trend.find((each) => each.period === period)!.earningsEstimate;
  expect(of("+1y").yearAgoEps).toEqual(of("0y").avg);
});
