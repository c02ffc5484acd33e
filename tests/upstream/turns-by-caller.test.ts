/** Turns of the calls to a provider, by caller: one caller with many calls leaves room for other callers. */
import * as fc from "fast-check";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ProviderError } from "../../src/contract/errors.js";
import { createThrottle } from "../../src/upstream/throttle.js";

const MINUTE_MS = 60_000;
/** As of Yahoo: 40 calls a minute, 8 at once, then one a second, 4 in flight. */
const PACE = { atOnce: 8, everyMs: 1_000, inFlight: 4 };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A provider whose calls take 150 ms. */
function start({ limit = 40, maxQueue = 100 } = {}) {
  const throttle = createThrottle("provider-b", limit, PACE, MINUTE_MS, maxQueue);
  const made: string[] = [];
  const refused: string[] = [];
  async function call(
    callerId: string | undefined,
    patienceMs = 12_000,
    others?: ReadonlySet<string>,
  ): Promise<number> {
    const began = performance.now();
    try {
      await throttle.admit(began + patienceMs, undefined, undefined, callerId, others);
    } catch (error) {
      refused.push(`${callerId}: ${(error as ProviderError).reason}`);
      return Infinity;
    }
    made.push(callerId ?? "background");
    setTimeout(() => throttle.release(), 150);
    return performance.now() - began;
  }
  const flood = (callerId: string, count: number) => Promise.all(Array.from({ length: count }, () => call(callerId)));
  return { call, flood, made, refused, waiting: throttle.waiting };
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const countOf = (list: readonly string[], wanted: string) => list.filter((each) => each === wanted).length;

it("a caller within a quarter of the rate waits two seconds at most while another one floods, in every minute", async () => {
  const { call, flood, made } = start();
  void call("poor");
  await pass(1_000);
  const waits: Promise<number>[] = [];
  for (let second = 0; second < 180; second += 7) {
    void flood("greedy", 30);
    waits.push(call("poor"));
    await pass(7_000);
  }
  await pass(20_000);
  expect(Math.max(...(await Promise.all(waits)))).toBeLessThanOrEqual(2_000);
  expect(countOf(made, "greedy")).toBeGreaterThan(80);
});

it("a caller who is alone has the whole rate, beside work in the background", async () => {
  const { call, flood, made } = start();
  void call(undefined);
  void flood("only", 100);
  await pass(13_000);
  void flood("only", 100);
  await pass(12_000);
  void flood("only", 100);
  await pass(35_000);
  expect(made).toHaveLength(40);
});

it("a waiting call that another caller joins has the turn of the one with fewer calls", async () => {
  const { call, flood, made } = start();
  await call("poor");
  for (const seconds of [15, 30]) {
    void flood("greedy", 40);
    await pass(seconds * 1_000);
  }
  expect(countOf(made, "greedy")).toBe(30);
  const joined = new Set<string>();
  const wait = call("greedy", 20_000, joined);
  await pass(1_000);
  expect(countOf(made, "greedy")).toBe(30);
  joined.add("poor");
  await pass(2_000);
  expect(await wait).toBeLessThanOrEqual(2_000);
});

it("calls of one caller keep their order", async () => {
  const { call, flood } = start();
  void flood("other", 20);
  const order: number[] = [];
  for (let index = 0; index < 5; index++) void call("one").then(() => order.push(index));
  await pass(12_000);
  expect(order).toEqual([0, 1, 2, 3, 4]);
});

it("a full queue has room for a caller with fewer waiting calls, and refuses the last one of the other", async () => {
  const { call, flood, refused, waiting } = start({ maxQueue: 10 });
  void flood("greedy", 30);
  await pass(0);
  const before = countOf(refused, "greedy: queue_full");
  expect(waiting()).toBe(10);
  const wait = call("poor");
  await pass(3_000);
  expect(await wait).toBeLessThanOrEqual(2_000);
  expect(refused.filter((each) => each.startsWith("poor"))).toEqual([]);
  expect(countOf(refused, "greedy: queue_full")).toBe(before + 1);
});

it("every call ends, by its turn or a refusal, in any order of callers", async () => {
  const calls = fc.array(
    fc.record({ callerId: fc.constantFrom("a", "b", "c"), pause: fc.integer({ min: 0, max: 4_000 }) }),
    { minLength: 1, maxLength: 80 },
  );
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 12 }), calls, async (limit, sequence) => {
      const { call, made, refused, waiting } = start({ limit, maxQueue: 10 });
      for (const { callerId, pause } of sequence) {
        void call(callerId);
        await pass(pause);
      }
      await pass(13_000);
      expect(made.length + refused.length).toBe(sequence.length);
      expect(waiting()).toBe(0);
    }),
    { numRuns: 100 },
  );
});
