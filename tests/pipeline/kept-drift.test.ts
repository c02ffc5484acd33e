import { Keyv } from "keyv";
import { describe, expect, it, vi } from "vitest";
import { NO_LEASES, type Leases } from "../../src/contract/store.js";
import { keepDrift } from "../../src/pipeline/drift.js";
import { createBoundedStore, type BoundedStore } from "../../src/store/bounded.js";

/** A store for two processes, or for one before and after a restart. */
const createStore = () => createBoundedStore(new Keyv());

async function start(store: BoundedStore, leases = NO_LEASES) {
  const { drift, restored } = keepDrift(store, leases);
  await restored;
  return drift;
}

function loseBeta(drift: Awaited<ReturnType<typeof start>>) {
  for (let each = 0; each < 20; each++) drift.answered("provider-b", "overview", { beta: 1 });
  for (let each = 0; each < 10; each++) drift.answered("provider-b", "overview", { beta: null });
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 20));

describe("the kept list of missing fields", () => {
  it("is known to the next process, until the field is present again", async () => {
    const store = createStore();
    loseBeta(await start(store));
    await settled();
    const next = await start(store);
    expect(next.report()).toMatchObject([{ provider: "provider-b", source: "overview", field: "beta" }]);
    next.answered("provider-b", "overview", { beta: 2 });
    await settled();
    expect((await start(store)).report()).toEqual([]);
  });

  it("has the changes of all processes that write to it at the same moment", async () => {
    const store = createStore();
    const held = { by: "" };
    const leasesOf = (process: string): Leases => ({
      acquire: async () => held.by === "" && ((held.by = process), true),
      release: async () => void (held.by = ""),
    });
    const watches = await Promise.all(["one", "two", "three"].map((name) => start(store, leasesOf(name))));
    for (const [index, drift] of watches.entries()) {
      for (let each = 0; each < 3; each++) drift.unreadable("provider-b", `source-${index}`);
    }
    await vi.waitFor(async () => {
      const sources = (await start(store)).report().map(({ source }) => source);
      expect(sources.toSorted()).toEqual(["source-0", "source-1", "source-2"]);
    });
  });

  it.each([
    ["text", "drift"],
    ["a foreign provider", [{ provider: "<b>", source: "overview", field: "beta", since: "2026-03-05T14:00:00Z" }]],
    [
      "a sentence as a field",
      [{ provider: "provider-b", source: "overview", field: "a b", since: "2026-03-05T14:00:00Z" }],
    ],
    ["no time", [{ provider: "provider-b", source: "overview", field: "beta", since: "today" }]],
  ])("is empty when the store contains %s", async (_what, value) => {
    const store = createStore();
    await store.set("drift", JSON.stringify(value), 1_000);
    expect((await start(store)).report()).toEqual([]);
  });
});
