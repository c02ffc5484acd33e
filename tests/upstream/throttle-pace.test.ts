/**
 * Replaces p-throttle by a function that admits every call at once. If the throttle limited the rate
 * by itself, calls would still be delayed.
 */
import { expect, it, vi } from "vitest";
import { createThrottle } from "../../src/upstream/throttle.js";

vi.mock("p-throttle", () => ({
  default: () => (grant: (onTurn: () => void) => void) => async (onTurn: () => void) => grant(onTurn),
}));

it("the rate is limited by p-throttle alone", async () => {
  const throttle = createThrottle("provider-a", 3, 400);
  const started = performance.now();
  const calls = Array.from({ length: 10 }, () => throttle.admit(started + 60_000));
  await Promise.all(calls);
  // With the real p-throttle the tenth call would wait for three windows of 900 ms.
  expect(performance.now() - started).toBeLessThan(100);
});
