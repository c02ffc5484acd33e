import { describe, expect, it } from "vitest";
import { GroupCommit, type RunTransaction } from "../../src/store/group-commit.js";

/** A group commit whose transactions are recorded by their number of steps. */
function createGroups(run: RunTransaction = (steps) => steps.map((step) => step())) {
  const sizes: number[] = [];
  const groups = new GroupCommit((steps) => {
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

  it("all fail when their transaction fails, and later ones do not", async () => {
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

  it("run at once when the store is closed", () => {
    const { groups, sizes } = createGroups();
    void groups.add(() => 1);
    groups.flush();
    expect(sizes).toEqual([1]);
  });
});
