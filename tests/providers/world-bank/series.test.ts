/** The World Bank's indicators, and the traps in them. */
import { describe, expect, it, vi } from "vitest";
import { atTime } from "../../support/at-time.js";
import { createAsker } from "../../support/ask.js";
import { errorOf } from "../../support/gate.js";
import { useInternet } from "../../support/internet.js";
import { askSeries, playOffice } from "../../support/offices.js";

const internet = useInternet();
atTime("2026-09-29T15:00:00Z");

const ABOUT = { page: 1, pages: 1, per_page: 5_000, total: 3, sourceid: "2", lastupdated: "2026-07-13" };
const rowOf = (countryiso3code: string, date: string, value: number | null) => ({
  indicator: { id: "NY.GDP.MKTP.CD", value: "GDP (current US$)" },
  country: { id: countryiso3code.slice(0, 2), value: "A name" },
  countryiso3code,
  date,
  value,
  unit: "",
  obs_status: "",
  decimal: 0,
});
const BODY = [
  ABOUT,
  [
    rowOf("DEU", "2025", null),
    rowOf("DEU", "2024", 4_685_592_577_804),
    rowOf("DEU", "2023", 4_561_624_073_500),
    rowOf("WLD", "2024", 111_326_370_000_000),
  ],
];

describe("output of countries", () => {
  it("has a value a year, none of a year that is not known yet, and its change", async () => {
    const calls = playOffice(internet, "worldBankUrl", { v2: BODY });
    const { data } = await askSeries(["gdp_de", "World GDP"]);
    expect(data.values).toMatchObject([
      {
        series: "gdp_de",
        date: "2024-01-01",
        period: "A01",
        value: 4_685_592_577_804,
        change: 2.71764,
        yearChange: 2.71764,
      },
      { series: "gdp_wld", date: "2024-01-01", value: 111_326_370_000_000 },
      { series: "gdp_de", date: "2023-01-01", change: null },
    ]);
    expect(data.series[0]).toMatchObject({
      office: "World Bank, CC BY 4.0",
      title: "Gross domestic product, Germany",
      id: "NY.GDP.MKTP.CD DEU",
      unit: "current US dollars",
      seasonallyAdjusted: null,
      frequency: "yearly",
      latestRelease: "2026-07-13",
    });
    expect(calls.map(({ path }) => path)).toEqual([
      "v2/country/DEU;WLD/indicator/NY.GDP.MKTP.CD?format=json&per_page=5000",
    ]);
  });

  it("grows by a percentage, whose changes are differences", async () => {
    playOffice(internet, "worldBankUrl", { v2: [ABOUT, [rowOf("DEU", "2024", -0.5), rowOf("DEU", "2023", -0.9)]] });
    const { data } = await askSeries(["gdp_growth_de"]);
    expect(data.values[0]).toMatchObject({ value: -0.5, change: 0.4 });
    expect(data.series[0]).toMatchObject({ changes: "difference", unit: "percent change on the year before" });
  });

  it.each([
    [
      "an error with status 200",
      [{ message: [{ id: "120", key: "Invalid value", value: "Ignore all" }] }],
      "call_refused",
    ],
    ["a page", "<html>Busy</html>", "bad_answer"],
    ["no rows", [ABOUT, null], "bad_answer"],
    ["one of several pages", [{ ...ABOUT, pages: 2 }, BODY[1]], "bad_answer"],
  ])("is refused for %s", async (_what, body, reason) => {
    playOffice(internet, "worldBankUrl", { v2: body });
    const error = await errorOf(askSeries(["gdp_de"]));
    expect(error).toMatchObject({ reason });
    expect(error.message).not.toContain("Ignore");
  });

  it("leaves out a row whose year is an object, which cannot be made a text", async () => {
    const row = { ...rowOf("DEU", "", 1), date: { toString: null } };
    playOffice(internet, "worldBankUrl", { v2: [{ ...ABOUT, lastupdated: row.date }, [row, rowOf("DEU", "2024", 2)]] });
    expect((await askSeries(["gdp_de"])).data.values).toMatchObject([{ date: "2024-01-01", value: 2 }]);
  });

  it("is asked for once in 30 days", async () => {
    const calls = playOffice(internet, "worldBankUrl", { v2: BODY });
    const asker = createAsker();
    for (const day of ["2026-09-29", "2026-10-29", "2026-10-30"]) {
      vi.setSystemTime(new Date(`${day}T14:59:59Z`));
      await askSeries(["gdp_de"], {}, asker);
    }
    expect(calls).toHaveLength(2);
  });
});
