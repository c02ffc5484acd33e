import { Keyv } from "keyv";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createBoundedStore } from "../../src/store/bounded.js";
import { Cache, type CachedValue, type Keeping } from "../../src/pipeline/cache.js";
import { createGate } from "../support/gate.js";

const NOW = Date.UTC(2026, 2, 5, 12);

/** A text that is cached under `key`. */
const textOf = (key = "k"): Keeping<string> => ({
  key,
  isValue: (value): value is string => typeof value === "string",
  isFresh: ({ freshUntil }) => Date.now() < freshUntil,
});

beforeEach(() => void vi.useFakeTimers({ now: NOW }));
afterEach(() => void vi.useRealTimers());

/** A value fetched now, fresh for 10 s, stale for 20 more. */
const cached = (value: string, fetchedAt = NOW): CachedValue<string> => ({
  value,
  fetchedAt,
  freshUntil: fetchedAt + 10_000,
  staleUntil: fetchedAt + 30_000,
});

/** The same as it is stored under `k`. */
const stored = (...of: Parameters<typeof cached>) => ({ ...cached(...of), key: "k" });

/** Processes that share a store. */
function createShared() {
  const keyv = new Keyv({ store: new Map() });
  return { keyv, open: () => new Cache(createBoundedStore(keyv)) };
}

describe("Cache", () => {
  it("returns a value unchanged", async () => {
    const cache = createShared().open();
    await cache.set("k", cached("value"));
    expect(await cache.get(textOf())).toEqual(cached("value"));
    expect(await cache.get(textOf("other"))).toBeUndefined();
  });

  it("shares the answer of one process with other processes", async () => {
    const { open } = createShared();
    await open().set("k", cached("value"));
    expect(await open().get(textOf())).toEqual(cached("value"));
  });

  it("returns a stale value until its time is over, then nothing", async () => {
    const cache = createShared().open();
    await cache.set("k", cached("value"));
    vi.setSystemTime(NOW + 29_999);
    expect(await cache.get(textOf())).toEqual(cached("value"));
    vi.setSystemTime(NOW + 30_000);
    expect(await cache.get(textOf())).toBeUndefined();
  });

  it("returns a stale value after a restart too, until its time is over", async () => {
    const { open } = createShared();
    await open().set("k", cached("value"));
    vi.setSystemTime(NOW + 29_999);
    expect(await open().get(textOf())).toEqual(cached("value"));
    vi.setSystemTime(NOW + 30_000);
    expect(await open().get(textOf())).toBeUndefined();
  });

  it("prefers a value that another process fetched later to its own stale one", async () => {
    const { open } = createShared();
    const [ours, theirs] = [open(), open()];
    await ours.set("k", cached("old"));
    vi.setSystemTime(NOW + 15_000);
    const newer = cached("new", NOW + 15_000);
    await theirs.set("k", newer);
    expect(await ours.get(textOf())).toEqual(newer);
  });

  it("keeps its own value when the stored one is older", async () => {
    const { keyv, open } = createShared();
    const ours = open();
    await ours.set("k", cached("new"));
    await keyv.set("v1:k", JSON.stringify(stored("old", NOW - 5000)));
    vi.setSystemTime(NOW + 15_000);
    expect(await ours.get(textOf())).toEqual(cached("new"));
  });

  it("keeps a value that was fetched while an older one was being read from the store", async () => {
    const { keyv, open } = createShared();
    const cache = open();
    const gate = createGate();
    vi.spyOn(keyv, "get").mockImplementationOnce(() => gate.passed.then(() => stored("old", NOW - 15_000) as never));
    const read = cache.get(textOf());
    await cache.set("k", cached("new"));
    gate.open();
    expect(await read).toEqual(cached("new"));
    expect(cache.inMemory("k")).toEqual(cached("new"));
  });

  it("does not read the store for a value that is fresh in memory", async () => {
    const { keyv, open } = createShared();
    const cache = open();
    await cache.set("k", cached("value"));
    const asked = vi.spyOn(keyv, "get");
    await cache.get(textOf());
    expect(asked).not.toHaveBeenCalled();
  });

  it.each<[string, unknown]>([
    ["junk text", "junk"],
    ["null", null],
    ["a number", 42],
    ["a list", [1, 2]],
    ["an object of another kind", { hello: "world" }],
    ["an entry without times", { value: "value" }],
    ["an entry of another key", { ...stored("value"), key: "other" }],
    ["an entry that does not say of which key it is", cached("value")],
    ["an entry whose times are text", { ...stored("value"), fetchedAt: "0", freshUntil: "9e99", staleUntil: "9e99" }],
    ["an entry whose times are not finite", { ...stored("value"), staleUntil: null }],
    ["an entry with a value of another shape", { ...stored("value"), value: { price: 1 } }],
    ["an entry from the future", stored("value", NOW + 3_600_000)],
    ["an entry whose time is over", stored("value", NOW - 3_600_000)],
  ])("treats %s in the store as a miss, and can overwrite it", async (_what, entry) => {
    const { keyv, open } = createShared();
    await keyv.set("v1:k", entry);
    const cache = open();
    expect(await cache.get(textOf())).toBeUndefined();
    await cache.set("k", cached("good"));
    expect(await open().get(textOf())).toEqual(cached("good"));
  });

  it("treats text that is not JSON as a miss, and continues to use the store", async () => {
    const { keyv, open } = createShared();
    await open().set("good", cached("value"));
    (keyv.store as Map<string, unknown>).set("keyv:v1:k", "{truncated");
    const cache = open();
    expect(await cache.get(textOf())).toBeUndefined();
    expect(await cache.get(textOf("good"))).toEqual(cached("value"));
  });

  it("does not use values in the format of another version", async () => {
    const { keyv, open } = createShared();
    await keyv.set("v0:k", stored("old format"));
    await keyv.set("k", stored("no format"));
    expect(await open().get(textOf())).toBeUndefined();
  });

  it("does not use its own value when the clock is set back to a time before the fetch", async () => {
    const cache = new Cache(createBoundedStore(new Keyv({ store: new Map() })));
    await cache.set("k", cached("value"));
    vi.setSystemTime(NOW - 3_600_000);
    expect(await cache.get(textOf())).toBeUndefined();
  });

  it("keeps earlier answers during a flood up to its limit, and beyond it the newest", async () => {
    const nothing = { get: () => undefined, set: () => {}, delete: () => false, clear: () => {} };
    const cache = new Cache(createBoundedStore(new Keyv({ store: nothing as never })));
    for (let entry = 0; entry < 5_500; entry++) await cache.set(`k${entry}`, cached("value"));
    expect(await cache.get(textOf("k5499"))).toEqual(cached("value"));
    expect(await cache.get(textOf("k600"))).toEqual(cached("value"));
    expect(await cache.get(textOf("k100"))).toBeUndefined();
  });
});
