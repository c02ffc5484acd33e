/** Tests of counters while time passes, for every kind of store. */
import { afterEach, beforeEach, expect, it } from "vitest";
import type { CountWindow } from "../../src/contract/store.js";
import type { StoreKind, TestStore } from "./stores.js";

/** Three calls in 300 ms, counted in buckets of 50 ms. */
export const rolling: CountWindow = { name: "rolling", limit: 3, bucketMs: 50, spanMs: 300 };
const DAY_MS = 24 * 3_600_000;

/** Declares the tests of one kind of store. */
export function itCountsOverTime(kind: StoreKind): void {
  let store: TestStore;
  beforeEach(async () => {
    store = await kind.create();
  });
  afterEach(async () => {
    await store.close();
  });

  it("admit a caller after the announced wait, and not before", async () => {
    const counters = await store.openCounters();
    for (let call = 0; call < 3; call++) await counters.take("k", [rolling]);
    const refused = await counters.take("k", [rolling]);
    expect(refused.ok).toBe(false);
    const wait = refused.usage[0]!.freeAt - (await store.now());
    expect(wait).toBeGreaterThan(200);
    expect(wait).toBeLessThanOrEqual(350);
    await store.pass(wait - 150);
    expect((await counters.take("k", [rolling])).ok).toBe(false);
    await store.pass(150);
    expect((await counters.take("k", [rolling])).ok).toBe(true);
  });

  it("count buckets of one millisecond", async () => {
    const fine: CountWindow = { name: "fine", limit: 3, bucketMs: 1, spanMs: 60_000 };
    const counters = await store.openCounters();
    const taken = [];
    for (let call = 0; call < 4; call++) {
      taken.push((await counters.take("k", [fine])).ok);
      await store.pass(2);
    }
    expect(taken).toEqual([true, true, true, false]);
  });

  it("start at zero exactly at the beginning of a clock window", async () => {
    const short: CountWindow = { name: "short", limit: 2, bucketMs: 400 };
    const counters = await store.openCounters();
    await store.pass(400 - ((await store.now()) % 400));
    const before = [];
    for (let call = 0; call < 3; call++) before.push((await counters.take("k", [short])).ok);
    await store.pass(400 - ((await store.now()) % 400));
    expect([...before, (await counters.take("k", [short])).usage[0]!.used]).toEqual([true, true, false, 1]);
  });

  it.each([3_600_000, DAY_MS, 10_000 * DAY_MS])(
    "keep their counts, and block for at most a window, after the clock was set back by %i ms",
    async (ms) => {
      const counters = await store.openCounters();
      for (let call = 0; call < 3; call++) await counters.take("k", [rolling]);
      await store.setBack("k", rolling, ms);
      expect((await counters.take("k", [rolling])).ok).toBe(false);
      await store.pass(150);
      expect((await counters.take("k", [rolling])).ok).toBe(false);
      await store.pass(201);
      expect((await counters.take("k", [rolling])).ok).toBe(true);
    },
  );
}
