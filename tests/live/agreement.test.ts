import { describe, expect, it } from "vitest";
import { disagreements, figuresOf } from "./probe/agreement.js";

const both = (one: unknown, other: unknown) =>
  disagreements([...figuresOf("provider-a x", "ACME", one), ...figuresOf("provider-b x", "ACME", other)]);

describe("sources of the same figure", () => {
  it.each([
    ["a price nine percent apart", { price: 100 }, { price: 109 }],
    ["a market cap by another count of shares", { marketCap: 100 }, { marketCap: 145 }],
    [
      "closes of different days",
      { interval: "1d", bars: [{ date: "2026-03-05", close: 1 }] },
      { interval: "1d", bars: [{ date: "2026-03-04", close: 2 }] },
    ],
    [
      "closes of different intervals",
      { interval: "1wk", bars: [{ date: "2026-03-05", close: 1 }] },
      { interval: "1d", bars: [{ date: "2026-03-05", close: 2 }] },
    ],
    ["a missing figure", { price: null }, { price: 5 }],
  ])("agree on %s", (_what, one, other) => {
    expect(both(one, other)).toEqual([]);
  });

  it("disagree on a price in pence, on a close of the same day, and on the revenue of a year", () => {
    expect(both({ price: 2.5 }, { price: 250 })).toEqual([
      "ACME: price 2.5 by provider-a x, 250 by provider-b x: 9900.0 % apart",
    ]);
    const day = (close: number) => ({ interval: "1d", bars: [{ date: "2026-03-05", close }] });
    expect(both(day(10), day(20))[0]).toMatch(/^ACME: close on 2026-03-05 10 by provider-a x, 20 by/);
    const year = (revenue: number, date: string) => ({ period: "annual", data: [{ date, revenue }] });
    expect(both(year(1, "2025-09-27"), year(1000, "2025-09-30"))[0]).toMatch(/^ACME: revenue 2025 1 by/);
  });
});
