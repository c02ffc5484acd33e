/** The chart of closes above a price history, and the colours of changes. */
import { describe, expect, it } from "vitest";
import { toCloseLine, toSparkline } from "../../src/cli/pages/sparkline.js";
import type { Field } from "../../src/contract/field-facts.js";
import { createNamedCells, painted } from "../../src/cli/pages/cells.js";
import { toTable } from "../../src/cli/pages/named-table.js";

describe("toSparkline", () => {
  it.each<[number[], string]>([
    [[1, 2, 3, 4, 5, 6, 7, 8], "▁▂▃▄▅▆▇█"],
    [[-5, 0, 5], "▁▅█"],
    [[3, 3, 3], "▁▁▁"],
    [[7], "▁"],
    [[], ""],
  ])("shows %j as %s", (values, line) => {
    expect(toSparkline(values)).toBe(line);
  });

  it("thins out more values than there is room for, and keeps the first and the last", () => {
    const values = Array.from({ length: 1_000 }, (_, at) => at);
    expect(toSparkline(values, 8)).toBe("▁▂▃▄▅▆▇█");
    expect(toSparkline(values)).toHaveLength(60);
  });
});

describe("toCloseLine", () => {
  it("is in the order of days, whatever the order of the bars, without bars that have no close", () => {
    const bars = [
      { date: "2026-01-03", close: 3 },
      { date: "2026-01-02", close: null },
      { date: "2026-01-01", close: 1 },
    ];
    expect(toCloseLine(bars, undefined)).toBe("2026-01-01 ▁█ 2026-01-03");
  });

  it("is left out for fewer than two closes", () => {
    expect(toCloseLine([{ date: "2026-01-01", close: 1 }], undefined)).toBeUndefined();
  });
});

describe("painted", () => {
  const cellOf = createNamedCells(
    new Map<string, Field>([
      ["change", { kind: "price", note: "", signed: true }],
      ["stocks.return1y", { kind: "percent", note: "", signed: true, isText: true }],
      ["changes", { kind: "count", note: "" }],
      [
        "values.change",
        { kind: "number", note: "", signed: true, unitIn: "series.changes", valueUnitIn: "series.unit" },
      ],
    ]),
    "provider-a",
  );
  it.each<[string, unknown, string]>([
    ["change", -2, "\u001b[31m−2.00\u001b[39m"],
    ["change", 0, "0.00"],
    ["stocks.return1y", "12.5", "\u001b[32m+12.50\u00a0%\u001b[39m"],
    ["changes", 3, "3"],
    // Of an economic series: a rise of unemployment is no gain.
    ["values.change", 0.1, "+0.1"],
  ])("shows %s of %s as %j", (name, value, text) => {
    expect(painted(cellOf(name, value, {}))).toBe(text);
  });

  it("does not move columns", () => {
    const rows = [
      { symbol: "A", change: 10.25, price: 1 },
      { symbol: "B", change: -1, price: 2 },
    ];
    const names = ["symbol", "change", "price"];
    const coloured = toTable(rows, names, undefined, cellOf, true);
    // oxlint-disable-next-line no-control-regex
    const bare = coloured.map((line) => line.replaceAll(/\u001b\[\d+m/g, ""));
    expect(coloured).not.toEqual(bare);
    expect(bare).toEqual(toTable(rows, names, undefined, cellOf));
  });
});
