import { describe, expect, it } from "vitest";
import { keyStatistics } from "../../src/capabilities/companies/key-statistics.js";
import { parseInput } from "../../src/contract/input.js";
import { viewShape } from "../../src/views/view.js";

describe("past periods of key statistics", () => {
  const parse = (given: object) => parseInput(keyStatistics, { symbol: "ACME", ...given }, viewShape(keyStatistics));

  it("can be had as CSV, and with some of their columns", () => {
    const given = { history: "year", format: "csv", fields: ["date", "marketCap"] };
    expect(parse(given)).toMatchObject(given);
  });

  it("are the only rows: columns without them are refused", () => {
    expect(() => parse({ fields: ["marketCap"] })).toThrow(
      '"fields" was given without "history". Allowed: beside "history", whose columns it chooses; the other figures always stand together.',
    );
  });
});
