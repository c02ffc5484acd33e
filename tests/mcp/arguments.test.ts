import { describe, expect, it } from "vitest";
import { financials } from "../../src/capabilities/financials.js";
import { quote } from "../../src/capabilities/quote.js";
import { readArguments } from "../../src/mcp/parameters.js";

describe("a tool's arguments", () => {
  it("mean the same whenever they are sent", () => {
    const read = () => readArguments(financials, { symbol: " aapl ", statement_type: "cash", limit: 3 });
    const first = read();
    expect(first).toEqual({
      input: { symbol: "AAPL", statement_type: "cash", period: "annual" },
      view: { format: "json", sized: true, limit: 3 },
    });
    expect(read()).toEqual(first);
  });

  it("mean something else in another type, to another tool, or beside another argument", () => {
    readArguments(financials, { symbol: "AAPL", limit: 3 });
    expect(() => readArguments(financials, { symbol: "AAPL", limit: "3" })).toThrow(/"limit": got "3"/);
    expect(() => readArguments(quote, { symbol: "AAPL", limit: 3 })).toThrow(/limit/);
    expect(readArguments(financials, { symbol: "AAPL", limit: 4 }).view).toMatchObject({ limit: 4 });
    expect(readArguments(quote, { symbol: "AAPL" }).input).toEqual({ symbol: "AAPL" });
  });

  it("are refused as often as they are wrong", () => {
    for (let time = 0; time < 2; time++) {
      expect(() => readArguments(quote, { symbol: "no such symbol" })).toThrow(/"symbol": got "no such symbol"/);
    }
  });
});
