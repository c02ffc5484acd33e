/** Operators see which store is in use, and when it is lost; `--demo` shares its store, too. */
import { afterAll, afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { startProgram, temporaryFolder } from "../support/program.js";
import { readPrometheus } from "../support/prometheus.js";
import { connectTo, hasRedis, startRedis, type RedisServer } from "../support/redis.js";
import { startUpstreams } from "../support/upstreams.js";
import { writeKeys } from "../system/inbound-keys.js";
import { join } from "node:path";
import { ask, killAll, startFleet, tally, type Program } from "./fleet.js";

let redis: RedisServer;
let programs: Program[] = [];
const folder = temporaryFolder();

beforeEach(async () => {
  if (hasRedis) redis = await startRedis();
});

const KEY = "a-key-of-alice-that-is-long-enough";
const keysFile = join(folder.path, "keys.json");
writeKeys(keysFile, [
  { id: "alice", key: KEY, plan: "free" },
  { id: "bob", key: "a-key-of-bob-that-is-long-enough", plan: "starter" },
]);
/** Asks as alice, from the programs in turn. */
const askAsAlice = (times: number) =>
  Promise.all(
    Array.from({ length: times }, (_, at) => ask(programs[at % programs.length]!, "/stock/AAPL", { "x-api-key": KEY })),
  );

afterAll(() => folder.remove());
afterEach(async () => {
  await killAll(programs);
  programs = [];
  if (hasRedis) await redis.kill();
});

async function readiness({ url }: { url: string }): Promise<[status: number, store: unknown]> {
  const answer = await fetch(`${url}/readyz`);
  return [answer.status, ((await answer.json()) as { store: unknown }).store];
}

/** Returns the gauge of the store, by kind. */
async function gauge({ url }: { url: string }): Promise<unknown> {
  const families = readPrometheus(await (await fetch(`${url}/metrics`)).text());
  return families.get("market_data_store_up")!.samples.map(({ labels, value }) => [labels["store"], value]);
}

describe.skipIf(!hasRedis)("a lost Redis", () => {
  it("is visible without callers, in readiness and metrics, until it is back", { timeout: 30_000 }, async () => {
    programs = await startFleet(1, { STORE_URL: redis.url });
    const [program] = programs;
    expect([await readiness(program!), await gauge(program!)]).toEqual([[200, "redis"], [["redis", 1]]]);
    await redis.kill();
    await expect.poll(() => readiness(program!)).toEqual([200, "memory (redis lost)"]);
    expect(await gauge(program!)).toEqual([["redis", 0]]);
    redis = await startRedis({ port: redis.port });
    await expect.poll(() => readiness(program!), { timeout: 15_000, interval: 200 }).toEqual([200, "redis"]);
    expect(await gauge(program!)).toEqual([["redis", 1]]);
  });
});

describe("a store in memory", () => {
  it("is not reported as lost", async () => {
    programs = await startFleet(1, { STORE_URL: "memory:" });
    expect([await readiness(programs[0]!), await gauge(programs[0]!)]).toEqual([[200, "memory"], [["memory", 1]]]);
  });
});

describe("the simulated market", () => {
  it.skipIf(!hasRedis)("shares plans in Redis, under names of its own, and says so at the start", async () => {
    programs = await startFleet(2, { DEMO: "1", STORE_URL: redis.url, API_KEYS_FILE: keysFile });
    expect(tally(await askAsAlice(8))).toEqual({ 200: 5, 429: 3 });
    const client = await connectTo(redis);
    const names = await client.keys("*");
    client.destroy();
    expect(names.length).toBeGreaterThan(2);
    expect(names.filter((name) => !name.startsWith("market-data-mcp:demo:"))).toEqual([]);
    for (const program of programs) {
      expect(program.stdout()).toContain(`  Store  Redis at ${new URL(redis.url).host}\n`);
      expect(program.stderr()).toMatch(/"event":"listening".*"store":"redis"/);
    }
  });

  it("says at the start that its store is in memory", async () => {
    programs = await startFleet(1, { DEMO: "1" });
    expect(programs[0]!.stdout()).toContain(
      "  Store  in memory, of this process alone; STORE_URL=redis://… is shared\n",
    );
    expect(programs[0]!.stderr()).toMatch(/"event":"listening".*"store":"memory"/);
  });
});

/** Runs `keys list --usage`. */
async function usage(env: Record<string, string>, ...args: string[]) {
  const program = startProgram(["keys", "list", "--usage", "--file", keysFile, ...args], env);
  return { code: await program.exited, out: program.stdout(), err: program.stderr() };
}

describe("keys list --usage", () => {
  const stores = {
    "the file of all processes": () => ({ DATA_DIR: join(folder.path, "data") }),
    Redis: () => ({ STORE_URL: redis.url, DEMO: "1" }),
  };

  it.for(Object.entries(stores))("counts where plans are counted, in %s", async ([name, toEnv], { skip }) => {
    skip(name === "Redis" && !hasRedis, "Redis is not installed");
    const upstreams = await startUpstreams();
    onTestFinished(() => upstreams.close());
    const env: Record<string, string> = toEnv();
    programs = await startFleet(2, { ...upstreams.env, ...env, API_KEYS_FILE: keysFile });
    expect(tally(await askAsAlice(7))).toEqual({ 200: 5, 429: 2 });
    expect(await usage(env)).toEqual({
      code: 0,
      out: [
        "id     plan     calls today  calls in 30 days",
        "-----  -------  -----------  ----------------",
        "alice  free               5                 5",
        "bob    starter            0                 0",
        "",
      ].join("\n"),
      err: "",
    });
    const { out } = await usage(env, "--json");
    expect(JSON.parse(out)).toEqual([
      { id: "alice", plan: "free", calls_today: 5, calls_30_days: 5 },
      { id: "bob", plan: "starter", calls_today: 0, calls_30_days: 0 },
    ]);
  });

  it.each([
    ["memory", () => ({ STORE_URL: "memory:" }), /counts in its own memory/],
    ["a folder without a store", () => ({ DATA_DIR: join(folder.path, "none") }), /no counts in .*none\. Run this as/],
    ["a Redis that is gone", () => ({ STORE_URL: "redis://127.0.0.1:1/0" }), /store cannot be read\. Run this as/],
  ] as const)("says in a sentence why it cannot: %s", async (_what, toEnv, sentence) => {
    const { code, out, err } = await usage(toEnv());
    expect([code, out, err]).toEqual([1, "", expect.stringMatching(sentence)]);
  });
});
