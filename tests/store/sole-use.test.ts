import { join } from "node:path";
import { open as openRaw, type Database } from "lmdb";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { CountWindow } from "../../src/contract/counters.js";
import { createCommit } from "../../src/store/lmdb-commit.js";
import { createLmdbCounters } from "../../src/store/lmdb-counters.js";
import { createLmdbLeases } from "../../src/store/lmdb-leases.js";
import { SoleUse, type SoleUseOptions } from "../../src/store/sole-use.js";
import { errorOf } from "../support/gate.js";
import { temporaryFolder } from "../support/program.js";

const DAY_MS = 24 * 3_600_000;
const WINDOWS: readonly CountWindow[] = [{ name: "plenty", limit: 200, bucketMs: DAY_MS, spanMs: DAY_MS }];
const LEASE_MS = 60_000;
/** As long as a process that has done nothing since is reckoned with, and a little. */
const FORGOTTEN_MS = 10_100;

let folder: ReturnType<typeof temporaryFolder>;
let root: ReturnType<typeof openRaw>;
let uses: SoleUse[];

beforeEach(() => {
  folder = temporaryFolder();
  root = openRaw({ path: join(folder.path, "store.lmdb"), maxDbs: 4, eventTurnBatching: false });
  uses = [];
});

afterEach(async () => {
  for (const use of uses) await use.leave().catch(() => {});
  await root.close();
  folder.remove();
});

function database(name: string): Database<string, string> {
  return root.openDB<string, string>({ name, encoding: "string" });
}

/** One more process that has the file open. */
function open(options: SoleUseOptions = {}, commit = createCommit()) {
  const use = new SoleUse(database("tenants"), commit, { holder: `process ${uses.length}`, ...options });
  uses.push(use);
  const counters = createLmdbCounters(database("counters"), use);
  const leases = createLmdbLeases(database("leases"), use);
  return {
    use,
    leases,
    take: async (key = "k") => (await counters.take(key, WINDOWS)).usage[0]!.used,
    used: async () => (await counters.usage("k", WINDOWS))[0]!.used,
    takeAtOnce: (key = "k") => counters.takeAtOnce!(key, WINDOWS)?.usage[0]!.used,
    /** As a caller's call is counted. */
    call: async () => counters.takeAtOnce!("k", WINDOWS) ?? (await counters.take("k", WINDOWS)),
  };
}
const onDisk = (key = "k") => (JSON.parse(database("counters").get(key) ?? "{}") as { plenty?: number[] }).plenty?.[1];
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe("a process alone with the store", () => {
  it("counts at once after its first step, and writes it down within a second", async () => {
    const { take, takeAtOnce } = open();
    expect(takeAtOnce()).toBeUndefined();
    expect(await take()).toBe(1);
    expect([takeAtOnce(), takeAtOnce(), onDisk()]).toEqual([2, 3, 1]);
    await vi.waitFor(() => expect(onDisk()).toBe(3), { timeout: 1_000 });
    expect(takeAtOnce()).toBe(4);
  });

  it("writes down at once what comes after a quiet time", async () => {
    const { take, takeAtOnce } = open();
    await take();
    await pause(600);
    expect(takeAtOnce()).toBe(2);
    await vi.waitFor(() => expect(onDisk()).toBe(2), { timeout: 200, interval: 5 });
  });

  it("has on disk what it waited for", async () => {
    const { take, takeAtOnce } = open();
    await take();
    takeAtOnce("other");
    expect(await take()).toBe(2);
    expect([onDisk(), onDisk("other")]).toEqual([2, 1]);
  });

  it("waits for one write when many wait", async () => {
    let commits = 0;
    const commit = createCommit();
    const { take } = open({}, (write) => {
      commits++;
      return commit(write);
    });
    await take();
    commits = 0;
    expect(await Promise.all(Array.from({ length: 50 }, () => take()))).toHaveLength(50);
    expect(commits).toBeLessThanOrEqual(2);
    expect(onDisk()).toBe(51);
  });

  it("leaves nothing unwritten when it ends", async () => {
    const { take, takeAtOnce, use } = open();
    await take();
    takeAtOnce();
    await use.leave();
    expect(onDisk()).toBe(2);
    const next = open();
    expect([await next.take(), next.takeAtOnce()]).toEqual([3, 4]);
  });

  it("keeps count of more keys than it holds in memory", async () => {
    const { take, takeAtOnce } = open();
    await take("first");
    for (let key = 0; key < 11_000; key++) takeAtOnce(`key ${key}`);
    await take("first");
    expect([takeAtOnce("key 0"), takeAtOnce("key 10999"), takeAtOnce("first")]).toEqual([2, 2, 3]);
  });

  it("is not alone while its clock is wrong", async () => {
    let wrong = 0;
    const { take, takeAtOnce } = open({ now: () => Date.now() + wrong });
    await take();
    wrong = -3_600_000;
    expect(takeAtOnce()).toBeUndefined();
    expect(await take()).toBe(2);
    expect(takeAtOnce()).toBe(3);
  });

  it("is not told that something was counted which no disk takes", async () => {
    let full = false;
    const commit = createCommit();
    const { take } = open({}, (write) => (full ? Promise.reject(new Error("full")) : commit(write)));
    await take();
    full = true;
    expect((await errorOf(take())).message).toBe("full");
  });
});

describe("a process that comes later", () => {
  it("counts on from what the first has in memory, after a moment", async () => {
    const [ours, theirs] = [open(), open()];
    await ours.take();
    ours.takeAtOnce();
    const started = performance.now();
    expect(await theirs.take()).toBe(3);
    expect(performance.now() - started).toBeLessThan(500);
    expect([ours.takeAtOnce(), theirs.takeAtOnce()]).toEqual([undefined, undefined]);
    expect(await ours.take()).toBe(4);
  });

  it("is seen by the first, which has rested meanwhile", async () => {
    const [ours, theirs] = [open(), open()];
    await ours.take();
    ours.takeAtOnce();
    expect(await ours.used()).toBe(2);
    await pause(1_500);
    await theirs.take();
    expect([await ours.used(), await theirs.used()]).toEqual([3, 3]);
  });

  it("does not get a lease that the first holds in memory", async () => {
    const [ours, theirs] = [open(), open()];
    await ours.take();
    expect(await ours.leases.acquire("k", LEASE_MS)).toBe(true);
    expect(database("leases").get("k")).toBeUndefined();
    expect(await theirs.leases.acquire("k", LEASE_MS)).toBe(false);
    await ours.leases.release("k");
    expect(await theirs.leases.acquire("k", LEASE_MS)).toBe(true);
  });

  it("is alone when the first has gone, or did nothing for long", async () => {
    let later = 0;
    const clock = { now: () => Date.now() + later };
    const [gone, idle, ours] = [open(clock), open(clock), open(clock)];
    for (const { take } of [gone, idle, ours]) await take();
    await gone.use.leave();
    await ours.take();
    expect(ours.takeAtOnce()).toBeUndefined();
    later = FORGOTTEN_MS;
    expect([await ours.take(), ours.takeAtOnce()]).toEqual([5, 6]);
    expect(await idle.take()).toBe(7);
  });

  it("waits no longer than a moment for one that is frozen, and what that one counted is added when it wakes", async () => {
    let frozenAt: number | undefined;
    const frozen = open({ now: () => frozenAt ?? Date.now() });
    const ours = open();
    await frozen.take();
    frozen.takeAtOnce();
    // Its timers are stopped by a write that never ends.
    vi.spyOn(frozen.use, "write").mockReturnValue(new Promise(() => {}));
    frozenAt = Date.now();
    const started = performance.now();
    expect(await ours.take()).toBe(2);
    expect(performance.now() - started).toBeLessThan(1_500);
    frozenAt = undefined;
    expect(frozen.takeAtOnce()).toBeUndefined();
    expect(await frozen.take()).toBe(4);
  });

  it("never is alone where others are known to be there", async () => {
    const { take, takeAtOnce } = open({ shared: true });
    expect([await take(), takeAtOnce(), await take(), takeAtOnce()]).toEqual([1, undefined, 2, undefined]);
  });
});

it(
  "many processes give out exactly the limit, whenever they come, call, rest and go",
  { timeout: 60_000 },
  async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 6 }, async (_, process) => {
        await pause(process * 150);
        const { call, use } = open();
        const passed: boolean[] = [];
        for (let round = 0; round < 50; round++) {
          passed.push((await call()).ok);
          if (round % 10 === process) await pause(Math.random() * 100);
        }
        if (process % 2 === 0) await use.leave();
        return passed;
      }),
    );
    expect(outcomes.flat()).toHaveLength(300);
    expect(outcomes.flat().filter(Boolean)).toHaveLength(200);
  },
);
