import { EventEmitter } from "node:events";
import { Keyv } from "keyv";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createBoundedStore } from "../../src/store/bounded.js";
import { createStoreGuard } from "../../src/store/store-guard.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Mode = "works" | "hangs" | "fails";

/** A store that behaves according to `mode`, and its reported states. */
function createControlled(mode: Mode = "works") {
  const values = new Map<string, unknown>();
  const state = { mode, calls: 0 };
  const events = new EventEmitter();
  const states: boolean[] = [];
  async function behave<T>(result: () => T): Promise<T> {
    state.calls++;
    if (state.mode === "hangs") return new Promise(() => {});
    if (state.mode === "fails") throw new Error("connection lost");
    return result();
  }
  const adapter = {
    opts: {},
    on: (event: string, listener: (error: Error) => void) => events.on(event, listener),
    get: (key: string) => behave(() => values.get(key)),
    set: (key: string, value: unknown) => behave(() => void values.set(key, value)),
    delete: (key: string) => behave(() => values.delete(key)),
    clear: async () => values.clear(),
  };
  const keyv = new Keyv({ store: adapter as never, useKeyPrefix: false, throwOnErrors: true });
  const guard = createStoreGuard({ onState: (usable) => states.push(usable) });
  return { store: createBoundedStore(keyv, guard), guard, state, states, events };
}

/** Duration of a call in milliseconds. */
async function millisecondsOf(call: Promise<unknown>): Promise<number> {
  const started = performance.now();
  let ended: number | undefined;
  void call.then(() => (ended = performance.now()));
  await vi.advanceTimersByTimeAsync(60_000);
  return ended! - started;
}

describe("BoundedStore", () => {
  it("keeps values for their time", async () => {
    const { store } = createControlled();
    await store.set("k", '{"a":1}', 1000);
    expect(await store.get("k")).toEqual({ a: 1 });
    await vi.advanceTimersByTimeAsync(1001);
    expect(await store.get("k")).toBeUndefined();
  });

  it("never stores a value without expiry, even with no time left", async () => {
    const { store } = createControlled();
    await store.set("k", '"value"', 0);
    await vi.advanceTimersByTimeAsync(2);
    expect(await store.get("k")).toBeUndefined();
  });

  it("delays a caller by at most 100 ms when a store never answers", async () => {
    const { store } = createControlled("hangs");
    expect(await millisecondsOf(store.get("k"))).toBe(100);
  });

  it("skips a store for two seconds after it did not answer", async () => {
    const { store, guard, state, states } = createControlled("hangs");
    void store.get("first");
    await vi.advanceTimersByTimeAsync(100);
    for (let call = 0; call < 50; call++) expect(await store.get(`k${call}`)).toBeUndefined();
    await store.set("k", '"value"', 1000);
    expect({ calls: state.calls, usable: guard.isUsable(), states }).toEqual({
      calls: 1,
      usable: false,
      states: [false],
    });
  });

  it("recovers automatically, and reports it once", async () => {
    const { store, guard, state, states } = createControlled("hangs");
    void store.get("k");
    await vi.advanceTimersByTimeAsync(100);
    state.mode = "works";
    await vi.advanceTimersByTimeAsync(2000);
    await store.set("k", '"value"', 1000);
    expect(await store.get("k")).toBe("value");
    expect({ usable: guard.isUsable(), states }).toEqual({ usable: true, states: [false, true] });
  });

  it("reports once that the store is unavailable, however often it is tried", async () => {
    const { store, states } = createControlled("hangs");
    for (let attempt = 0; attempt < 5; attempt++) {
      void store.get("k");
      await vi.advanceTimersByTimeAsync(2200);
    }
    expect(states).toEqual([false]);
  });

  it("treats a failing store as an empty one", async () => {
    const { store, states } = createControlled("fails");
    expect(await store.get("k")).toBeUndefined();
    await store.set("k", '"value"', 1000);
    expect(states).toEqual([false]);
  });

  it("ignores error events of the store: only the results of steps decide whether it is usable", async () => {
    const { store, states, events } = createControlled();
    events.emit("error", new Error("connection lost"));
    await store.set("k", '"value"', 1000);
    expect({ value: await store.get("k"), states }).toEqual({ value: "value", states: [] });
  });
});
