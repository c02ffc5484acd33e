/** The built program ends when its MCP host disconnects: in time, without errors, with calls in flight answered. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { createGate } from "../support/gate.js";
import { cleanEnv, PROGRAM, temporaryFolder } from "../support/program.js";
import { hasRedis, startRedis } from "../support/redis.js";
import { startHost, type Host } from "./host.js";
import { openMarket } from "./market.js";
import { isRunning, loadOf, memoryMbOf } from "../support/process-facts.js";
import { toolCall } from "./http-visitor.js";

const folder = temporaryFolder();
const market = await openMarket({ DATA_DIR: folder.path, ENRICH: "off" });
afterAll(async () => {
  await market.close();
  folder.remove();
});

/** Milliseconds in which the program must end without calls in flight; `SLACK_MS` is for a busy machine. */
const PROMISED_MS = 2_000;
const SLACK_MS = 1_000;
/** Number of questions so far. Each asks for another symbol, so that none is answered from the cache. */
let asked = 0;
const question = (id: string) => `${toolCall(id, "provider_a_get_stock_quote", { symbol: `ASK${++asked}` })}\n`;

let host: Host;
const start = (env: Record<string, string> = {}) => {
  host = startHost([], { ...market.env, ...env });
  return host;
};
beforeEach(() => market.behave(() => undefined));
afterEach(() => void host.program.child.kill("SIGKILL"));

/** Sends a question that no upstream answers before `open` is called. */
async function askHeld(id = "held"): Promise<{ open: () => void }> {
  const [reached, gate] = [createGate(), createGate()];
  market.behave(() => {
    reached.open();
    return { until: gate.passed };
  });
  host.write(question(id));
  await reached.passed;
  return { open: () => gate.open() };
}

/** Waits until the program ends; returns its exit code or signal, and the time that this took. */
async function ending(from = performance.now()): Promise<{ code: number | string; ms: number }> {
  const code = await host.program.exited;
  return { code, ms: performance.now() - from };
}

function expectQuiet(): void {
  expect(host.program.stderr()).not.toMatch(/"level":"(?:error|fatal)"|\bat \S+ \(|Warning|Unhandled/);
}

const answered = (id: string) => host.answers.filter((answer) => answer.id === id);

describe("when stdin ends", () => {
  it("ends with 0 within two seconds, also with open connections to upstreams", async () => {
    start();
    expect(await host.call("provider_a_get_stock_quote", { symbol: "AAPL" })).toMatchObject({ structuredContent: {} });
    host.program.child.stdin!.end();
    const { code, ms } = await ending();
    expect(code).toBe(0);
    expect(ms).toBeLessThan(PROMISED_MS);
    expectQuiet();
  });

  it("answers calls in flight first", async () => {
    start();
    const { open } = await askHeld();
    host.program.child.stdin!.end();
    open();
    expect((await ending()).code).toBe(0);
    expect(answered("held")).toEqual([expect.objectContaining({ result: expect.anything() })]);
    expectQuiet();
  });

  it("does not wait for an upstream that hangs", async () => {
    start();
    await askHeld();
    host.program.child.stdin!.end();
    const { code, ms } = await ending();
    expect(code).toBe(0);
    expect(ms).toBeLessThan(PROMISED_MS + SLACK_MS);
    expectQuiet();
  });

  it.runIf(hasRedis)("does not wait for a store that hangs", async () => {
    const redis = await startRedis();
    start({ STORE_URL: redis.url });
    await host.call("provider_a_get_stock_quote", { symbol: "AAPL" });
    redis.freeze();
    host.program.child.stdin!.end();
    const { code, ms } = await ending();
    redis.thaw();
    await redis.kill();
    expect(code).toBe(0);
    expect(ms).toBeLessThan(PROMISED_MS);
  });

  it("ends when its host was killed", async () => {
    start();
    const script = `const child = require("node:child_process").spawn(process.execPath, [${JSON.stringify(PROGRAM)}], { stdio: ["pipe", "pipe", "inherit"] }); child.stdout.once("data", () => console.log(child.pid)); child.stdin.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\\n');`;
    const parent = spawn(process.execPath, ["-e", script], {
      env: cleanEnv(market.env),
      stdio: ["ignore", "pipe", "ignore"],
    });
    const [printed] = (await once(parent.stdout, "data")) as [Buffer];
    const pid = Number(printed.toString());
    expect(isRunning(pid)).toBe(true);
    parent.kill("SIGKILL");
    await expect.poll(() => isRunning(pid), { timeout: PROMISED_MS + SLACK_MS }).toBe(false);
  });

  it.skipIf(process.platform === "win32")(
    "ends when its host was killed while another process holds its pipes",
    async () => {
      // The test holds the pipes, as a sibling does that the host has started.
      const script = `exec 3<&0; "${process.execPath}" "${PROGRAM}" --demo <&3 & echo $! >&2; wait`;
      const launched = spawn("sh", ["-c", script], { env: cleanEnv({ ...market.env, LOG_LEVEL: "silent" }) });
      const [said] = (await once(launched.stderr, "data")) as [Buffer];
      const pid = Number(String(said).trim());
      launched.stdin.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
      await once(launched.stdout, "data");
      // The parent is known from the next look at it on.
      await new Promise((resolve) => setTimeout(resolve, 2_500));
      launched.kill("SIGKILL");
      await expect.poll(() => isRunning(pid), { timeout: 10_000 }).toBe(false);
      launched.stdin.destroy();
    },
  );
});

describe("when its output is closed or not read", () => {
  it("ends with 0 at the first answer that cannot be written to stdout", async () => {
    start();
    await host.request("ping");
    host.program.child.stdout!.destroy();
    host.write(`${toolCall(1, "no_such_tool", {})}\n`);
    const { code, ms } = await ending();
    expect(code).toBe(0);
    expect(ms).toBeLessThan(PROMISED_MS);
    expectQuiet();
  });

  it("ends with 0 after stderr was closed, and answers open calls before", async () => {
    start();
    await host.request("ping");
    host.program.child.stderr!.destroy();
    const { open } = await askHeld();
    const soon = host.request("tools/call", { name: "no_such_tool" });
    expect(await soon).toMatchObject({ result: { isError: true } });
    open();
    expect((await ending()).code).toBe(0);
    expect(answered("held")).toHaveLength(1);
  });

  it("waits without a busy loop", async () => {
    start();
    await host.request("ping");
    const { child } = host.program;
    child.stdout!.destroy();
    child.stderr!.destroy();
    // The program may notice the closed output at once or later; in both cases it must end.
    const load = async () => (child.exitCode === null ? loadOf(child.pid!, 1_000) : 0);
    // A busy loop would take all of the processor; other programs and garbage collection take some.
    await expect.poll(load, { timeout: 12_000 }).toBeLessThan(50);
    child.stdin!.end();
    expect((await ending()).code).toBe(0);
  });

  it("continues to answer when its log is not read", async () => {
    start({ LOG_LEVEL: "trace" });
    host.program.child.stderr!.pause().removeAllListeners("data");
    // Far more output than a pipe can buffer.
    for (let index = 0; index < 3_000; index++) {
      expect(await host.call(`${index}-${"x".repeat(60)}`, {})).toMatchObject({ isError: true });
    }
    host.program.child.kill("SIGTERM");
    expect((await ending()).code).toBe(0);
  });

  it("disconnects from a host that sends requests and reads no answers, before memory is full", async () => {
    start();
    await host.request("ping");
    const { child } = host.program;
    child.stdout!.pause();
    const call = toolCall("big", "provider_a_get_financial_statements", { symbol: "AAPL", limit: 40 });
    let peak = 0;
    const watch = setInterval(
      () => (peak = Math.max(peak, isRunning(child.pid!) ? memoryMbOf(child.pid!).now : 0)),
      20,
    );
    for (let index = 0; index < 2_000; index++) host.write(`${call}\n`);
    const { code } = await ending();
    clearInterval(watch);
    expect(code).toBe(0);
    expect(peak).toBeLessThan(400);
    expectQuiet();
  });
});

describe.each(["SIGTERM", "SIGINT"] as const)("on %s", (signal) => {
  it("answers calls in flight, then ends with 0", async () => {
    start();
    const { open } = await askHeld();
    host.program.child.kill(signal);
    await expect.poll(() => host.program.stderr()).toContain('"event":"stopping"');
    expect(host.program.child.exitCode).toBeNull();
    open();
    expect((await ending()).code).toBe(0);
    expect(answered("held")).toHaveLength(1);
    expectQuiet();
  });

  it("ends at once at the second one", async () => {
    start();
    await askHeld();
    host.program.child.kill(signal);
    await expect.poll(() => host.program.stderr()).toContain('"event":"stopping"');
    const from = performance.now();
    host.program.child.kill(signal);
    const { code, ms } = await ending(from);
    expect(code).toBe(1);
    expect(ms).toBeLessThan(SLACK_MS);
  });
});

describe("on a signal with an upstream that hangs", () => {
  it("ends with 0 after ten seconds at most", async () => {
    start({ PROVIDER_A_TIMEOUT_MS: "60000", REQUEST_TIMEOUT_MS: "60000" });
    await askHeld();
    host.program.child.kill("SIGTERM");
    const { code, ms } = await ending();
    expect(code).toBe(0);
    expect(ms).toBeLessThan(10_000 + SLACK_MS);
    expectQuiet();
  });

  it("ends within two seconds when stdin ends, too", async () => {
    start({ PROVIDER_A_TIMEOUT_MS: "60000", REQUEST_TIMEOUT_MS: "60000" });
    await askHeld();
    host.program.child.kill("SIGTERM");
    const { code, ms } = await (host.program.child.stdin!.end(), ending());
    expect(code).toBe(0);
    expect(ms).toBeLessThan(PROMISED_MS + SLACK_MS);
  });
});
