import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createBooks } from "../../src/simulator/companies/fundamentals.js";
import { createMarket } from "../../src/simulator/market/market.js";
import { DAY_MS } from "../../src/lib/day.js";

const market = createMarket(20_260);
const moment = fc.date({ min: new Date("2024-01-02"), max: new Date("2027-06-30"), noInvalidDate: true });
const anything = fc.constantFrom(...market.all);

function find(symbol: string) {
  const security = market.find(symbol);
  if (!security) throw new Error(`${symbol} is not listed`);
  return security;
}

const at = (time: string) => Date.parse(time);

describe("a snapshot", () => {
  it("is consistent at any time for every listed security", () => {
    fc.assert(
      fc.property(anything, moment, (security, time) => {
        const now = market.snapshot(security, time.getTime());
        expect(now.price).toBeGreaterThan(0);
        expect(now.change).toBeCloseTo(now.price - now.previousClose, 6);
        expect(now.changePercent).toBeCloseTo((now.change / now.previousClose) * 100, 4);
        expect(now.dayLow).toBeLessThanOrEqual(Math.min(now.price, now.open));
        expect(now.dayHigh).toBeGreaterThanOrEqual(Math.max(now.price, now.open));
        expect(now.yearLow).toBeLessThanOrEqual(now.dayLow);
        expect(now.yearHigh).toBeGreaterThanOrEqual(now.dayHigh);
        for (const average of [now.average50, now.average200]) {
          expect(average).toBeGreaterThanOrEqual(now.yearLow);
          expect(average).toBeLessThanOrEqual(now.yearHigh);
        }
        expect(now.volume).toBeGreaterThanOrEqual(0);
        expect(Number.isInteger(now.volume)).toBe(true);
        expect(now.tradedAt).toBeLessThanOrEqual(time.getTime());
      }),
      { numRuns: 200 },
    );
  });

  it("has a market cap of price times shares, in pounds for a price in pence", () => {
    fc.assert(
      fc.property(fc.constantFrom(...market.stocks, ...market.coins), moment, (security, time) => {
        const { price, marketCap } = market.snapshot(security, time.getTime());
        const pence = security.currency === "GBp" ? 100 : 1;
        expect(marketCap).toBe(Math.round((price * market.shares(security)) / pence));
      }),
      { numRuns: 100 },
    );
  });

  it.each(["BTC-USD", "AAPL", "TSCO.L", "^GSPC"])(
    "of %s has the high and the low of all of its past year",
    (symbol) => {
      const now = at("2026-11-28T00:48:00Z");
      const today = Math.floor(now / DAY_MS);
      const security = find(symbol);
      const year = market.candles(security, today - 365, today, now);
      const { yearHigh, yearLow } = market.snapshot(security, now);
      expect(yearHigh).toBe(Math.max(...year.map(({ high }) => high)));
      expect(yearLow).toBe(Math.min(...year.map(({ low }) => low)));
    },
  );

  it("does not depend on earlier questions", () => {
    fc.assert(
      fc.property(anything, moment, (security, time) => {
        const fresh = createMarket(20_260);
        expect(market.snapshot(security, time.getTime())).toEqual(fresh.snapshot(security, time.getTime()));
      }),
      { numRuns: 20 },
    );
  });
});

describe("prices over time", () => {
  it.each([
    ["over night", "2025-11-19T21:00:00Z", "2025-11-20T14:29:59Z"],
    ["over a weekend", "2025-11-21T21:00:00Z", "2025-11-24T14:29:59Z"],
    ["over Thanksgiving", "2025-11-26T21:00:00Z", "2025-11-28T14:29:59Z"],
    ["after a half day's early close", "2025-11-28T18:00:00Z", "2025-11-28T23:00:00Z"],
  ])("do not change %s", (_when, from, to) => {
    // Other exchanges have hours of their own.
    const american = market.stocks.filter(({ currency }) => currency === "USD");
    for (const security of [...american, find("SPY"), find("^GSPC")]) {
      const before = market.snapshot(security, at(from));
      expect(market.snapshot(security, at(to))).toEqual(before);
      expect(before.tradedAt).toBe(at(from));
    }
  });

  it("change while the US market is open", () => {
    const stocks = market.stocks.filter(({ currency }) => currency === "USD");
    const moved = stocks.filter(
      (security) =>
        market.tick(security, at("2025-11-20T15:00:00Z")).price !==
        market.tick(security, at("2025-11-20T15:15:00Z")).price,
    );
    expect(moved.length).toBeGreaterThan(stocks.length * 0.9);
  });

  it.each([
    ["TSCO.L", "2025-11-20T08:00:00Z", "2025-11-20T16:30:00Z"],
    ["7203.T", "2025-11-20T00:00:00Z", "2025-11-20T06:30:00Z"],
    ["NESN.SW", "2025-11-20T08:00:00Z", "2025-11-20T16:30:00Z"],
    ["EURUSD=X", "2025-11-20T00:00:00Z", "2025-11-20T23:59:00Z"],
    // British summer time: the day begins an hour before the UTC day.
    ["EURUSD=X", "2025-07-16T23:00:00Z", "2025-07-17T22:59:00Z"],
    ["GC=F", "2025-11-20T05:00:00Z", "2025-11-20T22:00:00Z"],
  ])("of %s move from %s to %s", (symbol, opens, closes) => {
    const security = find(symbol);
    const during = at(closes) - 60_000;
    expect(market.session(security, during)).toMatchObject({ opens: at(opens), closes: at(closes) });
    expect(market.snapshot(security, during).tradedAt).toBe(during);
    const { day } = market.session(security, during);
    expect(market.sessionOn(security, day)).toEqual(market.session(security, during));
  });

  it.each(["EURUSD=X", "GC=F", "7203.T"])("of %s do not change on a Sunday", (symbol) => {
    const friday = market.snapshot(find(symbol), at("2025-11-22T06:00:00Z"));
    expect(market.snapshot(find(symbol), at("2025-11-23T12:00:00Z"))).toEqual(friday);
  });

  it("change for coins on a Sunday", () => {
    const bitcoin = find("BTC-USD");
    const noon = market.tick(bitcoin, at("2025-11-23T12:00:00Z"));
    expect(market.tick(bitcoin, at("2025-11-23T12:10:00Z")).price).not.toBe(noon.price);
  });

  it("begin a day near the close of the day before", () => {
    for (const security of market.stocks) {
      const evening = market.tick(security, at("2025-11-19T22:00:00Z"));
      const day = market.tick(security, at("2025-11-20T16:00:00Z"));
      expect(day.previousClose).toBe(evening.price);
    }
  });

  it("let a day's high, low and volume only widen and grow", () => {
    fc.assert(
      fc.property(fc.constantFrom(...market.stocks), fc.nat(389), fc.nat(389), (security, one, other) => {
        const [early, late] = [Math.min(one, other), Math.max(one, other)].map((minute) =>
          market.snapshot(security, at("2025-11-20T14:30:00Z") + minute * 60_000),
        );
        expect(late!.dayHigh).toBeGreaterThanOrEqual(early!.dayHigh);
        expect(late!.dayLow).toBeLessThanOrEqual(early!.dayLow);
        expect(late!.volume).toBeGreaterThanOrEqual(early!.volume);
      }),
    );
  });

  it("have candles on trading days only, the last one equal to the quote", () => {
    const apple = find("AAPL");
    const now = at("2025-11-28T16:00:00Z");
    const today = Math.floor(now / 86_400_000);
    const candles = market.candles(apple, today - 5, today, now);
    const days = candles.map(({ day }) => new Date(day * 86_400_000).toISOString().slice(0, 10));
    expect(days).toEqual(["2025-11-24", "2025-11-25", "2025-11-26", "2025-11-28"]);
    const { open, dayHigh: high, dayLow: low, price: close, volume } = market.snapshot(apple, now);
    expect(candles.at(-1)).toEqual({ day: today, open, high, low, close, volume });
    expect(candles.at(-2)?.close).toBe(market.snapshot(apple, now).previousClose);
  });
});

it("lists more than a hundred stocks and ten coins, each symbol once", () => {
  const symbols = market.all.map(({ symbol }) => symbol);
  expect(new Set(symbols).size).toBe(symbols.length);
  expect(market.stocks.length).toBeGreaterThan(100);
  expect(market.coins.length).toBeGreaterThan(10);
});

describe("the market as a whole", () => {
  /** Daily returns of the 500 days before a day. */
  function returnsOf(symbol: string): Map<number, number> {
    const today = Math.floor(at("2026-03-05T22:00:00Z") / 86_400_000);
    const bars = market.candles(find(symbol), today - 730, today, at("2026-03-05T22:00:00Z"));
    return new Map(bars.slice(1).map(({ day, close }, index) => [day, close / bars[index]!.close - 1]));
  }

  function betaTo(symbol: string, index = returnsOf("^GSPC")): number {
    const pairs = [...returnsOf(symbol)].flatMap(([day, own]) => (index.has(day) ? [[own, index.get(day)!]] : []));
    const mean = (of: (pair: number[]) => number) => pairs.reduce((sum, pair) => sum + of(pair), 0) / pairs.length;
    return mean(([own, of]) => own! * of!) / mean(([, of]) => of! ** 2);
  }

  it.each(["AAPL", "NVDA", "KO", "JPM", "TSLA", "BABA"])("moves %s about as its stated beta says", (symbol) => {
    const books = createBooks(market);
    expect(Math.abs(betaTo(symbol) - books.fundamentals(find(symbol), at("2026-03-05T22:00:00Z")).beta)).toBeLessThan(
      0.4,
    );
  });

  it("moves funds and indices with it, but not coins, currencies and futures", () => {
    for (const symbol of ["SPY", "QQQ", "^IXIC", "^DJI"]) expect(betaTo(symbol)).toBeCloseTo(1, 0);
    for (const symbol of ["BTC-USD", "EURUSD=X", "GC=F"]) expect(Math.abs(betaTo(symbol))).toBeLessThan(0.4);
  });
});
