/** The admission of calls to a provider: rate, pace, quota, turns of callers and circuit, in one process and in several. */
import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ProviderError } from "../../src/contract/errors.js";
import type { Counters } from "../../src/contract/store.js";
import { createMemoryCounters } from "../../src/store/memory.js";
import { createAdmission, MAX_WAITING, type Allowance, type Asking } from "../../src/upstream/call-admission.js";
import { createBreaker } from "../../src/upstream/breaker.js";
import { errorOf, outcomeOf } from "../support/gate.js";

const NOW = Date.UTC(2026, 2, 5, 12);
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_S = 24 * 3600;
/** Longer than the minute of a rate, which has half a second more, and the rest of a counted second. */
const A_MINUTE_LATER = 62_000;

beforeEach(() => void vi.useFakeTimers({ now: NOW }));
afterEach(() => void vi.useRealTimers());

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
/** Sets the wall clock; timers and the monotonic clock are not affected. */
const setClock = (ms: number) => vi.setSystemTime(Date.now() + ms);

/** Processes that share their counters. */
function share({ ratePerMinute = 1000, dailyQuota = 0, ...others }: Partial<Allowance> = {}) {
  const counters = createMemoryCounters();
  const open = (used: Counters = counters) => createProcess({ ratePerMinute, dailyQuota, ...others }, used);
  return { counters, open };
}

/** One process, which records when a call is sent, and how it ended; its calls take `callMs`. */
function createProcess(allowance: Allowance, counters: Counters = createMemoryCounters(), callMs = 0) {
  const breaker = createBreaker({ works: async () => false });
  const admission = createAdmission("provider-a", counters, breaker, allowance);
  const began = performance.now();
  const sent: { at: number; by: string | undefined }[] = [];
  const refused: { at: number; by: string | undefined }[] = [];
  async function call(asking: Partial<Asking> & { seconds?: number; by?: string; others?: Set<string> } = {}) {
    const { seconds = 20, by, others = new Set<string>() } = asking;
    try {
      const { end } = await admission.admit({
        deadline: performance.now() + seconds * 1000,
        question: { callerId: by, others },
        check: () => {},
        ...asking,
      });
      sent.push({ at: Math.round(performance.now() - began), by });
      setTimeout(end, callMs);
    } catch (error) {
      refused.push({ at: Math.round(performance.now() - began), by });
      throw error;
    }
  }
  const flood = (count: number, asking: Parameters<typeof call>[0] = {}) =>
    Promise.allSettled(Array.from({ length: count }, () => call(asking)));
  return { ...admission, breaker, call, flood, sent, refused, times: () => sent.map(({ at }) => at) };
}

/** The most moments in any span, its end excluded. */
const mostWithin = (moments: readonly number[], span: number) =>
  Math.max(0, ...moments.map((start) => moments.filter((at) => at >= start && at < start + span).length));
const countOf = (list: readonly { by: string | undefined }[], by: string) =>
  list.filter((each) => each.by === by).length;

describe("a rate per minute", () => {
  it("allows its calls at once, and each further one when there is room", async () => {
    const { call, times } = createProcess({ ratePerMinute: 2, dailyQuota: 0 });
    const calls = Array.from({ length: 3 }, () => call({ seconds: 200 }));
    await pass(0);
    expect(times()).toEqual([0, 0]);
    await pass(2 * A_MINUTE_LATER);
    await Promise.all(calls);
    expect(times()[2]).toBeGreaterThanOrEqual(60_500);
    expect(times()[2]).toBeLessThan(62_000);
  });

  it("is never exceeded in any minute, in any order of calls, also when callers leave", async () => {
    const calls = fc.array(fc.record({ pause: fc.nat(20_000), leaves: fc.boolean() }), { minLength: 1, maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 6 }), calls, async (ratePerMinute, sequence) => {
        const { call, times, waiting } = createProcess({ ratePerMinute, dailyQuota: 0 });
        let staying = 0;
        for (const { pause, leaves } of sequence) {
          const leaving = new AbortController();
          call({ seconds: 36_000, signal: leaving.signal }).catch(() => {});
          await pass(pause);
          if (leaves) leaving.abort();
          else staying++;
        }
        await pass(HOUR_MS);
        expect(mostWithin(times(), MINUTE_MS)).toBeLessThanOrEqual(ratePerMinute);
        expect(times().length).toBeGreaterThanOrEqual(staying);
        expect(waiting()).toBe(0);
      }),
      { numRuns: 40 },
    );
  });

  it("refuses at once a call whose turn comes after its deadline, and states when it may come", async () => {
    const { call, flood, times } = createProcess({ ratePerMinute: 2, dailyQuota: 0 });
    await flood(2);
    const refusal = (await errorOf(call({ seconds: 20 }))) as ProviderError;
    expect(refusal).toMatchObject({ kind: "overloaded", provider: "provider-a", reason: "queue_full" });
    expect(refusal.retryAfterSeconds).toBe(61);
    await pass(refusal.retryAfterSeconds! * 1000);
    const again = call({ seconds: 2 });
    await pass(2_000);
    await again;
    expect(times()).toHaveLength(3);
  });

  it.each([
    ["back one hour", -HOUR_MS],
    ["back one day", -24 * HOUR_MS],
    ["ahead one hour", HOUR_MS],
    ["back by less than a minute", -700],
    ["ahead by less than a minute", 700],
  ])("is kept when the wall clock is set %s", async (_what, jump) => {
    const { call, flood, times } = createProcess({ ratePerMinute: 2, dailyQuota: 0 });
    await flood(2);
    setClock(jump);
    for (let count = 0; count < 4; count++) call({ seconds: 600 }).catch(() => {});
    await pass(4 * A_MINUTE_LATER);
    expect(times()).toHaveLength(6);
    expect(mostWithin(times(), MINUTE_MS)).toBe(2);
  });

  it("is one for all processes with the same store", async () => {
    const { open } = share({ ratePerMinute: 10 });
    const processes = Array.from({ length: 4 }, () => open());
    await Promise.all(processes.map(({ flood }) => flood(5, { seconds: 1 })).concat(pass(2_000) as never));
    expect(processes.flatMap(({ sent }) => sent)).toHaveLength(10);
  });

  it("is not asked for in a busy loop when a store rejects calls and reports free ones", async () => {
    const usage = [0, 0].map(() => ({ used: 0, freeAt: NOW }));
    const take = vi.fn<Counters["take"]>(async () => ({ ok: false, usage }));
    const { call } = share().open({ take, giveBack: () => {}, usage: async () => usage });
    const refused = errorOf(call());
    await pass(20_000);
    expect(await refused).toMatchObject({ reason: "queue_full" });
    expect(take.mock.calls.length).toBeLessThanOrEqual(1001);
  });
});

/** Expects these times in seconds, or up to a tenth of a second later for each second: the store counts in buckets. */
function expectSeconds(times: readonly number[], seconds: readonly number[]): void {
  expect(times).toHaveLength(seconds.length);
  for (const [index, at] of times.entries()) {
    expect(at).toBeGreaterThanOrEqual(seconds[index]! * 1_000);
    expect(at).toBeLessThanOrEqual(seconds[index]! * 1_100 + 100);
  }
}

describe("a pace", () => {
  it.each([
    [
      "a few calls at once, then one at a time",
      { atOnce: 8, everyMs: 1_000 },
      12,
      [0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4],
    ],
    ["one call at a time", { atOnce: 1, everyMs: 1_200 }, 3, [0, 1.2, 2.4]],
  ])("allows %s", async (_what, pace, count, expected) => {
    const { flood, times } = createProcess({ ratePerMinute: 1000, dailyQuota: 0, pace });
    void flood(count);
    await pass(10_000);
    expectSeconds(times(), expected);
  });

  it("allows a few calls at once again after a rest", async () => {
    const { flood, times } = createProcess({ ratePerMinute: 1000, dailyQuota: 0, pace: { atOnce: 2, everyMs: 1_000 } });
    void flood(3);
    await pass(10_000);
    void flood(3);
    await pass(10_000);
    expect(times().map((at) => Math.round(at / 1_000))).toEqual([0, 0, 1, 10, 10, 11]);
  });

  it("allows only some calls in flight", async () => {
    const pace = { atOnce: 8, everyMs: 1_000, inFlight: 4 };
    const { flood, times } = createProcess({ ratePerMinute: 1000, dailyQuota: 0, pace }, undefined, 300);
    void flood(10);
    await pass(10_000);
    expectSeconds(times(), [0, 0, 0, 0, 0.3, 0.3, 0.3, 0.3, 1, 2]);
  });

  it("lets all processes together make little more calls within seconds than one", async () => {
    const { open } = share({ pace: { atOnce: 8, everyMs: 1_000 } });
    const processes = Array.from({ length: 5 }, () => open());
    for (const { flood } of processes) void flood(8, { seconds: 60 });
    await pass(60_000);
    const all = processes.flatMap(({ times }) => times()).toSorted((one, other) => one - other);
    expect(all).toHaveLength(40);
    expect([1, 4, 16].map((seconds) => mostWithin(all, seconds * 1_000))).toEqual([8, 12, 24]);
  });

  it("adds no burst to a rate of the second", async () => {
    const { open } = share({ ratePerSecond: 10, pace: { atOnce: 2, everyMs: 100 } });
    const processes = Array.from({ length: 3 }, () => open());
    for (const { flood } of processes) void flood(20, { seconds: 60 });
    await pass(60_000);
    const all = processes.flatMap(({ times }) => times());
    expect([all.length, mostWithin(all, 1_000)]).toEqual([60, 10]);
  });

  it("is kept when the wall clock is set back while calls wait", async () => {
    const pace = { atOnce: 1, everyMs: 1_000 };
    const { flood, times } = createProcess({ ratePerMinute: 1000, dailyQuota: 0, pace });
    void flood(4, { seconds: 60 });
    await pass(500);
    setClock(-HOUR_MS);
    await pass(20_000);
    expect(times()).toHaveLength(4);
    expect(mostWithin(times(), 1_000)).toBe(1);
  });
});

describe("a day's quota", () => {
  const open = (dailyQuota = 3) => share({ dailyQuota }).open();

  it("allows exactly its number of calls in all processes, then states when the next one is free", async () => {
    const shared = share({ dailyQuota: 10 });
    const processes = Array.from({ length: 4 }, () => shared.open());
    await Promise.all(processes.map(({ flood }) => flood(5)));
    expect(processes.flatMap(({ sent }) => sent)).toHaveLength(10);
    const refused = { kind: "upstream_limited", provider: "provider-a", reason: "quota_spent" };
    expect(await errorOf(processes[0]!.call())).toMatchObject({ ...refused, retryAfterSeconds: DAY_S + 600 });
    vi.setSystemTime(NOW + 2 * HOUR_MS);
    expect(await errorOf(processes[0]!.call())).toMatchObject({ retryAfterSeconds: DAY_S + 600 - 7200 });
  });

  it("is free again at the stated time, and not a second before", async () => {
    const { call, flood } = open();
    await flood(3);
    const { retryAfterSeconds } = (await errorOf(call())) as ProviderError;
    await pass((retryAfterSeconds! - 1) * 1000);
    expect(await errorOf(call())).toMatchObject({ retryAfterSeconds: 1 });
    await pass(1000);
    await call();
  });

  it("does not read the store while it knows that nothing is left", async () => {
    const { counters, open: openOne } = share({ dailyQuota: 3 });
    const take = vi.spyOn(counters, "take");
    const { call, flood } = openOne();
    await flood(4);
    const asked = take.mock.calls.length;
    expect(await errorOf(call())).toMatchObject({ reason: "quota_spent" });
    expect(take).toHaveBeenCalledTimes(asked);
  });

  it.each([
    ["an hour back", -HOUR_MS],
    ["a day back", -24 * HOUR_MS],
    ["a year back", -365 * 24 * HOUR_MS],
  ])("is used up for at most a day when the clock is set %s", async (_what, ms) => {
    const { call, flood } = open();
    await flood(4);
    setClock(ms);
    expect(await errorOf(call())).toMatchObject({ retryAfterSeconds: DAY_S + 600 });
    await pass((DAY_S + 600) * 1000);
    await call();
  });

  it("is read again after the clock jumped forward, as after a laptop's sleep", async () => {
    const { call, flood } = open();
    await flood(4);
    setClock((DAY_S + 600) * 1000);
    expect(await outcomeOf(call())).toBeUndefined();
  });

  it("of 0 is unlimited, and calls are still counted", async () => {
    const { flood, usage, hasSpare } = open(0);
    await flood(100);
    expect(await usage()).toEqual({ used: 100, limit: null, freeAt: null });
    expect(await hasSpare()).toBe(true);
  });

  it("reports its usage, with the time of the next free call once it is used up", async () => {
    const { flood, usage } = open();
    await flood(2);
    expect(await usage()).toEqual({ used: 2, limit: 3, freeAt: null });
    await flood(1);
    expect(await usage()).toEqual({ used: 3, limit: 3, freeAt: new Date(NOW + (DAY_S + 600) * 1000) });
  });

  it("reserves its last fifth for calls with a waiting caller", async () => {
    const { flood, hasSpare } = open(10);
    await flood(7);
    expect(await hasSpare()).toBe(true);
    await flood(1);
    expect(await hasSpare()).toBe(false);
  });
});

describe("a quota of some calls", () => {
  const quota = { name: "office", limit: 2 };

  it("ends those calls in all processes, and no other call of the provider", async () => {
    const shared = share({ dailyQuota: 10 });
    const [first, second] = [shared.open(), shared.open()];
    await first.call({ quota });
    await second.call({ quota });
    expect(await errorOf(first.call({ quota, by: "ann" }))).toMatchObject({
      reason: "quota_spent",
      retryAfterSeconds: DAY_S + 600,
    });
    // The refused call counts against no other quota.
    expect(await first.usage()).toMatchObject({ used: 2 });
    await first.call({ by: "ann" });
    await first.call({ quota: { ...quota, name: "another office" } });
  });

  const office = { name: "office", limit: 25, spared: 5 };
  const sentBy = async ({ flood, sent }: ReturnType<typeof createProcess>, by: string | undefined) => {
    const before = sent.length;
    await flood(30, { quota: office, ...(by === undefined ? {} : { by }) });
    return sent.length - before;
  };

  it("is half of each caller's at most where callers have plans, in all processes", async () => {
    const { open } = share({ hasPlans: true });
    const [one, two] = [open(), open()];
    expect([await sentBy(one, "x"), await sentBy(two, "x"), await sentBy(two, "y")]).toEqual([12, 0, 8]);
    const refusal = await errorOf(two.call({ quota: office, by: "x" }));
    expect(refusal).toMatchObject({ reason: "quota_spent", retryAfterSeconds: DAY_S + 600 });
    expect(refusal.message).toBe("Provider A has no calls left for you: one caller gets at most half of a day's");
  });

  it.each([
    ["the one caller of stdio", undefined, { hasPlans: true }],
    ["a caller of an open server", "address", {}],
  ])("is not divided for %s, who has all but the calls that it spares", async (_what, by, allowance) => {
    const opened = share(allowance).open();
    expect(await sentBy(opened, by)).toBe(20);
    expect((await errorOf(opened.call({ quota: office }))).message).toContain("no calls left in our daily quota");
    const common = { name: "office", limit: 25, spared: 0 };
    for (let call = 0; call < 5; call++) await opened.call({ quota: common, ...(by === undefined ? {} : { by }) });
    expect(await errorOf(opened.call({ quota: common }))).toMatchObject({ reason: "quota_spent" });
  });

  it("answers common questions of a caller whose half is used up", async () => {
    const opened = share({ hasPlans: true }).open();
    await sentBy(opened, "x");
    expect(await outcomeOf(opened.call({ quota: { ...office, spared: 0 }, by: "x" }))).toBeUndefined();
  });
});

describe("a call that is not sent", () => {
  it("is not counted when it must not be sent at its turn, and the next one goes in its place", async () => {
    const { call, flood, usage, times } = createProcess({ ratePerMinute: 1, dailyQuota: 0 });
    await flood(1);
    let isPaused = false;
    const check = () => {
      if (isPaused) throw new Error("paused");
    };
    const refused = [1, 2].map(() => errorOf(call({ seconds: 200, check })));
    void call({ seconds: 200 });
    isPaused = true;
    await pass(A_MINUTE_LATER);
    expect(await Promise.all(refused)).toEqual([new Error("paused"), new Error("paused")]);
    expect([times().length, (await usage()).used]).toEqual([2, 2]);
  });

  it("is not counted when its caller has left, before or while it was counted", async () => {
    const { counters, open } = share();
    const leaving = new AbortController();
    const slow: Counters = {
      ...counters,
      async take(...of) {
        const taken = counters.take(...of);
        leaving.abort(new Error("left"));
        return taken;
      },
    };
    const { call, usage, waiting } = open(slow);
    expect(await errorOf(call({ by: "alice", signal: leaving.signal }))).toEqual(new Error("left"));
    await pass(0);
    expect([(await usage()).used, waiting()]).toEqual([0, 0]);
    expect(await errorOf(call({ signal: AbortSignal.abort(new Error("gone")) }))).toEqual(new Error("gone"));
    expect(
      (await counters.usage("provider-a for alice", [{ name: "minute", limit: 9, bucketMs: 1000 }]))[0]!.used,
    ).toBe(0);
  });

  it("does not use up the share of its caller: refused for the minute of all, it may come a minute later", async () => {
    const { open } = share({ ratePerMinute: 40 });
    const [one, two] = [open(), open()];
    await one.flood(30, { by: "x", seconds: 1 });
    void two.flood(55, { by: "y", seconds: 1 });
    await pass(2_000);
    expect(countOf(two.sent, "y")).toBe(10);
    await pass(A_MINUTE_LATER);
    void two.flood(30, { by: "y", seconds: 1 });
    await pass(2_000);
    expect(countOf(two.sent, "y")).toBe(40);
  });
});

describe("callers", () => {
  /** As of Yahoo: 40 calls a minute, 8 at once, then one a second, 4 in flight. */
  const YAHOO: Allowance = { ratePerMinute: 40, dailyQuota: 0, pace: { atOnce: 8, everyMs: 1_000, inFlight: 4 } };
  const start = (callMs = 150) => createProcess(YAHOO, undefined, callMs);
  const waitOf = async (call: () => Promise<void>) => {
    const began = performance.now();
    await call();
    return performance.now() - began;
  };

  it("wait two seconds at most while another one floods, in every minute", async () => {
    const { call, flood, sent } = start();
    const waits: Promise<number>[] = [];
    for (let second = 0; second < 180; second += 7) {
      void flood(30, { by: "greedy", seconds: 12 });
      waits.push(waitOf(() => call({ by: "poor", seconds: 12 })));
      await pass(7_000);
    }
    await pass(20_000);
    expect(Math.max(...(await Promise.all(waits)))).toBeLessThanOrEqual(2_000);
    expect(countOf(sent, "greedy")).toBeGreaterThan(80);
  });

  it("wait two seconds at most while the calls of another one hang", async () => {
    const { call, flood } = start(10_000);
    void flood(30, { by: "greedy", seconds: 12 });
    await pass(3_000);
    const wait = waitOf(() => call({ by: "poor", seconds: 12 }));
    await pass(5_000);
    expect(await wait).toBeLessThanOrEqual(2_000);
  });

  it("never take the last quarter of a minute; the one caller of stdio, who has no name, takes all", async () => {
    const of = async (by: string | undefined, ratePerMinute = 40) => {
      const { flood, sent } = createProcess({ ratePerMinute, dailyQuota: 0 });
      await flood(60, { seconds: 1, ...(by === undefined ? {} : { by }) });
      return sent.length;
    };
    expect([await of("only"), await of(undefined)]).toEqual([30, 40]);
    // Of five, three are less than three quarters and four are more; a single call is not divided.
    expect([await of("only", 5), await of("only", 1)]).toEqual([3, 1]);
  });

  it("never take it in several processes together", async () => {
    const { open } = share({ ratePerMinute: 4 });
    const [one, two] = [open(), open()];
    for (const { call } of [one, two, one]) await call({ by: "greedy" });
    expect(await errorOf(two.call({ by: "greedy" }))).toMatchObject({ reason: "queue_full" });
    expect(await outcomeOf(two.call({ by: "poor" }))).toBeUndefined();
    expect((await one.usage()).used).toBe(4);
  });

  it("who join a waiting call give it the turn of the one with the fewest calls", async () => {
    const { call, flood, sent } = start();
    for (let round = 0; round < 3; round++) {
      void flood(40, { by: "greedy", seconds: 15 });
      await pass(15_000);
    }
    expect(countOf(sent, "greedy")).toBe(30);
    const others = new Set<string>();
    const wait = call({ by: "greedy", seconds: 25, others });
    await pass(1_000);
    expect(sent).toHaveLength(30);
    others.add("poor");
    await pass(2_000);
    await wait;
  });

  it("keep the order of their own calls", async () => {
    const { call, flood } = start();
    void flood(20, { by: "other", seconds: 60 });
    const order: number[] = [];
    for (let index = 0; index < 5; index++) void call({ by: "one", seconds: 60 }).then(() => order.push(index));
    await pass(30_000);
    expect(order).toEqual([0, 1, 2, 3, 4]);
  });

  it("end the questions that they began before they begin others", async () => {
    const { call, flood, waiting } = start();
    void flood(20, { by: "one", seconds: 60 });
    await pass(0);
    // The second call of a question that ends earlier; eight calls went at once.
    const second = waitOf(() => call({ by: "one", seconds: 50 }));
    await pass(2_000);
    expect(await second).toBeLessThanOrEqual(2_000);
    expect(waiting()).toBeGreaterThan(8);
  });

  it("are not refused for later questions of theirs that wait", async () => {
    const { call, flood } = createProcess({ ratePerMinute: 60, dailyQuota: 0, pace: { atOnce: 1, everyMs: 1_000 } });
    void flood(10, { by: "one", seconds: 60 });
    await pass(0);
    const refusal = await outcomeOf(Promise.race([call({ by: "one", seconds: 5 }), pass(3_000)]));
    expect(refusal).toBeUndefined();
    expect(await errorOf(call({ by: "other", seconds: 0.5 }))).toMatchObject({ reason: "queue_full" });
  });

  it("have a limited number of waiting calls, of which others take no place", async () => {
    const { call, flood, waiting } = createProcess({
      ratePerMinute: 3000,
      dailyQuota: 0,
      pace: { atOnce: 1, everyMs: 20 },
    });
    void flood(MAX_WAITING + 50, { by: "greedy", seconds: 60 });
    await pass(0);
    expect(waiting()).toBe(MAX_WAITING - 1);
    const wait = call({ by: "poor" });
    await pass(200);
    await wait;
  });

  it("get a turn or a refusal for every call, in any order", async () => {
    const calls = fc.array(
      fc.record({ by: fc.constantFrom("a", "b", "c", undefined), pause: fc.integer({ min: 0, max: 4_000 }) }),
      { minLength: 1, maxLength: 60 },
    );
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 12 }), calls, async (ratePerMinute, sequence) => {
        const { call, sent, refused, waiting } = createProcess({ ...YAHOO, ratePerMinute }, undefined, 150);
        for (const { by, pause } of sequence) {
          call({ seconds: 12, ...(by === undefined ? {} : { by }) }).catch(() => {});
          await pass(pause);
        }
        await pass(13_000);
        expect([sent.length + refused.length, waiting()]).toEqual([sequence.length, 0]);
      }),
      { numRuns: 60 },
    );
  });
});

describe("an open circuit", () => {
  it("refuses calls at once, also those that wait, and states when the provider is asked again", async () => {
    const { breaker, call, flood, usage } = createProcess({ ratePerMinute: 1, dailyQuota: 0 });
    await flood(1);
    const waiting = errorOf(call({ seconds: 200 }));
    for (let failure = 0; failure < 5; failure++) breaker.enter()!.failed();
    await pass(0);
    expect(await errorOf(call())).toMatchObject({ reason: "circuit_open", retryAfterSeconds: expect.any(Number) });
    await pass(A_MINUTE_LATER);
    expect(await waiting).toMatchObject({ reason: "circuit_open" });
    expect((await usage()).used).toBe(1);
  });

  it("is probed by the call whose turn it is: one that waits for its caller's share keeps nobody else out", async () => {
    const { breaker, call, flood, sent, usage } = createProcess({ ratePerMinute: 8, dailyQuota: 0 });
    await flood(6, { by: "x" });
    for (let failure = 0; failure < 5; failure++) breaker.enter()!.failed();
    await pass(17_000);
    expect(breaker.state).toBe("half-open");
    const waiting = outcomeOf(call({ by: "x", seconds: 60 }));
    await pass(0);
    await call({ by: "y" });
    expect(countOf(sent, "y")).toBe(1);
    // The probe is under way.
    expect(await errorOf(call({ by: "z" }))).toMatchObject({ reason: "circuit_open" });
    await pass(A_MINUTE_LATER);
    expect(await waiting).toMatchObject({ reason: "circuit_open" });
    expect((await usage()).used).toBe(7);
  });

  it("sends no call without its permission when the time of the circuit ends just then", async () => {
    const { admit } = createProcess({ ratePerMinute: 8, dailyQuota: 0 });
    const asking = { deadline: performance.now() + 1_000, check: () => {} };
    const opening = { state: "half-open" as const, secondsLeft: 0, enter: () => undefined };
    expect(await errorOf(admit(asking, opening))).toMatchObject({ reason: "circuit_open", retryAfterSeconds: 1 });
  });

  it("is not probed by a call that goes on waiting because other processes have made all calls of the minute", async () => {
    const { open } = share({ ratePerMinute: 8 });
    const [other, { breaker, call, sent }] = [open(), open()];
    for (let failure = 0; failure < 5; failure++) breaker.enter()!.failed();
    await pass(17_000);
    await other.flood(8);
    const calls = ["x", "y"].map((by) => outcomeOf(call({ by, seconds: 90 })));
    await pass(1_000);
    expect([breaker.state, sent]).toEqual(["half-open", []]);
    const third = call({ by: "z", seconds: 90 });
    calls.push(outcomeOf(third));
    const isOver = vi.fn<() => void>();
    void third.catch(() => {}).then(isOver);
    await pass(0);
    expect(isOver).not.toHaveBeenCalled();
    await pass(A_MINUTE_LATER);
    expect(sent).toHaveLength(1);
    await Promise.all(calls);
  });
});
