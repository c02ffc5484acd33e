import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Counters } from "../../src/contract/store.js";
import { createQuota, type Allowance } from "../../src/upstream/quota.js";
import { createMemoryCounters } from "../../src/store/memory.js";
import { errorOf, outcomeOf } from "../support/gate.js";

vi.mock("node:timers/promises", () => import("../support/faked-sleep.js"));

const NOW = Date.UTC(2026, 2, 5, 12);
const HOUR_MS = 3_600_000;
const DAY_S = 24 * 3600;

beforeEach(() => void vi.useFakeTimers({ now: NOW }));
afterEach(() => void vi.useRealTimers());

/** Processes that share their counters, each with a quota for provider A. */
function createShared({ ratePerMinute = 1000, ratePerSecond, dailyQuota = 3, pace }: Partial<Allowance> = {}) {
  const counters = createMemoryCounters();
  const take = vi.spyOn(counters, "take");
  const open = (used: Counters = counters) =>
    createQuota(used, "provider-a", { ratePerMinute, ratePerSecond, dailyQuota, pace });
  return { open, take };
}

const soon = (seconds = 20) => performance.now() + seconds * 1000;
const spendAll = async (quota: ReturnType<typeof createQuota>, calls: number) => {
  for (let call = 0; call < calls; call++) await quota.spend(soon());
};
/** Sets the wall clock; timers and the monotonic clock are not affected. */
const setClock = (ms: number) => vi.setSystemTime(Date.now() + ms);

describe("a day's quota", () => {
  it("allows exactly its number of calls, then states when the next one is free", async () => {
    const quota = createShared().open();
    await spendAll(quota, 3);
    const refused = { kind: "upstream_limited", provider: "provider-a", reason: "quota_spent" };
    expect(await errorOf(quota.spend(soon()))).toMatchObject({ ...refused, retryAfterSeconds: DAY_S + 600 });
    vi.setSystemTime(NOW + 2 * HOUR_MS);
    expect(await errorOf(quota.spend(soon()))).toMatchObject({ ...refused, retryAfterSeconds: DAY_S + 600 - 7200 });
  });

  it("states the exact time: a call is allowed then, but not a second before", async () => {
    const quota = createShared().open();
    await spendAll(quota, 3);
    const { retryAfterSeconds } = (await errorOf(quota.spend(soon()))) as { retryAfterSeconds?: number };
    vi.advanceTimersByTime((retryAfterSeconds! - 1) * 1000);
    expect(await errorOf(quota.spend(soon()))).toMatchObject({ retryAfterSeconds: 1 });
    vi.advanceTimersByTime(1000);
    await quota.spend(soon());
  });

  it("does not count a call that may no longer be sent", async () => {
    const quota = createShared().open();
    const paused = () => {
      throw new Error("paused");
    };
    expect(await errorOf(quota.spend(soon(), undefined, paused))).toEqual(new Error("paused"));
    expect(await quota.usage()).toMatchObject({ used: 0 });
  });

  it("is shared by all quotas over the same counters", async () => {
    const { open } = createShared({ dailyQuota: 10 });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 4 }, () => open()).flatMap((quota) => Array.from({ length: 5 }, () => quota.spend(soon()))),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(10);
  });

  it("does not read the store while it knows that nothing is left", async () => {
    const { open, take } = createShared();
    const quota = open();
    quota.refuseIfSpent();
    await spendAll(quota, 3);
    await errorOf(quota.spend(soon()));
    const asked = take.mock.calls.length;
    expect(() => quota.refuseIfSpent()).toThrow("has no calls left");
    await errorOf(quota.spend(soon()));
    expect(take).toHaveBeenCalledTimes(asked);
  });

  it.each([
    ["an hour back", -HOUR_MS],
    ["a day back", -24 * HOUR_MS],
    ["a year back", -365 * 24 * HOUR_MS],
  ])("is used up for at most a day when the clock is set %s", async (_what, ms) => {
    const quota = createShared().open();
    await spendAll(quota, 3);
    await errorOf(quota.spend(soon()));
    setClock(ms);
    quota.refuseIfSpent();
    expect(await errorOf(quota.spend(soon()))).toMatchObject({ retryAfterSeconds: DAY_S + 600 });
    vi.advanceTimersByTime((DAY_S + 600) * 1000);
    await quota.spend(soon());
  });

  it("is read again after the clock jumped forward, as after a laptop's sleep", async () => {
    const quota = createShared().open();
    await spendAll(quota, 3);
    await errorOf(quota.spend(soon()));
    setClock((DAY_S + 600) * 1000);
    expect(await outcomeOf(quota.spend(soon()))).toBeUndefined();
  });

  it("of 0 is unlimited, and calls are still counted", async () => {
    const quota = createShared({ dailyQuota: 0 }).open();
    await spendAll(quota, 100);
    expect(await quota.usage()).toEqual({ used: 100, limit: null, freeAt: null });
    expect(await quota.hasSpare()).toBe(true);
  });

  it("reports its usage, with the time of the next free call once it is used up", async () => {
    const quota = createShared().open();
    await spendAll(quota, 2);
    expect(await quota.usage()).toEqual({ used: 2, limit: 3, freeAt: null });
    await spendAll(quota, 1);
    expect(await quota.usage()).toEqual({ used: 3, limit: 3, freeAt: new Date(NOW + (DAY_S + 600) * 1000) });
  });

  it("reserves its last fifth for calls with a waiting caller", async () => {
    const quota = createShared({ dailyQuota: 10 }).open();
    await spendAll(quota, 7);
    expect(await quota.hasSpare()).toBe(true);
    await spendAll(quota, 1);
    expect(await quota.hasSpare()).toBe(false);
  });
});

describe("a rate per minute, shared with other processes", () => {
  it("lets a caller wait within its deadline, and no longer than needed", async () => {
    const quota = createShared({ ratePerMinute: 2, dailyQuota: 0 }).open();
    await spendAll(quota, 2);
    const started = performance.now();
    const waited = quota.spend(soon(120)).then(() => performance.now() - started);
    await vi.advanceTimersByTimeAsync(120_000);
    // The counted window lasts a minute and the rest of a bucket.
    expect(await waited).toBeGreaterThanOrEqual(60_000);
    expect(await waited).toBeLessThan(62_000);
    expect((await quota.usage()).used).toBe(3);
  });

  it("rejects at once a caller that cannot wait that long, with a wait of at most a minute", async () => {
    const quota = createShared({ ratePerMinute: 2, dailyQuota: 0 }).open();
    await spendAll(quota, 2);
    // The counted window lasts up to 61.5 s; a caller that retries after 60 s waits for the rest.
    expect(await errorOf(quota.spend(soon(20)))).toMatchObject({
      kind: "overloaded",
      reason: "queue_full",
      retryAfterSeconds: 60,
    });
    await vi.advanceTimersByTimeAsync(60_000);
    const again = outcomeOf(quota.spend(soon(2)));
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await again).toBeUndefined();
  });

  it("does not delay a caller for long after the clock was set back", async () => {
    const quota = createShared({ ratePerMinute: 2, dailyQuota: 0 }).open();
    await spendAll(quota, 2);
    setClock(-24 * HOUR_MS);
    expect(await errorOf(quota.spend(soon(20)))).toMatchObject({ retryAfterSeconds: 60 });
    vi.advanceTimersByTime(62_000);
    await quota.spend(soon(20));
  });

  it("lets a caller cancel while it waits, and does not count it", async () => {
    const quota = createShared({ ratePerMinute: 1, dailyQuota: 0 }).open();
    await spendAll(quota, 1);
    const leaving = new AbortController();
    const waiting = errorOf(quota.spend(soon(120), leaving.signal));
    await vi.advanceTimersByTimeAsync(1000);
    leaving.abort(new Error("left"));
    expect((await waiting).message).toBe("left");
    await vi.advanceTimersByTimeAsync(120_000);
    expect((await quota.usage()).used).toBe(1);
  });

  it("is not requested in a busy loop when a store rejects calls and reports free ones", async () => {
    const { open } = createShared();
    const usage = [0, 0].map(() => ({ used: 0, freeAt: NOW }));
    const take = vi.fn<Counters["take"]>(async () => ({ ok: false, usage }));
    const quota = open({ take, usage: async () => usage });
    const refused = errorOf(quota.spend(soon(20)));
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await refused).toMatchObject({ reason: "queue_full" });
    expect(take.mock.calls.length).toBeLessThanOrEqual(1001);
  });
});

describe("the share of one caller in a minute's calls", () => {
  const share = (callerId: string, most = 3) => ({ callerId, most });
  const spend = (quota: ReturnType<typeof createQuota>, ...of: Parameters<typeof share>) =>
    outcomeOf(quota.spend(soon(), undefined, undefined, share(...of)));

  it("counts for all processes, so that the rest is left to other callers", async () => {
    const { open } = createShared({ ratePerMinute: 4, dailyQuota: 0 });
    const [one, two] = [open(), open()];
    for (const quota of [one, two, one]) expect(await spend(quota, "greedy")).toBeUndefined();
    const refused = { provider: "provider-a", reason: "queue_full", retryAfterSeconds: 60 };
    expect(await spend(two, "greedy")).toMatchObject(refused);
    expect(await spend(two, "poor")).toBeUndefined();
  });

  it("includes the calls that the caller made while it was alone", async () => {
    const { open } = createShared({ ratePerMinute: 5, dailyQuota: 0 });
    for (let call = 0; call < 4; call++) expect(await spend(open(), "first", Infinity)).toBeUndefined();
    expect(await spend(open(), "first")).toMatchObject({ reason: "queue_full" });
  });

  it("is free again after a minute, a little earlier than in the throttle of one process", async () => {
    const quota = createShared({ ratePerMinute: 100, dailyQuota: 0 }).open();
    for (let call = 0; call < 3; call++) expect(await spend(quota, "greedy")).toBeUndefined();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await spend(quota, "greedy")).toBeUndefined();
  });

  it("costs no call of the day when it is used up", async () => {
    const quota = createShared({ dailyQuota: 10 }).open();
    for (let call = 0; call < 5; call++) await spend(quota, "greedy");
    expect(await quota.usage()).toMatchObject({ used: 3 });
  });
});

describe("a pace, shared with other processes", () => {
  it("keeps the calls of all processes apart", async () => {
    const { open } = createShared({ dailyQuota: 0, pace: { atOnce: 1, everyMs: 1_200 } });
    const started = Date.now();
    const sent: number[] = [];
    const calls = [open(), open(), open()].map((quota) => quota.spend(soon()).then(() => sent.push(Date.now())));
    await vi.advanceTimersByTimeAsync(5_000);
    await Promise.all(calls);
    const [first, second, third] = sent.map((at) => at - started);
    expect(first).toBe(0);
    expect(second).toBeGreaterThanOrEqual(1_200);
    expect(third! - second!).toBeGreaterThanOrEqual(1_200);
    expect(third).toBeLessThan(2 * 1_200 + 4 * 120);
  });

  it("allows all processes together as many calls at once as one", async () => {
    const { open } = createShared({ dailyQuota: 0, pace: { atOnce: 8, everyMs: 1_000 } });
    let sent = 0;
    const calls = [open(), open()].flatMap((quota) =>
      Array.from({ length: 8 }, () => quota.spend(soon()).then(() => sent++)),
    );
    await vi.advanceTimersByTimeAsync(0);
    expect(sent).toBe(8);
    await vi.advanceTimersByTimeAsync(1_500);
    expect(sent).toBe(12);
    await vi.advanceTimersByTimeAsync(4_000);
    await Promise.all(calls);
    expect(sent).toBe(16);
  });

  it("allows all processes together little more within seconds than it allows one", async () => {
    const { open } = createShared({ dailyQuota: 0, pace: { atOnce: 8, everyMs: 1_000 } });
    const started = Date.now();
    const sent: number[] = [];
    const calls = Array.from({ length: 5 }, open).flatMap((quota) =>
      Array.from({ length: 8 }, () => quota.spend(soon(60_000)).then(() => sent.push(Date.now() - started))),
    );
    await vi.advanceTimersByTimeAsync(60_000);
    await Promise.all(calls);
    const within = (seconds: number) =>
      Math.max(...sent.map((from) => sent.filter((at) => at >= from && at < from + seconds * 1_000).length));
    expect([1, 4, 16].map(within)).toEqual([8, 12, 24]);
  });

  it("adds no burst to a rate of the second", async () => {
    const { open } = createShared({ dailyQuota: 0, ratePerSecond: 10, pace: { atOnce: 2, everyMs: 100 } });
    const sent: number[] = [];
    const calls = Array.from({ length: 3 }, open).flatMap((quota) =>
      Array.from({ length: 20 }, () => quota.spend(soon(60_000)).then(() => sent.push(Date.now()))),
    );
    await vi.advanceTimersByTimeAsync(60_000);
    await Promise.all(calls);
    expect(Math.max(...sent.map((from) => sent.filter((at) => at >= from && at < from + 1_000).length))).toBe(10);
  });

  it("rejects at once a caller that cannot wait that long", async () => {
    const quota = createShared({ dailyQuota: 0, pace: { atOnce: 1, everyMs: 1_200 } }).open();
    await quota.spend(soon());
    expect(await errorOf(quota.spend(soon(1)))).toMatchObject({ reason: "queue_full", retryAfterSeconds: 2 });
  });
});
