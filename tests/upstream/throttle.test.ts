import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ProviderError } from "../../src/contract/errors.js";
import { createThrottle } from "../../src/upstream/throttle.js";
import { errorOf } from "../support/gate.js";

const HOUR_MS = 3_600_000;
const WINDOW_MS = 1000;
/** Milliseconds that the throttle adds to each window. */
const SLACK_MS = 500;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A throttle that records when it admits a caller. */
function createGateway({ limit = 2, windowMs = WINDOW_MS, maxQueue = 100 } = {}) {
  const throttle = createThrottle("provider-a", limit, undefined, windowMs, maxQueue);
  const began = performance.now();
  const passed: number[] = [];
  const refused: number[] = [];
  const now = () => performance.now() - began;
  function call(patienceMs = HOUR_MS, signal?: AbortSignal): Promise<void> {
    return throttle.admit(performance.now() + patienceMs, signal).then(
      () => void passed.push(now()),
      (error: unknown) => {
        if (!isRefusal(error)) return;
        refused.push(now());
      },
    );
  }
  return { throttle, passed, refused, call, now };
}

function isRefusal(error: unknown): boolean {
  return error instanceof ProviderError && error.reason === "queue_full";
}

/** The most entries in any span of `span`, its end excluded. */
function mostWithin(moments: readonly number[], span: number): number {
  return Math.max(0, ...moments.map((start) => moments.filter((at) => at >= start && at < start + span).length));
}

describe("Throttle", () => {
  it("admits the limit at once and each further call when its window has room", async () => {
    const { passed, call } = createGateway();
    for (let count = 0; count < 5; count++) void call();
    await vi.advanceTimersByTimeAsync(0);
    expect(passed).toEqual([0, 0]);
    await vi.advanceTimersByTimeAsync(2 * (WINDOW_MS + SLACK_MS) + 10);
    // Rounded to ten milliseconds: a timer of zero takes one.
    expect(passed.map((at) => Math.round(at / 10) * 10)).toEqual([0, 0, 1500, 1500, 3000]);
  });

  it("never admits more than the limit in any window, whatever the order of calls", async () => {
    const calls = fc.array(fc.record({ pause: fc.integer({ min: 0, max: 700 }), leaves: fc.boolean() }), {
      minLength: 1,
      maxLength: 40,
    });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 6 }), calls, async (limit, sequence) => {
        const { passed, call } = createGateway({ limit });
        const all: Promise<void>[] = [];
        let staying = 0;
        for (const { pause, leaves } of sequence) {
          const leaving = new AbortController();
          all.push(call(HOUR_MS, leaving.signal));
          await vi.advanceTimersByTimeAsync(pause);
          if (leaves) leaving.abort();
          else staying++;
        }
        await vi.advanceTimersByTimeAsync(HOUR_MS / 10);
        await Promise.all(all);
        expect(mostWithin(passed, WINDOW_MS)).toBeLessThanOrEqual(limit);
        expect(passed.length).toBeGreaterThanOrEqual(staying);
      }),
      { numRuns: 60 },
    );
  });

  it("rejects a caller at once or admits it in time, and never rejects it after a wait", async () => {
    const calls = fc.array(fc.record({ pause: fc.integer({ min: 0, max: 700 }), patience: fc.nat(5000) }), {
      maxLength: 40,
    });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 6 }), calls, async (limit, sequence) => {
        const { refused, call, now } = createGateway({ limit });
        const came: number[] = [];
        for (const { pause, patience } of sequence) {
          came.push(now());
          // Half a millisecond off the grid: a turn exactly at the deadline is not guaranteed.
          void call(patience + 0.5);
          await vi.advanceTimersByTimeAsync(pause);
        }
        await vi.advanceTimersByTimeAsync(10_000);
        expect(refused.filter((at) => !came.includes(at))).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it("admits waiting callers in their order", async () => {
    const { throttle } = createGateway({ limit: 1 });
    const order: string[] = [];
    for (const name of ["first", "second", "third"]) {
      void throttle.admit(HOUR_MS * 2).then(() => order.push(name));
    }
    await vi.advanceTimersByTimeAsync(10_000);
    expect(order).toEqual(["first", "second", "third"]);
  });

  it("rejects a caller at once when the queue is full, with a wait of at most a window", async () => {
    const { throttle, call } = createGateway({ limit: 1, windowMs: 60_000, maxQueue: 3 });
    for (let count = 0; count < 4; count++) void call();
    await vi.advanceTimersByTimeAsync(0);
    expect(throttle.waiting()).toBe(3);
    const refusal = await errorOf(throttle.admit(performance.now() + HOUR_MS));
    // The fifth turn comes after four windows, but a rate per minute never asks for a longer wait than a minute.
    expect(refusal).toMatchObject({ provider: "provider-a", reason: "queue_full", retryAfterSeconds: 60 });
    expect(throttle.waiting()).toBe(3);
  });

  it("does not count callers admitted at once as waiting", async () => {
    const { passed, refused, call } = createGateway({ limit: 50, maxQueue: 3 });
    const burst = Array.from({ length: 60 }, () => call());
    await vi.advanceTimersByTimeAsync(0);
    expect({ passed: passed.length, refused: refused.length }).toEqual({ passed: 50, refused: 7 });
    await vi.advanceTimersByTimeAsync(2 * WINDOW_MS);
    await Promise.all(burst);
    expect(passed).toHaveLength(53);
  });

  it("rejects at once a caller whose turn comes after its deadline, and admits it after the stated time", async () => {
    const { throttle, passed, call } = createGateway({ limit: 1, windowMs: 10_000 });
    await call();
    const refusal = (await errorOf(throttle.admit(performance.now() + 5000))) as ProviderError;
    // The suggested wait never exceeds the window; the caller then waits for the slack added to it.
    expect(refusal.retryAfterSeconds).toBe(10);
    await vi.advanceTimersByTimeAsync(refusal.retryAfterSeconds! * 1000);
    void call(SLACK_MS);
    await vi.advanceTimersByTimeAsync(SLACK_MS);
    expect(passed).toEqual([0, 10_500]);
  });

  it("gives the place of a cancelled caller to the next one", async () => {
    const { throttle, passed, call } = createGateway({ limit: 1, maxQueue: 1 });
    const leaving = new AbortController();
    void call();
    await vi.advanceTimersByTimeAsync(0);
    const left = errorOf(throttle.admit(performance.now() + HOUR_MS, leaving.signal));
    leaving.abort(new Error("gone"));
    expect(await left).toEqual(new Error("gone"));
    expect(throttle.waiting()).toBe(0);
    void call();
    await vi.advanceTimersByTimeAsync(WINDOW_MS + SLACK_MS);
    expect(passed).toEqual([0, 1500]);
  });

  it("rejects a caller that may no longer send at its turn, and admits the next one in its place", async () => {
    const { throttle, passed, call } = createGateway({ limit: 1 });
    await call();
    let paused = false;
    const lastCheck = () => {
      if (paused) throw new Error("paused");
    };
    const rejected = [1, 2].map(() => errorOf(throttle.admit(performance.now() + HOUR_MS, undefined, lastCheck)));
    void call();
    paused = true;
    await vi.advanceTimersByTimeAsync(WINDOW_MS + SLACK_MS);
    expect(await Promise.all(rejected)).toEqual([new Error("paused"), new Error("paused")]);
    expect(passed).toEqual([0, 1500]);
  });

  it("does not count cancelled callers", async () => {
    const { passed, refused, call } = createGateway({ limit: 1 });
    await call();
    const leaving = new AbortController();
    void call(HOUR_MS, leaving.signal);
    await vi.advanceTimersByTimeAsync(1000);
    leaving.abort();
    // The abandoned turn still arrives; it must not delay the next caller.
    await vi.advanceTimersByTimeAsync(1000);
    void call(0);
    await vi.advanceTimersByTimeAsync(0);
    expect({ passed, refused }).toEqual({ passed: [0, 2000], refused: [] });
  });

  it("rejects a caller that was cancelled before, without a place in the queue", async () => {
    const { throttle } = createGateway();
    const gone = AbortSignal.abort(new Error("gone"));
    expect(await errorOf(throttle.admit(performance.now() + HOUR_MS, gone))).toEqual(new Error("gone"));
    expect(throttle.waiting()).toBe(0);
  });

  it.each([
    ["back one hour", -HOUR_MS],
    ["back one day", -24 * HOUR_MS],
    ["ahead one hour", HOUR_MS],
    ["back by less than a window", -700],
    ["ahead by less than a window", 700],
  ])("keeps its rate when the wall clock is set %s", async (_what, jump) => {
    const { passed, call } = createGateway({ limit: 2 });
    void call();
    void call();
    await vi.advanceTimersByTimeAsync(0);
    vi.setSystemTime(Date.now() + jump);
    for (let count = 0; count < 4; count++) void call();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(passed).toHaveLength(6);
    expect(mostWithin(passed, WINDOW_MS)).toBe(2);
    expect(passed.at(-1)).toBeLessThan(2 * (WINDOW_MS + SLACK_MS) + 1001);
  });

  it("keeps its rate when the wall clock is set back while a caller waits", async () => {
    const { passed, call } = createGateway({ limit: 1 });
    void call();
    void call();
    await vi.advanceTimersByTimeAsync(500);
    vi.setSystemTime(Date.now() - HOUR_MS);
    void call();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(passed).toHaveLength(3);
    expect(mostWithin(passed, WINDOW_MS)).toBe(1);
  });
});
