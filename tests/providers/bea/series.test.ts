/** The BEA's flat files in the form of its own, and the traps in them. */
import { HttpResponse } from "msw";
import { describe, expect, it, vi } from "vitest";
import { atTime } from "../../support/at-time.js";
import { createAsker } from "../../support/ask.js";
import { errorOf } from "../../support/gate.js";
import { useInternet } from "../../support/internet.js";
import { askSeries, playOffice } from "../../support/offices.js";

const internet = useInternet();
// A Tuesday, 11:00 in New York.
const NOW = new Date("2026-09-29T15:00:00Z");
atTime(NOW);

const HEAD = "%SeriesCode,Period,Value";
const QUARTERS = [
  HEAD,
  'A190RC,2026Q2,"999"',
  'A191RC,2025Q2,"30,485,729"',
  'A191RC,2026Q1,"31,865,721"',
  'A191RC,2026Q2,"32,486,066"',
  'A191RL,2026Q1,"2.1"',
  'A191RL,2026Q2,"1.5"',
  'A191RX,2025Q2,"23,770,976"',
  'A191RX,2026Q1,"24,180,419"',
  'A191RX,2026Q2,"24,269,613"',
  "",
].join("\r\n");
const MONTHS = [
  HEAD,
  'A065RC,2026M06,"26,900,100"',
  'A065RC,2026M07,"27,000,000"',
  'A072RC,2026M06,"4.6"',
  'A072RC,2026M07,"4.4"',
  'DPCCRG,2026M07,"130.658"',
  'DPCERC,2026M07,"22,250,420"',
  'DPCERG,2026M07,"131.659"',
  "",
].join("\n");
const registerOf = (scales: Readonly<Record<string, number>> = {}) => {
  const rows = ["A191RC", "A191RX", "A065RC", "A191RL", "A072RC", "DPCERG", "DPCCRG"].map((code) => {
    const scale = scales[code] ?? (/R[CX]$/.test(code) && code !== "A072RC" ? -6 : 0);
    return `${code},"A label, with a comma","Current Dollars","Level",${scale},T10105:1|T10205:1,NONE`;
  });
  return [
    "%SeriesCode,SeriesLabel,MetricName,CalculationType,DefaultScale,TableId:LineNo,SeriesCodeParents",
    ...rows,
  ].join("\n");
};

const Q = "national/Release/TXT/NipaDataQ.txt";
const M = "national/Release/TXT/NipaDataM.txt";
const REGISTER = "national/Release/TXT/SeriesRegister.txt";
const files = (more: Parameters<typeof playOffice>[2] = {}) =>
  playOffice(internet, "beaUrl", {
    ...more,
    [Q]: more[Q] ?? QUARTERS,
    [M]: more[M] ?? MONTHS,
    [REGISTER]: more[REGISTER] ?? registerOf(),
  });

describe("series of the BEA", () => {
  it("have their values without the commas of thousands, and in the unit that the register's scale says", async () => {
    files();
    const { data, notes } = await askSeries(["gdp"]);
    expect(data.series[0]).toMatchObject({
      office: "US Bureau of Economic Analysis",
      id: "A191RC",
      unit: "millions of US dollars, annual rate",
      seasonallyAdjusted: true,
      frequency: "quarterly",
    });
    expect(data.values[0]).toMatchObject({
      // The BEA marks no value, and revises all.
      preliminary: null,
      date: "2026-04-01",
      period: "Q02",
      value: 32_486_066,
      change: 1.94675,
      yearChange: 6.56155,
    });
    expect(notes).toEqual(["Values of gdp are annual rates: a quarter's amount is a fourth of its value."]);
  });

  it("of a month say that its amount is a twelfth of the value", async () => {
    files();
    const { data, notes } = await askSeries(["personal_income"]);
    expect(data.series[0]).toMatchObject({ frequency: "monthly" });
    expect(notes).toEqual(["Values of personal_income are annual rates: a month's amount is a twelfth of its value."]);
  });

  it("of real GDP have the growth at an annual rate as it is published, which is not derived", async () => {
    files();
    const { data, notes } = await askSeries(["real_gdp"]);
    expect(notes).toContain("growthPercent is an annual rate.");
    expect(data.values.map(({ period, growthPercent }) => [period, growthPercent])).toEqual([
      ["Q02", 1.5],
      ["Q01", 2.1],
      ["Q02", null],
    ]);
    expect(data.values[0]).toMatchObject({ value: 24_269_613, change: 0.368869 });
  });

  it.each([
    [-6, "millions of US dollars, annual rate"],
    [-3, "thousands of US dollars, annual rate"],
    [0, "US dollars, annual rate"],
    [-7, null],
  ])("of scale %d are in %s", async (scale, unit) => {
    files({ [REGISTER]: registerOf({ A191RC: scale }) });
    expect((await askSeries(["gdp"])).data.series[0]!.unit).toBe(unit);
  });

  it("name the base year of an index, in which its mean is 100, and that of chained dollars", async () => {
    const year = (code: string, of: number, letter: string, count: number, value: (at: number) => string) =>
      Array.from(
        { length: count },
        (_, at) => `${code},${of}${letter}${String(at + 1).padStart(count > 4 ? 2 : 1, "0")},"${value(at)}"`,
      );
    files({
      [M]: [
        ...MONTHS.trim().split("\n"),
        ...year("DPCERG", 2016, "M", 12, () => "98.000"),
        ...year("DPCERG", 2017, "M", 12, (at) => (99.45 + at / 10).toFixed(3)),
      ].join("\n"),
      [Q]: [
        ...QUARTERS.trim().split("\r\n"),
        ...year("A191RC", 2017, "Q", 4, (at) => String(19_000_000 + at)),
        ...year("A191RX", 2017, "Q", 4, (at) => String(19_000_003 - at)),
      ].join("\n"),
    });
    const { data } = await askSeries(["pce_prices", "core_pce_prices", "real_gdp"], { from: "2010-01-01" });
    expect(data.series.map(({ unit }) => unit)).toEqual([
      "index, 2017 = 100",
      "index",
      "millions of chained 2017 US dollars, annual rate",
    ]);
  });

  it.each(["(NA)", "---", "(D)", "...", ""])("have null in place of %j", async (missing) => {
    files({ [M]: MONTHS.replace('A072RC,2026M07,"4.4"', `A072RC,2026M07,"${missing}"`) });
    const { data } = await askSeries(["saving_rate"]);
    expect(data.values.map(({ value, change }) => [value, change])).toEqual([
      [null, null],
      [4.6, null],
    ]);
  });

  it("change by a difference where they are rates", async () => {
    files();
    const { data } = await askSeries(["saving_rate"]);
    expect(data.series[0]).toMatchObject({ changes: "difference", unit: "percent of disposable income" });
    expect(data.values[0]).toMatchObject({ value: 4.4, change: -0.2 });
  });

  it("may have a mark of the byte order before the head", async () => {
    files({ [M]: `\uFEFF${MONTHS}` });
    expect((await askSeries(["saving_rate"])).data.values[0]).toMatchObject({ value: 4.4 });
  });

  it("are refused where a page stands in place of a file", async () => {
    files({ [M]: HttpResponse.html("<!DOCTYPE html><html><title>Sorry</title></html>") as Response });
    expect(await errorOf(askSeries(["saving_rate"]))).toMatchObject({ reason: "bad_answer" });
  });

  it.each([
    ["the file", { [M]: MONTHS.replaceAll("A072RC", "A072RX") }],
    ["the register", { [REGISTER]: registerOf().replace("A072RC", "A072RX") }],
  ])("are refused where %s lacks the asked code, and others are not", async (_name, played) => {
    files(played);
    expect(await errorOf(askSeries(["saving_rate"]))).toMatchObject({ reason: "bad_answer" });
    const { data, missing } = await askSeries(["pce_prices"]);
    expect([data.values[0]?.value, data.missing, missing]).toEqual([131.659, [], []]);
  });

  it("are named as failed beside others of the file that have their codes", async () => {
    files({ [M]: MONTHS.replaceAll("A072RC", "A072RX") });
    const { data, missing, notes } = await askSeries(["saving_rate", "pce_prices"]);
    expect([data.values.map(({ value }) => value), data.missing, missing]).toEqual([
      [131.659],
      ["saving_rate"],
      ["values"],
    ]);
    expect(notes).toContain("The BEA could not answer for saving_rate.");
    // No series has values in a range that ended before they began.
    const early = { from: "1900-01-01", to: "1900-12-31" };
    expect(await errorOf(askSeries(["saving_rate", "pce_prices"], early))).toMatchObject({ kind: "invalid_input" });
  });

  it("of real GDP need the codes of the level and of the growth, and no other", async () => {
    files({ [Q]: QUARTERS.replaceAll("A191RC", "A191RY") });
    const { data } = await askSeries(["real_gdp"]);
    expect(data.series[0]).toMatchObject({ unit: "millions of chained US dollars, annual rate" });
    files({ [Q]: QUARTERS.replaceAll("A191RL", "A191RM") });
    expect(await errorOf(askSeries(["real_gdp"]))).toMatchObject({ reason: "bad_answer" });
  });

  it("are refused where the file has none of the codes, which is not kept", async () => {
    const calls = files({ [M]: `${HEAD}\nX,2026M07,"1"\n` });
    const asker = createAsker();
    for (const _again of [1, 2]) {
      expect(await errorOf(askSeries(["pce_prices"], {}, asker))).toMatchObject({ reason: "bad_answer" });
    }
    expect(calls.filter(({ path }) => path === M)).toHaveLength(2);
  });

  it("have the day of the file in New York as that of their release", async () => {
    files({
      [Q]: new HttpResponse(QUARTERS, { headers: { "last-modified": "Wed, 26 Aug 2026 12:30:03 GMT" } }),
    });
    const { data } = await askSeries(["gdp", "saving_rate"]);
    expect(data.series.map(({ latestRelease }) => latestRelease)).toEqual(["2026-08-26", null]);
  });
});

describe("a file of the BEA", () => {
  it("is fetched once for all of its series, without a contact", async () => {
    const calls = files();
    await askSeries(["gdp", "real_gdp", "pce_prices", "saving_rate"]);
    expect(calls.map(({ path }) => path).toSorted()).toEqual([M, Q, REGISTER]);
    for (const { agent } of calls) expect(agent).toMatch(/^market-data-mcp\/[\d.]+$/);
  });

  it("is asked for again if it has changed, hourly on the morning of a workday and else once a day", async () => {
    const modified = "Wed, 26 Aug 2026 12:30:03 GMT";
    const calls = files({
      [Q]: ({ modifiedSince }) =>
        modifiedSince === null
          ? new HttpResponse(QUARTERS, { headers: { "last-modified": modified } })
          : new HttpResponse(null, { status: 304 }),
    });
    const asker = createAsker();
    // 8:31, 9:30, 9:32, 11:10, 15:00 and, on the next day, 8:00 in New York.
    for (const time of ["29T12:31", "29T13:30", "29T13:32", "29T15:10", "29T19:00", "30T12:00"]) {
      vi.setSystemTime(new Date(`2026-09-${time}:00Z`));
      const { data } = await askSeries(["gdp"], {}, asker);
      expect(data.values[0]).toMatchObject({ value: 32_486_066 });
    }
    const asked = calls.filter(({ path }) => path === Q).map(({ modifiedSince }) => modifiedSince);
    expect(asked).toEqual([null, modified, modified]);
  });
});
