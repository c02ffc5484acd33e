import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { Caller } from "../../src/contract/caller.js";
import { createVisits, readKeyUsage } from "../../src/access/plans.js";
import { createMemoryCounters } from "../../src/store/memory.js";
import { openStoreFile } from "../../src/store/sqlite-file.js";
import { createSqliteCounters } from "../../src/store/sqlite.js";
import { errorOf } from "../support/gate.js";
import { temporaryFolder } from "../support/program.js";

const ALICE: Caller = { id: "key alice", plan: "free" };
const POLICY = '"minute";q=5;w=60, "day";q=250;w=86400';
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

let visit: ReturnType<typeof createVisits>;
let counters: ReturnType<typeof createMemoryCounters>;
beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 2, 5, 12) });
  counters = createMemoryCounters();
  visit = createVisits(async () => counters);
});
afterEach(() => {
  vi.useRealTimers();
});

async function spend(times: number, caller = ALICE): Promise<void> {
  for (let time = 0; time < times; time++) await visit(caller).spend();
}
const rateLimit = async (caller = ALICE) => (await visit(caller).headers())["ratelimit"];

describe("a visit", () => {
  it("reports what is left without counting a call", async () => {
    expect(await visit(ALICE).headers()).toEqual({
      "ratelimit-policy": POLICY,
      ratelimit: `"minute";r=5;t=60, "day";r=250;t=43200`,
    });
    expect(await rateLimit()).toBe(`"minute";r=5;t=60, "day";r=250;t=43200`);
  });

  it("reports what is left after its own call", async () => {
    const visited = visit(ALICE);
    await visited.spend();
    await visited.spend();
    expect((await visited.headers())["ratelimit"]).toBe(`"minute";r=3;t=60, "day";r=248;t=43200`);
  });

  it("fails when the minute is used up, and states the time until its first call is a minute old", async () => {
    await spend(1);
    vi.advanceTimersByTime(20 * SECOND);
    await spend(4);
    const error = await errorOf(spend(1));
    expect(error).toMatchObject({ kind: "rate_limited", retryAfterSeconds: 40 });
    expect(error.message).toBe("The free plan allows 5 calls a minute, and they are used up. Try again in 40 s.");
    expect(await rateLimit()).toBe(`"minute";r=0;t=40, "day";r=245;t=43180`);
    vi.advanceTimersByTime(40 * SECOND);
    await spend(1);
    expect(await errorOf(spend(1))).toMatchObject({ kind: "rate_limited" });
  });

  it("never asks for a wait of more than a minute because of the minute's limit", async () => {
    await spend(5);
    expect(await errorOf(spend(1))).toMatchObject({ retryAfterSeconds: 60 });
    vi.advanceTimersByTime(60 * SECOND);
    await spend(5);
  });

  it("is rejected until the first call is exactly a minute old, to the millisecond", async () => {
    vi.advanceTimersByTime(99);
    await spend(5);
    vi.advanceTimersByTime(MINUTE - 1);
    expect(await errorOf(spend(1))).toMatchObject({ kind: "rate_limited", retryAfterSeconds: 1 });
    vi.advanceTimersByTime(1);
    await spend(5);
  });

  it("counts nothing when it is rejected", async () => {
    await spend(5);
    for (let time = 0; time < 20; time++) await errorOf(spend(1));
    expect(await rateLimit()).toContain('"day";r=245;');
    vi.advanceTimersByTime(61 * SECOND);
    await spend(5);
    expect(await rateLimit()).toContain('"day";r=240;');
  });

  it("fails when the day is used up, until midnight UTC", async () => {
    for (let minute = 0; minute < 50; minute++) {
      await spend(5);
      vi.advanceTimersByTime(61 * SECOND);
    }
    const error = await errorOf(spend(1));
    const seconds = (12 * HOUR - 50 * 61 * SECOND) / SECOND;
    expect(error).toMatchObject({ kind: "rate_limited", retryAfterSeconds: seconds });
    expect(error.message).toMatch(/^The free plan allows 250 calls a UTC day/);
    vi.advanceTimersByTime(seconds * SECOND - 1);
    await errorOf(spend(1));
    vi.advanceTimersByTime(1);
    await spend(5);
  });

  it("names the day's limit when minute and day are used up", async () => {
    for (let minute = 0; minute < 49; minute++) {
      await spend(5);
      vi.advanceTimersByTime(61 * SECOND);
    }
    await spend(5);
    const { message } = await errorOf(spend(1));
    expect(message).toContain("250 calls a UTC day");
  });

  it.each([
    ["free", 5],
    ["starter", 20],
    ["professional", 100],
  ] as const)("of the plan %s admits %i of 200 simultaneous calls", async (plan, allowed) => {
    const caller = { id: plan, plan };
    const outcomes = await Promise.allSettled(Array.from({ length: 200 }, () => visit(caller).spend()));
    expect(outcomes.filter(({ status }) => status === "fulfilled").length).toBe(allowed);
  });

  it("counts for its own caller only", async () => {
    await spend(5);
    await spend(4, { id: "key bob", plan: "free" });
    expect(await rateLimit({ id: "key bob", plan: "free" })).toContain('"minute";r=1;');
  });

  it("of a caller without a plan counts nothing, reports nothing and opens no store", async () => {
    const open = vi.fn<Parameters<typeof createVisits>[0]>();
    const free = createVisits(open)({ id: "address 192.0.2.7" });
    for (let time = 0; time < 500; time++) await free.spend();
    expect([await free.headers(), free.callerId, open.mock.calls]).toEqual([{}, "address 192.0.2.7", []]);
  });
});

describe("a store that rejects a call although no window is full", () => {
  it("is reported to the caller like any limit", async () => {
    const usage = [0, 0].map(() => ({ used: 0, freeAt: Date.now() }));
    const full = { take: async () => ({ ok: false, usage }), giveBack: () => {}, usage: async () => usage };
    visit = createVisits(async () => full);
    await expect(visit(ALICE).spend()).rejects.toMatchObject({ kind: "rate_limited", retryAfterSeconds: 1 });
  });
});

describe("the usage of a key", () => {
  const usage = () => readKeyUsage(counters, { id: "alice", plan: "free", sha256: "" });
  const DAY = 24 * HOUR;

  it("is its calls of this UTC day and of 30 days with this one, without refused calls", async () => {
    await spend(5);
    await errorOf(spend(1));
    expect(await usage()).toEqual({ today: 5, days30: 5 });
    vi.advanceTimersByTime(12 * HOUR);
    await spend(1);
    expect(await usage()).toEqual({ today: 1, days30: 6 });
    vi.advanceTimersByTime(28 * DAY);
    expect(await usage()).toEqual({ today: 0, days30: 6 });
    vi.advanceTimersByTime(DAY);
    expect(await usage()).toEqual({ today: 0, days30: 1 });
    vi.advanceTimersByTime(DAY);
    expect(await usage()).toEqual({ today: 0, days30: 0 });
  });

  it("outlives the day in the embedded store, also after visits that count no call", async () => {
    const folder = temporaryFolder();
    const start = Date.now();
    vi.useRealTimers();
    vi.useFakeTimers({ now: start, toFake: ["Date"] });
    const file = await openStoreFile(folder.path, () => {}, Date.now);
    onTestFinished(async () => {
      await file.close();
      folder.remove();
    });
    visit = createVisits(async () => createSqliteCounters(file));
    await spend(5);
    vi.setSystemTime(start + 2 * MINUTE);
    expect(await rateLimit()).toBe(`"minute";r=5;t=60, "day";r=245;t=43080`);
    const { expires } = file.prepare("SELECT expires FROM counts").get()!;
    expect(expires).toBe(Date.UTC(2026, 3, 4));
  });

  it("is counted for keys only, because addresses and tokens have no limit in number", async () => {
    const taken = vi.spyOn(counters, "take");
    await spend(1);
    await spend(1, { id: "address 192.0.2.1", plan: "free" });
    const names = taken.mock.calls.map(([, windows]) => windows.map(({ name }) => name));
    expect(names).toEqual([
      ["minute", "day", "month"],
      ["minute", "day"],
    ]);
  });
});
