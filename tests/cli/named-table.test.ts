import { describe, expect, it } from "vitest";
import { toTerminalText, wrapped } from "../../src/cli/table.js";
import { formatOf, toLines, toTable } from "../../src/cli/table.js";
import { compareStocks } from "../../src/capabilities/compare-stocks.js";
import { active, gainers } from "../../src/capabilities/movers.js";
import { priceHistory } from "../../src/capabilities/price-history.js";
import { technicals } from "../../src/capabilities/technicals.js";
import type { Capability } from "../../src/contract/capability.js";
import { fieldsOf, year } from "../../src/contract/field.js";
import { z } from "../../src/contract/schema.js";

/** The formats of a capability's fields, or of the rows of its list. */
function formatsIn({ output }: Pick<Capability, "output">, list?: string) {
  const format = formatOf(fieldsOf(output), "provider-a");
  return (name: string, value: unknown) => format(list === undefined ? name : `${list}.${name}`, value);
}

describe("toTable", () => {
  it("aligns numbers right, in a form for people, and everything else left", () => {
    const rows = [
      { symbol: "A", price: 0.1 + 0.2, marketCap: 2_062_638_120_606, changesPercentage: -1.7489, note: null },
      { symbol: "BRK-B", price: 5, marketCap: null, changesPercentage: 0.5, note: "x" },
    ];
    const names = ["symbol", "price", "marketCap", "changesPercentage", "note"];
    expect(
      toTable(rows, names, undefined, formatsIn(active, "active_stocks")).map((line) => line.replaceAll("\u00a0", " ")),
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
        formatsIn({ output: z.object({ fiscalYear: year("") }) }),
      )[2],
    ).toBe("  7203        2025          2024");
  });

  it("formats a number that the interface gives as text", () => {
    const rows = [
      { ticker: "A", price: "9.5" },
      { ticker: "B", price: "120.25" },
    ];
    expect(toTable(rows, ["ticker", "price"], undefined, formatsIn(gainers, "gainers")).slice(2)).toEqual([
      "A         9.50",
      "B       120.25",
    ]);
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
    expect(toTerminalText({ [hostile]: hostile, [`${hostile}s`]: [] }, undefined)).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u);
  });

  it("names the columns of a table without rows", () => {
    expect(toTable([], ["symbol"], undefined)).toEqual(["symbol", "------"]);
  });
});

describe("toTerminalText", () => {
  it("shows single values first, nested ones under their path, then each list", () => {
    const body = {
      rows: [{ a: 1, b: [1, 2] }],
      cache: { hits: 2, ratio: null },
      symbol: "X",
      none: [],
      tags: ["p", "q"],
    };
    expect(toTerminalText(body, undefined).split("\n")).toEqual([
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
    expect(toTerminalText({ symbol: "X", notes, symbols: ["A", "B"] }, undefined).split("\n")).toEqual([
      "symbol   X",
      "notes    Returns of US and AAPL are null.",
      "         AAPL: no history, at all.",
      "symbols  A, B",
      "",
    ]);
  });

  it("names each table unless it is all there is", () => {
    const body = { bars: [{ a: 1 }], splits: [{ b: 2 }], dividends: [] };
    expect(toTerminalText(body, undefined).split("\n\n")).toEqual([
      "bars:\na\n-\n1",
      "splits:\nb\n-\n2",
      "dividends: none\n",
    ]);
  });

  it("gives the nested values of a row columns of their own, instead of JSON", () => {
    const body = { estimates: [{ period: "0q", eps: { avg: 1.5, low: null } }] };
    expect(toTerminalText(body, undefined).split("\n")).toEqual([
      "period  eps.avg  eps.low",
      "------  -------  -------",
      "0q          1.5        -",
      "",
    ]);
  });
});

it("aligns all prices of a bar with two decimals", () => {
  const bar = { open: 118.5, high: 118.6, low: 117, close: 118.6, adjClose: 118.6 };
  expect(toTable([bar], Object.keys(bar), undefined, formatsIn(priceHistory, "bars"))[2]).toBe(
    "118.50  118.60  117.00  118.60    118.60",
  );
});

it("a table shows control characters of a value as text, and keeps each row on one line", () => {
  const rows = [{ name: "A\u001b[2J\nB\tC\u009b", price: 1 }];
  expect(toTable(rows, ["name", "price"], undefined, formatsIn(active, "active_stocks")).slice(2)).toEqual([
    "A\\u001b[2J\\nB\\u0009C\\u009b   1.00",
  ]);
});

it("signs percentages, and gives a volatility without one", () => {
  const figures = { "returns.1mo": -3.9017, fromHigh52: -23.68, volatility20: 17.468 };
  expect(
    toLines(figures, formatsIn(technicals)).map((line) => line.replace(/^\S+ +/, "").replace("\u00a0", " ")),
  ).toEqual(["−3.90 %", "−23.68 %", "17.47 %"]);
});

it("signs the returns of compared stocks", () => {
  const [, , row] = toTable(
    [{ return1mo: -3.9017, returnYtd: 2, return1y: 12.5 }],
    ["return1mo", "returnYtd", "return1y"],
    undefined,
    formatsIn(compareStocks, "stocks"),
  );
  expect(row!.replaceAll("\u00a0", " ").trim().split(/ {2,}/)).toEqual(["−3.90 %", "+2.00 %", "+12.50 %"]);
});

it("breaks lines at blanks, but not before a unit or a month", () => {
  const line = "It rose by 17.5 % until 27 Nov, 18:00 UTC.";
  expect(wrapped(line, 16)).toEqual(["It rose by", "17.5 % until", "27 Nov,", "18:00 UTC."]);
});
