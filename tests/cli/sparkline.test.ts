/** The chart of closes above a price history, and the colours of changes. */
import { describe, expect, it } from "vitest";
import { toCloseLine, toSparkline } from "../../src/cli/sparkline.js";
import type { Field } from "../../src/contract/field-facts.js";
import { formatOf, inColour, toTable } from "../../src/cli/table.js";

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

describe("inColour", () => {
  const fields = new Map<string, Field>([
    ["changesPercentage", { kind: "percent", note: "", signed: true }],
    ["summary.change", { kind: "price", note: "", signed: true }],
    ["change", { kind: "price", note: "", signed: true }],
    ["stocks.return1y", { kind: "percent", note: "", signed: true, isText: true }],
    ["changes", { kind: "count", note: "" }],
    ["price", { kind: "price", note: "" }],
  ]);
  const declared = formatOf(fields, "provider-a");
  const format = inColour(declared);
  it.each<[string, unknown, string]>([
    ["changesPercentage", 1.5, "\u001b[32m+1.50\u00a0%\u001b[39m"],
    ["summary.change", -2, "\u001b[31m−2.00\u001b[39m"],
    ["change", 0, "0.00"],
    ["stocks.return1y", "12.5", "\u001b[32m+12.50\u00a0%\u001b[39m"],
    ["changes", 3, "3"],
    ["price", 3, "3.00"],
  ])("shows %s of %s as %j", (name, value, text) => {
    expect(format(name, value)?.text).toBe(text);
  });

  it("does not move columns", () => {
    const rows = [
      { symbol: "A", change: 10.25, price: 1 },
      { symbol: "B", change: -1, price: 2 },
    ];
    const names = ["symbol", "change", "price"];
    // oxlint-disable-next-line no-control-regex
    const bare = toTable(rows, names, undefined, format).map((line) => line.replaceAll(/\u001b\[\d+m/g, ""));
    expect(bare).toEqual(toTable(rows, names, undefined, declared));
  });
});
