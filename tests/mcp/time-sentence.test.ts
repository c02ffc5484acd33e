import { describe, expect, it, vi } from "vitest";
import { crypto } from "../../src/capabilities/prices/crypto.js";
import { financials } from "../../src/capabilities/companies/financials.js";
import { gainers } from "../../src/capabilities/prices/movers.js";
import { priceHistory } from "../../src/capabilities/prices/price-history.js";
import { quote } from "../../src/capabilities/prices/quote.js";
import { quotes } from "../../src/capabilities/prices/quotes.js";
import { keyStatistics } from "../../src/capabilities/companies/key-statistics.js";
import { serviceStatus } from "../../src/capabilities/service-status.js";
import type { Capability } from "../../src/contract/capability.js";
import type { Envelope } from "../../src/contract/envelope.js";
import { CATALOGUE } from "../../src/catalogue.js";
import { createSourceNames } from "../../src/views/source-names.js";
import {
  toMarketSession,
  toOriginFacts,
  toOriginSentences,
  toOtherMarketState,
  toSessionNotes,
} from "../../src/views/result-sentences.js";
import { inStyle } from "../../src/contract/sentence.js";
import { atTime } from "../support/at-time.js";
import { envelopeOf, servedOf } from "../support/fakes.js";
import { US_MARKET } from "../support/us-market.js";

const names = createSourceNames(CATALOGUE);
const SUNDAY = Date.UTC(2026, 10, 22, 11, 29);

atTime(SUNDAY);

const say = (asked: unknown, envelope: Partial<Envelope>) => {
  const capability = asked as Capability;
  const served = { ...servedOf({}), envelope: envelopeOf(Date.now(), envelope) };
  const sentences = toOriginSentences(capability, served, toOriginFacts(capability, served, US_MARKET, names));
  return sentences.map((each) => inStyle(each, { source: names.nameOf })).join(" ");
};
const body = (symbol: string) => ({ symbol, price: 1 });
const USD = { price: "USD", fields: {} };

describe("the sentence on currency, time and source", () => {
  it("dates a US price in New York time, with its currency and the state of the market", () => {
    expect(
      say(quote, { body: body("AAPL"), asOf: "2026-11-20T21:00:00.000Z", currency: { price: "USD", fields: {} } }),
    ).toBe(
      "Price in USD of 20 November 2026, 16:00 New York time, from Financial Modeling Prep (provider A); the US market is closed.",
    );
  });

  it.each([
    [Date.UTC(2026, 10, 20, 15), "the US market is open"],
    [Date.UTC(2026, 10, 20, 12), "the US market is in pre-market trading"],
    [Date.UTC(2026, 10, 20, 22), "the US market is in after-hours trading"],
  ])("states the present state of the market", (now, state) => {
    vi.setSystemTime(now);
    expect(say(quote, { body: body("AAPL"), asOf: "2026-11-20T14:59:00.000Z" })).toMatch(new RegExp(`; ${state}\\.$`));
  });

  it("does not mention a price when the field price is a group of figures", () => {
    const statistics = { symbol: "AAPL", price: { average50: 117.8 } };
    expect(say(keyStatistics, { body: statistics, asOf: "2026-04-02T20:00:00.000Z", currency: USD })).toMatch(
      /^Prices in USD, as of 2 April 2026, 20:00 UTC, /,
    );
  });

  it("gives the level of an index in points, not in dollars", () => {
    expect(say(quote, { body: body("^GSPC"), asOf: "2026-11-20T21:00:00.000Z", currency: USD })).toBe(
      "Level in points (not money) of 20 November 2026, 16:00 New York time, from Financial Modeling Prep (provider A); the US market is closed.",
    );
  });

  it("says no state of the US market of another country's movers", () => {
    const rows = { gainers: [{ ticker: "INFY.NS" }] };
    expect(say(gainers, { body: rows, asOf: "2026-04-02T09:35:00.000Z", currency: { price: "INR", fields: {} } })).toBe(
      "Prices in INR, as of 2 April 2026, 09:35 UTC, from Financial Modeling Prep (provider A).",
    );
  });

  it.each(["TSCO.L", "BTC-USD"])("dates %s in UTC and does not mention the US market", (symbol) => {
    expect(
      say(quote, { body: body(symbol), asOf: "2026-04-02T15:35:00.000Z", currency: { price: "GBp", fields: {} } }),
    ).toBe("Price in GBp (pence) of 2 April 2026, 15:35 UTC, from Financial Modeling Prep (provider A).");
  });

  it.each([
    ["open", "its market is open"],
    ["closed", "its market is closed"],
    ["pre-market", "its market is in pre-market trading"],
    ["within regular hours", "it is within the regular hours of its exchange, which may have a holiday"],
  ] as const)(
    "gives the market state that the source states for a listing outside the United States: %s",
    (state, words) => {
      const asOf = "2026-11-20T15:35:00.000Z";
      expect(say(quote, { body: body("TSCO.L"), asOf, market: state })).toBe(
        `The source does not state the currency. Price of 20 November 2026, 15:35 UTC, from Financial Modeling Prep (provider A); ${words}.`,
      );
    },
  );

  it("states no market for a price of more than ten days ago", () => {
    const old = "2026-11-12T11:28:59.000Z";
    const of = (symbol: string, asOf: string) =>
      say(quote, { body: body(symbol), asOf, market: "open", currency: USD });
    const end = "11:29 UTC, from Financial Modeling Prep (provider A)";
    expect(of("TSCO.L", "2026-11-12T11:29:00.000Z")).toBe(
      `Price in USD of 12 November 2026, ${end}; its market is open.`,
    );
    expect(of("TSCO.L", old)).toMatch(/\(provider A\)\.$/);
    expect(of("AAPL", old)).toMatch(/\(provider A\)\.$/);
    const rows = (...times: string[]) => ({ quotes: times.map((as_of) => ({ symbol: "AAPL", as_of })), errors: [] });
    expect(say(quotes, { body: rows(old, old) })).not.toContain("market is");
    expect(say(quotes, { body: rows(old, "2026-11-20T21:00:00.000Z") })).toContain("the US market is closed");
  });

  it("trusts our calendar of the US market rather than the source", () => {
    expect(say(quote, { body: body("AAPL"), market: "open" })).toMatch(/; the US market is closed\.$/);
  });

  it("does not say of a stale answer whether the market is open", () => {
    const envelope = envelopeOf(SUNDAY, { body: body("TSCO.L") as never, market: "open" });
    expect(toOtherMarketState({ ...servedOf({}), envelope, state: "miss" })).toBe("open");
    expect(toOtherMarketState({ ...servedOf({}), envelope, state: "stale" })).toBeUndefined();
  });

  it("states the time of fetching when the source gives no other time", () => {
    expect(say(gainers, { body: { gainers: [] }, currency: USD })).toBe(
      "Prices in USD, fetched 22 November 2026, 11:29 UTC, from Financial Modeling Prep (provider A); the US market is closed.",
    );
    expect(say(financials, { body: { symbol: "AAPL", data: [] } })).toBe(
      "Fetched 22 November 2026, 11:29 UTC, from Financial Modeling Prep (provider A).",
    );
    expect(say(crypto, { body: { cryptocurrencies: [] } })).toBe(
      "Fetched 22 November 2026, 11:29 UTC, from Financial Modeling Prep (provider A).",
    );
    expect(say(quote, { body: body("AAPL"), asOf: "no time", currency: USD })).toMatch(/^Price in USD, fetched /);
  });

  it("gives the span of times when each row has its own", () => {
    const rows = (...times: (string | null)[]) => ({
      quotes: times.map((as_of) => ({ symbol: "AAPL", as_of, currency: "USD" })),
      errors: [],
    });
    const at = (...times: (string | null)[]) => say(quotes, { body: rows(...times) });
    const end = "from Financial Modeling Prep (provider A); the US market is closed.";
    expect(at("2026-11-20T21:00:00.000Z")).toBe(`Prices in USD, as of 20 November 2026, 16:00 New York time, ${end}`);
    expect(at("2026-11-20T21:00:00.000Z", "2026-11-19T20:00:00.000Z")).toBe(
      `Prices in USD, between 19 November 2026, 15:00 New York time and 20 November 2026, 16:00 New York time, see as_of, ${end}`,
    );
    expect(at("2026-11-20T21:00:00.000Z", null)).toBe(`Prices in USD, fetched 22 November 2026, 11:29 UTC, ${end}`);
  });

  it("gives past prices the day of their last bar, and no state of a market", () => {
    const envelope = { body: { symbol: "AAPL", bars: [] }, asOf: null, market: "open" as const, currency: USD };
    const served = { ...servedOf({}), envelope: envelopeOf(Date.now(), envelope), endsOn: "2024-06-28" };
    const history = priceHistory as unknown as Capability;
    expect(toMarketSession(history, served, US_MARKET)).toBeUndefined();
    expect(toOtherMarketState(served)).toBeUndefined();
    const sentences = toOriginSentences(history, served, toOriginFacts(history, served, US_MARKET, names));
    expect(sentences.map((each) => inStyle(each, { source: names.nameOf }))).toEqual([
      "Prices in USD, last bar 28 June 2024, from Financial Modeling Prep (provider A).",
    ]);
  });

  it("names the provider that answered, and those whose fields were added or from whose answers it was computed", () => {
    const filled = [
      { provider: "provider-b", fields: ["eps"] },
      { provider: "market-data-mcp", fields: ["pe"], reason: "computed" },
    ] as const;
    expect(say(quote, { body: body("TSCO.L"), filled: filled as never })).toMatch(
      /UTC, from Financial Modeling Prep \(provider A\), completed by Yahoo Finance \(provider B\)\.$/,
    );
    const parts = ["provider-a", "provider-b"].map((provider) => ({ provider, fields: [] }));
    expect(say(quotes, { body: { quotes: [] }, provider: "market-data-mcp", filled: parts as never })).toMatch(
      /, from Financial Modeling Prep \(provider A\) and Yahoo Finance \(provider B\)/,
    );
  });

  it("states the session only for answers that follow the US market", () => {
    const session = (capability: unknown, of: object) =>
      toMarketSession(
        capability as Capability,
        { ...servedOf({}), envelope: envelopeOf(SUNDAY, { body: of as never }) },
        US_MARKET,
      );
    expect(session(quote, body("AAPL"))).toBe("closed");
    expect([session(quote, body("TSCO.L")), session(financials, body("AAPL"))]).toEqual([undefined, undefined]);
  });

  it("gives the session for the rows that follow the US market when others do not", () => {
    const notesOf = (...symbols: string[]) => {
      const envelope = envelopeOf(SUNDAY, { body: { quotes: symbols.map((symbol) => ({ symbol })) } });
      return toSessionNotes(quotes as unknown as Capability, { ...servedOf({}), envelope }, US_MARKET);
    };
    expect(notesOf("TSCO.L", "AAPL")).toEqual(["For the US listings, the US market is closed."]);
    expect([notesOf("AAPL", "MSFT"), notesOf("TSCO.L"), notesOf()]).toEqual([[], [], []]);
  });

  it("is absent from an answer about this server, whose instructions name the providers", () => {
    expect(say(serviceStatus, { body: {}, provider: "market-data-mcp" })).toBe("");
  });
});
