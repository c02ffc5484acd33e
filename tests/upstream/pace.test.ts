import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Pace } from "../../src/contract/provider-description.js";
import type { ProviderError } from "../../src/contract/errors.js";
import { createThrottle, toPaceOf } from "../../src/upstream/throttle.js";
import { errorOf } from "../support/gate.js";

const MINUTE_MS = 60_000;
/** Provider B's. */
const EIGHT_AT_ONCE: Pace = { atOnce: 8, everyMs: 1_000, inFlight: 4 };
/** Provider C's. */
const APART: Pace = { atOnce: 1, everyMs: 1_200 };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** More calls than any test makes, so that the pace alone limits them. */
const MANY = 10_000;

/** A throttle that records when it admits a caller, whose call takes `callMs`. */
function createGateway(pace: Pace, { callMs = 0, maxQueue = 100 } = {}) {
  const throttle = createThrottle("provider-b", MANY, pace, MINUTE_MS, maxQueue);
  const began = performance.now();
  const passed: number[] = [];
  async function call(patienceMs = MINUTE_MS, signal?: AbortSignal): Promise<void> {
    await throttle.admit(performance.now() + patienceMs, signal);
    passed.push(Math.round(performance.now() - began));
    setTimeout(throttle.release, callMs);
  }
  return { throttle, passed, call };
}

const times = (count: number, step: number) => Array.from({ length: count }, (_, index) => index * step);

describe("the pace of calls", () => {
  it("allows a few calls at once, then one at a time", async () => {
    const { passed, call } = createGateway({ atOnce: 8, everyMs: 1_000 });
    for (let count = 0; count < 12; count++) void call();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(passed).toEqual([...times(8, 0), 1_000, 2_000, 3_000, 4_000]);
  });

  it("allows a few calls at once again after a rest", async () => {
    const { passed, call } = createGateway({ atOnce: 2, everyMs: 1_000 });
    for (let count = 0; count < 3; count++) void call();
    await vi.advanceTimersByTimeAsync(10_000);
    for (let count = 0; count < 3; count++) void call();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(passed).toEqual([0, 0, 1_000, 10_000, 10_000, 11_000]);
  });

  it("keeps calls apart", async () => {
    const { passed, call } = createGateway(APART);
    for (let count = 0; count < 3; count++) void call();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(passed).toEqual([0, 1_200, 2_400]);
  });

  it("can be stated as calls per second", async () => {
    const { passed, call } = createGateway({ atOnce: 1, everyMs: 200 });
    for (let count = 0; count < 11; count++) void call();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(passed.filter((at) => at < 1_000)).toHaveLength(5);
    expect(passed.at(-1)).toBe(2_000);
  });

  it("allows only some calls in flight", async () => {
    const { passed, call } = createGateway(EIGHT_AT_ONCE, { callMs: 300 });
    for (let count = 0; count < 10; count++) void call();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(passed).toEqual([0, 0, 0, 0, 300, 300, 300, 300, 1_000, 2_000]);
  });

  it("never allows more than the burst and one for each period, whatever the order of calls", async () => {
    const steps = fc.array(fc.record({ pause: fc.nat(1_500), leaves: fc.boolean() }), { minLength: 1, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 5 }), fc.nat(800), steps, async (atOnce, callMs, sequence) => {
        const { passed, call } = createGateway({ atOnce, everyMs: 1_000, inFlight: 3 }, { callMs });
        const calls: Promise<unknown>[] = [];
        let staying = 0;
        for (const { pause, leaves } of sequence) {
          const leaving = new AbortController();
          calls.push(call(10 * MINUTE_MS, leaving.signal).catch(() => {}));
          await vi.advanceTimersByTimeAsync(pause);
          if (leaves) leaving.abort();
          else staying++;
        }
        await vi.advanceTimersByTimeAsync(2 * MINUTE_MS);
        await Promise.all(calls);
        expect(passed.length).toBeGreaterThanOrEqual(staying);
        for (const [index, from] of passed.entries()) {
          for (const [further, at] of passed.slice(index).entries()) {
            // Timers have whole milliseconds, so each call may seem one early.
            expect(further + 1).toBeLessThanOrEqual(atOnce + (at - from + 1) / 1_000);
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it("refuses at once a caller whose turn comes after its deadline, with the time until then", async () => {
    const { throttle, call } = createGateway(APART);
    await call();
    const refusal = (await errorOf(throttle.admit(performance.now() + 1_000))) as ProviderError;
    expect(refusal).toMatchObject({ provider: "provider-b", reason: "queue_full", retryAfterSeconds: 2 });
    expect(throttle.waiting()).toBe(0);
  });

  it("refuses a caller at its deadline if calls in flight still take all places", async () => {
    const { throttle, passed, call } = createGateway(EIGHT_AT_ONCE, { callMs: 5_000 });
    for (let count = 0; count < 4; count++) void call();
    const refused = errorOf(throttle.admit(performance.now() + 2_000));
    await vi.advanceTimersByTimeAsync(1_999);
    expect(throttle.waiting()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await refused).toMatchObject({ reason: "queue_full", retryAfterSeconds: 1 });
    void call();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(passed).toEqual([0, 0, 0, 0, 5_000]);
  });

  it("refuses a caller at once when the queue is full", async () => {
    const { throttle, call } = createGateway(APART, { maxQueue: 2 });
    for (let count = 0; count < 3; count++) void call();
    expect(await errorOf(throttle.admit(performance.now() + MINUTE_MS))).toMatchObject({ reason: "queue_full" });
    expect(throttle.waiting()).toBe(2);
  });

  it("gives the turn of a caller that left, or may no longer send, to the next one", async () => {
    const { throttle, passed, call } = createGateway(APART);
    const leaving = new AbortController();
    void call();
    const left = errorOf(throttle.admit(performance.now() + MINUTE_MS, leaving.signal));
    const paused = errorOf(
      throttle.admit(performance.now() + MINUTE_MS, undefined, () => {
        throw new Error("paused");
      }),
    );
    void call();
    leaving.abort(new Error("gone"));
    expect(await left).toEqual(new Error("gone"));
    await vi.advanceTimersByTimeAsync(1_200);
    expect(await paused).toEqual(new Error("paused"));
    expect(passed).toEqual([0, 1_200]);
  });

  it.each([-3_600_000, 3_600_000])("is kept when the wall clock is set by %i ms", async (jump) => {
    const { passed, call } = createGateway(APART);
    for (let count = 0; count < 3; count++) void call();
    vi.setSystemTime(Date.now() + jump);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(passed).toEqual([0, 1_200, 2_400]);
  });
});

describe("the pace of another rate per minute", () => {
  it("is raised with the rate", () => {
    expect(toPaceOf(EIGHT_AT_ONCE, 2)).toEqual({ atOnce: 16, everyMs: 500, inFlight: 8 });
    expect(toPaceOf(APART, 15)).toEqual({ atOnce: 15, everyMs: 80 });
  });

  it("stays for a lower rate", () => {
    expect(toPaceOf(EIGHT_AT_ONCE, 0.1)).toEqual(EIGHT_AT_ONCE);
  });

  it("gets slower with a lower rate of a second, such as provider D's", () => {
    expect(toPaceOf({ atOnce: 1, everyMs: 200, inFlight: 4 }, 0.4, true)).toEqual({
      atOnce: 1,
      everyMs: 500,
      inFlight: 4,
    });
  });
});
