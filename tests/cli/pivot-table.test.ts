/** Tables with a column for each series. */
import { describe, expect, it } from "vitest";
import { economicSeries } from "../../src/capabilities/economy/economic-series.js";
import { toPivot } from "../../src/cli/pages/pivot-table.js";
import { createReader } from "../../src/cli/pages/reader.js";

describe("values by month and series", () => {
  it("have gains in green and losses in red", () => {
    const body = {
      series: [{ name: "cpi" }, { name: "payrolls" }],
      values: [
        { series: "cpi", date: "2026-11-01", change: 1 },
        { series: "cpi", date: "2026-10-01", change: -5 },
        { series: "payrolls", date: "2026-10-01", change: 7 },
      ],
    };
    const cellOf = (_path: string, value: unknown) => ({
      text: String(value).replace("-", "−"),
      isNumber: typeof value === "number",
      gain: typeof value === "number" ? Math.sign(value) : 0,
    });
    const terminal = { columns: 80, colour: true };
    const { lines } = toPivot(economicSeries, body, cellOf, createReader({}), terminal)!;
    expect(lines.at(-1)).toContain("\u001B[31m−5\u001B[39m");
    expect(lines.at(-1)).toContain("\u001B[32m7\u001B[39m");
    expect(lines.join()).not.toContain("\u001B[31m2026");
  });

  it("have the short names of output, consumption, states and countries in capitals", () => {
    const names = ["real_gdp", "core_pce_prices", "unemployment_rate_ca"];
    const body = {
      series: names.map((name) => ({ name })),
      values: names.map((series) => ({ series, date: "2026-10-01", value: 1 })),
    };
    const cellOf = (_path: string, value: unknown) => ({ text: String(value) });
    const { lines } = toPivot(economicSeries, body, cellOf, createReader({}), { columns: 80, colour: false })!;
    expect(lines.join("\n")).toMatch(
      /^Real GDP +2026-10-01 +1\nCore PCE prices +2026-10-01 +1\nUnemployment rate CA +2026-10-01 +1$/m,
    );
  });
});
