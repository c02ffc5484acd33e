/** Three built programs with one real Redis, behind a simple balancer. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hasRedis, startRedis, type RedisServer } from "../support/redis.js";
import { startUpstreams, type Upstreams } from "../support/upstreams.js";
import { startBalancer, type Balancer } from "./balancer.js";
import {
  ask,
  askAll,
  complaints,
  killAll,
  quotePaths,
  seconds,
  startFleet,
  tally,
  underLoad,
  type Answer,
  type Program,
} from "./fleet.js";

/**
 * The most that the store may delay a request in milliseconds: after the first slow step, the program skips the store.
 */
const STORE_MS = 100;
/** Additional time on a busy test machine. */
const BUSY_MS = 1_000;

let upstreams: Upstreams;
let server: RedisServer;
let fleet: Program[];
/** `undefined` until `start` has started it. */
let balancer: Balancer | undefined;

beforeEach(async () => {
  upstreams = await startUpstreams();
  server = await startRedis();
  fleet = [];
  balancer = undefined;
});

afterEach(async () => {
  await balancer?.close();
  await killAll(fleet);
  server.thaw();
  await server.kill();
  await upstreams.close();
});

/** Starts three programs behind one address, and lets each answer once. */
async function start(env: Record<string, string> = {}): Promise<void> {
  fleet = await startFleet(3, { ...upstreams.env, STORE_URL: server.url, ...env });
  balancer = await startBalancer(fleet);
  await askAll(fleet, ["/stock/WARM0", "/stock/WARM1", "/stock/WARM2"]);
}

/** Requests hits and misses in turn. */
const mixedLoad = () =>
  underLoad(balancer!, (index) => (index % 2 === 0 ? `/stock/NEW${index}` : `/stock/WARM${index % 3}`));

/** Prints the durations for a reader of the test's output; returns the longest one. */
function report(what: string, answers: readonly Answer[]): number {
  const sorted = answers.map(({ ms }) => ms).toSorted((a, b) => a - b);
  const at = (part: number) => Math.round(sorted[Math.floor((sorted.length - 1) * part)]!);
  console.log(`${what}: ${answers.length} answers, ms p50 ${at(0.5)}, p90 ${at(0.9)}, p99 ${at(0.99)}, max ${at(1)}`);
  return at(1);
}

describe.skipIf(!hasRedis)("a fleet of three", () => {
  it("makes one upstream call for two hundred simultaneous misses of one answer", async () => {
    await start();
    const before = upstreams.calls.a;
    const { reached, open } = upstreams.hold();
    const asked = askAll(
      [balancer!],
      Array.from({ length: 200 }, () => "/stock/ACME"),
    );
    await reached;
    setTimeout(open, 200);
    const answers = await asked;
    expect(tally(answers)).toEqual({ 200: 200 });
    expect(new Set(answers.map(({ body }) => body["timestamp"])).size).toBe(1);
    expect(upstreams.calls.a).toBe(before + 1);
    expect(fleet.flatMap(complaints)).toEqual([]);
  });

  it("serves an answer of one replica from all of them", async () => {
    await start();
    const before = upstreams.calls.a;
    await ask(balancer!, "/stock/ACME");
    const answers = await Promise.all(fleet.map((each) => ask(each, "/stock/ACME")));
    expect(answers.map(({ headers }) => headers.get("cache-status"))).toEqual(
      Array.from({ length: 3 }, () => expect.stringMatching(/^market-data-mcp; hit/)),
    );
    expect(upstreams.calls.a).toBe(before + 1);
  });

  it("uses one daily quota exactly, also when one replica is killed and another joins", async () => {
    await start({ PROVIDER_A_DAILY_QUOTA: "23" });
    expect(tally(await askAll([balancer!], quotePaths(12)))).toEqual({ 200: 12 });
    fleet[0]!.child.kill("SIGKILL");
    const [late] = await startFleet(1, { ...upstreams.env, STORE_URL: server.url, PROVIDER_A_DAILY_QUOTA: "23" });
    fleet.push(late!);
    expect(tally(await askAll(fleet.slice(1), quotePaths(60, "LATER")))).toEqual({ 200: 8, 429: 52 });
    expect(upstreams.calls.a).toBe(23);
  });

  it("counts one caller's plan together", async () => {
    await start({ ANONYMOUS_PLAN: "starter" });
    const answers = await askAll(
      [balancer!],
      Array.from({ length: 60 }, () => "/stock/ACME"),
    );
    // Three of the twenty were used to warm up.
    expect(tally(answers)).toEqual({ 200: 17, 429: 43 });
  });

  it("pauses a provider on all replicas within a second of a limit on one of them, and on replicas that join later", async () => {
    await start();
    upstreams.limit(40);
    expect((await ask(fleet[0]!, "/stock/ACME")).status).toBe(429);
    await expect
      .poll(() => fleet.map(({ stderr }) => stderr().includes('"event":"upstream-paused"')), { timeout: 1_000 })
      .toEqual([true, true, true]);
    const before = upstreams.calls.a;
    const env = { ...upstreams.env, STORE_URL: server.url };
    fleet.push(...(await startFleet(1, env)));
    for (const replica of fleet.slice(1)) {
      const { status, body } = await ask(replica, "/stock/OTHER");
      expect(status).toBe(429);
      expect(body["retry_after"]).toBeLessThanOrEqual(40);
      expect(body["retry_after"]).toBeGreaterThan(20);
    }
    expect(upstreams.calls.a).toBe(before);
  });

  it("pauses a provider in each process alone while Redis is unavailable, and in all when it is back", async () => {
    await start();
    await server.kill();
    upstreams.limit(40);
    expect((await ask(fleet[0]!, "/stock/ACME")).status).toBe(429);
    upstreams.limit(0);
    expect((await ask(fleet[0]!, "/stock/ACME")).status).toBe(429);
    expect((await ask(fleet[1]!, "/stock/ACME")).status).toBe(200);
    server = await startRedis({ port: server.port });
    await expect
      .poll(async () => (await ask(fleet[1]!, `/stock/NEW${Math.random().toString(36).slice(2)}`)).status, {
        timeout: 10_000,
        interval: 200,
      })
      .toBe(429);
  });

  it("fails no request when Redis is killed and restarted under load, and no request waits for it", async () => {
    await start();
    const load = mixedLoad();
    await seconds(1);
    await server.kill();
    await seconds(2);
    server = await startRedis({ port: server.port });
    await seconds(2);
    const answers = await load.stop();
    expect(tally(answers)).toEqual({ 200: answers.length });
    expect(report("Redis killed", answers)).toBeLessThan(STORE_MS + BUSY_MS);
  });

  it("fails no request when Redis hangs under load, and few wait for the time limit of a step", async () => {
    await start();
    const load = mixedLoad();
    await seconds(1);
    server.freeze();
    await seconds(3);
    server.thaw();
    await seconds(1);
    const answers = await load.stop();
    expect(tally(answers)).toEqual({ 200: answers.length });
    expect(report("Redis frozen", answers)).toBeLessThan(STORE_MS + BUSY_MS);
    const slow = answers.filter(({ ms }) => ms >= STORE_MS).length;
    expect(slow / answers.length).toBeLessThan(0.5);
  });
});
