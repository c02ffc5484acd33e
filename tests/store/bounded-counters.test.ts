import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Counters, CountWindow } from "../../src/contract/store.js";
import { createBoundedCounters } from "../../src/store/bounded.js";
import { createStoreGuard } from "../../src/store/store-guard.js";
import { createMemoryCounters } from "../../src/store/memory.js";

const window: CountWindow = { name: "day", limit: 3, bucketMs: 1_000, spanMs: 86_400_000 };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Processes whose shared counters behave according to `mode`. */
function createShared() {
  const state: { mode: "works" | "fails" | "hangs" } = { mode: "works" };
  let kept = createMemoryCounters();
  async function behave<T>(step: () => T | Promise<T>): Promise<T> {
    if (state.mode === "fails") throw new Error("connection lost");
    if (state.mode === "hangs") return new Promise(() => {});
    return step();
  }
  const shared: Counters = {
    take: (...step) => behave(() => kept.take(...step)),
    giveBack: (...step) => behave(() => kept.giveBack(...step)),
    usage: (...step) => behave(() => kept.usage(...step)),
  };
  const open = (over = shared) => createBoundedCounters(over, createMemoryCounters(), createStoreGuard());
  /** Counters over a synchronous store, such as the embedded one. */
  const openAtOnce = () =>
    open({
      ...shared,
      take(...step) {
        if (state.mode !== "works") throw new Error("disk full");
        return kept.take(...step);
      },
    });
  return { state, open: () => open(), openAtOnce, forget: () => void (kept = createMemoryCounters()) };
}

const take = async (counters: Counters) => (await counters.take("k", [window])).ok;
const used = async (counters: Counters) => (await counters.usage("k", [window]))[0]!.used;

describe("bounded counters", () => {
  it("equal the shared counters as long as these work", async () => {
    const { open } = createShared();
    const [ours, theirs] = [open(), open()];
    expect([await take(ours), await take(theirs), await take(ours), await take(theirs)]).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect(await used(theirs)).toBe(3);
  });

  it("continue with the counts of this process when the shared ones fail", async () => {
    const { open, state } = createShared();
    const [ours, theirs] = [open(), open()];
    await take(ours);
    await take(theirs);
    state.mode = "fails";
    expect(await used(ours)).toBe(1);
    expect([await take(ours), await take(ours), await take(ours)]).toEqual([true, true, false]);
  });

  it("delay one caller by 100 ms, and later callers not at all, when the shared ones hang", async () => {
    const { open, state } = createShared();
    const counters = open();
    state.mode = "hangs";
    const started = performance.now();
    const first = take(counters);
    await vi.advanceTimersByTimeAsync(100);
    expect(await first).toBe(true);
    expect([await take(counters), await take(counters), await take(counters)]).toEqual([true, true, false]);
    expect(await used(counters)).toBe(3);
    expect(performance.now() - started).toBe(100);
  });

  it("equal the shared counters again when these are back", async () => {
    const { open, state } = createShared();
    const [ours, theirs] = [open(), open()];
    await take(theirs);
    state.mode = "fails";
    await take(ours);
    state.mode = "works";
    expect(await used(ours)).toBe(1);
    expect(await take(ours)).toBe(true);
    expect(await used(ours)).toBe(2);
  });

  it("give back a call in both places, in this process also while the shared ones fail", async () => {
    const { state, open } = createShared();
    const counters = open();
    await take(counters);
    await take(counters);
    await counters.giveBack("k", [window]);
    expect([await used(counters), await used(open())]).toEqual([1, 1]);
    state.mode = "fails";
    await counters.giveBack("k", [window]);
    expect(await used(counters)).toBe(0);
  });

  it("do not count in this process what the shared ones rejected", async () => {
    const { open, state } = createShared();
    const [ours, theirs] = [open(), open()];
    for (let call = 0; call < 3; call++) await take(theirs);
    for (let call = 0; call < 5; call++) expect(await take(ours)).toBe(false);
    state.mode = "fails";
    expect(await used(ours)).toBe(0);
  });

  it("give a single process at most the limit when the shared ones come back without their counts", async () => {
    const { open, forget } = createShared();
    const counters = open();
    expect([await take(counters), await take(counters)]).toEqual([true, true]);
    forget();
    expect(await used(counters)).toBe(2);
    const taken = await Promise.all(Array.from({ length: 5 }, () => take(counters)));
    expect(taken.filter(Boolean)).toHaveLength(1);
    const refused = await counters.take("k", [window]);
    expect(refused).toMatchObject({ ok: false, usage: [{ used: 3, freeAt: expect.any(Number) }] });
    expect(refused.usage[0]!.freeAt).toBeGreaterThan(Date.now() + 86_000_000);
  });

  it("give a single process at most the limit when the shared ones were unavailable meanwhile", async () => {
    const { open, openAtOnce, state } = createShared();
    for (const counters of [open(), openAtOnce()]) {
      state.mode = "fails";
      const away = [await take(counters), await take(counters)];
      state.mode = "works";
      const back = [await take(counters), await take(counters), await take(counters)];
      expect([...away, ...back].filter(Boolean)).toHaveLength(3);
      expect(await used(counters)).toBe(3);
      await vi.advanceTimersByTimeAsync(2 * 86_400_000);
    }
  });

  it("count in this process, too, what a synchronous store counts", async () => {
    const { openAtOnce, state } = createShared();
    const counters = openAtOnce();
    expect(await Promise.all([counters.take("k", [window]), counters.take("k", [window])])).toMatchObject([
      { ok: true, usage: [{ used: 1 }] },
      { ok: true, usage: [{ used: 2 }] },
    ]);
    state.mode = "fails";
    expect(await used(counters)).toBe(2);
    expect([await take(counters), await take(counters)]).toEqual([true, false]);
  });

  it("do not count in this process what the shared ones rejected synchronously", async () => {
    const { open, openAtOnce, state } = createShared();
    const [ours, theirs] = [openAtOnce(), open()];
    for (let call = 0; call < 3; call++) await take(theirs);
    expect(await Promise.all([1, 2, 3, 4].map(() => ours.take("k", [window])))).toMatchObject([
      { ok: false },
      { ok: false },
      { ok: false },
      { ok: false },
    ]);
    state.mode = "fails";
    expect(await used(ours)).toBe(0);
  });
});
