import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { STORES, stopStores, type TestStore } from "./stores.js";

afterAll(stopStores);

describe.each(STORES)("sessions in $name", ({ create }) => {
  let store: TestStore;
  beforeEach(async () => {
    store = await create();
  });
  afterEach(async () => {
    await store.close();
  });

  it("are stored under their name, the latest one only", async () => {
    const sessions = await store.openSessions();
    await sessions.set("provider-b", "first", 60_000);
    await sessions.set("provider-b", "second", 60_000);
    expect(await (await store.openSessions()).get("provider-b")).toBe("second");
    expect(await sessions.get("provider-c")).toBeUndefined();
  });

  it("expire after their time", async () => {
    const sessions = await store.openSessions();
    await sessions.set("provider-b", "short", 20);
    await expect.poll(() => sessions.get("provider-b")).toBeUndefined();
  });
});
