import { join } from "node:path";
import { open as openRaw, type Database } from "lmdb";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createCommit } from "../../src/store/lmdb-commit.js";
import { createLmdbLeases } from "../../src/store/lmdb-leases.js";
import { Records } from "../../src/store/lmdb-records.js";
import { SoleUse, type SoleUseOptions } from "../../src/store/sole-use.js";
import { errorOf } from "../support/gate.js";
import { temporaryFolder } from "../support/program.js";

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

/** One more process that has the file open, and counts by keys. */
function open(options: SoleUseOptions = {}, commit = createCommit()) {
  const use = new SoleUse(database("tenants"), commit, { holder: `process ${uses.length}`, ...options });
  uses.push(use);
  const records = new Records<number>(database("counters"), use, { encode: String, decode: Number });
  const add = (before = 0) => ({ after: before + 1, result: before + 1 });
  return {
    use,
    leases: createLmdbLeases(database("leases"), use),
    take: (key = "k") => records.change(key, add),
    takeSoon: (key = "k") => records.changeSoon(key, add),
    takeAtOnce: (key = "k") => records.changeAtOnce(key, add)?.result,
    used: () => records.get("k"),
  };
}
const onDisk = (key = "k") => Number(database("counters").get(key) ?? 0);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe("a process alone with the store", () => {
  it("steps in memory after its first step, and writes it down within a second", async () => {
    const { take, takeSoon, use } = open();
    expect(use.isAlone).toBe(false);
    expect([await take(), use.isAlone]).toEqual([1, true]);
    expect([await takeSoon(), await takeSoon(), onDisk()]).toEqual([2, 3, 1]);
    await vi.waitFor(() => expect(onDisk()).toBe(3), { timeout: 1_000 });
    expect(await takeSoon()).toBe(4);
  });

  it("has on disk what it waited for", async () => {
    const { take, takeSoon } = open();
    await take();
    await takeSoon("other");
    expect(await take()).toBe(2);
    expect([onDisk(), onDisk("other")]).toEqual([2, 1]);
  });

  it("prolongs its being alone only when some of that time is over", async () => {
    let now = Date.now();
    const { take } = open({ now: () => now });
    const told = () => database("tenants").get("tenants");
    await take();
    const first = told();
    await take();
    expect(told()).toBe(first);
    now += 60;
    await take();
    expect(told()).toContain(String(now + 750));
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

  it("steps without waiting only while there is so much to do that it is worth what a kill would undo", async () => {
    let now = Date.now();
    const { take, takeAtOnce } = open({ now: () => now });
    for (let step = 0; step < 101; step++) {
      expect(takeAtOnce()).toBeUndefined();
      await take();
    }
    now += 500;
    await take();
    expect(takeAtOnce()).toBe(103);
    now += 500;
    await take();
    expect(takeAtOnce()).toBeUndefined();
  });

  it("leaves nothing unwritten when it ends", async () => {
    const { take, takeSoon, use } = open();
    await take();
    await takeSoon();
    await use.leave();
    expect(onDisk()).toBe(2);
    const next = open();
    expect([await next.take(), next.use.isAlone]).toEqual([3, true]);
  });

  it("keeps count of more keys than it holds in memory", async () => {
    const { take, takeSoon } = open();
    await take("first");
    for (let key = 0; key < 11_000; key++) await takeSoon(`key ${key}`);
    await take("first");
    expect([await takeSoon("key 0"), await takeSoon("key 10999"), await takeSoon("first")]).toEqual([2, 2, 3]);
  });

  it("is not alone while its clock is wrong", async () => {
    let wrong = 0;
    const { take, use } = open({ now: () => Date.now() + wrong });
    await take();
    wrong = -3_600_000;
    expect(use.isAlone).toBe(false);
    expect([await take(), use.isAlone]).toEqual([2, true]);
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
  it("goes on from what the first has in memory, after a moment", async () => {
    const [ours, theirs] = [open(), open()];
    await ours.take();
    await ours.takeSoon();
    const started = performance.now();
    expect(await theirs.take()).toBe(3);
    expect(performance.now() - started).toBeLessThan(500);
    expect([ours.use.isAlone, theirs.use.isAlone]).toEqual([false, false]);
    expect(await ours.take()).toBe(4);
  });

  it("is seen by the first, which has rested meanwhile", async () => {
    const [ours, theirs] = [open(), open()];
    await ours.take();
    await ours.takeSoon();
    expect(ours.used()).toBe(2);
    await pause(1_500);
    await theirs.take();
    expect([ours.used(), theirs.used()]).toEqual([3, 3]);
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
    expect(ours.use.isAlone).toBe(false);
    later = FORGOTTEN_MS;
    expect([await ours.take(), ours.use.isAlone, await ours.takeSoon()]).toEqual([5, true, 6]);
    expect(await idle.take()).toBe(7);
  });

  it("waits no longer than a moment for one that is frozen, and what that one counted is added when it wakes", async () => {
    let frozenAt: number | undefined;
    const frozen = open({ now: () => frozenAt ?? Date.now() });
    const ours = open();
    await frozen.take();
    await frozen.takeSoon();
    // Its timers are stopped by a write that never ends.
    vi.spyOn(frozen.use, "write").mockReturnValue(new Promise(() => {}));
    frozenAt = Date.now();
    const started = performance.now();
    expect(await ours.take()).toBe(2);
    expect(performance.now() - started).toBeLessThan(1_500);
    frozenAt = undefined;
    expect(frozen.use.isAlone).toBe(false);
    expect(await frozen.take()).toBe(4);
  });

  it("never is alone where others are known to be there", async () => {
    const { take, use } = open({ shared: true });
    expect([await take(), use.isAlone, await take(), use.isAlone]).toEqual([1, false, 2, false]);
  });
});

it("many processes count each step once, whenever they come, step, rest and go", { timeout: 60_000 }, async () => {
  const counts = await Promise.all(
    Array.from({ length: 6 }, async (_, process) => {
      await pause(process * 150);
      const { take, takeSoon, use } = open();
      const own: number[] = [];
      for (let round = 0; round < 50; round++) {
        own.push(await (round % 3 === 0 ? take() : takeSoon()));
        if (round % 10 === process) await pause(Math.random() * 100);
      }
      if (process % 2 === 0) await use.leave();
      return own;
    }),
  );
  expect(counts.flat().toSorted((a, b) => a - b)).toEqual(Array.from({ length: 300 }, (_, index) => index + 1));
});
