/** Programs share state through one Redis, and continue when that Redis fails. */
import { once } from "node:events";
import { connect, createServer, type AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { connectTo, freePort, hasRedis, startRedis, type RedisOptions, type RedisServer } from "../support/redis.js";
import { startUpstreams, type Upstreams } from "../support/upstreams.js";
import {
  ask,
  askAll,
  complaints,
  killAll,
  quotePaths,
  seconds,
  startFleet,
  storeMessages,
  tally,
  underLoad,
  type Answer,
  type Program,
} from "./fleet.js";

const GONE = "The store cannot be used; continuing in memory.";
const BACK = "The store can be used again.";
/** The most that a frozen store may delay an answer. */
const BOUND_MS = 100;
/**
 * The most requests that it may delay, of one every 20 ms; it delays five to seven. A number and no share, because a slow
 * machine answers fewer requests in the same time.
 */
const MOST_DELAYED = 15;
/** Longer than one answer takes on a busy test machine, shorter than each outage in these tests. */
const HANG_MS = 1_500;

let upstreams: Upstreams;
let servers: RedisServer[];
let programs: Program[];

beforeEach(async () => {
  upstreams = await startUpstreams();
  servers = [];
  programs = [];
});

afterEach(async () => {
  await killAll(programs);
  for (const server of servers) {
    server.thaw();
    await server.kill();
  }
  await upstreams.close();
});

async function startServer(options?: RedisOptions): Promise<RedisServer> {
  const server = await startRedis(options);
  servers.push(server);
  return server;
}

async function start(count: number, storeUrl: string, env: Record<string, string> = {}): Promise<Program[]> {
  const started = await startFleet(count, { ...upstreams.env, STORE_URL: storeUrl, ...env });
  programs.push(...started);
  return started;
}

/** Requests one new stock after the other. */
const missLoad = (program: Program) => underLoad(program, (index) => `/stock/L${index}`);

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

const longest = (answers: readonly Answer[]) => Math.max(...answers.map(({ ms }) => ms));

/**
 * Waits until the store is in use; returns the number of complaints so far. On a slow machine a Redis that has just been
 * started may be late, which is no complaint about what the test does to it afterwards.
 */
async function untilUsed(program: Program): Promise<number> {
  if (storeMessages(program).at(-1) === GONE) await untilBack(program);
  return complaints(program).length;
}

/** Sends requests until the program reports, after its first messages on the store, that it is available. */
async function untilBack(program: Program, first = 0): Promise<void> {
  let call = 0;
  await expect
    .poll(
      async () => {
        await ask(program, `/stock/BACK${call++}`);
        return storeMessages(program).slice(first).at(-1);
      },
      { timeout: 8_000, interval: 100 },
    )
    .toBe(BACK);
}

async function keysIn(server: RedisServer): Promise<string[]> {
  const client = await connectTo(server);
  const keys = await client.keys("*");
  client.destroy();
  return keys.sort();
}

describe.skipIf(!hasRedis)("a process over Redis", () => {
  it("stores everything under one prefix, with an expiry", async () => {
    const server = await startServer();
    const [program] = await start(1, server.url);
    await ask(program!, "/stock/ACME");
    const keys = await keysIn(server);
    expect(keys.length).toBeGreaterThanOrEqual(3);
    for (const key of keys) expect(key).toMatch(/^market-data-mcp:/);
    const client = await connectTo(server);
    for (const key of keys) expect(await client.pTTL(key)).toBeGreaterThan(0);
    client.destroy();
  });
});

describe.skipIf(!hasRedis)("a Redis that is unavailable at the start", () => {
  it("costs a moment and one line in the log, and is used as soon as it is available", async () => {
    const port = await freePort();
    const [usual] = await start(1, (await startServer()).url);
    const [program] = await start(1, `redis://127.0.0.1:${port}/0`);
    const { ms: usualMs } = await ask(usual!, "/stock/ACME");
    const first = await ask(program!, "/stock/ACME");
    expect(first.status).toBe(200);
    expect(first.ms).toBeLessThan(usualMs + BOUND_MS + HANG_MS / 5);
    const answers = await askAll([program!], quotePaths(50));
    expect(tally(answers)).toEqual({ 200: 50 });
    expect((await ask(program!, "/stock/ACME")).headers.get("cache-status")).toMatch(/^market-data-mcp; hit/);
    await seconds(0.5);
    await ask(program!, "/stock/LATER");
    expect(complaints(program!)).toMatchObject([{ event: "store", message: GONE }]);

    const server = await startServer({ port });
    await untilBack(program!);
    expect(storeMessages(program!)).toEqual([GONE, BACK]);
    await ask(program!, "/stock/SHARED");
    expect((await keysIn(server)).join(" ")).toContain("SHARED");
  });

  it("does not keep the program from ending", async () => {
    const [program] = await start(1, `redis://127.0.0.1:${await freePort()}/0`);
    await ask(program!, "/stock/ACME");
    const started = performance.now();
    expect(await program!.stop()).toBe(0);
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});

describe.skipIf(!hasRedis)("a Redis in trouble under load", () => {
  it("that is killed fails and delays no request, and is used again when it is back", async () => {
    const server = await startServer();
    const [program] = await start(1, server.url);
    await ask(program!, "/stock/WARM");
    const load = missLoad(program!);
    await seconds(0.5);
    await server.kill();
    await seconds(1);
    await startServer({ port: server.port });
    await untilBack(program!);
    const answers = await load.stop();
    expect(tally(answers)).toEqual({ 200: answers.length });
    expect(longest(answers)).toBeLessThan(HANG_MS);
    expect(complaints(program!)).toMatchObject([{ message: GONE }, { message: BACK }]);
  });

  it("that is frozen delays only a few requests, is bypassed, and used again when it responds", async () => {
    const server = await startServer();
    const [[program], [usual]] = await Promise.all([start(1, server.url), start(1, "memory:")]);
    await askAll([program!, usual!], quotePaths(2, "WARM"));
    const before = await untilUsed(program!);
    server.freeze();
    const loads = [program!, usual!].map(missLoad);
    await seconds(3);
    const [answers, usualAnswers] = await Promise.all(loads.map(({ stop }) => stop()));
    expect(tally(answers!)).toEqual({ 200: answers!.length });
    // Both programs get each request at the same moment, so a busy machine delays both answers.
    const pairs = Math.min(answers!.length, usualAnswers!.length);
    const added = answers!.slice(0, pairs).map(({ ms }, index) => ms - usualAnswers![index]!.ms);
    expect(median(added)).toBeLessThan(BOUND_MS / 2);
    expect(added.filter((ms) => ms > BOUND_MS / 2).length).toBeLessThanOrEqual(MOST_DELAYED);
    expect(longest(answers!)).toBeLessThan(HANG_MS);
    server.thaw();
    await untilBack(program!, before);
    expect(complaints(program!).slice(before)).toMatchObject([{ message: GONE }, { message: BACK }]);
    expect((await ask(program!, "/stock/AFTER")).ms).toBeLessThan(HANG_MS);
  });

  it("that was frozen delays no request afterwards with old commands", async () => {
    const server = await startServer();
    const [one, other] = await start(2, server.url);
    await askAll([one!, other!], quotePaths(2, "WARM"));
    server.freeze();
    const { status } = await ask(one!, "/stock/ACME");
    expect(status).toBe(200);
    server.thaw();
    await seconds(0.1);
    expect((await ask(other!, "/stock/ACME")).ms).toBeLessThan(HANG_MS);
  });
});

describe.skipIf(!hasRedis)("invalid data in Redis, under our own keys", () => {
  const junk: Record<string, (client: Awaited<ReturnType<typeof connectTo>>, key: string) => Promise<unknown>> = {
    TEXT: (client, key) => client.set(key, "junk"),
    NOTHING: (client, key) => client.set(key, "null"),
    EMPTY: (client, key) => client.set(key, ""),
    NUMBER: (client, key) => client.set(key, "42"),
    OTHER: (client, key) => client.set(key, JSON.stringify({ value: { price: 1 } })),
    CUT: async (client, key) => client.set(key, (await client.get(key))!.slice(0, -10)),
    PROTO: (client, key) => client.set(key, '{"value":{"__proto__":{"value":1},"constructor":1}}'),
    LIST: async (client, key) => [await client.del(key), await client.lPush(key, "junk")],
    HUGE: (client, key) => client.set(key, "x".repeat(50_000_000)),
  };

  const HUGE = "/stock/HUGE";

  it("is a miss and is overwritten", { timeout: 60_000 }, async () => {
    const server = await startServer();
    const names = Object.keys(junk);
    const paths = names.map((name) => `/stock/${name}`);
    const [first] = await start(1, server.url);
    await askAll([first!], paths);
    const client = await connectTo(server);
    const keys = await client.keys("*");
    for (const name of names) {
      const key = keys.find((each) => each.includes(`"${name}"`));
      await junk[name]!(client, key!);
    }
    for (const key of keys.filter((each) => each.includes(":counter:"))) await client.set(key, "junk");

    const [second] = await start(1, server.url);
    await ask(second!, "/stock/WARM");
    for (const path of paths) {
      const { status, headers } = await ask(second!, path);
      expect([path, status, headers.get("cache-status")]).toEqual([path, 200, "market-data-mcp; fwd=miss"]);
    }
    const [third] = await start(1, server.url);
    for (const path of paths.filter((each) => each !== HUGE)) {
      const { headers } = await ask(third!, path);
      expect([path, headers.get("cache-status")]).toEqual([path, expect.stringMatching(/^market-data-mcp; hit/)]);
    }
    // On a busy machine 50 MB exceed the time limit of a step, so that a process skips the store instead of writing.
    const hugeAtNext = async () => (await ask((await start(1, server.url))[0]!, HUGE)).headers.get("cache-status");
    await expect.poll(hugeAtNext, { timeout: 30_000 }).toMatch(/^market-data-mcp; hit/);
    client.destroy();
  });
});

describe.skipIf(!hasRedis)("a Redis that becomes a replica, while its name leads to the new master", () => {
  it("is left by its connections, so that calls are counted together again", { timeout: 40_000 }, async () => {
    const [old, next] = await Promise.all([startServer(), startServer()]);
    let target = old.port;
    const name = createServer((socket) => {
      const onward = connect(target, "127.0.0.1");
      for (const each of [socket, onward]) each.on("error", () => {});
      socket.pipe(onward).pipe(socket);
    }).listen(0, "127.0.0.1");
    await once(name, "listening");
    onTestFinished(() => void name.close());
    const { port } = name.address() as AddressInfo;
    const fleet = await start(2, `redis://127.0.0.1:${port}/0`);
    expect(tally(await askAll(fleet, quotePaths(4)))).toEqual({ 200: 4 });

    const before = await Promise.all(fleet.map(untilUsed));
    target = next.port;
    const master = await connectTo(old);
    await master.sendCommand(["REPLICAOF", "127.0.0.1", String(next.port)]);
    master.destroy();
    // The name is served by this process: while it is busy, an answer may be late before the replica's refusal comes.
    let call = 0;
    const lastComplaints = async (program: Program, first: number | undefined) => {
      await ask(program, `/stock/BACK${call++}`);
      return complaints(program).slice(first).slice(-2);
    };
    for (const [at, program] of fleet.entries()) {
      await expect
        .poll(() => lastComplaints(program, before[at]), { timeout: 12_000, interval: 100 })
        .toMatchObject([{ message: GONE, reason: "READONLY" }, { message: BACK }]);
    }
    expect((await keysIn(next)).join(" ")).toContain(":counter:");
  });
});

describe.skipIf(!hasRedis)("a Redis that rejects", () => {
  it("scripts is not used for counts, and the log says why", async () => {
    const server = await startServer();
    const client = await connectTo(server);
    await client.sendCommand(["ACL", "SETUSER", "default", "-eval"]);
    client.destroy();
    const [program] = await start(1, server.url, { PROVIDER_A_DAILY_QUOTA: "30" });
    expect(tally(await askAll([program!], quotePaths(40)))).toEqual({ 200: 30, 429: 10 });
    expect(complaints(program!)).toMatchObject([{ event: "store", message: GONE, reason: "NOPERM" }]);
  });

  it.each<[string, RedisOptions, (url: string) => string]>([
    ["our password", { password: "right-secret-42" }, (url) => url.replace("right-secret-42", "wrong-secret-77")],
    ["us without a password", { password: "right-secret-42" }, (url) => url.replace(":right-secret-42@", "")],
    [
      "more data, because its memory is full",
      { directives: ["--maxmemory", "100kb", "--maxmemory-policy", "noeviction"] },
      (url) => url,
    ],
    ["writes, because it is a replica", { directives: ["--replicaof", "127.0.0.1", "1"] }, (url) => url],
  ])("%s is not used, with one line in the log", async (_what, options, toUrl) => {
    const server = await startServer(options);
    const [program] = await start(1, toUrl(server.url), { LOG_LEVEL: "debug", PROVIDER_A_DAILY_QUOTA: "30" });
    const answers = await askAll([program!], quotePaths(20));
    answers.push(...(await askAll([program!], quotePaths(20, "LATER"))));
    expect(tally(answers)).toEqual({ 200: 30, 429: 10 });
    expect(complaints(program!)).toMatchObject([{ event: "store", message: GONE }]);
    expect(await program!.stop()).toBe(0);
    expect(program!.stdout() + program!.stderr() + JSON.stringify(answers)).not.toMatch(/secret/);
  });

  it("more data is used again when there is room", async () => {
    const server = await startServer({ directives: ["--maxmemory", "100kb", "--maxmemory-policy", "noeviction"] });
    const [program] = await start(1, server.url);
    await ask(program!, "/stock/ACME");
    const client = await connectTo(server);
    await client.configSet("maxmemory", "0");
    client.destroy();
    await untilBack(program!);
    expect(storeMessages(program!)).toEqual([GONE, BACK]);
  });
});
