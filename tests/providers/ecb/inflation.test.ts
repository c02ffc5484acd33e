/** Inflation of the euro area in the ECB's CSV, and the traps in it. */
import { describe, expect, it } from "vitest";
import { atTime } from "../../support/at-time.js";
import { createAsker } from "../../support/ask.js";
import { errorOf } from "../../support/gate.js";
import { useInternet } from "../../support/internet.js";
import { askSeries, playOffice } from "../../support/offices.js";

const internet = useInternet();
atTime("2026-06-24T15:00:00Z");

const [ALL, CORE] = ["HICP.M.U2.N.000000.4D0.ANR", "HICP.M.U2.N.XEF000.4D0.ANR"];
const csv = (head: string, ...rows: string[]) => [head, ...rows, ""].join("\r\n");
const HEAD = "KEY,FREQ,REF_AREA,TITLE,TIME_PERIOD,OBS_VALUE,OBS_STATUS";
const rowOf = (key: string, month: string, value: string, status = "A") =>
  `${key},M,U2,"Euro area - HICP - Total, Annual rate of ""change""",${month},${value},${status}`;
const BODY = csv(
  HEAD,
  rowOf(ALL, "2025-05", "1.9"),
  rowOf(ALL, "2026-04", "2.1"),
  rowOf(ALL, "2026-05", "2.4", "P"),
  rowOf(CORE, "2026-05", "2.3"),
  rowOf(ALL, "2026-07", "9.9"),
);
const DATA = "service/data/HICP/";

describe("inflation of the euro area", () => {
  it("is the change on the year, whose changes are differences", async () => {
    playOffice(internet, "ecbDataUrl", { [DATA]: BODY });
    const { data } = await askSeries(["euro_inflation", "euro_core_inflation"]);
    expect(
      data.values.map(({ series, date, value, change, yearChange, preliminary }) => [
        series,
        date,
        value,
        change,
        yearChange,
        preliminary,
      ]),
    ).toEqual([
      ["euro_inflation", "2026-05-01", 2.4, 0.3, 0.5, true],
      ["euro_core_inflation", "2026-05-01", 2.3, null, null, false],
      ["euro_inflation", "2026-04-01", 2.1, null, null, false],
      ["euro_inflation", "2025-05-01", 1.9, null, null, false],
    ]);
    expect(data.series[0]).toMatchObject({
      office: "European Central Bank",
      unit: "percent change on the year before",
      changes: "difference",
      seasonallyAdjusted: false,
    });
  });

  it("is read by the names of the columns, whichever order they have behind the key", async () => {
    playOffice(internet, "ecbDataUrl", {
      [DATA]: csv("KEY,OBS_VALUE,TITLE,TIME_PERIOD", `${ALL},2.4,"Total, of all",2026-05`),
    });
    const { data } = await askSeries(["euro_inflation"]);
    expect(data.values).toMatchObject([{ value: 2.4, preliminary: false }]);
  });

  it("is asked of the flow HICP, never of ICP, which stands still, in one call for both series", async () => {
    const calls = playOffice(internet, "ecbDataUrl", { [DATA]: BODY });
    const asker = createAsker();
    await askSeries(["euro_inflation"], {}, asker);
    await askSeries(["euro_core_inflation"], {}, asker);
    expect(calls.map(({ path }) => path)).toEqual(["service/data/HICP/M.U2.N.000000+XEF000.4D0.ANR?format=csvdata"]);
  });

  it.each([["<html>Busy</html>"], ["A,B\r\n1,2\r\n"], [csv(HEAD)]])("is refused for %j", async (body) => {
    playOffice(internet, "ecbDataUrl", { [DATA]: body });
    expect(await errorOf(askSeries(["euro_inflation"]))).toMatchObject({ reason: "bad_answer" });
  });
});
