import { describe, expect, it } from "vitest";
import { compareStocks } from "../../src/capabilities/comparison/compare-stocks.js";
import { screener } from "../../src/capabilities/companies/screener.js";
import { search } from "../../src/capabilities/companies/search.js";
import { fromText, toItems } from "../../src/arguments/from-text.js";
import { z } from "../../src/contract/schema.js";

describe("a number", () => {
  const { limit, beta_min: beta } = screener.input.shape;

  it.each<[string, unknown]>([
    ["20", 20],
    ["0", 0],
    ["-1", -1],
    ["101", 101],
    ["007", 7],
    ["99999999999999999999", "99999999999999999999"],
    ["1e2", "1e2"],
    ["1.0", "1.0"],
    ["+5", "+5"],
    [" 5", " 5"],
    ["5 ", "5 "],
    ["0x10", "0x10"],
    ["NaN", "NaN"],
    ["Infinity", "Infinity"],
    ["20abc", "20abc"],
    ["٣", "٣"],
    ["1,000", "1,000"],
    ["", ""],
  ])("that is whole is read from %j only if it is written in plain digits", (text, value) => {
    expect(fromText(limit, text)).toBe(value);
  });

  it.each<[string, unknown]>([
    ["1.5", 1.5],
    ["-0.25", -0.25],
    [".5", 0.5],
    ["5.", 5],
    ["1e-3", 0.001],
    ["1E+3", 1000],
    ["1e309", Number.POSITIVE_INFINITY],
    ["--5", "--5"],
    [".", "."],
    ["1e", "1e"],
    ["0x1F", "0x1F"],
    ["1_000", "1_000"],
  ])("that is decimal is read from %j only if it is written in a usual form", (text, value) => {
    expect(fromText(beta, text)).toBe(value);
  });

  it("is read from an item of a list of numbers, and from no other text", () => {
    expect(toItems(compareStocks.input.shape.weights, ["60", " 40", "40%"])).toEqual([60, 40, "40%"]);
    expect(toItems(compareStocks.input.shape.symbols, ["60"])).toEqual(["60"]);
    expect(fromText(search.input.shape.q, "123")).toBe("123");
  });
});

describe("a listed value", () => {
  const ranges = z.enum(["1d", "1mo", "6mo", "1y"]).optional();
  const intervals = z.enum(["1m", "1d", "1mo"]).default("1d");
  const periods = z.enum(["annual", "quarter"]);
  const series = z.enum(["sma", "sma20", "sma50", "rsi14", "bollinger20"]);

  it.each([
    ["in another case", periods, "Quarter", "quarter"],
    ["as an adverb", periods, "quarterly", "quarter"],
    ["as an adverb", periods, "Annually", "annual"],
    ["as an adverb", periods, "yearly", "annual"],
    ["with m for months", ranges, "6m", "6mo"],
    ["with M for months", ranges, "6M", "6mo"],
    ["without its only number", series, "RSI", "rsi14"],
    ["without its only number", series, "bollinger", "bollinger20"],
  ])("may be written %s: %#", (_how, field, text, value) => {
    expect(fromText(field, text)).toBe(value);
  });

  it.each([
    ["m means minutes where minutes are listed", intervals, "1m", "1m"],
    ["M means months all the same", intervals, "1M", "1mo"],
    ["a name of its own stays", series, "sma", "sma"],
    ["no such number of months", ranges, "7m", "7m"],
    ["a part of a name", series, "rs", "rs"],
    ["a word of another list", ranges, "quarterly", "quarterly"],
    ["a name that every object inherits", periods, "constructor", "constructor"],
    ["a pattern", series, "rsi.*", "rsi.*"],
  ])("is read strictly otherwise: %s", (_why, field, text, value) => {
    expect(fromText(field, text)).toBe(value);
  });
});
