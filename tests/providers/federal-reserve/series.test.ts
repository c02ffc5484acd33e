/** The files of the G.17 release, and the traps in them. */
import { HttpResponse } from "msw";
import { describe, expect, it, vi } from "vitest";
import { atTime } from "../../support/at-time.js";
import { createAsker } from "../../support/ask.js";
import { errorOf } from "../../support/gate.js";
import { useInternet } from "../../support/internet.js";
import { askSeries, playOffice } from "../../support/offices.js";

const internet = useInternet();
atTime("2026-09-29T15:00:00Z");

const IP = "releases/g17/Current/ipdisk/ip_sa.txt";
const UTILIZATION = "releases/g17/Current/ipdisk/utl_sa.txt";
const months = (...values: (string | number)[]) => values.join("   ");
const fileOf = (newest: string) =>
  [
    '"B50001: Total index"',
    `"B50001"   2025   ${months(101.1, 101.2, 101.3, 101.4, 101.5, 101.6, 101.7, 101.8, 101.9, 102, 102.1, 102.2)}`,
    `"B50001"   2026   ${newest}`,
    '"B00004: Manufacturing"',
    `"B00004"   2026   ${months(90, 91)}`,
    "",
  ].join("\n");

describe("industrial production", () => {
  it("has the months of the lines of years of the total index", async () => {
    const modified = "Tue, 15 Sep 2026 13:15:00 GMT";
    playOffice(internet, "fedUrl", {
      [IP]: new HttpResponse(fileOf(months(102.5, 102.8)), { headers: { "last-modified": modified } }),
    });
    const { data } = await askSeries(["industrial_production"], { from: "2025-12-01" });
    expect(data.values.map(({ date, value }) => [date, value])).toEqual([
      ["2026-02-01", 102.8],
      ["2026-01-01", 102.5],
      ["2025-12-01", 102.2],
    ]);
    expect(data.values[0]).toMatchObject({ change: 0.292683, yearChange: 1.58103, preliminary: null });
    expect(data.series[0]).toMatchObject({
      office: "Federal Reserve Board",
      unit: "index, 2017 = 100",
      seasonallyAdjusted: true,
      frequency: "monthly",
      latestRelease: "2026-09-15",
    });
  });

  it.each([
    ["absent", months(102.5, 102.8)],
    ["0", months(102.5, 102.8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)],
    ["0.0000", months(102.5, 102.8, "0.0000", "0.0000")],
    [".", months(102.5, 102.8, ".", ".", ".", ".", ".", ".", ".", ".", ".", ".")],
  ])("has no values of months to come, which are %s", async (_how, newest) => {
    playOffice(internet, "fedUrl", { [IP]: fileOf(newest) });
    const { data } = await askSeries(["industrial_production"], { from: "2026-01-01" });
    expect(data.values.map(({ value }) => value)).toEqual([102.8, 102.5]);
  });

  it("is refused where a page stands in place of the file", async () => {
    playOffice(internet, "fedUrl", { [IP]: "<html><title>Error</title></html>" });
    expect(await errorOf(askSeries(["INDPRO"]))).toMatchObject({ reason: "bad_answer" });
  });

  it("is asked for again only if it has changed", async () => {
    const modified = "Tue, 15 Sep 2026 13:15:00 GMT";
    const calls = playOffice(internet, "fedUrl", {
      [IP]: ({ modifiedSince }) =>
        modifiedSince === null
          ? new HttpResponse(fileOf(months(102.5)), { headers: { "last-modified": modified } })
          : new HttpResponse(null, { status: 304 }),
    });
    const asker = createAsker();
    for (const day of ["29", "30"]) {
      vi.setSystemTime(new Date(`2026-09-${day}T15:00:00Z`));
      expect((await askSeries(["INDPRO"], {}, asker)).data.values[0]!.value).toBe(102.5);
    }
    expect(calls.map(({ modifiedSince }) => modifiedSince)).toEqual([null, modified]);
  });
});

describe("capacity utilization", () => {
  it("is a percentage, whose changes are differences, of the file of its own", async () => {
    const calls = playOffice(internet, "fedUrl", { [UTILIZATION]: fileOf(months(77.5, 77.9)) });
    const { data } = await askSeries(["capacity_utilization"], { from: "2026-01-01" });
    expect(data.values[0]).toMatchObject({ value: 77.9, change: 0.4 });
    expect(data.series[0]).toMatchObject({ unit: "percent of capacity", changes: "difference" });
    expect(calls).toHaveLength(1);
  });
});
