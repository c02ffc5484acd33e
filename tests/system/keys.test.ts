/** Inbound keys: accepted callers, rejections, and the effect of a new keys file. */
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { hasFakeClock } from "../support/fake-clock.js";
import { createProgramClock } from "../support/program-clock.js";
import { startHttpProgram, startProgram, temporaryFolder } from "../support/program.js";
import { run } from "../cli/at-terminal.js";
import { writeKeys } from "./inbound-keys.js";
import { createVisitor, type HttpAnswer, type Visitor } from "./http-visitor.js";

const ALICE = { id: "alice", key: "canary-key-of-alice", plan: "professional" } as const;
const BOB = { id: "bob", key: "canary-key-of-bob", plan: "free" } as const;
const WRONG = "canary-key-of-nobody";

const folder = temporaryFolder();
const keysFile = join(folder.path, "keys.json");
const env = { DATA_DIR: folder.path, API_KEYS_FILE: keysFile };
afterAll(() => folder.remove());

const QUOTE = "/api/v1/stock/AAPL";
const SHARED = "/api/v1/stock/MSFT";
const OVERVIEW = "/api/v1/stock/AAPL/overview";
const PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
const WANTED = "A valid key is needed. Send it in the header X-API-Key, or as Authorization: Bearer.";
const CHALLENGE = 'Bearer realm="market-data-mcp"';
const INVALID = `${CHALLENGE}, error="invalid_token", error_description="The key or token is not valid here"`;

const withKey = (key: string) => ({ "x-api-key": key });
const asBearer = (key: string) => ({ authorization: `Bearer ${key}` });

type Headers = Record<string, string>;
type Program = Awaited<ReturnType<typeof startHttpProgram>>;

async function open(more: Record<string, string> = {}): Promise<{ program: Program; visitor: Visitor }> {
  const program = await startHttpProgram(["--demo"], { ...env, ...more });
  return { program, visitor: createVisitor(program.url) };
}

/** Stops the program; none of its output may contain a key. */
async function close({ program, visitor }: { program: Program; visitor: Visitor }): Promise<void> {
  visitor.leave();
  expect(await program.stop()).toBe(0);
  expect(program.stdout() + program.stderr()).not.toContain("canary");
}

/** Starts a program that stops at the end of the running test. */
async function openForTest(more?: Record<string, string>): Promise<{ program: Program; visitor: Visitor }> {
  const opened = await open(more);
  onTestFinished(() => close(opened));
  return opened;
}

/** Sends a request with the same headers over REST and over MCP; returns both answers. */
const askBoth = async ({ ask, post }: Visitor, headers: Headers = {}): Promise<[HttpAnswer, HttpAnswer]> => [
  await ask(QUOTE, { headers }),
  await post(PING, headers),
];
const statusesOf = async (visitor: Visitor, headers?: Headers) =>
  (await askBoth(visitor, headers)).map(({ status }) => status);

describe("a server with a keys file", () => {
  let opened: Awaited<ReturnType<typeof open>>;
  let visitor: Visitor;
  beforeAll(async () => {
    writeKeys(keysFile, [ALICE, BOB]);
    opened = await open();
    visitor = opened.visitor;
  });
  afterAll(() => close(opened));

  it.each<[string, Headers]>([
    ["X-API-Key", withKey(ALICE.key)],
    ["Authorization: Bearer, for hosts that send only that", asBearer(ALICE.key)],
    ["bearer in any case", { authorization: `bEaReR  ${ALICE.key}` }],
    ["both with one key", { ...withKey(ALICE.key), ...asBearer(ALICE.key) }],
    ["a valid key next to a wrong bearer, which is ignored", { ...withKey(ALICE.key), ...asBearer(WRONG) }],
  ])("accepts %s over REST and MCP", async (_what, headers) => {
    expect(await statusesOf(visitor, headers)).toEqual([200, 200]);
  });

  it("counts a request with both headers for the key in X-API-Key", async () => {
    const { headers } = await visitor.ask(QUOTE, { headers: { ...withKey(BOB.key), ...asBearer(ALICE.key) } });
    expect(headers["ratelimit-policy"]).toBe('"minute";q=5;w=60, "day";q=250;w=86400');
  });

  it("marks answers as private for shared caches, also when they are sent again", async () => {
    for (const state of [/fwd=miss/, /hit/]) {
      const { headers } = await visitor.ask(SHARED, { headers: withKey(ALICE.key) });
      expect(headers["cache-status"]).toMatch(state);
      expect(headers["cache-control"]).toMatch(/^private, max-age=\d+$/);
    }
  });

  it("requires a key, in the shape of each surface", async () => {
    const [rest, mcp] = await askBoth(visitor);
    for (const { status, headers } of [rest, mcp])
      expect([status, headers["www-authenticate"]]).toEqual([401, CHALLENGE]);
    expect(rest.json()).toEqual({ error: "Unauthorized", detail: WANTED });
    expect(mcp.json()).toEqual({ jsonrpc: "2.0", id: null, error: { code: -32001, message: WANTED } });
    expect((await visitor.ask(OVERVIEW)).json()).toEqual({ error: "Unauthorized", message: WANTED, code: 401 });
  });

  it.each<[string, Headers]>([
    ["an unknown key", withKey(WRONG)],
    ["an unknown bearer", asBearer(WRONG)],
    ["a wrong key next to a valid bearer", { ...withKey(WRONG), ...asBearer(ALICE.key) }],
    ["an empty key", { "x-api-key": "" }],
    ["a key of ten kilobytes", withKey("canary".repeat(1_700))],
    ["a key beyond ASCII", withKey("canary-é")],
    ["another scheme", { authorization: `Basic ${ALICE.key}` }],
  ])("rejects %s with the same sentence, and does not repeat it", async (_what, headers) => {
    const [rest, mcp] = await askBoth(visitor, headers);
    expect([rest.status, rest.json()]).toEqual([401, { error: "Unauthorized", detail: WANTED }]);
    expect([mcp.status, mcp.json()["error"]]).toEqual([401, { code: -32001, message: WANTED }]);
    for (const reply of [rest, mcp]) {
      expect(reply.headers["www-authenticate"]).toBe(INVALID);
      expect(JSON.stringify(reply)).not.toContain("canary");
    }
  });

  it("requires no key for health checks and pages", async () => {
    const paths = ["/healthz", "/readyz", "/metrics", "/openapi.json", "/docs", "/", "/status.json"];
    const answers = await Promise.all(paths.map((path) => visitor.ask(path)));
    expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 200));
  });

  it("answers 404 for an unknown path, with and without a key", async () => {
    const { status, headers } = await visitor.ask("/api/v1/nothing");
    expect([status, headers["www-authenticate"]]).toEqual([404, undefined]);
  });
});

describe("a keys file read again on SIGHUP", () => {
  /** Waits for `count` log lines about keys after a signal. */
  async function reload({ child, stderr }: Program, count: number): Promise<{ level: string; message: string }[]> {
    const lines = () =>
      stderr()
        .split("\n")
        .filter((line) => line.includes('"event":"keys"'))
        .map((line) => JSON.parse(line) as { level: string; message: string });
    child.kill("SIGHUP");
    await expect.poll(() => lines().length, { timeout: 10_000 }).toBe(count);
    return lines();
  }

  it("accepts added keys and rejects removed ones, and keeps the old ones when it cannot be used", async () => {
    writeKeys(keysFile, [ALICE]);
    const { program, visitor } = await openForTest();
    expect([await statusesOf(visitor, withKey(ALICE.key)), await statusesOf(visitor, withKey(BOB.key))]).toEqual([
      [200, 200],
      [401, 401],
    ]);

    writeKeys(keysFile, [BOB]);
    expect((await reload(program, 1)).at(-1)).toMatchObject({
      level: "info",
      message: "The keys file was read again.",
    });
    expect([await statusesOf(visitor, withKey(ALICE.key)), await statusesOf(visitor, withKey(BOB.key))]).toEqual([
      [401, 401],
      [200, 200],
    ]);

    writeFileSync(keysFile, `[{"id":"mallory","sha256":"canary","plan":"free"}`);
    const message = `API_KEYS_FILE ${keysFile} cannot be read as JSON. The previous keys stay valid.`;
    expect((await reload(program, 2)).at(-1)).toMatchObject({ level: "error", message });
    expect(await statusesOf(visitor, withKey(BOB.key))).toEqual([200, 200]);
  });

  it("may remove the last key, and the log says that no caller is admitted", async () => {
    writeKeys(keysFile, [ALICE]);
    const { program, visitor } = await openForTest();
    expect(await statusesOf(visitor, withKey(ALICE.key))).toEqual([200, 200]);
    writeKeys(keysFile, []);
    await reload(program, 1);
    expect(program.stderr()).toContain(`API_KEYS_FILE ${keysFile} is an empty list: no caller is admitted.`);
    expect(await statusesOf(visitor, withKey(ALICE.key))).toEqual([401, 401]);
  });
});

describe("a keys file that the keys command changes", () => {
  it("is used by a running server without a signal", async () => {
    // A look each second: many wrong keys from one address would soon be refused as such.
    writeKeys(keysFile, [ALICE]);
    const { visitor } = await openForTest();
    const keys = async (...words: string[]) => {
      const { code, out } = await run(["keys", ...words], env);
      expect(code).toBe(0);
      return out.trim();
    };
    const added = await keys("add", "carol", "--plan", "starter");
    await expect
      .poll(() => statusesOf(visitor, withKey(added)), { timeout: 20_000, interval: 1_000 })
      .toEqual([200, 200]);
    expect(await keys("list")).toMatch(/^id +plan\n-+ +-+\nalice +professional\ncarol +starter$/);
    await keys("revoke", "alice");
    await expect
      .poll(() => statusesOf(visitor, withKey(ALICE.key)), { timeout: 20_000, interval: 1_000 })
      .toEqual([401, 401]);
    expect(await statusesOf(visitor, withKey(added))).toEqual([200, 200]);
  });
});

describe("a keys file that every user of the machine can change", () => {
  it.skipIf(process.platform === "win32")("causes a warning at the start and when it is read again", async () => {
    writeKeys(keysFile, [ALICE]);
    chmodSync(keysFile, 0o666);
    const { program } = await openForTest();
    const warned = () => program.stderr().match(/"level":"warn".*can be written by every user/g) ?? [];
    expect(warned()).toHaveLength(1);
    program.child.kill("SIGHUP");
    await expect.poll(() => warned().length, { timeout: 10_000 }).toBe(2);
    chmodSync(keysFile, 0o600);
  });
});

describe("callers without a key, with ANONYMOUS_PLAN", () => {
  it("have that plan also when the keys file is empty", async () => {
    writeKeys(keysFile, []);
    const { visitor } = await openForTest({ ANONYMOUS_PLAN: "starter" });
    expect(await statusesOf(visitor)).toEqual([200, 200]);
    expect(await statusesOf(visitor, withKey(ALICE.key))).toEqual([401, 401]);
  });

  it("have that plan, but a wrong key is rejected", async () => {
    writeKeys(keysFile, [ALICE]);
    const { visitor } = await openForTest({ ANONYMOUS_PLAN: "starter" });
    const [rest, mcp] = await askBoth(visitor);
    expect([rest.status, mcp.status]).toEqual([200, 200]);
    expect(rest.headers["ratelimit-policy"]).toBe('"minute";q=20;w=60, "day";q=1000;w=86400');
    expect(await statusesOf(visitor, withKey(WRONG))).toEqual([401, 401]);
  });
});

describe("a keys file that cannot be used", () => {
  it.each<[string, string]>([
    ["is no JSON", "canary"],
    ["holds a key in place of its hash", `[{"id":"alice","sha256":"canary","plan":"free"}]`],
    ["is empty", ""],
  ])("prevents the start, with one line that reveals nothing of the file, when it %s", async (_what, content) => {
    const path = join(folder.path, "bad-keys.json");
    writeFileSync(path, content);
    const program = startProgram(["--http", "--port", "0", "--demo"], { ...env, API_KEYS_FILE: path });
    expect([await program.exited, program.stdout()]).toEqual([2, ""]);
    expect(program.stderr()).toMatch(/^market-data-mcp: API_KEYS_FILE \S+bad-keys\.json [^\n]+\n$/);
    expect(program.stderr()).not.toContain("canary");
  });
});

describe.skipIf(!hasFakeClock)("wrong keys from one address", () => {
  it("get 401 twenty times a minute, then 429 until the announced time, while a right key is admitted", async () => {
    writeKeys(keysFile, [ALICE]);
    const clock = createProgramClock();
    const { visitor } = await openForTest(clock.env);
    // Idle connections close within a minute.
    const pass = (seconds: number) => {
      visitor.leave();
      clock.pass(seconds);
    };
    for (let guess = 0; guess < 10; guess++) expect(await statusesOf(visitor, withKey(WRONG))).toEqual([401, 401]);

    const [rest, mcp] = await askBoth(visitor, withKey(WRONG));
    const seconds = Number(rest.headers["retry-after"]);
    const detail = `Too many wrong keys came from this address. Try again in ${seconds} s.`;
    expect([rest.status, rest.json()]).toEqual([429, { error: "Rate limit exceeded", detail, retry_after: seconds }]);
    expect([mcp.status, mcp.json()["error"]]).toMatchObject([429, { code: -32001 }]);
    expect(Number(mcp.headers["retry-after"])).toBeLessThanOrEqual(seconds);
    expect(seconds).toBeGreaterThan(30);
    expect(seconds).toBeLessThanOrEqual(60);
    expect((await visitor.ask("/healthz")).status).toBe(200);
    expect(await statusesOf(visitor, withKey(ALICE.key))).toEqual([200, 200]);

    pass(seconds - 20);
    expect(await statusesOf(visitor, withKey(WRONG))).toEqual([429, 429]);
    pass(21);
    expect(await statusesOf(visitor, withKey(WRONG))).toEqual([401, 401]);
  });

  it("are not counted when no key was sent", async () => {
    writeKeys(keysFile, [ALICE]);
    const { visitor } = await openForTest();
    for (let visit = 0; visit < 15; visit++) expect(await statusesOf(visitor)).toEqual([401, 401]);
    expect(await statusesOf(visitor, withKey(ALICE.key))).toEqual([200, 200]);
  });
});
