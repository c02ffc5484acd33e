import { describe, expect, it } from "vitest";
import { closesAround } from "../../../src/market/statements/earnings-reactions.js";
import { findDefects } from "../../../src/market/prices/price-defects.js";
import type { Bar } from "../../../src/market/prices/price-bars.js";
import { barsOf } from "../../support/bar.js";

const around = (day: string, rows: Bar[]) =>
  closesAround(day, "after close", rows, findDefects(rows, { splits: [], currency: null }));

describe("the closes around a report", () => {
  it("are those of its day and of the next session, for a report after the close", () => {
    const rows = barsOf(["2024-05-02", 10], ["2024-05-03", 10.2], ["2024-05-06", 10.4]);
    expect(around("2024-05-02", rows)).toEqual({
      before: { day: "2024-05-02", close: 10 },
      after: { day: "2024-05-03", close: 10.2 },
    });
  });

  it("have none after the report that its neighbours contradict", () => {
    const rows = barsOf(["2024-05-02", 10], ["2024-05-03", 104], ["2024-05-06", 10.4]);
    expect(around("2024-05-02", rows)).toEqual({ before: { day: "2024-05-02", close: 10 }, after: null });
  });

  it("have none after the report where the source lacks the first session that could react", () => {
    const rows = barsOf(["2024-05-02", 10], ["2024-05-06", 10.4]);
    expect(around("2024-05-02", rows)).toEqual({ before: { day: "2024-05-02", close: 10 }, after: null });
  });
});
