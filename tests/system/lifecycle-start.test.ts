/** The built program's messages when it cannot start, cannot store anything, or crashes. */
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startHttpProgram, startProgram, temporaryFolder } from "../support/program.js";
import { startHost } from "./host.js";
import { openMarket, type Market } from "./market.js";
import { createVisitor } from "./http-visitor.js";

const folder = temporaryFolder();
const inFolder = (name: string, text?: string) => {
  const path = join(folder.path, name);
  if (text !== undefined) writeFileSync(path, text);
  return path;
};
afterAll(() => folder.remove());

const HASH = "0".repeat(64);
const HTTP = ["--http", "--port", "0"];

describe("a start that fails", () => {
  it.each<[string, string[], Record<string, string>, RegExp]>([
    ["an unknown flag", ["--prot", "1"], {}, /--prot/],
    ["a flag without its value", ["--port"], {}, /--port/],
    ["an unknown argument", ["serve"], {}, /serve/],
    ["an invalid port", ["--http", "--port", "70000"], {}, /PORT.*65535/],
    ["a rate of zero", [], { PROVIDER_A_RATE_PER_MINUTE: "0" }, /PROVIDER_A_RATE_PER_MINUTE/],
    ["a base address with a password", [], { PROVIDER_A_BASE_URL: "https://u:hunter2@a.example" }, /_A_BASE_URL/],
    ["a store of an unknown kind", [], { STORE_URL: "mysql://root:hunter2@db/0" }, /STORE_URL/],
    ["an unknown plan", HTTP, { ANONYMOUS_PLAN: "gold" }, /ANONYMOUS_PLAN.*starter/],
    ["half of OAuth", HTTP, { OAUTH_ISSUER: "https://i.example" }, /OAUTH_AUDIENCE/],
    ["a name that cannot be found", ["--http", "--host", "no.such.invalid"], { ALLOW_OPEN: "1" }, /no\.such\.invalid/],
    ["an address of another machine", ["--http", "--host", "192.0.2.1"], { ALLOW_OPEN: "1" }, /192\.0\.2\.1/],
    ["a public address without keys", ["--http", "--host", "0.0.0.0"], {}, /API_KEYS_FILE/],
    ["no keys file", HTTP, { API_KEYS_FILE: inFolder("absent.json") }, /API_KEYS_FILE/],
    ["a keys file that is not JSON", HTTP, { API_KEYS_FILE: inFolder("cut.json", '[{"id":') }, /API_KEYS_FILE/],
    ["a key in the clear", HTTP, { API_KEYS_FILE: inFolder("clear.json", '[{"id":"a","key":"hunter2"}]') }, /API_KEYS/],
    [
      "an unknown plan in the keys file",
      HTTP,
      { API_KEYS_FILE: inFolder("gold.json", `[{"id":"a","sha256":"${HASH}","plan":"gold"}]`) },
      /API_KEYS_FILE/,
    ],
  ])("is reported in one line, with exit code 2: %s", async (_what, args, env, words) => {
    const program = startProgram(args, { DATA_DIR: folder.path, ...env });
    expect(await program.exited).toBe(2);
    expect(program.stdout()).toBe("");
    expect(program.stderr()).toMatch(words);
    expect(program.stderr()).toMatch(/^market-data-mcp: [^\n]+\n$/);
    expect(program.stderr()).not.toMatch(/\bat \S+ \(|Error:|node:internal/);
    expect(program.stderr()).not.toContain("hunter2");
  });

  it.each([
    ["127.0.0.1", "127\\.0\\.0\\.1"],
    ["::1", "\\[::1\\]"],
  ])("is reported in one line, with exit code 2: a port of %s in use", async (host, shown) => {
    const other = createServer().listen(0, host);
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    const program = startProgram(["--http", "--host", host, "--port", String(port)], { DATA_DIR: folder.path });
    expect(await program.exited).toBe(2);
    expect(program.stderr()).toMatch(new RegExp(`^market-data-mcp: ${shown}:${port} is in use\\..*\n$`));
    other.close();
  });
});

describe("without settings and writable folders", () => {
  let market: Market;
  beforeAll(async () => {
    market = await openMarket();
  });
  afterAll(() => market.close());

  mkdirSync(inFolder("occupied/store.sqlite"), { recursive: true });
  it.each([
    ["a file", inFolder("file", "not a folder")],
    ["below a file", join(inFolder("file", "not a folder"), "below")],
    ["below a device", "/dev/null/below"],
    ["where nobody may write", "/proc/market-data-mcp"],
    ["a folder with something else in place of the store", inFolder("occupied")],
  ])("warns once and continues in memory with a DATA_DIR that is %s", async (_what, path) => {
    const host = startHost([], { ...market.env, DATA_DIR: path });
    const ask = () => host.call("provider_a_get_stock_quote", { symbol: "AAPL" });
    expect(await ask()).toMatchObject({ structuredContent: { symbol: "AAPL" } });
    expect(await ask()).toMatchObject({ _meta: { "market-data/cache": { state: "hit" } } });
    expect(await host.leave()).toBe(0);
    const loud = host.program.stderr().match(/"level":"(?:warn|error|fatal)".*/g);
    expect(loud).toEqual([expect.stringContaining(`DATA_DIR ${path} cannot be used`)]);
  });

  it("starts without any key, and its errors name the missing setting", async () => {
    const { PROVIDER_A_API_KEY: _a, PROVIDER_C_API_KEY: _c, ...env } = market.env;
    const program = await startHttpProgram([], { ...env, STORE_URL: "memory:" });
    const visitor = createVisitor(program.url);
    const { status, text } = await visitor.ask("/api/v1/provider-a/stock/AAPL/dcf");
    expect([status, text]).toEqual([500, expect.stringContaining("PROVIDER_A_API_KEY")]);
    for (const path of ["/api/v1/stock/AAPL", "/api/v1/stock/AAPL/overview"]) {
      expect((await visitor.ask(path)).status).toBe(200);
    }
    visitor.leave();
    expect(await program.stop()).toBe(0);
  });
});

describe("SIGHUP before the keys are read", () => {
  /** Code in the program that sends SIGHUP when the program first registers a signal handler. */
  const early = `process.on("newListener", (name) => name === "SIGTERM" && process.kill(process.pid, "SIGHUP"));`;

  it("does not end the program", async () => {
    const env = {
      DATA_DIR: inFolder("early"),
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(early)}`,
    };
    const program = await startHttpProgram([], env);
    expect(await program.stop()).toBe(0);
  });
});

describe("an unexpected error", () => {
  /** Options that load code into the program, which runs `how` on SIGUSR2. */
  const breaking = (how: string) =>
    `--import=data:text/javascript,${encodeURIComponent(`process.on("SIGUSR2", () => { ${how} });`)}`;

  it.each([
    ["thrown", 'throw new Error("boom")'],
    ["rejected", 'void Promise.reject(new Error("boom"))'],
    ["thrown twice", 'queueMicrotask(() => { throw new Error("boom") }); throw new Error("boom")'],
    ["thrown as a text", 'throw "boom"'],
  ])("is logged once, and ends the program with 1: %s", async (_what, how) => {
    const program = await startHttpProgram([], { STORE_URL: "memory:", NODE_OPTIONS: breaking(how) });
    program.child.kill("SIGUSR2");
    expect(await program.exited).toBe(1);
    const lines = program.stderr().trim().split("\n");
    const logged = lines.map((line) => JSON.parse(line) as { event: string; level: string; error?: string });
    expect(logged.map(({ event }) => event)).toEqual(["listening", "crash"]);
    expect(logged[1]).toMatchObject({ level: "fatal", error: expect.stringContaining("boom") });
  });

  it("ends a server over stdio in the same way, without output on stdout", async () => {
    const host = startHost([], { STORE_URL: "memory:", NODE_OPTIONS: breaking('throw new Error("boom")') });
    await host.request("ping");
    host.program.child.kill("SIGUSR2");
    expect(await host.program.exited).toBe(1);
    expect(host.answers).toHaveLength(1);
    expect(host.program.stderr().match(/"event":"crash"/g)).toHaveLength(1);
  });
});
