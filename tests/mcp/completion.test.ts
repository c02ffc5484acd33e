import { describe, expect, it, vi } from "vitest";
import { PROMPTS } from "../../src/capabilities/prompts/prompts.js";
import { complete } from "../../src/mcp/completion.js";

const ask = (value: string, symbolsStarting: (start: string) => string[] = () => []) =>
  complete(
    { ref: { type: "ref/prompt", name: "compare_stocks" }, argument: { name: "symbols", value } },
    { prompts: PROMPTS, variablesOf: () => undefined, symbolsStarting },
  );

describe("completion", () => {
  it("adds a symbol to a list that is being typed", () => {
    expect(ask("AAPL,MS", () => ["MSFT"])).toEqual({
      completion: { values: ["AAPL,MSFT"], total: 1, hasMore: false },
    });
  });

  it("rejects more than 200 characters before any look-up", () => {
    const look = vi.fn<() => string[]>(() => ["MSFT"]);
    expect(() => ask(`${"A".repeat(200)},`, look)).toThrow('Invalid params: "value" may have 200 characters at most.');
    expect(look).not.toHaveBeenCalled();
  });

  it("keeps every answer below 25 KB", () => {
    const symbols = Array.from({ length: 2_000 }, (_, index) => `S${index}`.padEnd(24, "X"));
    expect(JSON.stringify(ask(`${"A".repeat(199)},`, () => symbols)).length).toBeLessThan(25_000);
  });
});
