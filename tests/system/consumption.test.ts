/** The memory and processor time that one client of the built program can use are limited. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startHttpProgram, temporaryFolder } from "../support/program.js";
import { HEAVY_PARAMS } from "./heavy-params.js";
import { startHost, type Host } from "./host.js";
import { memoryMbOf, processorMsOf } from "../support/process-facts.js";
import { createVisitor, type Visitor } from "./http-visitor.js";
import { openWire } from "./wire.js";

const folder = temporaryFolder();
const env = { DATA_DIR: folder.path, STORE_URL: "memory:" };

describe("one client of the built program over HTTP", () => {
  let program: Awaited<ReturnType<typeof startHttpProgram>>;
  let visitor: Visitor;

  beforeAll(async () => {
    program = await startHttpProgram(["--demo"], { ...env, NODE_OPTIONS: "--max-old-space-size=96" });
    visitor = createVisitor(program.url);
  });
  afterAll(async () => {
    visitor.leave();
    expect(await program.stop()).toBe(0);
  });

  it("does not crash it with 100 ids of 900 KB each, with a heap of 96 MB", async () => {
    for (let index = 0; index < 100; index++) {
      const { status } = await visitor.post({ jsonrpc: "2.0", id: `${index}`.padEnd(900_000, "x"), method: "ping" });
      expect(status).toBe(200);
    }
    expect(memoryMbOf(program.child.pid!).now).toBeLessThan(220);
  });

  it("gets a short error for a completion of a megabyte", async () => {
    const params = {
      ref: { type: "ref/prompt", name: "compare_stocks" },
      argument: { name: "symbols", value: `${"A".repeat(1_000_000)},` },
    };
    const { text } = await visitor.post({ jsonrpc: "2.0", id: 1, method: "completion/complete", params });
    expect(JSON.parse(text)).toMatchObject({ error: { code: -32602 } });
    expect(text.length).toBeLessThan(1_000);
  });

  it("occupies at most 16 MB with unfinished bodies, and other clients are answered", async () => {
    const before = memoryMbOf(program.child.pid!).now;
    const head = `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 1000010\r\n\r\n`;
    const wires = await Promise.all(Array.from({ length: 100 }, () => openWire(program.url)));
    for (const { socket } of wires) socket.write(head + "x".repeat(1_000_000));
    await expect
      .poll(() => wires.filter(({ received }) => received().startsWith("HTTP/1.1 503 ")).length)
      .toBeGreaterThan(80);
    const refusal = wires.find(({ received }) => received() !== "")!.received();
    expect(refusal).toMatch(/^retry-after: 1\r$/im);
    expect(refusal).toContain('{"error":"Service unavailable","detail":"Too many request bodies ');
    expect(memoryMbOf(program.child.pid!).now - before).toBeLessThan(60);
    expect((await visitor.post({ jsonrpc: "2.0", id: 1, method: "ping" })).status).toBe(200);
    for (const { socket } of wires) socket.destroy();
  });

  // Processor time does not include other programs of this machine.
  it.each(Object.entries(HEAVY_PARAMS))("takes less than 100 ms with %s", async (_shape, params) => {
    const message = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`;
    const times: number[] = [];
    for (let round = 0; round < 3; round++) {
      const before = processorMsOf(program.child.pid!);
      await visitor.post(message);
      times.push(processorMsOf(program.child.pid!) - before);
    }
    expect(Math.min(...times)).toBeLessThan(100);
  });
});

describe("a host of the built program over stdio", () => {
  let host: Host;

  beforeAll(() => {
    host = startHost(["--demo"], env);
  });
  afterAll(async () => {
    expect(await host.leave()).toBe(0);
    folder.remove();
  });

  it.each([{}, [1], true, 1.5])("is answered when its progress token is %j", async (progressToken) => {
    const params = { name: "search_symbols", arguments: { q: "apple" }, _meta: { progressToken } };
    expect(await host.request("tools/call", params)).toMatchObject({
      error: { code: -32602, message: expect.stringContaining("progressToken") },
    });
  });

  it.each(["x", 0])("gets the result when its progress token is %j", async (progressToken) => {
    const params = { name: "search_symbols", arguments: { q: "apple" }, _meta: { progressToken } };
    expect(await host.request("tools/call", params)).toMatchObject({ result: { structuredContent: {} } });
  });

  it.each(Object.entries(HEAVY_PARAMS))("is answered soon after %s", async (_shape, params) => {
    const { result, error } = await host.request("tools/call", params);
    expect(error ?? result?.["isError"]).toBeTruthy();
    const asked = performance.now();
    await host.request("ping");
    expect(performance.now() - asked).toBeLessThan(500);
  });

  it("gets an answer with its id when a message is longer than a megabyte", async () => {
    const { error } = await host.request("ping", { _meta: { text: "x".repeat(2_000_000) } });
    expect(error).toEqual({ code: -32600, message: "Invalid request: it is longer than 1048576 bytes." });
  });
});
