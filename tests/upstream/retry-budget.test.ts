import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRetryBudget } from "../../src/upstream/retry-budget.js";

/** A budget with a test-controlled clock. */
function createBudget() {
  let now = 0;
  const budget = createRetryBudget(() => now);
  return {
    budget,
    pass: (seconds: number) => void (now += seconds * 1000),
    /** Number of retries available now. */
    spend() {
      let tries = 0;
      while (budget.take()) tries++;
      return tries;
    },
  };
}

describe("RetryBudget", () => {
  it("allows three retries without traffic", () => {
    expect(createBudget().spend()).toBe(3);
  });

  it("earns one in ten calls", () => {
    const { budget, spend } = createBudget();
    spend();
    for (let call = 0; call < 11; call++) budget.called();
    expect(spend()).toBe(1);
  });

  it("earns one in ten seconds", () => {
    const { pass, spend } = createBudget();
    spend();
    pass(9);
    expect(spend()).toBe(0);
    pass(1.1);
    expect(spend()).toBe(1);
  });

  it("does not save up more than three", () => {
    const { budget, pass, spend } = createBudget();
    pass(86_400);
    for (let call = 0; call < 1000; call++) budget.called();
    expect(spend()).toBe(3);
  });

  it("adds about a tenth of load at most in an outage of any length", () => {
    const gaps = fc.array(fc.double({ min: 0, max: 5, noNaN: true }), { maxLength: 300 });
    fc.assert(
      fc.property(gaps, (waits) => {
        const { budget, pass } = createBudget();
        let [retries, seconds] = [0, 0];
        for (const wait of waits) {
          pass(wait);
          seconds += wait;
          budget.called();
          if (budget.take()) retries++;
        }
        expect(retries).toBeLessThanOrEqual(3 + 0.1 * waits.length + 0.1 * seconds + 1e-6);
      }),
    );
  });
});
