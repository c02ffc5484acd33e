import { describe, expect, it } from "vitest";
import { createNamedCells } from "../../src/cli/pages/cells.js";
import { toNamedAnswer, toTable } from "../../src/cli/pages/named-table.js";
import { wrapped } from "../../src/cli/pages/printed-text.js";
import { economicSeries } from "../../src/capabilities/economy/economic-series.js";
import { active } from "../../src/capabilities/prices/movers.js";
import { quotes } from "../../src/capabilities/prices/quotes.js";
import type { Capability } from "../../src/contract/capability.js";
import { fieldsOf, year } from "../../src/contract/field.js";
import { z } from "../../src/contract/schema.js";
import { createHumanNumbers } from "../../src/lib/human-number.js";

/** The cells of a capability's fields, or of the rows of its list. */
function cellsIn({ output }: Pick<Capability, "output">, list?: string): ReturnType<typeof createNamedCells> {
  const cellOf = createNamedCells(fieldsOf(output), "provider-a");
  return (name, value, row) => cellOf(list === undefined ? name : `${list}.${name}`, value, row);
}

describe("toTable", () => {
  it("aligns numbers right, in a form for people, and everything else left", () => {
    const rows = [
      { symbol: "A", price: 0.1 + 0.2, marketCap: 2_062_638_120_606, changesPercentage: -1.7489, note: null },
      { symbol: "BRK-B", price: 5, marketCap: null, changesPercentage: 0.5, note: "x" },
    ];
    const names = ["symbol", "price", "marketCap", "changesPercentage", "note"];
    expect(
      toTable(rows, names, undefined, cellsIn(active, "active_stocks")).map((line) => line.replaceAll("\u00a0", " ")),
    ).toEqual([
      "symbol  price  marketCap  changesPercentage  note",
      "------  -----  ---------  -----------------  ----",
      "A        0.30     2.06 T            −1.75 %  -",
      "BRK-B    5.00          -            +0.50 %  x",
    ]);
  });

  it("leaves a year and a symbol made of digits unchanged", () => {
    const rows = [{ symbol: "7203", fiscalYear: 2025, calendarYear: "2024" }];
    expect(
      toTable(
        rows,
        ["symbol", "fiscalYear", "calendarYear"],
        undefined,
        cellsIn({ output: z.object({ fiscalYear: year("") }) }),
      )[2],
    ).toBe("  7203        2025          2024");
  });

  it("counts a wide character as two columns, like a terminal", () => {
    const rows = [
      { name: "任天堂", country: "JP" },
      { name: "Apple", country: "US" },
    ];
    expect(toTable(rows, ["name", "country"], undefined)).toEqual([
      "name    country",
      "------  -------",
      "任天堂  JP",
      "Apple   US",
    ]);
  });

  it("shows each row as a block of lines when the table is wider than the terminal", () => {
    const rows = [
      { symbol: "A", name: "Alpha" },
      { symbol: "B", name: "Beta" },
    ];
    expect(toTable(rows, ["symbol", "name"], 12)).toEqual([
      "symbol  A",
      "name    Alpha",
      "",
      "symbol  B",
      "name    Beta",
    ]);
    expect(toTable(rows, ["symbol", "name"], 13)[0]).toBe("symbol  name");
  });

  it("escapes control characters in names and values, and keeps each value in its line", () => {
    const hostile = "A\u001b[2J\u009b31m\r\nB\u202e\t\u0007";
    const rows = [{ symbol: hostile, [hostile]: [hostile] }];
    for (const width of [undefined, 5]) {
      const lines = toTable(rows, Object.keys(rows[0]!), width);
      expect(lines).toHaveLength(width ? 2 : 3);
      expect(lines.join("")).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    }
    expect(toNamedAnswer({ [hostile]: hostile, [`${hostile}s`]: [] }, undefined)).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u);
  });

  it("names the columns of a table without rows", () => {
    expect(toTable([], ["symbol"], undefined)).toEqual(["symbol", "------"]);
  });
});

describe("toNamedAnswer", () => {
  it("shows single values first, nested ones under their path, then each list", () => {
    const body = {
      rows: [{ a: 1, b: [1, 2] }],
      cache: { hits: 2, ratio: null },
      symbol: "X",
      none: [],
      tags: ["p", "q"],
    };
    expect(toNamedAnswer(body, undefined).split("\n")).toEqual([
      "cache.hits   2",
      "cache.ratio  -",
      "symbol       X",
      "tags         p, q",
      "",
      "rows:",
      "a  b",
      "-  ----",
      "1  1, 2",
      "",
      "none: none",
      "",
    ]);
  });

  it("shows a list of sentences one per line, and a list of words on one", () => {
    const notes = ["Returns of US and AAPL are null.", "AAPL: no history, at all."];
    expect(toNamedAnswer({ symbol: "X", notes, symbols: ["A", "B"] }, undefined).split("\n")).toEqual([
      "symbol   X",
      "notes    Returns of US and AAPL are null.",
      "         AAPL: no history, at all.",
      "symbols  A, B",
      "",
    ]);
  });

  it("names each table unless it is all there is", () => {
    const body = { bars: [{ a: 1 }], splits: [{ b: 2 }], dividends: [] };
    expect(toNamedAnswer(body, undefined).split("\n\n")).toEqual([
      "bars:\na\n-\n1",
      "splits:\nb\n-\n2",
      "dividends: none\n",
    ]);
  });

  it("gives the nested values of a row columns of their own, instead of JSON", () => {
    const body = { estimates: [{ period: "0q", eps: { avg: 1.5, low: null } }] };
    expect(toNamedAnswer(body, undefined).split("\n")).toEqual([
      "period  eps.avg  eps.low",
      "------  -------  -------",
      "0q          1.5        -",
      "",
    ]);
  });
});

it("shows the rate of two currencies, and the values of a series, as a page does", () => {
  const rates = createNamedCells(fieldsOf(quotes.output), "provider-a");
  const row = { symbol: "EURUSD=X", price: 1.12787 };
  expect(rates("quotes.price", row.price, row).text).toBe("1.1279");
  const body = { series: [{ name: "unemployment_rate", unit: "percent", changes: "difference" }] };
  const values = createNamedCells(fieldsOf(economicSeries.output), "provider-d", createHumanNumbers("en"), body);
  const texts = ["value", "change"].map((name) => values(`values.${name}`, 4.3, {}).text.replace("\u00a0", " "));
  expect(texts).toEqual(["4.3 %", "+4.3 pp"]);
});

it("breaks lines at blanks, but not before a unit or a month", () => {
  const line = "It rose by 17.5 % until 27 Nov, 18:00 UTC.";
  expect(wrapped(line, 16)).toEqual(["It rose by", "17.5 % until", "27 Nov,", "18:00 UTC."]);
});
