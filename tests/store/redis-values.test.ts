/** Values in a Redis whose memory is limited as docs/fleet.md says: they never displace counts and sessions. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { DAY_MS } from "../../src/lib/day.js";
import { MAX_VALUE_BYTES, openRedis } from "../../src/store/redis.js";
import { hasRedis, startRedis, type RedisServer } from "../support/redis.js";

const PLAN = [{ name: "day", limit: 250, bucketMs: DAY_MS }];
const CALLERS = Array.from({ length: 200 }, (_, at) => `key ${at}`);
const YEAR_MS = 365 * DAY_MS;

let server: RedisServer;
let store: Awaited<ReturnType<typeof openRedis>>;
afterEach(async () => {
  await store.close();
  await server.kill();
});

async function open(directives: readonly string[] = []) {
  server = await startRedis({ directives });
  store = await openRedis(server.url);
  await vi.waitFor(() => store.leases.release("nobody's"), { timeout: 10_000 });
}

describe.skipIf(!hasRedis)("Redis with a limit of memory", () => {
  it.each([
    ["filed documents", 300_000, YEAR_MS],
    ["facts of companies", 100_000, 30 * DAY_MS],
    ["whole price histories", 1_500_000, DAY_MS],
  ])("keeps the counts of callers and the sessions, however many %s are stored", async (_what, length, ttlMs) => {
    await open(["--maxmemory", "4mb", "--maxmemory-policy", "volatile-lru"]);
    for (const caller of CALLERS) await store.counters.take(caller, PLAN);
    await store.sessions.set("provider-b", "session", DAY_MS);
    const text = "x".repeat(length);
    for (let number = 0; number < 60; number++) await store.adapter.set(`long ${number}`, text, ttlMs);
    const used = await Promise.all(CALLERS.map(async (caller) => (await store.counters.usage(caller, PLAN))[0]!.used));
    expect(used).toEqual(CALLERS.map(() => 1));
    expect(await store.sessions.get("provider-b")).toBe("session");
  });

  it.each([
    [MAX_VALUE_BYTES, 4 * DAY_MS, true],
    [MAX_VALUE_BYTES + 1, 1000, false],
    [MAX_VALUE_BYTES, 4 * DAY_MS + 1, false],
    [MAX_VALUE_BYTES / 2, 8 * DAY_MS, true],
    [2_872, YEAR_MS, true],
    [2_873, YEAR_MS, false],
  ])("stores %d bytes that live for %d ms: %s", async (length, ttlMs, isStored) => {
    await open();
    await store.adapter.set("value", "x".repeat(length), ttlMs);
    expect(await store.adapter.get("value")).toBe(isStored ? "x".repeat(length) : undefined);
  });
});
