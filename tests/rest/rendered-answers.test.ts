/** Rendered answers beside the answers they were made from: a question has one answer, however it is written. */
import { describe, expect, it, vi } from "vitest";
import { dividends, NO_FACTS, toDividends } from "../../src/capabilities/companies/dividends.js";
import { summarize, type Bar } from "../../src/market/prices/price-bars.js";
import { priceHistory } from "../../src/capabilities/prices/price-history.js";
import { entry, type Entry } from "../../src/contract/entry.js";
import { source } from "../../src/contract/provider.js";
import { atTime } from "../support/at-time.js";
import { createAppOf } from "../support/app-of.js";
import { fakeB } from "../support/fakes.js";
import { bar } from "../support/bar.js";

/** Wednesday, 10:00 in New York. */
const NOW = Date.UTC(2026, 10, 18, 15);

atTime(NOW);

/** A history whose prices a split of 10:1 divides by ten. */
function createHistory(): { row: Entry; split: () => void } {
  let factor = 1;
  const row = entry(priceHistory, [
    source(fakeB, priceHistory, async ({ symbol }) => {
      const older = Array.from({ length: 200 }, (_bar, at) => bar(`${2025 - at}-11-10`, 990 / factor));
      const bars = [bar("2026-11-17", 1010 / factor), bar("2026-11-10", 1000 / factor), ...older];
      return {
        data: {
          symbol,
          currency: "USD",
          interval: "1d",
          range: { from: "2021-01-01", to: "2026-11-18" },
          adjustment: "splits",
          timezone: "America/New_York",
          bars,
          firstBarComplete: true,
          lastBarComplete: true,
          total_bars: bars.length,
          dividends: [],
          splits: [],
          summary: summarize(bars),
        },
      };
    }),
  ]);
  return { row: row as unknown as Entry, split: () => void (factor = 10) };
}

describe("an answer rendered before", () => {
  it("is not sent again when a later question has fetched a newer answer", async () => {
    const { row, split } = createHistory();
    const { get, close } = await createAppOf([row]);
    const address = "/api/v1/stock/ACME/history?from=2026-11-01&to=2026-11-13";
    const closeOf = async (url: string) => ((await get(url)).body["bars"] as Bar[])[0]!.close;
    expect(await closeOf(address)).toBe(1000);
    split();
    vi.setSystemTime(NOW + 120_000);
    expect(await closeOf(address)).toBe(1000);
    expect(await closeOf("/api/v1/stock/ACME/history?range=5d&interval=1d")).toBe(101);
    expect(await closeOf(address)).toBe(100);
    expect(await closeOf("/api/v1/stock/ACME/history?to=2026-11-13&from=2026-11-01")).toBe(100);
    await close();
  });

  it("is not sent again on the next day, and says so to other caches", async () => {
    // 23:40 in New York.
    vi.setSystemTime(Date.UTC(2026, 10, 19, 4, 40));
    const days = { recordDate: null, payDate: null, declared: null };
    const payment = { exDate: "2026-08-20", amount: 1, currency: "USD", ...days };
    const facts = { ...NO_FACTS, exDate: "2026-11-19", next: { exDate: "2026-11-19", payDate: null } };
    const row = entry(dividends, [
      source(fakeB, dividends, async ({ symbol }) => ({
        data: toDividends(symbol, "USD", facts, { payments: [payment], splits: [] }),
      })),
    ]);
    const { get, close } = await createAppOf([row as unknown as Entry]);
    const before = await get("/api/v1/stock/ACME/dividends");
    expect(before.body["next"]).toEqual({ exDate: "2026-11-19", payDate: null });
    expect(before.headers["cache-control"]).toBe("max-age=1200");
    vi.setSystemTime(Date.UTC(2026, 10, 19, 5, 20));
    const after = await get("/api/v1/stock/ACME/dividends");
    expect([after.body["next"], after.headers["cache-status"]]).toEqual([null, expect.stringContaining("; hit;")]);
    expect(after).toEqual(await get("/api/v1/stock/ACME/dividends?limit=20"));
    await close();
  });
});
