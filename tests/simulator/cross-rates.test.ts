import { describe, expect, it } from "vitest";
import { useSimulator } from "./call-simulator.js";

const market = await useSimulator("2025-11-20T18:00:00Z");

interface Chart {
  meta: { currency: string; symbol: string; regularMarketPrice: number };
  timestamp: number[];
  indicators: { quote: [{ close: number[] }] };
}

async function chartOf(symbol: string): Promise<{ meta: Chart["meta"]; closes: Map<number, number> }> {
  const { text } = await market.call(`/b/v8/finance/chart/${symbol}?range=1mo&interval=1d`);
  const [{ meta, timestamp, indicators }] = (JSON.parse(text) as { chart: { result: [Chart] } }).chart.result;
  return { meta, closes: new Map(timestamp.map((time, at) => [time, indicators.quote[0].close[at]!])) };
}

describe("the chart of a rate between two currencies", () => {
  it.each([
    ["EUR=X", "EUR", [], ["EURUSD=X"]],
    ["GBPEUR=X", "EUR", ["GBPUSD=X"], ["EURUSD=X"]],
    ["JPYCHF=X", "CHF", ["CHF=X"], ["JPY=X"]],
  ])("%s agrees on each day with the rates against the dollar", async (symbol, currency, over, under) => {
    const [found, ...parts] = await Promise.all([symbol, ...over, ...under].map(chartOf));
    expect(found!.meta).toMatchObject({ symbol, currency });
    expect(found!.closes.size).toBeGreaterThan(15);
    for (const [time, close] of found!.closes) {
      const rates = parts.map(({ closes }) => closes.get(time)!);
      const expected = over.length === 0 ? 1 / rates[0]! : rates[0]! / rates[1]!;
      expect(Math.abs(close / expected - 1)).toBeLessThan(0.002);
    }
    expect([...found!.closes.values()].at(-1)).toBeCloseTo(found!.meta.regularMarketPrice, 4);
  });

  it("is unknown for an unknown currency", async () => {
    const { status } = await market.call("/b/v8/finance/chart/XXXEUR=X?range=1mo&interval=1d");
    expect(status).toBe(404);
  });
});
