import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Leases } from "../../src/contract/store.js";
import { createBoundedLeases } from "../../src/store/bounded.js";
import { createStoreGuard } from "../../src/store/store-guard.js";
import { createGate } from "../support/gate.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function createBounded(acquire: Leases["acquire"]) {
  const shared = { acquire: vi.fn<Leases["acquire"]>(acquire), release: vi.fn<Leases["release"]>(async () => {}) };
  return { shared, leases: createBoundedLeases(shared, createStoreGuard()) };
}

describe("bounded leases", () => {
  it.each([true, false])("return %s when the store does", async (answer) => {
    const { shared, leases } = createBounded(async () => answer);
    expect(await leases.acquire("k", 1000)).toBe(answer);
    expect(shared.acquire).toHaveBeenCalledWith("k", 1000);
    await leases.release("k");
    expect(shared.release).toHaveBeenCalledWith("k");
  });

  it("are granted when the store fails", async () => {
    const { shared, leases } = createBounded(() => Promise.reject(new Error("connection lost")));
    shared.release.mockRejectedValue(new Error("connection lost"));
    expect(await leases.acquire("k", 1000)).toBe(true);
    await leases.release("k");
  });

  it("are granted after 100 ms when the store hangs, and then at once", async () => {
    const { shared, leases } = createBounded(() => new Promise(() => {}));
    const asked = leases.acquire("k", 1000);
    await vi.advanceTimersByTimeAsync(100);
    expect(await asked).toBe(true);
    expect(await leases.acquire("other", 1000)).toBe(true);
    expect(shared.acquire).toHaveBeenCalledTimes(1);
  });

  it("do not delay two hundred misses again after one step of a store has timed out", async () => {
    const { leases } = createBounded(() => new Promise(() => {}));
    const first = leases.acquire("first", 1000);
    await vi.advanceTimersByTimeAsync(100);
    await first;
    const began = performance.now();
    const granted = await Promise.all(Array.from({ length: 200 }, (_, index) => leases.acquire(`k${index}`, 1000)));
    expect([new Set(granted), performance.now() - began]).toEqual([new Set([true]), 0]);
  });

  it.each([
    ["are released when the store grants them too late", true, 1],
    ["are not released when the store refuses them too late", false, 0],
  ])("%s", async (_what, answer, released) => {
    const frozen = createGate<boolean>();
    const { shared, leases } = createBounded(() => frozen.passed);
    const asked = leases.acquire("k", 1000);
    await vi.advanceTimersByTimeAsync(100);
    await asked;
    frozen.open(answer);
    await vi.advanceTimersByTimeAsync(0);
    expect(shared.release).toHaveBeenCalledTimes(released);
  });
});
