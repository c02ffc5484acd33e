import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Leases } from "../../src/contract/leases.js";
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

  it("are given to one only, for each key", async () => {
    expect(await ours!.acquire("k", LONG_MS)).toBe(true);
    expect(await theirs!.acquire("k", LONG_MS)).toBe(false);
    expect(await theirs!.acquire("other", LONG_MS)).toBe(true);
  });

  it("are given to the next when they come back", async () => {
    await ours!.acquire("k", LONG_MS);
    await ours!.release("k");
    expect(await theirs!.acquire("k", LONG_MS)).toBe(true);
  });

  it("are not given back by somebody else", async () => {
    await ours!.acquire("k", LONG_MS);
    await theirs!.release("k");
    await theirs!.release("nobody's");
    expect(await theirs!.acquire("k", LONG_MS)).toBe(false);
  });

  it("run out by themselves", async () => {
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

  it("are free when more is left of them than a lease can have: junk, or a clock set back", async () => {
    await store.plant("junk");
    expect(await ours!.acquire("junk", LONG_MS)).toBe(true);
    expect(await theirs!.acquire("junk", LONG_MS)).toBe(false);
    await ours!.acquire("k", 24 * 3_600_000);
    expect(await theirs!.acquire("k", LONG_MS)).toBe(true);
    expect(await ours!.acquire("k", LONG_MS)).toBe(false);
  });

  it("go to one of many who ask at once", async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => store.openLeases()));
    const taken = await Promise.all(all.map((leases) => leases.acquire("k", LONG_MS)));
    expect(taken.filter(Boolean)).toHaveLength(1);
  });
});
