import { texts } from "../support/texts.js";
import { say } from "../../src/contract/sentence.js";
import { describe, expect, it } from "vitest";
import { checkQuote } from "../../src/capabilities/prices/check-quote.js";
import { MarketDataError, type FailureKind } from "../../src/contract/errors.js";
import type { Served } from "../../src/contract/envelope.js";
import { source } from "../../src/contract/provider.js";
import { alternativeQuote } from "../../src/capabilities/prices/quote.js";
import { crypto } from "../../src/capabilities/prices/crypto.js";
import { losers } from "../../src/capabilities/prices/movers.js";
import { compose, serveDerived } from "../../src/pipeline/compose-envelope.js";
import { fakeB, servedOf } from "../support/fakes.js";

const SIDE = { price: 200, currency: null, as_of: null, age_seconds: 0, error: null };
const DATA = {
  symbol: "ACME",
  provider_a: SIDE,
  provider_b: { ...SIDE, price: null, error: "why" },
  difference_percent: null,
  verdict: null,
  explanation: say`Only provider A has a price.`,
  notes: [],
};

/** Returns the seconds for which an answer derived from one fresh part and these failures is fresh. */
function freshFor(...kinds: FailureKind[]): number {
  const parts = [servedOf({}, { freshForSeconds: 3_600 })];
  const failures = kinds.map((kind) => new MarketDataError(kind, "why"));
  return serveDerived(checkQuote, { data: DATA, parts, failures }, Date.now()).freshForSeconds;
}

describe("an answer derived from others", () => {
  it("has the timestamp of its oldest part, so that the same parts give the same answer", () => {
    const stamps = ["2026-01-15T12:00:01.000000", "2026-01-15T12:00:00.000000"];
    const parts = [...stamps.map((timestamp) => servedOf({ timestamp })), servedOf({})];
    const derived = (at: number) => serveDerived(checkQuote, { data: DATA, parts }, at).envelope.body;
    expect(derived(1)["timestamp"]).toBe(stamps[1]);
    expect(derived(2)).toEqual(derived(1));
  });

  const derive = (...parts: Served[]) => serveDerived(checkQuote, { data: DATA, parts }, Date.now());

  it("has the age of its oldest part, and is stale with the reason if a part is stale", () => {
    const young = servedOf({ timestamp: "2026-03-05T12:00:00.000000" }, { state: "hit", ageSeconds: 3 });
    const old = servedOf(
      { timestamp: "2026-03-05T11:59:00.000000" },
      { state: "stale", ageSeconds: 63, freshForSeconds: 0, staleReason: "provider a: timed out" },
    );
    expect(derive(young, old)).toMatchObject({
      envelope: { body: { timestamp: "2026-03-05T11:59:00.000000" } },
      state: "stale",
      ageSeconds: 63,
      freshForSeconds: 0,
      staleReason: "provider a: timed out",
    });
    expect(derive(young, servedOf({}))).toMatchObject({ state: "miss", ageSeconds: 3 });
    expect(derive(young).state).toBe("hit");
    expect(derive(young)).not.toHaveProperty("staleReason");
  });

  it("ends on the day of its only part, so that no state of the market is said of past prices", () => {
    const past = servedOf({}, { endsOn: "2026-03-02" });
    expect([derive(past).endsOn, derive(past, past).endsOn]).toEqual(["2026-03-02", undefined]);
  });

  it("names each provider that failed for a part, whichever part it was", () => {
    const limited = { provider: "provider-a" as const, reason: "rate_limited" as const };
    const part = (passedOver: (typeof limited)[]) => {
      const served = servedOf({});
      return { ...served, envelope: { ...served.envelope, provider: "provider-b" as const, passedOver } };
    };
    expect(derive(part([limited]), part([])).envelope.passedOver).toEqual([limited]);
    expect(derive(part([limited]), part([limited])).envelope.passedOver).toEqual([limited]);
  });

  it("has the currencies that the derivation names, and none where the rows name their own", () => {
    const currency = { price: "GBp", fields: {} };
    const parts = [servedOf({})];
    expect(serveDerived(checkQuote, { data: DATA, parts, currency }, 1).envelope.currency).toEqual(currency);
    expect(serveDerived(checkQuote, { data: DATA, parts }, 1).envelope.currency).toEqual({ price: null, fields: {} });
  });

  it("is fresh for as long as its parts are", () => {
    expect(freshFor()).toBe(3_600);
  });

  it("is not fresh any longer when a part is missing for a temporary reason", () => {
    expect(freshFor("upstream_unavailable")).toBe(0);
    expect(freshFor("not_found", "upstream_limited")).toBe(0);
  });

  it("is fresh for a minute when the missing part does not exist", () => {
    expect(freshFor("not_found")).toBe(60);
  });
});

describe("an answer from a source", () => {
  it("names each missing field once, also one that two parts lack", () => {
    const from = found();
    const missing = ["payDate", "declared", "payDate"];
    expect(compose(alternativeQuote, { ...from, missing }, NOW).missing).toEqual(["payDate", "declared"]);
  });

  const found = (fetchedAt?: number) => {
    const data = { symbol: "AAPL", price: 1 } as never;
    const from = source(fakeB, alternativeQuote, async () => ({ data }));
    return { data, fetchedAt, source: from, passedOver: [], filled: [] };
  };
  const NOW = Date.UTC(2026, 2, 5, 12);

  it("is as old as the oldest part it was made of", () => {
    const { fetchedAt, body } = compose(alternativeQuote, found(NOW - 60_000), NOW);
    expect([fetchedAt, body["timestamp"]]).toEqual([
      NOW - 60_000,
      expect.stringMatching(/^2026-03-05T11:59:00\.000\d{3}$/),
    ]);
  });

  it.each([undefined, NOW + 5_000])("has the present time when the time of a part is %s", (at) => {
    expect(compose(alternativeQuote, found(at), NOW).fetchedAt).toBe(NOW);
  });
});

describe("the currencies of an answer", () => {
  /** The currencies of a quote with this market cap. */
  function currenciesOf(answer: object, marketCap: number | null = 2_554_603_520) {
    return composed(answer, marketCap).currency;
  }

  function composed(answer: object, marketCap: number | null = null) {
    const data = { symbol: "OCDO.L", price: 308.8, marketCap };
    const from = source(fakeB, alternativeQuote, async () => ({ data: data as never }));
    const found = { data: data as never, ...answer, source: from, passedOver: [], filled: [] };
    return compose(alternativeQuote, found, 0);
  }

  it("lead to a note when the source does not state them", () => {
    expect(texts(composed({ currency: null }).notes)).toEqual([
      "Provider B does not state the currency of these amounts.",
    ]);
    expect([composed({ currency: "USD" }).notes, composed({}).notes]).toEqual([[], []]);
  });

  it.each([
    ["GBp", "GBP"],
    ["ZAc", "ZAR"],
    ["ILA", "ILS"],
  ])("have the market cap of a listing in %s in %s", (currency, marketCap) => {
    expect(currenciesOf({ currency })).toEqual({ price: currency, fields: { marketCap } });
  });

  it("name no market cap in an answer without one", () => {
    expect(currenciesOf({ currency: "GBp" }, null)).toEqual({ price: "GBp", fields: {} });
  });

  it("have the market cap of rows in the major unit, too, and name none that no row has", () => {
    const losersIn = (marketCap: number | null) => {
      const data = {
        losers: [null, marketCap].map((cap) => ({ symbol: "TSCO.L", price: 452, marketCap: cap })),
      } as never;
      const from = source(fakeB, losers, async () => ({ data }));
      return compose(losers, { data, currency: "GBp", source: from, passedOver: [], filled: [] }, 0).currency;
    };
    expect(losersIn(31_000_000_000)).toEqual({ price: "GBp", fields: { marketCap: "GBP" } });
    expect(losersIn(null)).toEqual({ price: "GBp", fields: {} });
  });

  it("are those of the prices for every other listing", () => {
    expect(currenciesOf({ currency: "EUR" })).toEqual({ price: "EUR", fields: {} });
  });

  it("keep what a source states about single fields, including unknown currencies", () => {
    expect(currenciesOf({ currency: "USD", currencies: { revenue: "CNY", eps: null } })).toEqual({
      price: "USD",
      fields: { revenue: "CNY", eps: null },
    });
  });

  it("contain only currency codes, because they become part of headers", () => {
    expect(currenciesOf({ currency: "€\r\nx: y", currencies: { revenue: "EUR\n" } })).toEqual({
      price: null,
      fields: { revenue: null },
    });
  });

  it("are dollars for a list that is always in dollars", () => {
    const from = source(fakeB, crypto, async () => ({ data: { cryptocurrencies: [] } }));
    const found = { data: { cryptocurrencies: [] }, source: from, passedOver: [], filled: [] };
    expect(compose(crypto, found, 0).currency).toEqual({ price: "USD", fields: {} });
  });
});
