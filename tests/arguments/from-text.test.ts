import { describe, expect, it } from "vitest";
import { fromText } from "../../src/views/from-text.js";
import { z } from "../../src/contract/schema.js";

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
