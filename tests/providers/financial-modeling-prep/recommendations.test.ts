import { afterEach, describe, expect, it, vi } from "vitest";
import { recommendationsFromFmp } from "../../../src/providers/financial-modeling-prep/recommendations.js";
import { createAsker } from "../../support/ask.js";
import { useInternet } from "../../support/internet.js";
import { simulateFmp } from "./upstream-fmp.js";

const internet = useInternet();
afterEach(() => void vi.useRealTimers());
const row = (date: string, counts: unknown[]) => ({
  symbol: "AAPL",
  date,
  analystRatingsStrongBuy: counts[0],
  analystRatingsBuy: counts[1],
  analystRatingsHold: counts[2],
  analystRatingsSell: counts[3],
  analystRatingsStrongSell: counts[4],
});
const ask = () => createAsker().ask(recommendationsFromFmp, { symbol: "AAPL" });

describe("recommendations", () => {
  it("are those of the newest month", async () => {
    simulateFmp(internet, {
      "grades-historical": [row("2026-03-01", [6, 25, 16, 1, 1]), row("2026-04-01", [6, 25, 15, 1, 1])],
    });
    expect(await ask()).toEqual({
      data: {
        symbol: "AAPL",
        recommendations: { strongBuy: 6, buy: 25, hold: 15, sell: 1, strongSell: 1 },
        summary: { total_analysts: 48, average_rating: 2.29, consensus: "Buy" },
      },
      fetchedAt: expect.any(Number),
    });
  });

  it("are fetched once for all capabilities, but again while there are none", async () => {
    const asker = createAsker();
    const asked = simulateFmp(internet, { "grades-historical": [row("2026-04-01", [6, 25, 15, 1, 1])] });
    await asker.ask(recommendationsFromFmp, { symbol: "AAPL" });
    await asker.ask(recommendationsFromFmp, { symbol: "AAPL" });
    expect(asked).toHaveLength(1);
    const askedInVain = simulateFmp(internet, {
      "grades-historical": [],
      profile: [{ symbol: "NEW", companyName: "New" }],
    });
    const ofNew = () => asker.ask(recommendationsFromFmp, { symbol: "NEW" });
    await expect(ofNew()).rejects.toMatchObject({ kind: "no_coverage" });
    await expect(ofNew()).rejects.toMatchObject({ kind: "no_coverage" });
    expect(askedInVain.filter((path) => path.includes("grades-historical"))).toHaveLength(2);
  });

  it("are fetched again after 48 minutes, and say when they were fetched", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const asker = createAsker();
    const first = Date.now();
    const asked = simulateFmp(internet, { "grades-historical": [row("2026-04-01", [6, 25, 15, 1, 1])] });
    const askAt = (minutes: number) => {
      vi.setSystemTime(first + minutes * 60_000);
      return asker.ask(recommendationsFromFmp, { symbol: "AAPL" });
    };
    expect((await askAt(0)).fetchedAt).toBe(first);
    expect((await askAt(47)).fetchedAt).toBe(first);
    expect((await askAt(49)).fetchedAt).toBe(first + 49 * 60_000);
    expect(asked).toHaveLength(2);
  });

  it("are no valid answer when a count is missing", async () => {
    simulateFmp(internet, { "grades-historical": [row("2026-04-01", [6, 25, null, 1, 1])] });
    await expect(ask()).rejects.toMatchObject({ reason: "bad_answer" });
  });

  it.each([-1, 2.5, 1e300])("are no valid answer with a count of %d", async (count) => {
    simulateFmp(internet, { "grades-historical": [row("2026-04-01", [6, 25, count, 1, 1])] });
    await expect(createAsker().ask(recommendationsFromFmp, { symbol: "AAPL" })).rejects.toMatchObject({
      reason: "bad_answer",
    });
  });

  it("are reported as no coverage for a symbol with a profile", async () => {
    simulateFmp(internet, { "grades-historical": [], profile: [{ symbol: "AAPL", companyName: "A Fund" }] });
    await expect(ask()).rejects.toMatchObject({ kind: "no_coverage" });
  });

  it("are not found for an unknown symbol", async () => {
    simulateFmp(internet, { "grades-historical": [], profile: [] });
    await expect(ask()).rejects.toMatchObject({ kind: "not_found" });
  });
});
