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

  it("are kept under their name, the latest only", async () => {
    const sessions = await store.openSessions();
    await sessions.set("provider-b", "first", 60_000);
    await sessions.set("provider-b", "second", 60_000);
    expect(await (await store.openSessions()).get("provider-b")).toBe("second");
    expect(await sessions.get("provider-c")).toBeUndefined();
  });

  it("end after their time", async () => {
    const sessions = await store.openSessions();
    await sessions.set("provider-b", "short", 20);
    await expect.poll(() => sessions.get("provider-b")).toBeUndefined();
  });
});
