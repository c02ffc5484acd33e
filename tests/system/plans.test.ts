/**
 * Plans admit the exact number of calls: in parallel, over both surfaces and in several processes.
 */
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { PLAN_LIMITS, PLANS, type Plan } from "../../src/contract/caller.js";
import { createFakeClock, hasFakeClock } from "../support/fake-clock.js";
import { startHttpProgram, temporaryFolder } from "../support/program.js";
import { writeKeys } from "./inbound-keys.js";
import { openMarket } from "./market.js";
import { createVisitor, inParallel, type HttpAnswer, type Visitor } from "./http-visitor.js";

type Program = Awaited<ReturnType<typeof startHttpProgram>>;

type Headers = Record<string, string>;

const ROUNDS = 50;
const AT_ONCE = 200;
const KEYS = Array.from({ length: ROUNDS + 60 }, (_, index) => ({
  id: `caller-${index}`,
  key: `key-of-caller-${index}`,
  plan: PLANS[index % PLANS.length]!,
}));
const unused = [...KEYS];
/** Returns the key of a caller without calls; throws when no caller of the plan is left. */
function freshKey(plan: Plan = "free"): Headers {
  const index = unused.findIndex((row) => row.plan === plan);
  if (index < 0) throw new Error(`no unused key of the ${plan} plan is left; give KEYS more rows`);
  const [{ key }] = unused.splice(index, 1) as [(typeof KEYS)[number]];
  return { "x-api-key": key };
}

const folder = temporaryFolder();
const keysFile = join(folder.path, "keys.json");
writeKeys(keysFile, KEYS);
// Not the demo, which stores nothing on disk.
const market = await openMarket();
const started: Program[] = [];
const visitors: Visitor[] = [];

async function start(env: Record<string, string> = {}): Promise<{ program: Program; visitor: Visitor }> {
  const program = await startHttpProgram([], { API_KEYS_FILE: keysFile, ...market.env, ...env });
  const visitor = createVisitor(program.url, AT_ONCE);
  started.push(program);
  visitors.push(visitor);
  return { program, visitor };
}

async function stopAll(): Promise<void> {
  for (const visitor of visitors.splice(0)) visitor.leave();
  expect(await Promise.all(started.splice(0).map((program) => program.stop()))).not.toContain(1);
}

const QUOTE = "/api/v1/stock/AAPL";

/** Makes a call over REST; returns whether it was admitted, and checks the error otherwise. */
async function passesRest({ ask }: Visitor, headers: Headers): Promise<boolean> {
  const reply = await ask(QUOTE, { headers });
  expect(reply.headers["ratelimit-policy"]).toMatch(/^"minute";q=\d+;w=60, "day";q=\d+;w=86400$/);
  expect(reply.headers["ratelimit"]).toMatch(/^"minute";r=\d+;t=\d+, "day";r=\d+;t=\d+$/);
  if (reply.status === 200) return true;
  expect(reply.status).toBe(429);
  const seconds = Number(reply.headers["retry-after"]);
  expect(reply.json()).toEqual({
    error: "Rate limit exceeded",
    detail: expect.stringMatching(new RegExp(`used up. Try again in ${seconds} s.$`)),
    retry_after: seconds,
  });
  expect(seconds).toBeGreaterThanOrEqual(1);
  return false;
}

/** Makes a tool call; returns whether it was admitted, and checks the error in the result otherwise. */
async function passesTool({ call }: Visitor, headers: Headers): Promise<boolean> {
  const { isError, _meta, structuredContent } = await call("provider_a_get_stock_quote", { symbol: "AAPL" }, headers);
  if (!isError) return true;
  const failed = _meta?.["market-data/error"];
  expect([failed?.kind, failed?.status, structuredContent]).toEqual(["rate_limited", 429, undefined]);
  expect(failed?.body["retry_after"]).toBe(failed?.retryAfter);
  return false;
}

/** Makes `count` parallel calls over both surfaces and all visitors; returns how many were admitted. */
async function countPassed(by: readonly Visitor[], headers: Headers, count = AT_ONCE): Promise<number> {
  const passed = await Promise.all(
    Array.from({ length: count }, (_, index) => {
      const visitor = by[index % by.length]!;
      return Math.floor(index / by.length) % 2 === 0 ? passesRest(visitor, headers) : passesTool(visitor, headers);
    }),
  );
  return passed.filter(Boolean).length;
}

afterAll(async () => {
  await market.close();
  folder.remove();
});

describe("plans of keys", () => {
  let visitor: Visitor;
  beforeAll(async () => ({ visitor } = await start({ DATA_DIR: join(folder.path, "one") })));
  afterAll(stopAll);

  it(`admit exactly 5, 20 and 100 of ${AT_ONCE} simultaneous calls, in each of ${ROUNDS} rounds`, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const plan = PLANS[round % PLANS.length]!;
      expect([round, await countPassed([visitor], freshKey(plan))]).toEqual([round, PLAN_LIMITS[plan].perMinute]);
    }
  }, 60_000);

  /** Returns the remaining calls of this minute, from the header. */
  const leftOf = ({ headers }: HttpAnswer) => Number(/"minute";r=(\d+)/.exec(String(headers["ratelimit"]))?.[1]);

  it("count calls over REST and tools together, and state what is left on every answer", async () => {
    const headers = freshKey();
    const left: number[] = [];
    const note = (reply: HttpAnswer) => left.push(leftOf(reply));
    const { headers: first } = await visitor.ask(QUOTE, { headers });
    note(await visitor.ask(QUOTE, { headers: { ...headers, "if-none-match": String(first.etag) } }));
    note(await visitor.ask("/api/v1/stock/NOSUCH", { headers }));
    note(await visitor.ask(QUOTE, { method: "HEAD", headers }));
    note(await visitor.post(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"nothing"}}`, headers));
    expect(left).toEqual([3, 2, 1, 1]);
    expect(await passesTool(visitor, headers)).toBe(true);
    expect(await passesRest(visitor, headers)).toBe(false);
    expect(await passesTool(visitor, headers)).toBe(false);
  });

  it("do not count requests that ask for no data", async () => {
    const headers = freshKey();
    const free = await Promise.all([
      visitor.post('{"jsonrpc":"2.0","id":1,"method":"ping"}', headers),
      visitor.post('{"jsonrpc":"2.0","id":1,"method":"tools/list"}', headers),
      visitor.post("not json", headers),
      visitor.ask("/api/v1/nothing", { headers }),
      visitor.ask(QUOTE, { method: "POST", headers }),
      visitor.ask(QUOTE, { method: "OPTIONS", headers }),
    ]);
    expect(free.map(({ status }) => status)).toEqual([200, 200, 400, 404, 405, 204]);
    // An unknown path is answered without looking at the key.
    expect(free.map(leftOf)).toEqual([5, 5, 5, Number.NaN, 5, 5]);
  });

  it("do not count a JSON-RPC batch, which is rejected as a whole", async () => {
    const headers = freshKey();
    const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "get_service_status" } };
    const reply = await visitor.post(
      Array.from({ length: 100 }, () => call),
      headers,
    );
    expect([reply.status, leftOf(reply)]).toEqual([400, 5]);
    expect(reply.json()).toMatchObject({ error: { code: -32600 } });
  });

  it("are separate: one caller's flood takes nothing from another", async () => {
    const [greedy, modest] = [freshKey(), freshKey()];
    const [flood, ...few] = await Promise.all([
      countPassed([visitor], greedy),
      passesRest(visitor, modest),
      passesTool(visitor, modest),
    ]);
    expect([flood, few]).toEqual([5, [true, true]]);
  });
});

describe("plans over processes and restarts", () => {
  afterEach(stopAll);

  it("are shared by two processes on one folder", async () => {
    const env = { DATA_DIR: join(folder.path, "two") };
    const [one, two] = await Promise.all([start(env), start(env)]);
    for (const plan of ["free", "starter", "professional", "free", "professional"] as const) {
      expect(await countPassed([one.visitor, two.visitor], freshKey(plan))).toBe(PLAN_LIMITS[plan].perMinute);
    }
  });

  it.each(["SIGTERM", "SIGKILL"] as const)("are kept over %s", async (signal) => {
    const env = { DATA_DIR: join(folder.path, signal) };
    const headers = freshKey();
    const before = await start(env);
    expect(await countPassed([before.visitor], headers, 3)).toBe(3);
    before.program.child.kill(signal);
    await before.program.exited;
    const after = await start(env);
    expect(await countPassed([after.visitor], headers)).toBe(2);
  });
});

describe("plans of callers without a key", () => {
  afterEach(stopAll);

  it("are counted by the socket's address, whatever a header contains", async () => {
    const { visitor } = await start({ DATA_DIR: join(folder.path, "anonymous"), ANONYMOUS_PLAN: "free" });
    let passed = 0;
    await inParallel(
      Array.from({ length: 60 }, (_, index) => `10.0.0.${index}`),
      60,
      async (address) => {
        const headers = { "x-forwarded-for": address, forwarded: `for=${address}`, "x-real-ip": address };
        if (await passesRest(visitor, headers)) passed++;
      },
    );
    expect(passed).toBe(5);
    expect(await passesRest(visitor, freshKey())).toBe(true);
    expect((await visitor.ask(QUOTE, { headers: { "x-api-key": "wrong" } })).status).toBe(401);
  });

  it("do not exist on an open server, which limits no caller by a plan", async () => {
    const { visitor } = await start({ DATA_DIR: join(folder.path, "open"), API_KEYS_FILE: "" });
    const { status, headers } = await visitor.ask(QUOTE);
    expect([status, headers["ratelimit"], headers["ratelimit-policy"]]).toEqual([200, undefined, undefined]);
  });
});

describe.skipIf(!hasFakeClock)("plans and time", () => {
  afterEach(stopAll);
  const DAY = 86_400;

  it("free a minute's calls after the minute, and a day's at midnight UTC, to the second", async () => {
    const clock = createFakeClock(folder.path);
    const toMidnight = () => DAY - ((Date.now() / 1000) % DAY);
    // The clock starts a second after the next midnight UTC.
    const midnight = toMidnight();
    clock.set(midnight + 1);
    const { visitor } = await start({ DATA_DIR: join(folder.path, "day"), TZ: "America/New_York", ...clock.env });
    const headers = freshKey();
    for (let minute = 0; minute < 50; minute++) {
      clock.set(midnight + 1 + minute * 61);
      // Refused calls do not count, otherwise the next minute would have less.
      expect([minute, await countPassed([visitor], headers, 8)]).toEqual([minute, 5]);
    }
    clock.set(midnight + 51 * 61);
    const spent = await visitor.ask(QUOTE, { headers });
    expect(spent.json()["detail"]).toMatch(/^The free plan allows 250 calls a UTC day/);
    const seconds = Number(spent.headers["retry-after"]);
    expect(seconds).toBeGreaterThan(DAY - 52 * 61);
    expect(seconds).toBeLessThanOrEqual(DAY - 51 * 61 + 1);

    clock.set(midnight + DAY - 30);
    expect(await passesRest(visitor, headers)).toBe(false);
    clock.set(midnight + DAY + 1);
    expect(await countPassed([visitor], headers, 8)).toBe(5);
  });

  it("admit a call after the announced wait, and not before", async () => {
    const clock = createFakeClock(folder.path);
    const { visitor } = await start({ DATA_DIR: join(folder.path, "wait"), ...clock.env });
    const headers = freshKey();
    expect(await countPassed([visitor], headers, 5)).toBe(5);
    const seconds = Number((await visitor.ask(QUOTE, { headers })).headers["retry-after"]);
    clock.set(seconds - 5);
    expect(await passesRest(visitor, headers)).toBe(false);
    clock.set(seconds);
    expect(await passesRest(visitor, headers)).toBe(true);
  });
});
