import { afterAll, beforeAll, expect, it } from "vitest";
import {
  DEFAULT_NAMES,
  findSeries,
  idsOf,
  SERIES_NAMES,
  toSeriesName,
} from "../../src/market/economy/economic-series.js";
import { US_STATES } from "../../src/market/economy/states.js";
import { economicSeriesFromOffices } from "../../src/providers/economic-series/economic-series.js";
import { replyOfSeries } from "../../src/simulator/official/series.js";
import { startSimulator, type Simulator } from "../../src/simulator/server.js";
import { createSimulatorAsker } from "./ask-simulator.js";

let simulator: Simulator;
beforeAll(async () => void (simulator = await startSimulator({ now: () => new Date("2026-03-05T15:00:00Z") })));
afterAll(() => simulator.close());

/** The ids at FRED of series of the BLS without a plain name. */
const FURTHER = "CPIAUCNS PPIACO UNRATENSA U6RATE CIVPART EMRATIO MANEMP AHETPI OPHNFB"
  .split(" ")
  .map((name) => findSeries(toSeriesName(name)!).id);
const STATES = US_STATES.map(({ code }) => `unemployment_rate_${code}`);
const ofBls = (names: readonly string[]) =>
  names
    .map(findSeries)
    .filter(({ office }) => office === "bls")
    .flatMap(idsOf);

it.each([
  ["named", ofBls(SERIES_NAMES.filter((name) => !name.includes("<")))],
  ["further known", FURTHER],
  ["state's", ofBls(STATES)],
])("the simulated market has every %s economic series of the BLS", (_kind, ids) => {
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

it("the simulated market has the series of all other offices, with units, changes and releases", async () => {
  const names = SERIES_NAMES.filter((name) => !name.includes("<") && findSeries(name).office !== "bls");
  const series = [...names, "gdp_de", "gdp_wld", "gdp_growth_us"];
  const { data } = await createSimulatorAsker(simulator).ask(economicSeriesFromOffices, { series, from: "2015-01-01" });
  expect(data.missing).toEqual([]);
  expect(DEFAULT_NAMES.some((name) => names.includes(name))).toBe(false);
  for (const { name, unit, changes, frequency } of data.series) {
    expect([name, unit === null, frequency === null]).toEqual([name, false, false]);
    const own = data.values.filter((each) => each.series === name);
    expect(own.slice(0, 8).every(({ value }) => value !== null)).toBe(true);
    expect(own[0]!.change === null).toBe(changes === "none");
    expect(own[0]!.growthPercent === null).toBe(name !== "real_gdp");
  }
  expect(data.series.find(({ name }) => name === "real_gdp")!.unit).toBe(
    "millions of chained 2017 US dollars, annual rate",
  );
  expect(data.series.find(({ name }) => name === "pce_prices")!.unit).toBe("index, 2017 = 100");
});
