import { describe, expect, it, onTestFinished } from "vitest";
import { gated, hang, healthy } from "../support/faults.js";
import { startFaultyUpstream } from "../support/faulty-upstream.js";
import { createGate, outcomeOf } from "../support/gate.js";
import { startProgram } from "../support/program.js";
import { createStage, expectHarmless, toolCall, toolMessage } from "../support/stage.js";

type Message = { id?: number; result?: Record<string, unknown>; error?: unknown };
const QUOTE = "provider_a_get_stock_quote";

/** Starts the program over stdio, with functions to write messages and to read answers. */
async function createHost(env: Record<string, string> = {}) {
  const upstream = await startFaultyUpstream();
  const program = startProgram([], { STORE_URL: "memory:", ENRICH: "off", FALLBACK: "off", ...upstream.env, ...env });
  onTestFinished(async () => {
    program.child.kill("SIGKILL");
    await program.exited;
    await upstream.close();
    expectHarmless(program.stdout(), program.stderr());
  });
  const messages = () =>
    program
      .stdout()
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Message);
  const write = (...lines: object[]) =>
    program.child.stdin!.write(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  const answerTo = async (id: number): Promise<Message> => {
    await expect.poll(() => messages().some((message) => message.id === id), { timeout: 5_000 }).toBe(true);
    return messages().find((message) => message.id === id)!;
  };
  return { upstream, program, messages, write, answerTo };
}

const callQuote = (id: number, symbol: string) => toolMessage(id, QUOTE, { symbol });
const cancel = (requestId?: unknown) => ({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId } });
const ping = (id: number) => ({ jsonrpc: "2.0", id, method: "ping" });

describe("a call that its host cancels", () => {
  it.each([1, 0])(
    "P9: in flight with id %j ends its upstream call within a second, and gets no answer",
    async (asked) => {
      const host = await createHost();
      host.upstream.on("/a", hang, healthy);
      host.write(callQuote(asked, "ACME"));
      await host.upstream.waitFor("/a");
      const cancelled = performance.now();
      host.write(cancel(asked));
      await host.upstream.waitForLeft("/a");
      expect(performance.now() - cancelled).toBeLessThan(1_000);
      host.write(callQuote(2, "ACME"));
      expect((await host.answerTo(2)).result?.["isError"]).toBeFalsy();
      expect(host.messages().map(({ id }) => id)).toEqual([2]);
    },
  );

  it("P9: in flight continues for another call with the same question", async () => {
    const host = await createHost();
    const gate = createGate();
    host.upstream.on("/a", gated(gate.passed));
    host.write(callQuote(1, "ACME"), callQuote(2, "acme"));
    await host.upstream.waitFor("/a");
    host.write(cancel(1), ping(3));
    await host.answerTo(3);
    gate.open();
    expect((await host.answerTo(2)).result?.["structuredContent"]).toMatchObject({ symbol: "ACME" });
    expect(host.messages().map(({ id }) => id)).toEqual([3, 2]);
    expect(host.upstream.calls("/a").map(({ state }) => state)).toEqual(["answered"]);
  });

  it("P9: in the queue never reaches the upstream and costs no quota", async () => {
    const host = await createHost({ PROVIDER_A_RATE_PER_MINUTE: "1", REQUEST_TIMEOUT_MS: "120000" });
    host.write(callQuote(1, "FIRST"));
    await host.answerTo(1);
    let id = 100;
    const inLine = async () => {
      host.write(toolMessage(++id, "get_service_status"));
      const { result } = await host.answerTo(id);
      const [fmpProvider] = (result!["structuredContent"] as { providers: Record<string, number>[] }).providers;
      return [fmpProvider!["waiting"], fmpProvider!["quota_used"]];
    };
    host.write(callQuote(2, "SECOND"));
    await expect.poll(inLine).toEqual([1, 1]);
    host.write(cancel(2));
    await expect.poll(inLine).toEqual([0, 1]);
    expect(host.upstream.calls("/a")).toHaveLength(1);
    expect(host.messages().some((message) => message.id === 2)).toBe(false);
  });

  it("P9: immediately after sending it never reaches the upstream", async () => {
    const host = await createHost();
    host.write(callQuote(1, "ACME"), cancel(1));
    host.write(callQuote(2, "OTHER"));
    await host.answerTo(2);
    expect(host.upstream.calls("/a").map(({ query }) => query.get("symbol"))).toEqual(["OTHER"]);
    expect(host.messages().map(({ id }) => id)).toEqual([2]);
  });

  it("P9: after its answer, or with an unknown id, changes nothing", async () => {
    const host = await createHost();
    host.write(callQuote(1, "ACME"));
    await host.answerTo(1);
    host.write(cancel(1), cancel(99), cancel(), cancel(null), cancel({}), callQuote(2, "OTHER"));
    expect((await host.answerTo(2)).result?.["structuredContent"]).toMatchObject({ symbol: "OTHER" });
  });
});

describe("a caller over HTTP that disconnects", () => {
  it("P16: ends the upstream call, when no other caller waits", async () => {
    const stage = await createStage();
    stage.upstream.on("/a", hang, healthy);
    const leaving = new AbortController();
    const gone = stage.get("/stock/ACME", { signal: leaving.signal });
    await stage.upstream.waitFor("/a");
    leaving.abort();
    await expect(gone).rejects.toThrow(/abort/);
    await stage.upstream.waitForLeft("/a");
    expect((await stage.get("/stock/ACME")).status).toBe(200);
  });

  it("P16: prevents the further calls of an overview", async () => {
    const stage = await createStage();
    const gate = createGate();
    stage.upstream.on(
      "/b",
      gated(gate.passed, ({ response }) => void response.writeHead(500).end()),
    );
    const leaving = new AbortController();
    const gone = stage.get("/stock/ACME/overview", { signal: leaving.signal });
    await stage.upstream.waitFor("/b");
    leaving.abort();
    await expect(gone).rejects.toThrow(/abort/);
    await stage.upstream.waitForLeft("/b");
    gate.open();
    expect((await stage.get("/market/gainers")).status).toBe(200);
    expect(stage.upstream.calls("/a").map(({ path }) => path)).toEqual(["/a/biggest-gainers"]);
  });

  it("P16: over MCP ends the upstream call as well", async () => {
    const stage = await createStage();
    stage.upstream.on("/a", hang, healthy);
    const leaving = new AbortController();
    const gone = stage.call(QUOTE, { symbol: "ACME" }, leaving.signal);
    await stage.upstream.waitFor("/a");
    leaving.abort();
    await expect(gone).rejects.toThrow(/abort/);
    await stage.upstream.waitForLeft("/a");
    expect((await stage.call(QUOTE, { symbol: "ACME" })).isError).toBe(false);
  });

  it("P9: over MCP can cancel by a separate message", async () => {
    const stage = await createStage();
    stage.upstream.on("/a", hang, healthy);
    const called = fetch(`${stage.program.url}/mcp`, toolCall(7, QUOTE, { symbol: "ACME" }));
    await stage.upstream.waitFor("/a");
    await fetch(`${stage.program.url}/mcp`, { ...toolCall(0, QUOTE, {}), body: JSON.stringify(cancel(7)) });
    await stage.upstream.waitForLeft("/a");
    const answer = await called;
    expect([answer.status, await answer.text()]).toEqual([202, ""]);
  });
});

describe("a program that receives SIGTERM", () => {
  it("P12: finishes the calls in flight, accepts no new ones, and exits with 0", async () => {
    const stage = await createStage();
    const gate = createGate();
    stage.upstream.on("/a", gated(gate.passed));
    const asked = Array.from({ length: 20 }, (_, index) =>
      stage.get(`/stock/S${index}`, { from: `127.0.0.${2 + index}` }),
    );
    await stage.upstream.waitFor("/a", 20);
    const exited = stage.stop();
    await expect.poll(() => stage.log().some(({ event }) => event === "stopping")).toBe(true);
    expect((await stage.get("/stock/LATE")).status).toBe(503);
    gate.open();
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(await exited).toBe(0);
    expect(stage.upstream.calls("/a")).toHaveLength(20);
  });

  it("P12: waits for an upstream that hangs only until the request's deadline", async () => {
    const stage = await createStage({ REQUEST_TIMEOUT_MS: "1000" });
    stage.upstream.on("/a", hang);
    const asked = stage.get("/stock/ACME");
    await stage.upstream.waitFor("/a");
    const exited = stage.stop();
    expect((await asked).status).toBe(500);
    expect(await exited).toBe(0);
  });

  it("P12: waits at most ten seconds", async () => {
    const stage = await createStage({ REQUEST_TIMEOUT_MS: "60000", PROVIDER_A_TIMEOUT_MS: "60000" });
    stage.upstream.on("/a", hang);
    const asked = stage.get("/stock/ACME");
    await stage.upstream.waitFor("/a");
    const started = performance.now();
    expect(await stage.stop()).toBe(0);
    expect(performance.now() - started).toBeLessThan(11_000);
    expect(await asked).toMatchObject({ status: 503, body: { error: "Shutting down" } });
    await stage.upstream.waitForLeft("/a");
  });

  it("P12: exits at once after a second one", async () => {
    const stage = await createStage();
    stage.upstream.on("/a", hang);
    const gone = outcomeOf(stage.get("/stock/ACME"));
    await stage.upstream.waitFor("/a");
    const exited = stage.stop();
    await expect.poll(() => stage.log().some(({ event }) => event === "stopping")).toBe(true);
    stage.program.child.kill("SIGTERM");
    expect(await exited).toBe(1);
    expect(await gone).toBeInstanceOf(Error);
  });

  it("P2: exits within two seconds after the end of stdin, whatever hangs", async () => {
    const host = await createHost();
    host.upstream.on("/a", hang);
    host.write(callQuote(1, "ACME"));
    await host.upstream.waitFor("/a");
    const started = performance.now();
    host.program.child.stdin!.end();
    expect(await host.program.exited).toBe(0);
    expect(performance.now() - started).toBeLessThan(2_000);
    await host.upstream.waitForLeft("/a");
  });
});
