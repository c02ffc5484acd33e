import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ProbePace } from "./probe/pace.js";

vi.mock("node:timers/promises", () => import("../support/faked-sleep.js"));
beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

it("waits with more calls than a provider takes in a minute, and not for other providers", async () => {
  const pace = new ProbePace((provider) => (provider === "slow" ? 3 : 1_000));
  for (const provider of ["slow", "slow", "fast", "fast", "fast"]) pace.called(provider);
  const done: string[] = [];
  void pace.roomFor("fast", 2).then(() => done.push("fast"));
  void pace.roomFor("slow", 2).then(() => done.push("slow"));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(done).toEqual(["fast"]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(done).toEqual(["fast", "slow"]);
});

it("lets a question pass that needs more calls than a minute has, after a minute without any", async () => {
  const pace = new ProbePace(() => 1);
  pace.called("slow");
  let passed = false;
  void pace.roomFor("slow", 7).then(() => (passed = true));
  await vi.advanceTimersByTimeAsync(62_000);
  expect(passed).toBe(true);
});
