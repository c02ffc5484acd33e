import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { expirationAfter, expirationOf } from "../../../src/market/options/option-expirations.js";
import {
  atmVolatilityOf,
  impliedMoveOf,
  maxPainOf,
  rootsOf,
  type OptionFigures,
} from "../../../src/market/options/option-figures.js";

const option = (strike: number, more: Partial<OptionFigures> = {}): OptionFigures => ({
  strike,
  bid: 1,
  ask: 1.1,
  volume: null,
  openInterest: null,
  impliedVolatility: null,
  ...more,
});
const open = (strike: number, openInterest: number | null) => option(strike, { openInterest });

describe("max pain", () => {
  it("is the strike at which a chain worked out by hand pays least", () => {
    const calls = [open(90, 10), open(100, 50), open(110, 20)];
    const puts = [open(90, 30), open(100, 10), open(110, 40)];
    // 90: puts 10 × 10 + 40 × 20 = 900. 100: calls 10 × 10, puts 40 × 10 = 500. 110: calls 10 × 20 + 50 × 10 = 700.
    expect(maxPainOf({ calls, puts })).toBe(100);
  });

  it("is the lower one of strikes that pay equally little, also with cents", () => {
    expect(maxPainOf({ calls: [open(0.1, 1), open(0.3, 0)], puts: [open(0.1, 0), open(0.3, 1)] })).toBe(0.1);
  });

  it("counts the open interest of strikes with a call or a put alone", () => {
    // 90: puts 1 × 0 + 9 × 40 = 360. 100: calls 1 × 10, puts 9 × 30 = 280. 130: calls 1 × 40 + 2 × 30 = 100.
    const calls = [open(90, 1), open(100, 2)];
    expect(maxPainOf({ calls, puts: [open(90, 1), open(130, 9)] })).toBe(130);
  });

  it("is null without open interest, and where that of all calls or of all puts is unknown", () => {
    expect(maxPainOf({ calls: [], puts: [] })).toBeNull();
    expect(maxPainOf({ calls: [open(90, null)], puts: [open(90, 0)] })).toBeNull();
    expect(maxPainOf({ calls: [open(90, 0)], puts: [open(90, 0)] })).toBeNull();
    expect(maxPainOf({ calls: [open(90, 1)], puts: [open(90, null), open(100, null)] })).toBeNull();
    expect(maxPainOf({ calls: [], puts: [open(90, 1)] })).toBeNull();
  });

  it("is what trying each strike finds", () => {
    const strike = fc.integer({ min: 1, max: 40 }).map((quarters) => quarters / 4);
    const interest = fc.option(fc.integer({ min: 0, max: 9 }));
    const side = fc.uniqueArray(fc.tuple(strike, interest), { selector: ([each]) => each, maxLength: 12 });
    fc.assert(
      fc.property(side, side, (callRows, putRows) => {
        const [calls, puts] = [new Map(callRows), new Map(putRows)];
        const all = [...new Set([...calls.keys(), ...puts.keys()])].toSorted((one, other) => one - other);
        const isKnown = [calls, puts].every((each) => [...each.values()].some((count) => count !== null));
        let [best, least, total] = [null as number | null, Infinity, 0];
        for (const settled of all) {
          let paid = 0;
          for (const each of all) {
            total += (calls.get(each) ?? 0) + (puts.get(each) ?? 0);
            if (settled > each) paid += (calls.get(each) ?? 0) * (settled - each);
            else paid += (puts.get(each) ?? 0) * (each - settled);
          }
          if (paid < least) [best, least] = [settled, paid];
        }
        const rows = (map: Map<number, number | null>) => [...map].map(([at, count]) => open(at, count));
        expect(maxPainOf({ calls: rows(calls), puts: rows(puts) })).toBe(total === 0 || !isKnown ? null : best);
      }),
    );
  });
});

describe("the figures of a chain with two roots", () => {
  const of = (root: string, side: "C" | "P", strike: number, [mid, openInterest, impliedVolatility]: number[]) =>
    option(strike, {
      contract: `${root}261016${side}0${strike}000`,
      bid: mid!,
      ask: mid!,
      openInterest: openInterest!,
      impliedVolatility: impliedVolatility!,
    });
  const SPX = {
    calls: [of("SPX", "C", 6700, [14.5, 21_000, 0.11])],
    puts: [of("SPX", "P", 6700, [11.55, 24_000, 0.12])],
  };
  const WEEKLY = {
    calls: [of("SPXW", "C", 6700, [26.3, 5_400, 0.13])],
    puts: [of("SPXW", "P", 6700, [22.6, 6_100, 0.14])],
  };
  const figuresOf = (sides: Parameters<typeof rootsOf>[0]) => ({
    roots: rootsOf(sides),
    move: impliedMoveOf(sides, 6702),
    volatility: atmVolatilityOf(sides, 6702),
  });

  it("are those of the root with the largest open interest, in whatever order they come", () => {
    const expected = { roots: ["SPX", "SPXW"], move: 0.0038869, volatility: 0.115 };
    expect(figuresOf({ calls: [...SPX.calls, ...WEEKLY.calls], puts: [...WEEKLY.puts, ...SPX.puts] })).toEqual(
      expected,
    );
    expect(figuresOf({ calls: [...WEEKLY.calls, ...SPX.calls], puts: [...SPX.puts, ...WEEKLY.puts] })).toEqual(
      expected,
    );
  });

  it("are null where that root has one side only at its strike, never a call of one and a put of the other", () => {
    const mixed = { calls: SPX.calls, puts: [...WEEKLY.puts, of("SPX", "P", 6600, [3, 50_000, 0.2])] };
    expect(figuresOf(mixed)).toEqual({ roots: ["SPX", "SPXW"], move: null, volatility: null });
  });

  it("count no open interest of the other root in max pain", () => {
    const calls = [...SPX.calls, of("SPXW", "C", 6700, [1, 10, 0.1]), of("SPX", "C", 6800, [1, 90_000, 0.1])];
    expect(maxPainOf({ calls, puts: [...SPX.puts, of("SPXW", "P", 6900, [1, 50_000, 0.1])] })).toBe(6700);
  });
});

describe("the volatility at the money", () => {
  const [low, high] = [option(100, { impliedVolatility: 0.2 }), option(100, { impliedVolatility: 0.31 })];

  it("is the mean of call and put at the strike nearest to the price", () => {
    const far = option(110, { impliedVolatility: 0.9 });
    expect(atmVolatilityOf({ calls: [low, far], puts: [high, far] }, 104)).toBe(0.255);
  });

  it("is null without the price, the call, the put or a volatility of them", () => {
    expect(atmVolatilityOf({ calls: [low], puts: [high] }, null)).toBeNull();
    expect(atmVolatilityOf({ calls: [low], puts: [] }, 100)).toBeNull();
    expect(atmVolatilityOf({ calls: [option(100)], puts: [high] }, 100)).toBeNull();
  });
});

describe("the expiration of a month", () => {
  it.each([
    ["the third Friday", ["2026-12-11", "2026-12-18", "2026-12-24"], "2026-12-18"],
    ["the day before a third Friday that is a holiday", ["2026-12-11", "2026-12-17", "2026-12-24"], "2026-12-17"],
    ["the only day", ["2026-11-27", "2026-12-31"], "2026-12-31"],
    ["unknown with several other days", ["2026-12-24", "2026-12-31"], undefined],
    ["unknown without a day", ["2027-01-15"], undefined],
  ])("is %s", (_what, listed, expected) => {
    expect(expirationOf("2026-12", listed)).toBe(expected);
  });
});

describe("the first expiration after a report", () => {
  const listed = ["2026-12-11", "2026-12-18", "2026-12-24"];
  const at = (time: string) => Date.parse(`2026-12-18T${time}-05:00`) / 1000;

  it.each([
    ["before the opening", "2026-12-18", at("07:00:00"), "2026-12-18"],
    ["in the last minute", "2026-12-18", at("15:59:59"), "2026-12-18"],
    ["at the close", "2026-12-18", at("16:00:00"), "2026-12-24"],
    ["at an unknown time", "2026-12-18", null, "2026-12-24"],
    ["between two expirations", "2026-12-16", null, "2026-12-18"],
    ["after the last one", "2026-12-24", null, undefined],
  ])("of a day %s is %s %s: %s", (_when, to, moment, expected) => {
    expect(expirationAfter({ from: to, to, at: moment, isEstimate: false }, listed)).toBe(expected);
  });
});
