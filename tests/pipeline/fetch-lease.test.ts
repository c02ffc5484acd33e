import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { NO_LEASES, type Leases } from "../../src/contract/store.js";
import { fetchShared } from "../../src/pipeline/fetch-lease.js";
import { createBoundedLeases } from "../../src/store/bounded.js";
import { createStoreGuard } from "../../src/store/store-guard.js";
import { createGate, errorOf } from "../support/gate.js";

vi.mock("node:timers/promises", () => import("../support/faked-sleep.js"));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const FAILING: Leases = {
  acquire: () => Promise.reject(new Error("connection lost")),
  release: () => Promise.reject(new Error("connection lost")),
};

/** Processes that share a store, which contains expiring leases and one answer. */
function createShared() {
  const held = new Map<string, { by: object; until: number }>();
  const state: { answer: string | undefined } = { answer: undefined };
  const open = () => {
    const holder = {};
    const leases: Leases = {
      async acquire(key, ms) {
        const lease = held.get(key);
        if (lease && lease.by !== holder && lease.until > Date.now()) return false;
        held.set(key, { by: holder, until: Date.now() + ms });
        return true;
      },
      async release(key) {
        if (held.get(key)?.by === holder) held.delete(key);
      },
    };
    const controller = new AbortController();
    const ask = (fetch: () => Promise<string>, seconds = 20) =>
      fetchShared(leases, "k", {
        look: async () => state.answer,
        fetch,
        deadline: performance.now() + seconds * 1000,
        signal: controller.signal,
      });
    return { ask, leave: () => controller.abort(), leases };
  };
  /**
   * A fetch that ends when the test opens `gate`, and then stores its answer for other processes.
   */
  const createFetch = () => {
    const gate = createGate<string>();
    const fetch = vi.fn<() => Promise<string>>(async () => {
      state.answer = await gate.passed;
      return state.answer;
    });
    return { fetch, gate };
  };
  return { open, createFetch, state, held };
}

describe("fetchShared", () => {
  it("fetches once for all processes, and shares the answer", async () => {
    const { open, createFetch, held } = createShared();
    const { fetch, gate } = createFetch();
    const others = vi.fn<() => Promise<string>>(async () => "fetched again");
    const asked = [open().ask(fetch), ...Array.from({ length: 5 }, () => open().ask(others))];
    await vi.advanceTimersByTimeAsync(500);
    gate.open("answer");
    await vi.advanceTimersByTimeAsync(100);
    expect(await Promise.all(asked)).toEqual(Array.from({ length: 6 }, () => "answer"));
    expect([fetch.mock.calls.length, others.mock.calls.length, held.size]).toEqual([1, 0, 0]);
  });

  it("renews its lease during the fetch, while other processes wait up to half of their time", async () => {
    const { open, createFetch } = createShared();
    const { fetch, gate } = createFetch();
    const others = vi.fn<() => Promise<string>>(async () => "fetched again");
    const asked = [open().ask(fetch), open().ask(others)];
    await vi.advanceTimersByTimeAsync(9_900);
    expect(others).not.toHaveBeenCalled();
    gate.open("answer");
    await vi.advanceTimersByTimeAsync(100);
    expect(await Promise.all(asked)).toEqual(["answer", "answer"]);
  });

  it("waits at most three seconds for a lease whose holder was killed", async () => {
    const { open, held } = createShared();
    held.set("k", { by: {}, until: Date.now() + 3_000 });
    const fetch = vi.fn<() => Promise<string>>(async () => "answer");
    const asked = open().ask(fetch);
    await vi.advanceTimersByTimeAsync(2_900);
    expect(fetch).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(200);
    expect(await asked).toBe("answer");
  });

  it("fetches by itself, with half of its time left, when the store never grants the lease", async () => {
    const { open } = createShared();
    const { leases } = open();
    const fetch = vi.fn<() => Promise<string>>(async () => "answer");
    const acquire = vi.fn<Leases["acquire"]>(async () => false);
    const asked = fetchShared({ ...leases, acquire }, "k", {
      look: async () => undefined,
      fetch,
      deadline: performance.now() + 20_000,
      signal: new AbortController().signal,
    });
    await vi.advanceTimersByTimeAsync(9_900);
    expect(fetch).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(200);
    expect(await asked).toBe("answer");
  });

  it("does not fetch again when the answer was stored between its look and its lease", async () => {
    const { open, state } = createShared();
    const { leases } = open();
    const fetch = vi.fn<() => Promise<string>>(async () => "fetched again");
    const acquire = async () => {
      state.answer = "answer";
      return true;
    };
    const asked = fetchShared({ ...leases, acquire }, "k", {
      look: async () => state.answer,
      fetch,
      deadline: performance.now() + 1000,
      signal: new AbortController().signal,
    });
    expect(await asked).toBe("answer");
    expect(fetch).not.toHaveBeenCalled();
  });

  it("lets another process fetch when a fetch fails", async () => {
    const { open } = createShared();
    const first = errorOf(open().ask(() => Promise.reject(new Error("upstream failed"))));
    const second = open().ask(async () => "answer");
    await vi.advanceTimersByTimeAsync(100);
    expect([(await first).message, await second]).toEqual(["upstream failed", "answer"]);
  });

  it.each([
    ["its caller left", true, 100],
    ["half of its time is up", false, 600],
  ])("stops waiting when %s", async (_what, leaves, ms) => {
    const { open, held } = createShared();
    held.set("k", { by: {}, until: Date.now() + 60_000 });
    const { ask, leave } = open();
    const fetch = vi.fn<() => Promise<string>>(async () => "answer");
    const asked = ask(fetch, 1);
    if (leaves) leave();
    await vi.advanceTimersByTimeAsync(ms);
    expect(await asked).toBe("answer");
    expect(held.has("k")).toBe(true);
  });

  it.each<[string, Leases]>([
    ["no other process shares the store", NO_LEASES],
    ["leases fail", createBoundedLeases(FAILING, createStoreGuard())],
  ])("fetches at once when %s", async (_what, leases) => {
    const asked = fetchShared(leases, "k", {
      look: async () => undefined,
      fetch: async () => "answer",
      deadline: performance.now() + 1000,
      signal: new AbortController().signal,
    });
    expect(await asked).toBe("answer");
    await vi.advanceTimersByTimeAsync(100);
    expect(vi.getTimerCount()).toBe(0);
  });
});
