/** Pauses over a real Redis: they are published and stored for later subscribers, and invalid entries are ignored. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { SharedPause } from "../../src/contract/channels.js";
import { openRedis } from "../../src/store/redis.js";
import { createGate } from "../support/gate.js";
import { connectTo, hasRedis, startRedis, type RedisServer } from "../support/redis.js";

const KEY = "market-data-mcp:pauses";
const LIMITED: SharedPause = { provider: "provider-a", scope: undefined, ms: 30_000, reason: "rate_limited" };

const INVALID = [
  "junk",
  "[]",
  "null",
  '[1000,["provider-z",null,"rate_limited"]]',
  '[1000,["provider-a",null,"constructor"]]',
  '[1000,["provider-a",{},"rate_limited"]]',
  '[-5,["provider-a",null,"rate_limited"]]',
  '[1e99,["provider-a",null,"rate_limited"]]',
  '["1000",["provider-a",null,"rate_limited"]]',
  `[1000,["provider-a","${"x".repeat(600)}","rate_limited"]]`,
];

type Store = Awaited<ReturnType<typeof openRedis>>;

interface Listener {
  store: Store;
  received: SharedPause[];
  links: () => number;
  linked: Promise<void>;
}

describe.skipIf(!hasRedis)("published pauses", () => {
  let server: RedisServer;
  let client: Awaited<ReturnType<typeof connectTo>>;
  let opened: Store[];

  beforeAll(async () => {
    server = await startRedis();
    client = await connectTo(server);
  });
  afterAll(async () => {
    client.destroy();
    await server.kill();
  });
  beforeEach(async () => {
    opened = [];
    await client.flushAll();
  });
  afterEach(async () => {
    for (const store of opened) await store.close().catch(() => {});
  });

  async function listen({ url } = server): Promise<Listener> {
    const store = await openRedis(url);
    opened.push(store);
    const received: SharedPause[] = [];
    const gate = createGate();
    let links = 0;
    store.pauses.subscribe(
      (pause) => received.push(pause),
      () => {
        links++;
        gate.open();
      },
    );
    return { store, received, links: () => links, linked: gate.passed };
  }

  it("reach every subscriber", async () => {
    const [one, other] = await Promise.all([listen(), listen()]);
    await Promise.all([one.linked, other.linked]);
    await one.store.pauses.publish(LIMITED);
    await one.store.pauses.publish({ ...LIMITED, provider: "provider-b", scope: "/quote", ms: 5_000 });
    const expected = [LIMITED, { ...LIMITED, provider: "provider-b", scope: "/quote", ms: 5_000 }];
    await expect.poll(() => other.received).toEqual(expected);
  });

  it("reach later subscribers, with the remaining time, until the pause is over", async () => {
    const one = await listen();
    await one.linked;
    await one.store.pauses.publish({ ...LIMITED, ms: 1 });
    await one.store.pauses.publish({ ...LIMITED, provider: "provider-b" });
    await expect.poll(() => one.received.length).toBe(2);
    const late = await listen();
    await late.linked;
    expect(late.received).toEqual([{ ...LIMITED, provider: "provider-b", ms: expect.any(Number) }]);
    expect(late.received[0]!.ms).toBeGreaterThan(15_000);
    expect(late.received[0]!.ms).toBeLessThanOrEqual(30_000);
    expect(await client.pTTL(KEY)).toBeGreaterThan(15_000);
  });

  it("are received again after the server was unavailable", async () => {
    let failing = await startRedis();
    const listener = await listen(failing);
    await listener.linked;
    const { port } = failing;
    await failing.kill();
    failing = await startRedis({ port });
    try {
      await expect.poll(listener.links, { timeout: 10_000 }).toBe(2);
      const other = await listen(failing);
      await other.store.pauses.publish(LIMITED);
      await expect.poll(() => listener.received).toEqual([LIMITED]);
    } finally {
      await failing.kill();
    }
  });

  it("are ignored when they are invalid", async () => {
    const listener = await listen();
    await listener.linked;
    for (const junk of INVALID) {
      await client.publish(KEY, junk);
      await client.zAdd(KEY, { score: Date.now() + 60_000, value: junk });
    }
    const late = await listen();
    await late.linked;
    await late.store.pauses.publish(LIMITED);
    await expect.poll(() => [listener.received, late.received]).toEqual([[LIMITED], [LIMITED]]);
  });

  it("are delivered despite invalid entries in the store", async () => {
    await client.set(KEY, "junk");
    const listener = await listen();
    await listener.linked;
    await listener.store.pauses.publish(LIMITED);
    await expect.poll(() => listener.received).toEqual([LIMITED]);
  });
});
