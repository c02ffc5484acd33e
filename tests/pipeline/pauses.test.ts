import { describe, expect, it } from "vitest";
import { Pauses, type NewPause } from "../../src/pipeline/pauses.js";

/** Pauses under a clock that a test sets, in seconds. */
function createPauses() {
  const clock = { seconds: 0 };
  return { clock, pauses: new Pauses(() => clock.seconds * 1000) };
}

describe("Pauses", () => {
  it("leaves a provider alone as long as it was told to, and says why and how long still", () => {
    const { clock, pauses } = createPauses();
    pauses.set("provider-a", undefined, 30, "rate_limited");
    expect(pauses.get("provider-a")).toEqual({ reason: "rate_limited", seconds: 30 });
    clock.seconds = 29.5;
    expect(pauses.get("provider-a")).toEqual({ reason: "rate_limited", seconds: 1 });
    clock.seconds = 30;
    expect(pauses.get("provider-a")).toBeUndefined();
  });

  it("tells of a pause when it begins, not when it is made longer", () => {
    const clock = { seconds: 0 };
    const told: NewPause[] = [];
    const pauses = new Pauses(
      () => clock.seconds * 1000,
      (pause) => told.push(pause),
    );
    pauses.set("provider-a", undefined, 30, "key_refused");
    clock.seconds = 10;
    pauses.set("provider-a", undefined, 30, "key_refused");
    expect(told).toEqual([{ provider: "provider-a", scope: undefined, seconds: 30, reason: "key_refused" }]);
    clock.seconds = 40;
    pauses.set("provider-a", undefined, 30, "key_refused");
    expect(told).toHaveLength(2);
  });

  it("pauses one provider and not another", () => {
    const { pauses } = createPauses();
    pauses.set("provider-a", undefined, 30, "rate_limited");
    expect(pauses.get("provider-b", ["/quote"])).toBeUndefined();
  });

  it("pauses one scope and leaves the rest of the provider open", () => {
    const { pauses } = createPauses();
    pauses.set("provider-a", "/income AAPL", 60, "not_in_plan");
    expect(pauses.get("provider-a", ["/income", "/income AAPL"])).toEqual({ reason: "not_in_plan", seconds: 60 });
    expect(pauses.get("provider-a", ["/income", "/income MSFT"])).toBeUndefined();
    expect(pauses.get("provider-a")).toBeUndefined();
  });

  it("pauses every scope of a provider that is paused as a whole", () => {
    const { pauses } = createPauses();
    pauses.set("provider-a", undefined, 60, "key_refused");
    expect(pauses.get("provider-a", ["/quote"])).toEqual({ reason: "key_refused", seconds: 60 });
  });

  it("keeps the longer of two pauses, with its reason", () => {
    const { pauses } = createPauses();
    pauses.set("provider-a", undefined, 60, "key_refused");
    pauses.set("provider-a", undefined, 10, "rate_limited");
    expect(pauses.get("provider-a")).toEqual({ reason: "key_refused", seconds: 60 });
    pauses.set("provider-a", undefined, 90, "rate_limited");
    expect(pauses.get("provider-a")).toEqual({ reason: "rate_limited", seconds: 90 });
  });

  it("forgets the oldest scopes when a flood of symbols is outside the plan, and never grows without end", () => {
    const { pauses } = createPauses();
    pauses.set("provider-a", undefined, 60, "rate_limited");
    for (let symbol = 0; symbol < 6000; symbol++) pauses.set("provider-b", `/quote ${symbol}`, 60, "not_in_plan");
    const kept = Array.from({ length: 6000 }, (_, symbol) => pauses.get("provider-b", [`/quote ${symbol}`]));
    expect(kept.filter(Boolean)).toHaveLength(4999);
    expect(kept.at(-1)).toEqual({ reason: "not_in_plan", seconds: 60 });
    expect(pauses.get("provider-a")).toEqual({ reason: "rate_limited", seconds: 60 });
  });
});
