/** Questions about series of several offices, and of the BLS about states and components of the CPI. */
import { http, HttpResponse } from "msw";
import { describe, expect, it } from "vitest";
import { economicSeries } from "../../../src/capabilities/economy/economic-series.js";
import { parseInput } from "../../../src/contract/input.js";
import { CPI_COMPONENTS } from "../../../src/market/economy/cpi-components.js";
import { DEFAULT_NAMES, findSeries } from "../../../src/market/economy/economic-series.js";
import { US_STATES } from "../../../src/market/economy/states.js";
import { economicSeriesFromOffices } from "../../../src/providers/economic-series/economic-series.js";
import { atTime } from "../../support/at-time.js";
import { createAsker, FEEDS } from "../../support/ask.js";
import { errorOf } from "../../support/gate.js";
import { useInternet } from "../../support/internet.js";
import { askSeries, playOffice } from "../../support/offices.js";

const internet = useInternet();
// A Wednesday, 14:00 in New York.
atTime("2026-06-24T18:00:00Z");

/** Plays the BLS with one value a month of the asked ids, but of those that it does not know; returns the calls. */
function playBls(unknown: readonly string[] = []) {
  const calls: string[][] = [];
  internet.use(
    http.post(`${FEEDS.blsUrl}/*`, async ({ request }) => {
      const { seriesid } = (await request.json()) as { seriesid: string[] };
      calls.push(seriesid);
      const data = ["2026 M05", "2026 M04", "2025 M05"].map((period, at) => ({
        year: period.slice(0, 4),
        period: period.slice(5),
        value: String(110 - at * 5),
        footnotes: [{}],
      }));
      const series = seriesid.map((seriesID) => ({ seriesID, data: unknown.includes(seriesID) ? [] : data }));
      return HttpResponse.json({ status: "REQUEST_SUCCEEDED", message: [], Results: { series } });
    }),
  );
  return calls;
}
const playEcb = (body: string | Response = "KEY,TIME_PERIOD,OBS_VALUE\nHICP.M.U2.N.000000.4D0.ANR,2026-05,2.4\n") =>
  playOffice(internet, "ecbDataUrl", { "service/data/HICP": body });

describe("a question about series of several offices", () => {
  it("asks each office once, with the values of one day in the order of the question", async () => {
    const [bls, ecb] = [playBls(), playEcb()];
    const { data, missing } = await askSeries(["euro_inflation", "cpi"], { from: "2026-05-01" });
    expect(data.values.map(({ series, value, yearChange }) => [series, value, yearChange])).toEqual([
      ["euro_inflation", 2.4, null],
      ["cpi", 110, 10],
    ]);
    expect(data.series.map(({ office }) => office)).toEqual(["European Central Bank", "US Bureau of Labor Statistics"]);
    expect([bls.length, ecb.length, missing]).toEqual([1, 1, []]);
  });

  it("names only the series of an office that fails as missing, and asks it once more", async () => {
    playBls();
    const ecb = playEcb(new HttpResponse("Busy", { status: 404 }));
    const asker = createAsker();
    const { data, missing, notes } = await askSeries(["euro_inflation", "cpi"], {}, asker);
    expect(data.missing).toEqual(["euro_inflation"]);
    expect(data.values.every(({ series }) => series === "cpi")).toBe(true);
    // Such an answer is cached for a shorter time.
    expect(missing).toEqual(["values"]);
    expect(notes).toEqual(["The ECB could not answer for euro_inflation."]);
    await askSeries(["euro_inflation", "cpi"], {}, asker);
    expect(ecb).toHaveLength(2);
  });

  it("fails with the failure of an office if no other one has values", async () => {
    playBls(["CUSR0000SA0"]);
    playEcb(new HttpResponse("Busy", { status: 404 }));
    expect(await errorOf(askSeries(["euro_inflation", "cpi"]))).toMatchObject({ reason: "no_data" });
    expect(await errorOf(askSeries(["euro_inflation"]))).toMatchObject({ reason: "no_data" });
  });

  it("is refused if no office has values in the range", async () => {
    playEcb();
    const error = await errorOf(askSeries(["euro_inflation"], { to: "2020-12-31" }));
    expect(error).toMatchObject({ kind: "invalid_input" });
    expect(error.message).toContain(
      "euro_inflation has no values from 2011-01-01 to 2020-12-31. Allowed: another range.",
    );
  });

  it("names the office without values in the range", async () => {
    playBls();
    playEcb("KEY,TIME_PERIOD,OBS_VALUE\nHICP.M.U2.N.000000.4D0.ANR,2026-04,2.1\n");
    const { notes } = await askSeries(["cpi", "euro_inflation"], { from: "2026-05-01" });
    expect(notes).toEqual(["The ECB has no values of euro_inflation from 2026-05-01 to 2026-06-24."]);
  });

  it("asks the BLS only where it names no series", async () => {
    const bls = playBls();
    const { data } = await createAsker().ask(economicSeriesFromOffices, {});
    expect(data.series.map(({ name }) => name)).toEqual(DEFAULT_NAMES);
    expect(bls).toHaveLength(1);
  });

  it("says that an id at FRED means the official series", async () => {
    playEcb();
    const { notes } = await askSeries(["HICP"]);
    expect(notes).toEqual(["HICP means euro_inflation here."]);
  });
});

describe("a component of the CPI", () => {
  it("has its weight with the month of it, and changes on the year without seasonal adjustment", async () => {
    const bls = playBls();
    const { data, notes } = await askSeries(["shelter"]);
    expect(notes).toEqual(["weightPercent is that of December 2025."]);
    expect(data.series[0]).toMatchObject({
      title: "Consumer prices, shelter, all urban consumers",
      id: "CUSR0000SAH1",
      yearId: "CUUR0000SAH1",
      unit: "index, 1982-84 = 100",
      weightPercent: 35.625,
      seasonallyAdjusted: true,
    });
    expect(bls).toEqual([["CUSR0000SAH1", "CUUR0000SAH1"]]);
    expect(economicSeries.output.shape.series.element.shape.weightPercent.description).toContain("December 2025");
  });

  it("has no weight where it is not known", async () => {
    playBls();
    const { data, notes } = await askSeries(["car_insurance", "unemployment_rate"]);
    expect(notes).toEqual([]);
    expect(data.series.map(({ weightPercent }) => weightPercent)).toEqual([null, null]);
  });

  it("is without seasonal adjustment where there is no other series, which the note says", async () => {
    playBls(["CUSR0000SEHC"]);
    const { data, notes } = await askSeries(["owners_rent"]);
    expect(data.series[0]).toMatchObject({ id: "CUUR0000SEHC", seasonallyAdjusted: false });
    expect(data.values[0]).toMatchObject({ value: 110, change: 4.7619, yearChange: 10 });
    expect(notes).toEqual([
      "weightPercent is that of December 2025.",
      "The BLS has owners_rent without seasonal adjustment only.",
    ]);
  });

  it("has weights of which the parts make the whole", () => {
    const sum = (...names: (keyof typeof CPI_COMPONENTS)[]) =>
      names.reduce((total, name) => total + CPI_COMPONENTS[name].weight!, 0);
    const core = findSeries("core_cpi").weight!;
    expect(sum("food", "energy") + core).toBeCloseTo(100, 9);
    expect(sum("core_goods", "core_services")).toBeCloseTo(core, 2);
    expect(sum("food_at_home", "food_away")).toBeCloseTo(13.698, 9);
    expect(sum("medical_goods", "medical_services")).toBeCloseTo(8.424, 9);
  });

  it("is not taken for another one by its other names", () => {
    for (const name of Object.keys(CPI_COMPONENTS)) expect(findSeries(name).name).toBe(name);
  });
});

describe("the unemployment rate of a state", () => {
  it("is asked for alone, of the ids of a question", async () => {
    const bls = playBls();
    const { data } = await askSeries(["unemployment_rate_ca", "unemployment_rate"]);
    expect(bls).toEqual([["LASST060000000000003", "LNS14000000"]]);
    expect(data.series[0]).toMatchObject({
      title: "Unemployed, of the civilian labor force of California",
      unit: "percent",
      changes: "difference",
      seasonallyAdjusted: true,
    });
  });

  it("has an id of its own in each of 52", () => {
    expect(US_STATES).toHaveLength(52);
    const ids = US_STATES.map(({ code }) => findSeries(`unemployment_rate_${code}`).id);
    expect(new Set(ids).size).toBe(52);
    for (const id of ids) expect(id).toMatch(/^LASST\d{2}0{11}03$/);
  });
});

describe("the names of series", () => {
  it("are those of the offices in a refusal, which names all but most parts of the CPI", () => {
    expect(() => parseInput(economicSeries, { series: ["nonsense"] })).toThrow(
      /real_gdp.*capacity_utilization.*euro_gdp, unemployment_rate_<state>, gdp_<country>, gdp_growth_<country>/,
    );
  });

  it("count towards the ids of a call only where they are of the BLS", () => {
    const countries = ["de", "fr", "it", "es", "nl", "be", "at", "ie", "pt", "gr", "fi"].map((code) => `gdp_${code}`);
    const asked = [...countries, "cpi", "core_cpi", "ppi", "food", "energy", "shelter", "rent", "apparel"];
    expect(parseInput(economicSeries, { series: asked }).series).toHaveLength(19);
  });
});
