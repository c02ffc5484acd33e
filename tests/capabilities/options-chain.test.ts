import { atTime } from "../support/at-time.js";
import { texts } from "../support/texts.js";
import { describe, expect, it, vi } from "vitest";
import { optionsChain, type Contract } from "../../src/capabilities/prices/options-chain.js";
import { nearestStrikes } from "../../src/market/options/option-figures.js";
import type { BodyOf } from "../../src/contract/capability.js";

atTime("2026-11-24T01:00:00Z");

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

/** The arguments over REST: all strikes unless a number is given. */
const all = { symbol: "XYZ", side: "both" as const, strikes: 2_000 };

const strikesIn = (contracts: readonly Contract[]) => contracts.map(({ strike }) => strike);

describe("an option chain", () => {
  it("shows the strikes nearest to the price, of both sides, and says how many there are", () => {
    const input = { ...all, strikes: 3 };
    const shown = optionsChain.view!(WHOLE, input);
    expect(strikesIn(shown.calls)).toEqual([95, 97.5, 100]);
    expect(strikesIn(shown.puts)).toEqual([95, 100]);
    expect(optionsChain.viewNotes!(shown, input, WHOLE)).toEqual(["3 of 6 strikes shown, those nearest to the price."]);
  });

  it("names the roots where it has several, and shows that with more open interest", () => {
    const of = (root: string, openInterest: number) => ({
      ...option(97.5),
      contract: `${root}261127C00097500`,
      openInterest,
    });
    const whole = { ...WHOLE, calls: [of("XYZW", 5), of("XYZ", 9)], puts: [] };
    const note =
      "Contracts of 2 roots expire on this day, which may be settled at different times: XYZ and XYZW. All rows and figures are of XYZ, which has the most open interest; root XYZW has those of the other.";
    expect(texts(optionsChain.viewNotes!(whole, all, whole))).toEqual([note]);
    expect(optionsChain.view!(whole, all).calls).toEqual([of("XYZ", 9)]);
  });

  it("counts no strike that only a contract for another deliverable has, and says so", () => {
    const whole = { ...WHOLE, calls: [...WHOLE.calls, { ...option(98), adjusted: true as const }] };
    const input = { ...all, strikes: 1 };
    const shown = optionsChain.view!(whole, input);
    expect(strikesIn(shown.calls)).toEqual([97.5]);
    expect(optionsChain.viewNotes!(shown, input, whole)).toEqual([
      "1 of 6 strikes shown, those nearest to the price.",
      "Contracts for another deliverable, as after a split or merger: 1, marked adjusted, and in neither the totals nor the implied move.",
    ]);
    expect(optionsChain.view!(whole, { ...all, side: "calls" }).calls).toHaveLength(7);
  });

  it("shows one side, and all strikes without a number", () => {
    const shown = optionsChain.view!(WHOLE, { ...all, side: "puts" });
    expect(strikesIn(shown.calls)).toEqual([]);
    expect(strikesIn(shown.puts)).toEqual([95, 100, 102.5]);
    expect(optionsChain.viewNotes!(shown, { ...all, side: "puts" }, WHOLE)).toEqual([]);
  });

  it("searches all strikes for those within a percentage of the price, not only those shown by default", () => {
    const wide = { ...WHOLE, calls: Array.from({ length: 41 }, (_, index) => option(80 + index)), puts: [] };
    const input = { ...all, near: 10 };
    expect(strikesIn(optionsChain.view!(wide, input).calls)).toEqual(strikesIn(wide.calls).slice(9, 29));
    const notesOf = (asked: typeof input) => optionsChain.viewNotes!(wide, asked, wide);
    expect(texts(notesOf(input))).toEqual(["20 of 41 strikes are within 10 % of the price."]);
    expect(texts(notesOf({ ...input, strikes: 2 }))).toEqual([
      "20 of 41 strikes are within 10 % of the price; 2 shown, those nearest to it.",
    ]);
    expect(strikesIn(optionsChain.view!(wide, { ...input, strikes: 2 }).calls)).toEqual([98, 99]);
    expect(texts(notesOf({ ...input, near: 0 }))).toEqual(["0 of 41 strikes are within 0 % of the price."]);
  });

  it("says that a percentage has no effect without a price", () => {
    const whole = { ...WHOLE, underlyingPrice: null };
    const input = { ...all, near: 1 };
    expect(optionsChain.view!(whole, input).calls).toHaveLength(6);
    expect(optionsChain.viewNotes!(whole, input, whole)).toEqual([
      "near had no effect, because the price is not known.",
    ]);
  });

  it("sorts each side over all strikes, with contracts without the figure last, and says so", () => {
    const volatile = (strike: number, impliedVolatility: number | null) => ({ ...option(strike), impliedVolatility });
    const calls = [volatile(50, 0.9), volatile(98, 0.3), volatile(100, null), volatile(150, 0.5)];
    const whole = { ...WHOLE, calls, puts: [volatile(98, 0.4)] };
    const sort = (order: string, strikes: number) => {
      const input = { ...all, sort: order, strikes };
      const shown = optionsChain.view!(whole, input);
      return [strikesIn(shown.calls), optionsChain.viewNotes!(shown, input, whole)];
    };
    const [unknown] = [
      "Last come 1 of them without impliedVolatility, which is null where bid and ask are zero or missing.",
    ];
    expect(texts(sort("-iv", 2))).toEqual([
      [50, 150],
      ["Calls and puts are each sorted by impliedVolatility, descending: 2 of 4 calls and 1 of 1 puts shown.", unknown],
    ]);
    expect(sort("iv", 9)[0]).toEqual([98, 150, 50, 100]);
    expect(sort("-strike", 1)[0]).toEqual([150]);
    const only = optionsChain.viewNotes!(whole, { ...all, side: "puts", sort: "volume", near: 5 }, whole);
    expect(texts(only)).toEqual([
      "2 of 4 strikes are within 5 % of the price.",
      "Sorted by volume, ascending: 1 of 1 puts shown.",
      "Last come 1 of them without volume.",
    ]);
  });

  it("takes the words of sort in any case, and names them for another one", () => {
    const parse = (sort: string) => optionsChain.input.safeParse({ symbol: "XYZ", sort });
    expect(parse("-Open_Interest").data?.sort).toBe("-open_interest");
    expect(parse("delta").error?.issues[0]?.message).toBe(
      "strike, iv, volume, open_interest, or one of them with - in front for descending, e.g. -strike",
    );
  });

  it.each([
    ["2026-11-23T15:00:00Z", 4],
    // New York's day has not ended.
    ["2026-11-24T01:00:00Z", 4],
    ["2026-11-27T15:00:00Z", 0],
    ["2026-11-28T15:00:00Z", null],
  ])("counts the days to its expiration from the exchange's day, at %s", (now, days) => {
    vi.setSystemTime(new Date(now));
    expect(optionsChain.view!(WHOLE, all).daysToExpiration).toBe(days);
  });

  it("takes the lower of two strikes that are as near, and the middle ones without a price", () => {
    expect(nearestStrikes([95, 100, 105, 110], 102.5, 1)).toEqual([100]);
    expect(nearestStrikes([95, 100, 105, 110, 115], null, 3)).toEqual([100, 105, 110]);
  });
});
