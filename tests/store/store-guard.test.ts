import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createStoreGuard, type StepKind } from "../../src/store/store-guard.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const works = async () => "value";
const fails = () => Promise.reject(new Error("connection lost"));
const hangs = () => new Promise<never>(() => {});

/** A guard, and its reported states. */
function createGuard() {
  const states: boolean[] = [];
  const guard = createStoreGuard({ onState: (usable) => states.push(usable) });
  return { guard, states };
}

/** Makes a step reach its time limit. */
async function runIntoLimit(guard: ReturnType<typeof createStoreGuard>, kind: StepKind = "read") {
  const run = guard.run(kind, hangs);
  await vi.advanceTimersByTimeAsync(100);
  return run;
}

describe("StoreGuard", () => {
  it("returns the result of a step", async () => {
    const { guard, states } = createGuard();
    expect(await guard.run("read", works)).toEqual({ value: "value" });
    expect(await guard.run("read", async () => undefined)).toEqual({ value: undefined });
    expect({ usable: guard.isUsable(), states }).toEqual({ usable: true, states: [] });
  });

  it.each<[string, () => Promise<never>]>([
    ["fails", fails],
    [
      "throws before it returns a promise",
      () => {
        throw new Error("not open");
      },
    ],
  ])("returns undefined when a step %s, and tries the next one", async (_what, step) => {
    const { guard, states } = createGuard();
    expect(await guard.run("read", step)).toBeUndefined();
    expect(await guard.run("read", works)).toEqual({ value: "value" });
    expect({ usable: guard.isUsable(), states }).toEqual({ usable: false, states: [false] });
  });

  it("reports that a store is back after two seconds without a failure, not at each success", async () => {
    const { guard, states } = createGuard();
    for (let round = 0; round < 10; round++) {
      await guard.run("write", fails);
      await vi.advanceTimersByTimeAsync(1_900);
      await guard.run("write", works);
    }
    expect(states).toEqual([false]);
    await vi.advanceTimersByTimeAsync(100);
    await guard.run("write", works);
    expect({ usable: guard.isUsable(), states }).toEqual({ usable: true, states: [false, true] });
  });

  it("waits 100 ms for a step, or for the configured time", async () => {
    const started = performance.now();
    const { guard } = createGuard();
    await runIntoLimit(guard);
    expect(performance.now() - started).toBe(100);
    const patient = createStoreGuard({ callMs: 1000 });
    const slow = patient.run("read", () => new Promise((resolve) => setTimeout(() => resolve("slow"), 999)));
    await vi.advanceTimersByTimeAsync(999);
    expect(await slow).toEqual({ value: "slow" });
  });

  it("does not treat a busy process as a slow store", async () => {
    vi.useRealTimers();
    const { guard, states } = createGuard();
    const { stat } = await import("node:fs/promises");
    // The step needs several turns of the event loop, each of which the busy process delays.
    const answer = guard.run("read", async () => {
      for (let turn = 0; turn < 4; turn++) {
        await stat(".");
        const until = performance.now() + 60;
        while (performance.now() < until);
      }
      return "value";
    });
    expect(await answer).toEqual({ value: "value" });
    expect(states).toEqual([]);
  });

  it("skips a store that did not answer for two seconds", async () => {
    const { guard, states } = createGuard();
    expect(await runIntoLimit(guard)).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1_999);
    const step = vi.fn<typeof works>(works);
    for (const kind of ["read", "write"] as const) expect(await guard.run(kind, step)).toBeUndefined();
    expect({ tried: step.mock.calls.length, states }).toEqual({ tried: 0, states: [false] });
  });

  it("then lets one caller try the store, while no other caller waits", async () => {
    const { guard, states } = createGuard();
    await runIntoLimit(guard);
    await vi.advanceTimersByTimeAsync(2_000);
    const step = vi.fn<typeof hangs>(hangs);
    const probe = guard.run("read", step);
    expect(await guard.run("read", step)).toBeUndefined();
    await vi.advanceTimersByTimeAsync(100);
    await probe;
    expect({ tried: step.mock.calls.length, states }).toEqual({ tried: 1, states: [false] });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await guard.run("read", works)).toEqual({ value: "value" });
    expect(await guard.run("read", works)).toEqual({ value: "value" });
    expect(states).toEqual([false, true]);
  });

  it("reports once that the store is unavailable, however often it is tried", async () => {
    const { guard, states } = createGuard();
    for (let round = 0; round < 5; round++) {
      await runIntoLimit(guard, round % 2 ? "write" : "read");
      await guard.run("read", fails);
      await vi.advanceTimersByTimeAsync(2_000);
    }
    expect(states).toEqual([false]);
  });

  it("does not report as recovered a store that can be read but is still full", async () => {
    const { guard, states } = createGuard();
    for (let round = 0; round < 3; round++) {
      expect(await guard.run("write", fails)).toBeUndefined();
      expect(await guard.run("read", works)).toEqual({ value: "value" });
    }
    expect({ usable: guard.isUsable(), states }).toEqual({ usable: false, states: [false] });
    await vi.advanceTimersByTimeAsync(2_000);
    await guard.run("read", works);
    expect(states).toEqual([false]);
    await guard.run("write", works);
    expect({ usable: guard.isUsable(), states }).toEqual({ usable: true, states: [false, true] });
  });
});
