/** The next releases of economic series by provider B's calendar, and the questions for which it is asked. */
import { HttpResponse } from "msw";
import { describe, expect, it } from "vitest";
import { economicSeries, releaseDays } from "../../../src/capabilities/economy/economic-series.js";
import { toPlainText } from "../../../src/contract/sentence.js";
import { parseInput } from "../../../src/contract/input.js";
import { releaseDaysFromYahoo } from "../../../src/providers/yahoo/market/release-days.js";
import { atTime } from "../../support/at-time.js";
import { createAsker } from "../../support/ask.js";
import { useInternet } from "../../support/internet.js";
import { many } from "../../support/many.js";
import { crumbRoute, sessionRoutes } from "./upstream-yahoo.js";

const internet = useInternet();
// A Tuesday, 11:00 in New York.
atTime("2026-06-09T15:00:00Z");

const COLUMNS = ["econ_release", "country_code", "startdatetime", "after_release_actual"];
type Release = [event: string, country: string, time: string, actual: string | null];

/** Plays the calendar in pages; returns the offsets that were asked for. */
function play(releases: readonly Release[]) {
  const offsets: number[] = [];
  internet.use(
    ...sessionRoutes(),
    crumbRoute("/v1/finance/visualization", async (request) => {
      const { offset, size } = (await request.json()) as { offset: number; size: number };
      offsets.push(offset);
      const columns = COLUMNS.map((id) => ({ id, label: id, type: "STRING" }));
      const documents = [{ columns, rows: releases.slice(offset, offset + size) }];
      return HttpResponse.json({ finance: { result: [{ total: releases.length, documents }], error: null } });
    }),
  );
  return offsets;
}

const daysOf = async (releases: readonly Release[]) => {
  play(releases);
  return (await createAsker().supply(releaseDaysFromYahoo, "releases")).facts;
};

describe("the next releases by provider B", () => {
  it("are those of the US by the names of their figures", async () => {
    const days = await daysOf([
      ["CPI YY", "CN", "2026-06-09T16:30:00Z", null],
      ["Core CPI MM, SA*", "US", "2026-06-10T12:30:00Z", null],
      ["Cleveland Fed CPI", "US", "2026-06-09T15:30:00Z", null],
      ["PPI Final Demand YY", "US", "2026-06-11T12:30:00Z", null],
      ["Import Prices MM", "US", "2026-06-16T12:30:00Z", null],
      ["JOLTS Job Openings*", "US", "2026-06-30T14:00:00Z", null],
      ["Non-Farm Payrolls*", "US", "2026-07-02T12:30:00Z", null],
      ["Unemployment Rate*", "US", "2026-07-02T12:30:00Z", null],
    ]);
    expect(days).toEqual({
      cpi: "2026-06-10",
      ppi: "2026-06-11",
      import_prices: "2026-06-16",
      job_openings: "2026-06-30",
      payrolls: "2026-07-02",
      unemployment_rate: "2026-07-02",
    });
  });

  it("do not include one of today that has its figure", async () => {
    const days = await daysOf([
      ["CPI MM, SA*", "US", "2026-06-09T12:30:00Z", "0.2%"],
      ["JOLTS Job Openings*", "US", "2026-06-09T18:00:00Z", null],
      ["CPI MM, SA*", "US", "2026-07-09T12:30:00Z", null],
    ]);
    expect(days).toMatchObject({ cpi: "2026-07-09", job_openings: "2026-06-09" });
  });

  it("are looked for on at most three pages", async () => {
    const offsets = play([
      ...many(320, (): Release => ["Speech", "US", "2026-06-10T12:30:00Z", null]),
      ["Unemployment Rate*", "US", "2026-07-02T12:30:00Z", null],
    ]);
    expect((await createAsker().supply(releaseDaysFromYahoo, "releases")).facts).toEqual({});
    expect(offsets).toEqual([0, 100, 200]);
  });
});

describe("a question about economic series", () => {
  const askedOf = (...series: string[]) => releaseDays.askEarly!(parseInput(economicSeries, { series }));

  it("asks for releases of series with plain names only", () => {
    expect(askedOf("cpi", "APU0000701111")).toBe("releases");
    expect(askedOf("LNS14000000", "APU0000701111")).toBeNull();
  });

  it("has the day of each of them, and null for the remaining ones", () => {
    const series = (name: string) => ({ name, nextRelease: null }) as never;
    const names = ["cpi", "core_cpi", "gasoline", "payrolls", "average_hourly_earnings", "LNS14000000"];
    const data = { series: names.map(series), values: [], total_values: 0, missing: [] };
    const days = { cpi: "2026-06-10", payrolls: "2026-07-02" };
    expect(releaseDays.apply(data as never, days)).toMatchObject({
      data: {
        series: ["2026-06-10", "2026-06-10", "2026-06-10", "2026-07-02", "2026-07-02", null].map((nextRelease) => ({
          nextRelease,
        })),
      },
      fields: ["nextRelease"],
    });
    expect(releaseDays.apply(data as never, days).notes!.map(toPlainText)).toEqual([
      "Only nextRelease is from provider B.",
    ]);
    expect(releaseDays.apply(data as never, {})).toMatchObject({ fields: [], notes: [] });
  });
});
