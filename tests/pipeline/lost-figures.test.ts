import { describe, expect, it } from "vitest";
import { withLost } from "../../src/pipeline/lost-figures.js";
import { ACME, envelopeOf } from "../support/fakes.js";

const NOW = Date.UTC(2026, 2, 6, 1);
const envelope = (body: object, missing: string[] = []) => envelopeOf(NOW, { body: { ...ACME, ...body }, missing });

it("figures that are null now and were numbers in the last answer are missing", () => {
  const before = envelope({ price: 12.5, volume: 100 });
  expect(withLost(envelope({ price: 12.5, volume: null }, ["eps"]), before).missing).toEqual(["eps", "volume"]);
});

it("figures that were null before, or have no last answer, are not missing", () => {
  const poor = envelope({ volume: null });
  expect([withLost(poor, poor), withLost(poor, undefined)]).toEqual([poor, poor]);
});

describe("figures within an answer", () => {
  const of = (body: object, missing: string[] = []) => envelopeOf(NOW, { body: body as never, missing });

  it("are compared in nested objects", () => {
    const before = of({ symbol: "ACME", sma: { "20": 5, "50": 7 }, next: { date: null } });
    expect(withLost(of({ symbol: "ACME", sma: { "20": 5, "50": null }, next: null }), before).missing).toEqual(["50"]);
  });

  it("are compared in rows of the same symbol, wherever these stand", () => {
    const row = (symbol: string, marketCap: number | null) => ({ symbol, price: 1, marketCap });
    const before = of({ quotes: [row("A", 5), row("B", null), row("C", 7)] });
    expect(withLost(of({ quotes: [row("C", 7), row("A", null)] }), before).missing).toEqual(["marketCap"]);
    expect(withLost(of({ quotes: [row("B", null), row("D", null), row("A", 6)] }), before).missing).toEqual([]);
  });

  it("are compared in lists of movers, whose numbers are text", () => {
    const row = (price: string | null) => ({ ticker: "A", price, companyName: "A Inc." });
    expect(
      withLost(of({ gainers: [{ ...row(null), companyName: null }] }), of({ gainers: [row("-1.5")] })).missing,
    ).toEqual(["price"]);
  });

  it("are not compared in rows without a symbol", () => {
    const before = of({ symbol: "ACME", bars: [{ date: "2026-03-05", volume: 5 }] });
    expect(withLost(of({ symbol: "ACME", bars: [{ date: "2026-03-05", volume: null }] }), before).missing).toEqual([]);
  });
});

describe("a figure that was lost before and is still null", () => {
  const poor = envelope({ volume: null }, ["volume"]);

  it("stays missing while the market is closed", () => {
    expect(withLost(envelope({ volume: null }), poor, true).missing).toEqual(["volume"]);
    expect(withLost(envelope({ volume: 100 }), poor, true).missing).toEqual([]);
    expect(withLost(envelope({ volume: null }), poor, false).missing).toEqual([]);
  });

  it("does not count as a part that our plan lacks", () => {
    const lacking = { ...envelope({ volume: null, eps: null }, ["eps"]), permanentlyMissing: true };
    const { missing, permanentlyMissing } = withLost(lacking, envelope({ volume: 100, eps: null }));
    expect([missing, permanentlyMissing]).toEqual([["eps", "volume"], undefined]);
    expect(withLost(lacking, lacking).permanentlyMissing).toBe(true);
  });
});
