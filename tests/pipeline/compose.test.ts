import { describe, expect, it } from "vitest";
import { checkQuote } from "../../src/capabilities/check-quote.js";
import { MarketDataError, type FailureKind } from "../../src/contract/errors.js";
import { serveDerived } from "../../src/pipeline/compose.js";
import { servedOf } from "../support/fakes.js";

const SIDE = { price: 200, as_of: null, age_seconds: 0, error: null };
const DATA = {
  symbol: "ACME",
  provider_a: SIDE,
  provider_b: { ...SIDE, price: null, error: "why" },
  difference_percent: null,
  verdict: null,
  explanation: "Only provider A has a price.",
};

/** For how long an answer is fresh that was made from one fresh part and these failures. */
function freshFor(...kinds: FailureKind[]): number {
  const parts = [servedOf({}, { freshForSeconds: 3_600 })];
  const failures = kinds.map((kind) => new MarketDataError(kind, "why"));
  return serveDerived(checkQuote, { data: DATA, parts, failures }, Date.now()).freshForSeconds;
}

describe("an answer made from others", () => {
  it("bears the stamp of its oldest part, so that the same parts make the same answer", () => {
    const stamps = ["2026-01-15T12:00:01.000000", "2026-01-15T12:00:00.000000"];
    const parts = [...stamps.map((timestamp) => servedOf({ timestamp })), servedOf({})];
    const derived = (at: number) => serveDerived(checkQuote, { data: DATA, parts }, at).envelope.body;
    expect(derived(1)["timestamp"]).toBe(stamps[1]);
    expect(derived(2)).toEqual(derived(1));
  });

  it("is fresh for as long as its parts are", () => {
    expect(freshFor()).toBe(3_600);
  });

  it("is good for this moment only when a part is missing that may be there in the next", () => {
    expect(freshFor("upstream_unavailable")).toBe(0);
    expect(freshFor("not_found", "upstream_limited")).toBe(0);
  });

  it("stays fresh for a minute when what is missing does not exist", () => {
    expect(freshFor("not_found")).toBe(60);
  });
});
