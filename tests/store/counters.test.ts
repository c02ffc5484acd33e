import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import type { CountWindow } from "../../src/contract/store.js";
import { createMemoryCounters } from "../../src/store/memory.js";
import { itCountsOverTime, rolling } from "./counters-over-time.js";
import { STORES, stopStores, type TestStore } from "./stores.js";

/** A window of 30 seconds whose limit no test reaches. */
const wide: CountWindow = { name: "wide", limit: 1_000, bucketMs: 30_000 };
const DAY_MS = 24 * 3_600_000;

afterAll(stopStores);

describe.each(STORES)("counters in $name", ({ name, shared, create }) => {
  let store: TestStore;
  beforeEach(async () => {
    store = await create();
  });
  afterEach(async () => {
    await store.close();
  });

  it("give the limit and then no more", async () => {
    const counters = await store.openCounters();
    const taken = [];
    for (let call = 0; call < 5; call++) taken.push(await counters.take("k", [rolling]));
    expect(taken.map(({ ok, usage }) => [ok, usage[0]!.used])).toEqual([
      [true, 1],
      [true, 2],
      [true, 3],
      [false, 3],
      [false, 3],
    ]);
  });

  it("report the usage without taking", async () => {
    const counters = await store.openCounters();
    await counters.take("k", [rolling, wide]);
    for (let look = 0; look < 5; look++) {
      expect((await counters.usage("k", [rolling, wide])).map(({ used }) => used)).toEqual([1, 1]);
    }
    expect((await counters.usage("other", [rolling]))[0]!.used).toBe(0);
  });

  it("take from all windows or from none", async () => {
    const counters = await store.openCounters();
    for (let call = 0; call < 5; call++) await counters.take("k", [wide, rolling]);
    const { ok, usage } = await counters.take("k", [wide, rolling]);
    expect([ok, ...usage.map(({ used }) => used)]).toEqual([false, 3, 3]);
  });

  it("give back a call that was not made, so that another one may take its place", async () => {
    const counters = await store.openCounters();
    for (let call = 0; call < 3; call++) await counters.take("k", [rolling, wide]);
    await counters.giveBack("k", [rolling, wide]);
    expect((await counters.usage("k", [rolling, wide])).map(({ used }) => used)).toEqual([2, 2]);
    expect([(await counters.take("k", [rolling])).ok, (await counters.take("k", [rolling])).ok]).toEqual([true, false]);
    await counters.giveBack("unknown", [rolling]);
    expect((await counters.usage("unknown", [rolling]))[0]!.used).toBe(0);
  });

  it("count each key separately", async () => {
    const counters = await store.openCounters();
    for (let call = 0; call < 4; call++) await counters.take("one", [rolling]);
    expect((await counters.take("other", [rolling])).usage[0]!.used).toBe(1);
  });

  it("count a caller with a very long name like every caller, and separately", async () => {
    const lasting: CountWindow = { ...wide, spanMs: DAY_MS };
    const counters = await store.openCounters();
    const [long, other] = ["x".repeat(10_000), `${"x".repeat(9_999)}y`];
    for (let call = 0; call < 2; call++) await counters.take(long, [lasting]);
    expect((await counters.take(long, [lasting])).usage[0]!.used).toBe(3);
    expect((await counters.take(other, [lasting])).usage[0]!.used).toBe(1);
    await counters.take("k", [lasting]);
    const again = await store.openCounters();
    for (const [key, used] of [
      [long, 3],
      [other, 1],
      ["k", 1],
    ] as const)
      expect((await again.usage(key, [lasting]))[0]!.used).toBe(used);
  });

  it.runIf(shared)("treat invalid data as zero and overwrite it", async () => {
    const counters = await store.openCounters();
    await store.plant("k", rolling);
    expect((await counters.take("k", [rolling])).usage[0]!.used).toBe(1);
    expect((await counters.take("k", [rolling])).usage[0]!.used).toBe(2);
  });

  it
    .runIf(shared)
    .each<[string, string?]>([
      ["1e300"],
      ["inf"],
      ["nan"],
      ["9223372036854775807"],
      ["1.5"],
      ["-300"],
      ["0x10"],
      ["junk"],
      ["1", "junk"],
      ["1", "inf"],
      ["1", "-5"],
      ["1", "1e300"],
    ])("treat a count of %s as zero and continue exactly", async (count, field) => {
    const counters = await store.openCounters();
    const day: CountWindow = { name: "day", limit: 3, bucketMs: DAY_MS };
    const current = String(Math.floor((await store.now()) / DAY_MS));
    await store.spoil!("k", day, field ?? current, count);
    const taken = [];
    for (let call = 0; call < 4; call++) taken.push(await counters.take("k", [day]));
    expect(taken.map(({ ok, usage }) => [ok, usage[0]!.used])).toEqual([
      [true, 1],
      [true, 2],
      [true, 3],
      [false, 3],
    ]);
    expect(taken[3]!.usage[0]!.freeAt - (await store.now())).toBeLessThanOrEqual(DAY_MS);
  });

  it.runIf(name === "Redis")("delete any number of foreign fields", async () => {
    const counters = await store.openCounters();
    for (let field = 0; field < 9_000; field += 1) void store.spoil!("k", rolling, `junk${field}`, "1");
    await store.spoil!("k", rolling, "last", "1");
    expect((await counters.take("k", [rolling])).usage[0]!.used).toBe(1);
  });

  it("give exactly the limit to any number of simultaneous callers", async () => {
    const plenty: CountWindow = { ...wide, name: "plenty", limit: 50, spanMs: DAY_MS };
    const openers = await Promise.all(Array.from({ length: 4 }, () => store.openCounters()));
    const takes = Array.from({ length: 200 }, (_, call) => openers[call % 4]!.take("k", [plenty, wide]));
    const taken = await Promise.all(takes);
    expect(taken.filter(({ ok }) => ok)).toHaveLength(50);
    expect((await openers[0]!.usage("k", [plenty, wide])).map(({ used }) => used)).toEqual([50, 50]);
  });
});

describe.each(STORES.filter(({ hasFakeClock }) => hasFakeClock))("counters in $name, over time", (kind) => {
  itCountsOverTime(kind);
});

describe("counters in memory", () => {
  it("evict the least recently counted key beyond a hundred thousand", async () => {
    // A fixed time: a real one may pass into the next window within the test.
    const counters = createMemoryCounters(() => 1_000_000);
    for (let index = 0; index <= 100_000; index++) counters.take(`k${index}`, [wide]);
    const used = async (key: string) => (await counters.usage(key, [wide]))[0]!.used;
    expect([await used("k0"), await used("k1"), await used("k100000")]).toEqual([0, 1, 1]);
  });
});
