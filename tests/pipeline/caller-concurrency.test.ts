import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { CallerConcurrency } from "../../src/pipeline/caller-concurrency.js";
import { errorOf } from "../support/gate.js";

let slots: CallerConcurrency;
beforeEach(() => {
  slots = new CallerConcurrency();
});

const patience = (signal?: AbortSignal) => ({ deadline: performance.now() + 60_000, signal });
const take = (count: number, caller = "alice") =>
  Promise.all(Array.from({ length: count }, () => slots.acquire(caller, patience())));

/** Requests a slot; `granted` is true once the caller has it. */
function ask(caller = "alice", signal?: AbortSignal) {
  const asked = { granted: false, release: () => {}, turn: Promise.resolve() };
  async function wait(): Promise<void> {
    asked.release = await slots.acquire(caller, patience(signal));
    asked.granted = true;
  }
  asked.turn = wait();
  // A question that still waits at the end of its test is refused a minute later, when nobody awaits it.
  asked.turn.catch(() => {});
  return asked;
}
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe("slots", () => {
  it("are ten per caller; further questions get one in their order", async () => {
    const held = await take(10);
    const waiting = [ask(), ask(), ask()];
    await settle();
    expect(waiting.map(({ granted }) => granted)).toEqual([false, false, false]);
    held[4]!();
    await settle();
    expect(waiting.map(({ granted }) => granted)).toEqual([true, false, false]);
    waiting[0]!.release();
    held[0]!();
    await settle();
    expect(waiting.map(({ granted }) => granted)).toEqual([true, true, true]);
  });

  it("are separate for each caller", async () => {
    await take(10);
    expect((await take(10, "bob")).length).toBe(10);
  });

  it("are released once, even if released repeatedly", async () => {
    const [first] = await take(10);
    first!();
    first!();
    const [next, further] = [ask(), ask()];
    await settle();
    expect([next.granted, further.granted]).toEqual([true, false]);
  });

  it("are not reserved for a question that is cancelled while it waits", async () => {
    const [first] = await take(10);
    const leaving = new AbortController();
    const [left, next] = [ask("alice", leaving.signal), ask()];
    leaving.abort();
    expect(await errorOf(left.turn)).toMatchObject({ kind: "cancelled" });
    first!();
    await next.turn;
    expect(next.granted).toBe(true);
  });

  it("are not awaited by a question that is cancelled already", async () => {
    await take(10);
    expect(await errorOf(ask("alice", AbortSignal.abort()).turn)).toMatchObject({ kind: "cancelled" });
  });

  it("are all free again after all were released", async () => {
    for (let round = 0; round < 3; round++) for (const release of await take(10)) release();
    expect((await take(10)).length).toBe(10);
  });
});

describe("slots and deadlines", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("are awaited until the deadline, and the error states the reason", async () => {
    const [first] = await take(10);
    const late = errorOf(slots.acquire("alice", { deadline: performance.now() + 5_000 }));
    vi.advanceTimersByTime(5_000);
    expect(await late).toMatchObject({
      kind: "overloaded",
      retryAfterSeconds: 1,
      message: "More than 10 of your questions are waiting for upstreams. Wait for some of them, then try again.",
    });
    // A caller that gave up does not keep its place in the queue.
    first!();
    await expect(slots.acquire("alice", patience())).resolves.toBeTypeOf("function");
  });
});
