/** The built program stops serving HTTP after signals, and continues when its output is not read. */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { createGate } from "../support/gate.js";
import { startHttpProgram, temporaryFolder } from "../support/program.js";
import { openMarket } from "./market.js";
import { loadOf } from "../support/process-facts.js";
import { createVisitor, type HttpAnswer, type Visitor } from "./http-visitor.js";

const folder = temporaryFolder();
const market = await openMarket({
  DATA_DIR: folder.path,
  ENRICH: "off",
  PROVIDER_A_TIMEOUT_MS: "60000",
  REQUEST_TIMEOUT_MS: "60000",
});
afterAll(async () => {
  await market.close();
  folder.remove();
});

const SLACK_MS = 1_000;
const DRAINED_MS = 10_000;

let program: Awaited<ReturnType<typeof startHttpProgram>>;
let visitor: Visitor;
beforeEach(async () => {
  market.behave(() => undefined);
  program = await startHttpProgram([], market.env);
  visitor = createVisitor(program.url);
});
afterEach(async () => {
  visitor.leave();
  program.child.kill("SIGKILL");
  await program.exited;
});

/** Requests for the OpenAPI document whose answers, of 0.4 MB each, are together below the limit of unread bytes. */
const UNREAD = 100;

let asked = 0;

/** Asks over REST and MCP; the upstream answers when `open` is called. */
async function askHeld(): Promise<{ rest: Promise<HttpAnswer>; tool: Promise<HttpAnswer>; open: () => void }> {
  const [reached, gate] = [createGate(), createGate()];
  let calls = 0;
  market.behave(() => {
    if (++calls === 2) reached.open();
    return { until: gate.passed };
  });
  const rest = visitor.ask(`/api/v1/stock/ASK${++asked}`);
  const args = { symbol: `ASK${++asked}` };
  const params = { name: "provider_a_get_stock_quote", arguments: args };
  const tool = visitor.post({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
  await reached.passed;
  return { rest, tool, open: () => gate.open() };
}

/** Opens a connection with unread answers to that many requests. */
async function openPipeline(path: string, times: number): Promise<Socket> {
  const { hostname, port } = new URL(program.url);
  const socket = connect(Number(port), hostname).pause();
  socket.on("error", () => {});
  await once(socket, "connect");
  socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`.repeat(times));
  const answered = () => program.stderr().split(`"route":"${path}"`).length - 1;
  await expect.poll(answered, { timeout: 10_000 }).toBe(times);
  return socket;
}

/** Waits until the program has received the signal. */
async function stopping(): Promise<void> {
  await expect.poll(() => program.stderr()).toContain(`"event":"stopping"`);
}

describe.each(["SIGTERM", "SIGINT"] as const)("on %s", (signal) => {
  it("reports at once that it is not ready, rejects new questions, answers those in flight, exits with 0", async () => {
    const { rest, tool, open } = await askHeld();
    const newcomer = createVisitor(program.url);
    program.child.kill(signal);
    await stopping();
    for (const path of ["/api/v1/stock/MSFT", "/healthz"]) {
      const { status, headers, text } = await newcomer.ask(path);
      expect([path, status, headers.connection]).toEqual([path, 503, "close"]);
      expect(JSON.parse(text)).toEqual({ error: "Shutting down", detail: expect.stringContaining("stopping") });
    }
    expect((await newcomer.post({ jsonrpc: "2.0", id: 2, method: "ping" })).status).toBe(503);
    open();
    for (const answer of [await rest, await tool]) {
      expect(answer.headers.connection).toBe("close");
      expect([200, 404]).toContain(answer.status);
      expect(answer.text).toContain("ASK");
    }
    newcomer.leave();
    expect(await program.exited).toBe(0);
    expect(program.stderr()).not.toMatch(/"level":"(?:error|fatal)"/);
  });

  it("ends at once at the second one", async () => {
    const { rest, tool } = await askHeld();
    const lost = Promise.allSettled([rest, tool]);
    program.child.kill(signal);
    await stopping();
    const from = performance.now();
    program.child.kill(signal);
    expect(await program.exited).toBe(1);
    expect(performance.now() - from).toBeLessThan(SLACK_MS);
    expect((await lost).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  });
});

describe("with a delay of the shutdown", () => {
  const DELAY_MS = 2_000;
  const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
  beforeEach(async () => {
    await program.stop();
    program = await startHttpProgram([], { ...market.env, SHUTDOWN_DELAY_MS: String(DELAY_MS) });
    visitor = createVisitor(program.url);
  });

  it("reports at once that it is not ready, answers on for that time, and tells callers to connect again", async () => {
    const keptOpen = await visitor.ask("/readyz");
    expect([keptOpen.status, keptOpen.headers.connection]).toEqual([200, "keep-alive"]);
    const from = performance.now();
    program.child.kill("SIGTERM");
    await stopping();
    const readiness = await visitor.ask("/readyz");
    expect(readiness).toMatchObject({ status: 503, headers: { connection: "close" } });
    expect(JSON.parse(readiness.text)).toEqual({ error: "Not ready", detail: expect.stringContaining("stopping") });
    expect(performance.now() - from).toBeLessThan(SLACK_MS);
    while (performance.now() - from < DELAY_MS - SLACK_MS / 2) {
      const answers = [
        await visitor.ask("/api/v1/stock/AAPL"),
        await visitor.ask("/healthz"),
        await visitor.post(ping),
      ];
      const told = answers.map(({ status, headers }) => [status, headers.connection, headers["keep-alive"]]);
      expect(told).toEqual(answers.map(() => [200, "close", undefined]));
    }
    expect(await program.exited).toBe(0);
    const ms = performance.now() - from;
    expect(ms).toBeGreaterThan(DELAY_MS);
    expect(ms).toBeLessThan(DELAY_MS + SLACK_MS);
    expect(program.stderr()).not.toMatch(/"level":"(?:error|fatal)"/);
  });

  it.each(["SIGTERM", "SIGINT"] as const)("ends at once at a second signal, %s", async (second) => {
    program.child.kill("SIGTERM");
    await stopping();
    const from = performance.now();
    program.child.kill(second);
    expect(await program.exited).toBe(1);
    expect(performance.now() - from).toBeLessThan(SLACK_MS);
  });

  it("does not wait when a person presses Ctrl+C", async () => {
    const from = performance.now();
    program.child.kill("SIGINT");
    expect(await program.exited).toBe(0);
    expect(performance.now() - from).toBeLessThan(SLACK_MS);
  });
});

describe("after SIGTERM", () => {
  it("waits at most ten seconds for an upstream that hangs, and then answers that it is stopping", async () => {
    const { rest, tool } = await askHeld();
    const answered = Promise.all([rest, tool]);
    const from = performance.now();
    expect(await program.stop()).toBe(0);
    expect(performance.now() - from).toBeLessThan(DRAINED_MS + SLACK_MS);
    expect((await answered).map(({ status }) => status)).toEqual([503, 503]);
  });

  it("does not wait for idle connections and unfinished requests", async () => {
    await visitor.ask("/healthz");
    const { hostname, port } = new URL(program.url);
    const half = connect(Number(port), hostname);
    half.on("error", () => {});
    await once(half, "connect");
    half.write("GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ");
    await visitor.ask("/healthz");
    const from = performance.now();
    expect(await program.stop()).toBe(0);
    expect(performance.now() - from).toBeLessThan(2 * SLACK_MS);
    half.destroy();
  });

  it("sends a slow reader all answers to earlier requests", async () => {
    const slow = await openPipeline("/openapi.json", UNREAD);
    program.child.kill("SIGTERM");
    await stopping();
    let received = "";
    slow
      .setEncoding("latin1")
      .on("data", (text: string) => (received += text))
      .resume();
    await once(slow, "close");
    expect(received.split("HTTP/1.1 200 OK\r\n")).toHaveLength(UNREAD + 1);
    expect(received.endsWith("}")).toBe(true);
    expect(await program.exited).toBe(0);
  });

  it("does not wait for a caller that disconnected before its answers", async () => {
    const gone = await openPipeline("/openapi.json", UNREAD);
    gone.resetAndDestroy();
    await visitor.ask("/healthz");
    const from = performance.now();
    expect(await program.stop()).toBe(0);
    expect(performance.now() - from).toBeLessThan(2 * SLACK_MS);
  });

  it("frees its port at once, killed or stopped", async () => {
    const { port } = new URL(program.url);
    for (const signal of ["SIGKILL", "SIGTERM"] as const) {
      const { rest, tool, open } = await askHeld();
      const over = Promise.allSettled([rest, tool]);
      program.child.kill(signal);
      open();
      await program.exited;
      await over;
      market.behave(() => undefined);
      program = await startHttpProgram(["--port", port], market.env);
      expect((await createVisitor(program.url).ask("/api/v1/stock/AAPL")).status).toBe(200);
    }
  });
});

describe("when its output is not read", () => {
  it("continues to serve with stdout and stderr closed, without a busy loop", async () => {
    program.child.stdout!.destroy();
    program.child.stderr!.destroy();
    for (let index = 0; index < 50; index++) expect((await visitor.ask("/api/v1/stock/AAPL")).status).toBe(200);
    expect(await loadOf(program.child.pid!, 1_000)).toBeLessThan(20);
    expect(await program.stop()).toBe(0);
  });

  it("continues to serve with a log that is not read", async () => {
    program.child.stderr!.pause().removeAllListeners("data");
    for (let index = 0; index < 2_000; index++) expect((await visitor.ask(`/x${index}`)).status).toBe(404);
    expect(await program.stop()).toBe(0);
  });
});
