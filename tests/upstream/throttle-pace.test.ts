/**
 * Replaces p-throttle by a function that admits every call at once. If the throttle limited the rate by itself, calls
 * would still be delayed.
 */
import { expect, it, vi } from "vitest";
import { createThrottle } from "../../src/upstream/throttle.js";

vi.mock("p-throttle", () => ({
  default: () => (grant: (onTurn: () => void) => void) => async (onTurn: () => void) => grant(onTurn),
}));

it("the rate is limited by p-throttle alone", async () => {
  // No timer ever fires, and with the real p-throttle the tenth call would wait for three windows of 900 ms.
  vi.useFakeTimers();
  const throttle = createThrottle("provider-a", 3, undefined, 400);
  const calls = Array.from({ length: 10 }, () => throttle.admit(performance.now() + 60_000));
  await expect(Promise.all(calls)).resolves.toHaveLength(10);
  vi.useRealTimers();
});
