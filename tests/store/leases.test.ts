import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Leases } from "../../src/contract/store.js";
import { STORES, stopStores, type TestStore } from "./stores.js";

const LONG_MS = 60_000;
const SHORT_MS = 400;

afterAll(stopStores);

describe.each(STORES.filter(({ shared }) => shared))("leases in $name", ({ create }) => {
  let store: TestStore;
  let [ours, theirs]: Leases[] = [];
  beforeEach(async () => {
    store = await create();
    [ours, theirs] = [await store.openLeases(), await store.openLeases()];
  });
  afterEach(async () => {
    await store.close();
  });

  it("are granted to one holder only, for each key", async () => {
    expect(await ours!.acquire("k", LONG_MS)).toBe(true);
    expect(await theirs!.acquire("k", LONG_MS)).toBe(false);
    expect(await theirs!.acquire("other", LONG_MS)).toBe(true);
  });

  it("are granted to the next holder after a release", async () => {
    await ours!.acquire("k", LONG_MS);
    await ours!.release("k");
    expect(await theirs!.acquire("k", LONG_MS)).toBe(true);
  });

  it("are not released by another holder", async () => {
    await ours!.acquire("k", LONG_MS);
    await theirs!.release("k");
    await theirs!.release("nobody's");
    expect(await theirs!.acquire("k", LONG_MS)).toBe(false);
  });

  it("expire automatically", async () => {
    await ours!.acquire("k", SHORT_MS);
    await store.pass(SHORT_MS / 2);
    expect(await theirs!.acquire("k", SHORT_MS)).toBe(false);
    await store.pass(SHORT_MS / 2);
    expect(await theirs!.acquire("k", SHORT_MS)).toBe(true);
  });

  it("last as long as their holder renews them", async () => {
    await ours!.acquire("k", SHORT_MS);
    await store.pass(SHORT_MS / 2);
    expect(await ours!.acquire("k", SHORT_MS)).toBe(true);
    await store.pass(SHORT_MS / 2);
    expect(await theirs!.acquire("k", SHORT_MS)).toBe(false);
  });

  it("are free when more than a lease's duration is left, because of invalid data or a clock set back", async () => {
    await store.plant("junk");
    expect(await ours!.acquire("junk", LONG_MS)).toBe(true);
    expect(await theirs!.acquire("junk", LONG_MS)).toBe(false);
    await ours!.acquire("k", 24 * 3_600_000);
    expect(await theirs!.acquire("k", LONG_MS)).toBe(true);
    expect(await ours!.acquire("k", LONG_MS)).toBe(false);
  });

  it("are granted to one of many simultaneous callers", async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => store.openLeases()));
    const taken = await Promise.all(all.map((leases) => leases.acquire("k", LONG_MS)));
    expect(taken.filter(Boolean)).toHaveLength(1);
  });
});
