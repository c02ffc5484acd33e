import { describe, expect, it } from "vitest";
import { FAILURES, MarketDataError, ProviderError, type FailureKind } from "../../src/contract/errors.js";
import { NegativeCache } from "../../src/pipeline/cache.js";

/** A cache with a test-controlled clock, in seconds. */
function createNegative() {
  const clock = { seconds: 1 };
  return { clock, negative: new NegativeCache(() => clock.seconds * 1000) };
}

const errorOfKind = (kind: FailureKind) => new MarketDataError(kind, "no");

describe("NegativeCache", () => {
  it.each<[FailureKind, number]>([
    ["not_found", 60],
    ["no_coverage", 900],
    ["insufficient_history", 900],
  ])("caches %s for %i seconds", (kind, seconds) => {
    const { clock, negative } = createNegative();
    const error = errorOfKind(kind);
    negative.keep("k", error);
    clock.seconds = seconds;
    expect(negative.get("k")).toBe(error);
    clock.seconds = seconds + 2;
    expect(negative.get("k")).toBeUndefined();
  });

  it("caches no other failure, because a retry may help", () => {
    const { negative } = createNegative();
    const lasting = new Set<FailureKind>(["not_found", "no_coverage", "insufficient_history"]);
    const passing = (Object.keys(FAILURES) as FailureKind[]).filter((kind) => !lasting.has(kind));
    for (const kind of passing) negative.keep(kind, errorOfKind(kind));
    negative.keep("provider", new ProviderError("provider-a", "no_data"));
    negative.keep("bug", new TypeError("oops"));
    expect([...passing, "provider", "bug"].filter((key) => negative.get(key))).toEqual([]);
  });

  it("evicts the oldest during a flood of unknown symbols", () => {
    const { negative } = createNegative();
    for (let symbol = 0; symbol <= 10_000; symbol++) negative.keep(`k${symbol}`, errorOfKind("not_found"));
    expect(negative.get("k0")).toBeUndefined();
    expect(negative.get("k1")).toBeDefined();
    expect(negative.get("k10000")).toBeDefined();
  });
});
