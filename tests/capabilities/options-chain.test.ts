import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { optionsChain, type Contract } from "../../src/capabilities/options-chain.js";
import { nearestStrikes } from "../../src/market/option-figures.js";
import type { BodyOf } from "../../src/contract/capability.js";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-24T01:00:00Z") }));
afterEach(() => void vi.useRealTimers());

const option = (strike: number): Contract => ({
  contract: null,
  strike,
  bid: 1,
  ask: 1.1,
  last: 1,
  lastTrade: null,
  change: null,
  volume: null,
  openInterest: null,
  impliedVolatility: null,
  inTheMoney: null,
});

const STRIKES = [90, 95, 97.5, 100, 102.5, 110];
const WHOLE: BodyOf<typeof optionsChain> = {
  symbol: "XYZ",
  currency: "USD",
  underlyingPrice: 98.75,
  underlyingTime: null,
  marketState: null,
  expiration: "2026-11-27",
  daysToExpiration: null,
  expirations: ["2026-11-27"],
  calls: STRIKES.map(option),
  puts: [95, 100, 102.5].map(option),
  totals: { callVolume: null, putVolume: null, callOpenInterest: null, putOpenInterest: null, putCallRatio: null },
  impliedMove: null,
  quotesValid: true,
  timestamp: "2026-11-24T01:00:00",
};

const strikesIn = (contracts: readonly Contract[]) => contracts.map(({ strike }) => strike);

describe("an option chain", () => {
  it("shows the strikes nearest to the price, of both sides, and says how many there are", () => {
    const input = { symbol: "XYZ", side: "both", strikes: 3 } as const;
    const shown = optionsChain.view!(WHOLE, input);
    expect(strikesIn(shown.calls)).toEqual([95, 97.5, 100]);
    expect(strikesIn(shown.puts)).toEqual([95, 100]);
    expect(optionsChain.viewNotes!(shown, input, WHOLE)).toEqual(["3 of 6 strikes shown, those nearest to the price."]);
  });

  it("counts no strike that only a contract for another deliverable has, and says so", () => {
    const whole = { ...WHOLE, calls: [...WHOLE.calls, { ...option(98), adjusted: true as const }] };
    const input = { symbol: "XYZ", side: "both", strikes: 1 } as const;
    const shown = optionsChain.view!(whole, input);
    expect(strikesIn(shown.calls)).toEqual([97.5]);
    expect(optionsChain.viewNotes!(shown, input, whole)).toEqual([
      "1 of 6 strikes shown, those nearest to the price.",
      "Contracts for another deliverable, as after a split or merger: 1, marked adjusted, and in neither the totals nor the implied move.",
    ]);
    expect(optionsChain.view!(whole, { symbol: "XYZ", side: "calls" }).calls).toHaveLength(7);
  });

  it("shows one side, and all strikes without a number", () => {
    const shown = optionsChain.view!(WHOLE, { symbol: "XYZ", side: "puts" });
    expect(strikesIn(shown.calls)).toEqual([]);
    expect(strikesIn(shown.puts)).toEqual([95, 100, 102.5]);
    expect(optionsChain.viewNotes!(shown, { symbol: "XYZ", side: "puts" }, WHOLE)).toEqual([]);
  });

  it.each([
    ["2026-11-23T15:00:00Z", 4],
    // New York's day has not ended.
    ["2026-11-24T01:00:00Z", 4],
    ["2026-11-27T15:00:00Z", 0],
    ["2026-11-28T15:00:00Z", null],
  ])("counts the days to its expiration from the exchange's day, at %s", (now, days) => {
    vi.setSystemTime(new Date(now));
    expect(optionsChain.view!(WHOLE, { symbol: "XYZ", side: "both" }).daysToExpiration).toBe(days);
  });

  it("takes the lower of two strikes that are as near, and the middle ones without a price", () => {
    expect(nearestStrikes([95, 100, 105, 110], 102.5, 1)).toEqual([100]);
    expect(nearestStrikes([95, 100, 105, 110, 115], null, 3)).toEqual([100, 105, 110]);
  });
});
