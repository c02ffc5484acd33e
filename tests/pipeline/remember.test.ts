import { Keyv } from "keyv";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { MarketDataError } from "../../src/contract/errors.js";
import { BoundedStore } from "../../src/pipeline/bounded-store.js";
import { Cache } from "../../src/pipeline/cache.js";
import { Flights } from "../../src/pipeline/coalesce.js";
import { createRemember } from "../../src/pipeline/remember.js";
import { createGate, errorOf } from "../support/gate.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Questions that share what they remember. */
function createMemory() {
  const cache = new Cache(new BoundedStore(new Keyv({ store: new Map() })));
  const flights = new Flights();
  return {
    question: (provider: "provider-a" | "provider-b" = "provider-a", signal?: AbortSignal) =>
      createRemember(cache, flights, provider, { deadline: performance.now() + 60_000, signal }),
  };
}

describe("remember", () => {
  it("fetches once and gives every later question the same, for its time", async () => {
    const { question } = createMemory();
    const fetch = vi.fn<() => Promise<object>>(async () => ({ list: [1, 2] }));
    expect(await question()("list", 60, fetch)).toEqual({ list: [1, 2] });
    await vi.advanceTimersByTimeAsync(59_000);
    expect(await question()("list", 60, fetch)).toEqual({ list: [1, 2] });
    expect(fetch).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(2000);
    await question()("list", 60, fetch);
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  it("keeps the parts of two providers apart", async () => {
    const { question } = createMemory();
    expect(await question("provider-a")("list", 60, async () => "of A")).toBe("of A");
    expect(await question("provider-b")("list", 60, async () => "of B")).toBe("of B");
  });

  it("lets questions at the same time share one fetch", async () => {
    const { question } = createMemory();
    const gate = createGate<string>();
    const fetch = vi.fn<() => Promise<string>>(() => gate.passed);
    const questions = [question()("list", 60, fetch), question()("list", 60, fetch)];
    await vi.advanceTimersByTimeAsync(0);
    gate.open("found");
    expect(await Promise.all(questions)).toEqual(["found", "found"]);
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it("does not keep a failure", async () => {
    const { question } = createMemory();
    const failure = new Error("no luck");
    expect(await errorOf(question()("list", 60, () => Promise.reject(failure)))).toBe(failure);
    expect(await question()("list", 60, async () => "found")).toBe("found");
  });

  it("fetches anew for those who still want it when the one that fetched left and took the call along", async () => {
    const { question } = createMemory();
    const leaving = new AbortController();
    const gate = createGate<string>();
    const first = errorOf(question("provider-a", leaving.signal)("list", 60, () => gate.passed));
    await vi.advanceTimersByTimeAsync(0);
    const second = question()("list", 60, async () => "found by the second");
    await vi.advanceTimersByTimeAsync(0);
    leaving.abort();
    gate.fail(new MarketDataError("cancelled", "The request was cancelled."));
    expect(await first).toMatchObject({ kind: "cancelled" });
    expect(await second).toBe("found by the second");
  });
});
