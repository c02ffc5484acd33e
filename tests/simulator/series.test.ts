import { expect, it } from "vitest";
import { findSeries, NAMED_IDS, toSeriesName } from "../../src/market/economy/economic-series.js";
import { replyOfSeries } from "../../src/simulator/official/series.js";

/** The ids at FRED of series of the BLS without a plain name, and some components of the CPI. */
const FURTHER = "CPIAUCNS PPIACO UNRATENSA U6RATE CIVPART EMRATIO MANEMP AHETPI OPHNFB"
  .split(" ")
  .map((name) => findSeries(toSeriesName(name)!).id)
  .concat(["CUSR0000SAF1", "CUSR0000SAH1", "CUUR0000SEHA", "CUSR0000SA0E", "CUUR0000SAM", "CUSR0000SETB01"]);

it.each([
  ["named", NAMED_IDS],
  ["further known", FURTHER],
])("the simulated market has every %s economic series", (_kind, ids) => {
  const idsAsked = [...ids];
  const known: string[] = [];
  while (idsAsked.length > 0) {
    const body = JSON.stringify({ seriesid: idsAsked.splice(0, 25), startyear: "2024", endyear: "2025" });
    const path = "/publicAPI/v1/timeseries/data/";
    const reply = replyOfSeries({ path, method: "POST", body, at: Date.UTC(2026, 2, 5) } as never);
    const { Results } = reply!.body as { Results: { series: { seriesID: string; data: unknown[] }[] } };
    known.push(...Results.series.filter(({ data }) => data.length > 0).map(({ seriesID }) => seriesID));
  }
  expect(known).toEqual(ids);
});
