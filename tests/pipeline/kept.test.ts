import { Keyv } from "keyv";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "../../src/contract/schema.js";
import { MarketDataError, ProviderError } from "../../src/contract/errors.js";
import { NO_LEASES, type Leases } from "../../src/contract/store.js";
import { createBoundedStore } from "../../src/store/bounded.js";
import { Cache } from "../../src/pipeline/cache.js";
import { Coalescer } from "../../src/pipeline/coalesce.js";
import { createKeeper } from "../../src/pipeline/kept.js";
import type { CachedPart } from "../../src/contract/upstream.js";
import { createGate, errorOf } from "../support/gate.js";

vi.mock("node:timers/promises", () => import("../support/faked-sleep.js"));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const LIST = { key: "list", keepSeconds: 60, schema: z.any() };

/** Creates questions that share cached parts. */
function createParts(store = new Map<string, unknown>()) {
  const keeper = createKeeper(new Cache(createBoundedStore(new Keyv({ store }))), new Coalescer(), NO_LEASES);
  return {
    recall: <T>(part: CachedPart<T>) => keeper.recall("provider-a", part),
    question:
      (provider: "provider-a" | "provider-b" = "provider-a", signal?: AbortSignal) =>
      async <T>(part: CachedPart<T>, fetch: (old?: T) => Promise<T>) =>
        (await keeper.part(provider, part, { deadline: performance.now() + 60_000, signal }, fetch)).value,
    keeper,
  };
}

describe("a part", () => {
  it("fetches once, and later questions get the same value until it expires", async () => {
    const { question } = createParts();
    const fetch = vi.fn<() => Promise<object>>(async () => ({ list: [1, 2] }));
    expect(await question()(LIST, fetch)).toEqual({ list: [1, 2] });
    await vi.advanceTimersByTimeAsync(59_000);
    expect(await question()(LIST, fetch)).toEqual({ list: [1, 2] });
    expect(fetch).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(2000);
    await question()(LIST, fetch);
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  it("keeps the parts of two providers apart", async () => {
    const { question } = createParts();
    expect(await question("provider-a")(LIST, async () => "of A")).toBe("of A");
    expect(await question("provider-b")(LIST, async () => "of B")).toBe("of B");
  });

  it("lets questions at the same time share one fetch", async () => {
    const { question } = createParts();
    const gate = createGate<string>();
    const fetch = vi.fn<() => Promise<string>>(() => gate.passed);
    const questions = [question()(LIST, fetch), question()(LIST, fetch)];
    await vi.advanceTimersByTimeAsync(0);
    gate.open("found");
    expect(await Promise.all(questions)).toEqual(["found", "found"]);
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it("replaces a value that is no longer current, and serves it if the provider fails", async () => {
    const { question } = createParts();
    const start = Date.now();
    const part = { ...LIST, isCurrent: ({ at }: { at: number }) => Date.now() < at + 10_000 };
    const fetch = vi.fn<(old?: { at: number }) => Promise<{ at: number }>>(async () => ({ at: Date.now() }));
    await question()(part, fetch);
    await vi.advanceTimersByTimeAsync(9_000);
    expect(await question()(part, fetch)).toEqual({ at: start });
    await vi.advanceTimersByTimeAsync(2_000);
    fetch.mockRejectedValueOnce(new ProviderError("provider-a", "server_error"));
    expect(await question()(part, fetch)).toEqual({ at: start });
    expect(await question()(part, fetch)).toEqual({ at: start + 11_000 });
    expect(fetch.mock.calls).toEqual([[undefined], [{ at: start }], [{ at: start }]]);
  });

  it("says with its time and the failure that it is no longer current", async () => {
    const { keeper } = createParts();
    const start = Date.now();
    const part = { ...LIST, isCurrent: () => Date.now() < start + 10_000 };
    const patience = { deadline: performance.now() + 60_000 };
    await keeper.part("provider-a", part, patience, async () => "old");
    await vi.advanceTimersByTimeAsync(20_000);
    const failure = new ProviderError("provider-a", "server_error");
    const kept = await keeper.part("provider-a", part, patience, () => Promise.reject(failure));
    expect(kept).toMatchObject({ value: "old", fetchedAt: start, failure });
  });

  it("is fetched by one process at a time", async () => {
    const store = new Map<string, unknown>();
    const held = new Set<string>();
    const leases: Leases = {
      acquire: async (key) => !held.has(key) && held.add(key) !== undefined,
      release: async (key) => void held.delete(key),
    };
    const open = () => createKeeper(new Cache(createBoundedStore(new Keyv({ store }))), new Coalescer(), leases);
    const gate = createGate<string>();
    const fetch = vi.fn<() => Promise<string>>(() => gate.passed);
    const patience = { deadline: performance.now() + 60_000 };
    const asked = [open(), open()].map((keeper) => keeper.part("provider-a", LIST, patience, fetch));
    await vi.advanceTimersByTimeAsync(100);
    gate.open("found");
    await vi.advanceTimersByTimeAsync(100);
    expect((await Promise.all(asked)).map(({ value }) => value)).toEqual(["found", "found"]);
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it("does not cache a failure", async () => {
    const { question } = createParts();
    const failure = new Error("no luck");
    expect(await errorOf(question()(LIST, () => Promise.reject(failure)))).toBe(failure);
    expect(await question()(LIST, async () => "found")).toBe("found");
  });

  it("restarts the fetch for waiting callers when the caller that started it is cancelled", async () => {
    const { question } = createParts();
    const leaving = new AbortController();
    const gate = createGate<string>();
    const first = errorOf(question("provider-a", leaving.signal)(LIST, () => gate.passed));
    await vi.advanceTimersByTimeAsync(0);
    const second = question()(LIST, async () => "found by the second");
    await vi.advanceTimersByTimeAsync(0);
    leaving.abort();
    gate.fail(new MarketDataError("cancelled", "The request was cancelled."));
    expect(await first).toMatchObject({ kind: "cancelled" });
    expect(await second).toBe("found by the second");
  });

  it.each([
    [
      "is fetched again for a caller with more time than the one that started it, whose time is over",
      1_000,
      "found",
      2,
    ],
    ["fails for all callers when the provider fails in time", 500, "timed_out", 1],
  ])("%s", async (_what, ms, second, fetches) => {
    const { keeper } = createParts();
    const failure = new ProviderError("provider-a", "timed_out");
    const gate = createGate<string>();
    const fetch = vi.fn<() => Promise<string>>(async () => "found").mockReturnValueOnce(gate.passed);
    const ask = (seconds: number) =>
      keeper.part("provider-a", LIST, { deadline: performance.now() + seconds * 1000 }, fetch).then(
        ({ value }) => value,
        ({ reason }: ProviderError) => reason,
      );
    const answers = [ask(1), ask(20)];
    await vi.advanceTimersByTimeAsync(ms - 1);
    gate.fail(failure);
    expect(await Promise.all(answers)).toEqual(["timed_out", second]);
    expect(fetch).toHaveBeenCalledTimes(fetches);
  });

  it("neither caches nor returns an invalid value", async () => {
    const { question } = createParts();
    const part = { ...LIST, isGood: (value: string) => value !== "half" };
    expect(await question()(part, async () => "half")).toBe("half");
    expect(await question()(part, async () => "whole")).toBe("whole");
    expect(await question()({ ...LIST, isGood: () => false }, async () => "newer")).toBe("newer");
  });

  it.each(["EVIL <b>", { avgVolume: "EVIL" }, null])(
    "treats %j in the shared store as missing, and overwrites it",
    async (junk) => {
      const store = new Map<string, unknown>();
      const schema = z.object({ avgVolume: z.number() }).strict();
      const part = { key: "facts", keepSeconds: 60, schema };
      const now = Date.now();
      const times = { fetchedAt: now, freshUntil: now + 60_000, staleUntil: now + 60_000 };
      const cache = new Cache(createBoundedStore(new Keyv({ store })));
      await cache.set("part:provider-b:facts", { value: junk, ...times });
      const ask = (avgVolume: number) => createParts(store).question("provider-b")(part, async () => ({ avgVolume }));
      expect(await ask(5)).toEqual({ avgVolume: 5 });
      expect(await ask(6)).toEqual({ avgVolume: 5 });
    },
  );
});

describe("a part in the cache", () => {
  it("returns a cached value while it is fresh, and never fetches", async () => {
    const { question, recall } = createParts();
    expect(await recall(LIST)).toBeUndefined();
    await question()(LIST, async () => ({ list: [1] }));
    expect(await recall(LIST)).toEqual({ list: [1] });
    expect(await recall({ ...LIST, isGood: () => false })).toBeUndefined();
    await vi.advanceTimersByTimeAsync(60_001);
    expect(await recall(LIST)).toBeUndefined();
  });

  it("does not return values of another provider", async () => {
    const { question, recall } = createParts();
    await question("provider-b")(LIST, async () => "of B");
    expect(await recall(LIST)).toBeUndefined();
  });
});
