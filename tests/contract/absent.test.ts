import { describe, expect, it } from "vitest";
import { withNulls } from "../../src/contract/absent.js";
import { always, group, price, shares, words } from "../../src/contract/field.js";
import { z } from "../../src/contract/schema.js";

const output = z.object({
  symbol: z.string(),
  name: words("Full name"),
  shares: group("Shares", { outstanding: shares("all"), float: shares("free") }),
  rows: z.array(z.object({ day: always(words("Day")), close: price("last") })).nullable(),
  rare: price("of few rows").optional(),
});

describe("fields that a mapping leaves out", () => {
  it("are null at any depth, in the order of the schema", () => {
    const data = withNulls(output, {
      symbol: "AAPL",
      shares: { float: 0 },
      rows: [{ day: "a" }, { day: "b", close: 2 }],
    });
    expect(JSON.stringify(data)).toBe(
      JSON.stringify({
        symbol: "AAPL",
        name: null,
        shares: { outstanding: null, float: 0 },
        rows: [
          { day: "a", close: null },
          { day: "b", close: 2 },
        ],
      }),
    );
  });

  it("stay absent where the answer may lack them, and a list that is left out is null", () => {
    expect(withNulls(output, { symbol: "AAPL", shares: {} })).toEqual({
      symbol: "AAPL",
      name: null,
      shares: { outstanding: null, float: null },
      rows: null,
    });
  });

  it("do not change the mapping's own objects, and whole data is passed on as it is", () => {
    const shown = { outstanding: 1 };
    withNulls(output, { symbol: "AAPL", shares: shown });
    expect(shown).toEqual({ outstanding: 1 });
    const whole = { symbol: "AAPL", name: null, shares: { outstanding: 1, float: 2 }, rows: [] };
    expect(withNulls(output, whole)).toBe(whole);
  });

  it("leave further fields of a row alone", () => {
    const open = z.object({ name: words("Name") }).catchall(z.unknown());
    expect(withNulls(open, { revenue: 3 } as never)).toEqual({ name: null, revenue: 3 });
  });
});
