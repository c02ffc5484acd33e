import { describe, expect, it } from "vitest";
import { quote } from "../../../src/capabilities/prices/quote.js";
import { earnings } from "../../../src/capabilities/companies/earnings.js";
import { financials } from "../../../src/capabilities/companies/financials.js";
import { judge, readFigures, wantedOf, type Unit, type Wanted } from "./figures.js";

const wanted = (value: number, unit: Unit, isSigned = false): Wanted => ({
  tool: "t",
  path: "p",
  value,
  unit,
  isSigned,
});
const dollars: Unit = { kind: "money", currency: "USD" };
const percent = (value: number): Unit => ({ kind: "percent", value });

describe("reading figures in a model's answer", () => {
  it.each([
    ["It trades at $1,878.54 billion.", 1.87854e12],
    ["net income of −12.5 million USD", -12.5e6],
    ["a loss of (3.2) dollars", -3.2],
    ["1\u202f234\u202f567 shares", 1_234_567],
    ["**+0.47 %**", 0.47],
  ])("reads %s", (text, value) => {
    expect(readFigures(text)[0]?.value).toBeCloseTo(value, 6);
  });

  it("takes no digits of days, times or names for figures", () => {
    expect(readFigures("On 2026-11-27 at 13:00 the Q3x index").map(({ value }) => value)).toEqual([]);
  });
});

describe("judging a figure", () => {
  it.each([
    ["Apple trades at $106.12.", wanted(106.12, dollars), "right"],
    ["| Price (USD) |\n| 106.12 |", wanted(106.12, dollars), "right"],
    ["Market value: 1.88 T USD", wanted(1_878_537_224_157, dollars), "right"],
    ["Market value: 2 T USD", wanted(1_878_537_224_157, dollars), "missing"],
    ["Apple trades at €106.12.", wanted(106.12, dollars), "other unit"],
    ["Apple trades at 106.12.", wanted(106.12, dollars), "other unit"],
    ["Apple trades at $107.12.", wanted(106.12, dollars), "missing"],
    ["It changed by −3.20 %.", wanted(-3.20168, percent(-3.20168), true), "right"],
    ["It fell by 3.2 % today.", wanted(-3.20168, percent(-3.20168), true), "right"],
    ["It rose by 3.2 % today.", wanted(-3.20168, percent(-3.20168), true), "other sign"],
    ["It changed by -3.2 dollars.", wanted(-3.20168, percent(-3.20168), true), "other unit"],
    ["The margin is 46.9 %.", wanted(0.46905, percent(46.905)), "right"],
    ["The margin is 0.469.", wanted(0.46905, percent(46.905)), "right"],
    ["The margin is 0.469 %.", wanted(0.46905, percent(46.905)), "other unit"],
    ["7 analysts say buy.", wanted(7, { kind: "plain" }), "right"],
    ["17 analysts say buy.", wanted(7, { kind: "plain" }), "missing"],
    ["", wanted(7, { kind: "plain" }), "missing"],
  ])("of %j", (text, figure, verdict) => {
    expect(judge(text, figure)).toBe(verdict);
  });
});

describe("the figures that a question asks for", () => {
  it("have the unit of their declared field, and the currency beside them", () => {
    const body = { symbol: "AAPL", price: 106.12, changesPercentage: -3.2, currency: "USD" };
    expect(wantedOf(quote, body, ["price", "changesPercentage", "symbol"]).map(({ unit }) => unit)).toEqual([
      dollars,
      percent(-3.2),
    ]);
  });

  it("are read from rows in CSV", () => {
    const [figure] = wantedOf(earnings, { currency: "EUR", csv: "fiscalDate,epsActual\n2026-09-30,1.25" }, [
      "csv.0.epsActual",
    ]);
    expect(figure).toMatchObject({ value: 1.25, path: "csv.0.epsActual" });
  });

  it("are percentages where the source sends a ratio", () => {
    const [figure] = wantedOf(financials, { data: [{ grossMargin: 0.469 }] }, ["data.0.grossMargin"]);
    expect(figure?.unit).toEqual(percent(46.9));
  });
});
