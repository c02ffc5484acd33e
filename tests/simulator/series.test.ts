import { expect, it } from "vitest";
import { NAMED_IDS } from "../../src/market/economy/economic-series.js";
import { replyOfSeries } from "../../src/simulator/official/series.js";

it("the simulated market has every named economic series", () => {
  const idsAsked = [...NAMED_IDS];
  const known: string[] = [];
  while (idsAsked.length > 0) {
    const body = JSON.stringify({ seriesid: idsAsked.splice(0, 25), startyear: "2024", endyear: "2025" });
    const path = "/publicAPI/v1/timeseries/data/";
    const reply = replyOfSeries({ path, method: "POST", body, at: Date.UTC(2026, 2, 5) } as never);
    const { Results } = reply!.body as { Results: { series: { seriesID: string; data: unknown[] }[] } };
    known.push(...Results.series.filter(({ data }) => data.length > 0).map(({ seriesID }) => seriesID));
  }
  expect(known).toEqual(NAMED_IDS);
});
