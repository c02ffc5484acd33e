import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Capability } from "../../src/contract/capability.js";
import type { Envelope } from "../../src/contract/envelope.js";
import { lifetimesOf, type MarketCalendar } from "../../src/pipeline/freshness.js";
import { envelopeOf, price, NO_FUNDS } from "../support/fakes.js";

const FETCHED = Date.UTC(2026, 2, 5, 2);
const NEXT_OPEN = Date.UTC(2026, 2, 5, 9);
const HOUR_SECONDS = 3600;

const open: MarketCalendar = {
  isClosed: () => false,
  nextOpen: () => new Date(NEXT_OPEN),
  follows: () => true,
  ...NO_FUNDS,
};
// The last session: from the opening of the day before until six hours before the fetch.
const LAST_OPEN = NEXT_OPEN - 24 * 3_600_000;
const CLOSE = FETCHED - 6 * 3_600_000;
const closed: MarketCalendar = {
  isClosed: (at) => at.getTime() < LAST_OPEN || at.getTime() >= CLOSE,
  nextOpen: (at) => new Date(at.getTime() < LAST_OPEN ? LAST_OPEN : NEXT_OPEN),
  follows: () => true,
  ...NO_FUNDS,
};
/** A minute before the close. */
const IN_SESSION = new Date(CLOSE - 60_000).toISOString();
const usQuote: Capability = { ...price, freshness: { ttlSeconds: 15, staleSeconds: 300, followsUsMarket: true } };

/** Seconds an envelope fetched at `FETCHED` is fresh and, after that, stale. */
function secondsOf(
  capability: Capability,
  {
    envelope = envelopeOf(FETCHED, { asOf: IN_SESSION }) as Envelope,
    calendar = open,
    random = (): number => 0.5,
  } = {},
) {
  const { freshUntil, staleUntil } = lifetimesOf(capability, envelope, calendar, random);
  return { fresh: (freshUntil - FETCHED) / 1000, stale: (staleUntil - freshUntil) / 1000 };
}

describe("lifetimesOf", () => {
  it("counts from the oldest part of an answer, and of an incomplete answer from now", () => {
    const now = FETCHED + 50_000;
    const freshFrom = (more: object) =>
      lifetimesOf(price, envelopeOf(FETCHED, more) as Envelope, open, () => 0.5, now).freshUntil;
    expect(freshFrom({})).toBe(FETCHED + 100_000);
    expect(freshFrom({ missing: ["pe"] })).toBe(now + 10_000);
  });

  it("uses the capability's lifetimes without jitter", () => {
    expect(secondsOf(price)).toEqual({ fresh: 100, stale: 1000 });
  });

  it("spreads the end of freshness by at most ten percent in both directions", () => {
    expect(secondsOf(price, { random: () => 0 }).fresh).toBeCloseTo(90);
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (drawn) => {
        const { fresh, stale } = secondsOf(price, { random: () => drawn });
        expect(fresh).toBeGreaterThanOrEqual(89.9);
        expect(fresh).toBeLessThanOrEqual(110.1);
        expect(stale).toBeCloseTo(1000);
      }),
    );
  });

  it("keeps an answer without an optional part fresh for a tenth of the time", () => {
    const envelope = envelopeOf(FETCHED, { missing: ["volume"] });
    expect(secondsOf(price, { envelope })).toEqual({ fresh: 10, stale: 1000 });
  });

  it("keeps an answer fresh for the whole time when our plan lacks the missing part, because a retry would not help", () => {
    const envelope = envelopeOf(FETCHED, { missing: ["volume"], permanentlyMissing: true, asOf: IN_SESSION });
    expect(secondsOf(price, { envelope })).toEqual({ fresh: 100, stale: 1000 });
    expect(secondsOf(usQuote, { envelope, calendar: closed }).fresh).toBe(7 * HOUR_SECONDS);
  });

  it("uses the capability's lifetime for this answer if it has one", () => {
    const empty: Capability = { ...price, ttlSecondsOf: (body) => (body["symbol"] === "ACME" ? 30 : undefined) };
    expect(secondsOf(empty).fresh).toBe(30);
    const other = envelopeOf(FETCHED, { body: { symbol: "OTHER" } });
    expect(secondsOf(empty, { envelope: other }).fresh).toBe(100);
  });

  it("keeps an answer fetched after the close fresh until the next pre-market session", () => {
    expect(secondsOf(usQuote, { calendar: closed })).toEqual({ fresh: 7 * HOUR_SECONDS, stale: 300 });
  });

  it("uses the capability's lifetime for this answer overnight as well", () => {
    const unsure: Capability = { ...usQuote, ttlSecondsOf: () => 60 };
    expect(secondsOf(unsure, { calendar: closed })).toEqual({ fresh: 60, stale: 300 });
  });

  it("uses the capability's lifetime when that ends after the next opening", () => {
    const slow: Capability = {
      ...price,
      freshness: { ttlSeconds: 24 * HOUR_SECONDS, staleSeconds: 1, followsUsMarket: true },
    };
    expect(secondsOf(slow, { calendar: closed }).fresh).toBe(24 * HOUR_SECONDS);
  });

  it("keeps a whole-market answer, which has no symbol, fresh overnight as well", () => {
    const envelope = envelopeOf(FETCHED, { body: { gainers: [] }, asOf: IN_SESSION });
    expect(secondsOf(usQuote, { envelope, calendar: closed }).fresh).toBe(7 * HOUR_SECONDS);
  });

  describe("of a fund, whose price of the day comes in the evening", () => {
    const priced: MarketCalendar = { ...closed, isFund: (asked) => asked === "ACME" };
    const early: MarketCalendar = { ...priced, hasFundPrices: () => false };
    const freshOf = (calendar: MarketCalendar, asOf: number) =>
      secondsOf(usQuote, { envelope: envelopeOf(FETCHED, { asOf: new Date(asOf).toISOString() }), calendar }).fresh;

    it("is short until the price can have been published", () => {
      expect(freshOf(early, CLOSE - 60_000)).toBe(15);
      expect(freshOf(early, CLOSE + 300_000)).toBe(15);
      expect(freshOf({ ...early, isFund: () => false }, CLOSE - 60_000)).toBe(7 * HOUR_SECONDS);
    });

    it("is as short when the upstream calls it a fund, whatever the form of its symbol", () => {
      const envelope = envelopeOf(FETCHED, { asOf: new Date(CLOSE - 60_000).toISOString(), funds: ["ACME"] });
      const calendar = { ...early, isFund: () => false };
      expect(secondsOf(usQuote, { envelope, calendar }).fresh).toBe(15);
    });

    it("lasts until the next opening after that, also for a price with a time after the close", () => {
      expect(freshOf(priced, CLOSE + 300_000)).toBe(7 * HOUR_SECONDS);
      expect(freshOf(priced, LAST_OPEN - 60_000)).toBe(15);
    });
  });

  it.each<[string, Capability, MarketCalendar, Partial<Envelope>]>([
    ["while the market is open", usQuote, open, {}],
    ["of a capability that does not follow the US market", price, closed, {}],
    ["of a symbol that trades elsewhere or always", usQuote, { ...closed, follows: (asked) => asked !== "ACME" }, {}],
    [
      "of several symbols, if one of them trades elsewhere",
      { ...usQuote, symbolsIn: () => ["ACME", "OTHER"] },
      { ...closed, follows: (asked) => asked === "ACME" },
      {},
    ],
    ["that lacks an optional part", usQuote, closed, { missing: ["volume"] }],
    ["without a time", usQuote, closed, { asOf: null }],
    ["of a session before the last one", usQuote, closed, { asOf: new Date(LAST_OPEN - 1).toISOString() }],
    ["of a time when the market was closed", usQuote, closed, { asOf: new Date(CLOSE).toISOString() }],
    ["of a future time", usQuote, closed, { asOf: "2096-01-01T00:00:00.000Z" }],
    ["in which one price has no time", { ...usQuote, timesIn: () => [IN_SESSION, null] }, closed, {}],
  ])("does not extend the lifetime of an answer %s", (_what, capability, calendar, more) => {
    const envelope = envelopeOf(FETCHED, { asOf: IN_SESSION, ...more });
    const { ttlSeconds } = capability.freshness;
    const expected = more.missing ? ttlSeconds / 10 : ttlSeconds;
    expect(secondsOf(capability, { envelope, calendar }).fresh).toBe(expected);
  });
});
