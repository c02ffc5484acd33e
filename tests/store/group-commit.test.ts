import { describe, expect, it } from "vitest";
import { createGroupCommit, type RunTransaction } from "../../src/store/group-commit.js";

/** A group commit whose transactions are recorded by their number of steps. */
function createGroups(run: RunTransaction = (steps) => steps.map((step) => step())) {
  const sizes: number[] = [];
  const groups = createGroupCommit((steps) => {
    sizes.push(steps.length);
    return run(steps);
  });
  return { groups, sizes };
}

describe("changes of one turn of the event loop", () => {
  it("share a transaction, in their order, and each gets its own result", async () => {
    const { groups, sizes } = createGroups();
    const order: number[] = [];
    const results = await Promise.all([1, 2, 3].map((each) => groups.add(() => order.push(each) * 10)));
    expect({ results, order, sizes }).toEqual({ results: [10, 20, 30], order: [1, 2, 3], sizes: [3] });
    await groups.add(() => 0);
    expect(sizes).toEqual([3, 1]);
  });

  it("are spread over several transactions when there are more than a hundred", async () => {
    const { groups, sizes } = createGroups();
    const results = await Promise.all(Array.from({ length: 250 }, (_, each) => groups.add(() => each)));
    expect(results).toEqual(Array.from({ length: 250 }, (_, each) => each));
    expect(sizes).toEqual([100, 100, 50]);
  });

  it("all fail when each transaction fails, and later ones do not", async () => {
    let full = true;
    const { groups } = createGroups((steps) => {
      if (full) throw new Error("disk full");
      return steps.map((step) => step());
    });
    const settled = await Promise.allSettled([groups.add(() => 1), groups.add(() => 2)]);
    expect(settled.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    full = false;
    expect(await groups.add(() => 3)).toBe(3);
  });

  it("do not fail because another change fails: after the rollback each runs in its own transaction, in the same order", async () => {
    let committed: number[] = [];
    const { groups, sizes } = createGroups((steps) => {
      const before = [...committed];
      try {
        return steps.map((step) => step());
      } catch (error) {
        committed = before;
        throw error;
      }
    });
    const failing = groups.add(() => {
      committed.push(-1);
      throw new Error("not a value");
    });
    const [one, failed, two] = await Promise.allSettled([
      groups.add(() => committed.push(1)),
      failing,
      groups.add(() => committed.push(2)),
    ]);
    expect([one, failed!.status, two]).toEqual([
      { status: "fulfilled", value: 1 },
      "rejected",
      { status: "fulfilled", value: 2 },
    ]);
    expect({ committed, sizes }).toEqual({ committed: [1, 2], sizes: [3, 1, 1, 1] });
    await Promise.all([groups.add(() => 0), groups.add(() => 0)]);
    expect(sizes.at(-1)).toBe(2);
  });

  it("fail together, without another attempt, when the file stays locked", async () => {
    const { groups, sizes } = createGroups(() => Promise.reject(Object.assign(new Error("busy"), { errcode: 5 })));
    const settled = await Promise.allSettled([groups.add(() => 1), groups.add(() => 2)]);
    expect([settled.map(({ status }) => status), sizes]).toEqual([["rejected", "rejected"], [2]]);
  });

  it("wait for an earlier transaction that waits for a locked file, so that they keep their order", async () => {
    let unlock = () => {};
    const locked = new Promise<void>((resolve) => (unlock = resolve));
    const { groups, sizes } = createGroups(async (steps) => {
      await locked;
      return steps.map((step) => step());
    });
    const order: number[] = [];
    const first = groups.add(() => order.push(1));
    await nextTurn();
    const later = [2, 3].map((each) => groups.add(() => order.push(each)));
    await nextTurn();
    expect(sizes).toEqual([1]);
    unlock();
    await Promise.all([first, ...later]);
    expect({ order, sizes }).toEqual({ order: [1, 2, 3], sizes: [1, 2] });
  });

  it("allow timers and sockets to run between the transactions of an endless stream of changes", async () => {
    const { groups } = createGroups();
    const end = new AbortController();
    setTimeout(() => end.abort(), 5);
    let steps = 0;
    while (!end.signal.aborted) await groups.add(() => steps++);
    expect(steps).toBeGreaterThan(0);
  });

  it("are committed before the store is closed, and later ones are rejected", async () => {
    const { groups, sizes } = createGroups(async (steps) => {
      await nextTurn();
      return steps.map((step) => step());
    });
    const results = [1, 2].map((each) => groups.add(() => each));
    await groups.close();
    expect(sizes).toEqual([2]);
    expect(await Promise.all(results)).toEqual([1, 2]);
    await expect(groups.add(() => 3)).rejects.toThrow("closed");
  });
});

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));
