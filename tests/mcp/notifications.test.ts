import { LoggingMessageNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ProviderError } from "../../src/contract/errors.js";
import { withProgress } from "../../src/mcp/handlers.js";
import { envelopeOf, servedOf } from "../support/fakes.js";
import { createGate } from "../support/gate.js";
import { connect, QUOTE } from "../support/mcp-client.js";
import { createEndpoint, JSON_HEADERS } from "../support/mcp-endpoint.js";

const VERSION = "2026-07-28";
const CALL = { name: "provider_b_get_stock_quote", arguments: { symbol: "AAPL" } };

/** A client that records its notifications. */
async function listening(...ask: Parameters<typeof connect>) {
  const connected = await connect(...ask);
  const lines: unknown[] = [];
  connected.client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => void lines.push(params));
  return { ...connected, lines };
}

describe("log lines", () => {
  it("are sent only to clients that requested them", async () => {
    const { call, lines } = await listening(async () => servedOf(QUOTE));
    await call(CALL.name, CALL.arguments);
    expect(lines).toEqual([]);
  });

  it("state the outcome of a call, without its arguments", async () => {
    const { client, call, lines } = await listening(async () => servedOf(QUOTE));
    await client.setLoggingLevel("info");
    await call(CALL.name, CALL.arguments);
    expect(lines).toEqual([
      {
        level: "info",
        logger: "market-data",
        data: { tool: CALL.name, state: "miss", provider: "provider-a", ageSeconds: 0 },
      },
    ]);
  });

  it("continue unchanged after a level was rejected", async () => {
    const { client, call, lines } = await listening(async () => servedOf(QUOTE));
    await client.setLoggingLevel("info");
    await expect(client.setLoggingLevel("bogus" as "info")).rejects.toThrow('"level" must be one of');
    await call(CALL.name, CALL.arguments);
    expect(lines).toHaveLength(1);
  });

  it("have the level of the event, and are not sent below the client's level", async () => {
    const envelope = envelopeOf(0, { body: QUOTE, passedOver: [{ provider: "provider-a", reason: "timed_out" }] });
    const outcomes = [
      async () => servedOf(QUOTE),
      // Served stale deliberately.
      async () => servedOf(QUOTE, { state: "stale", ageSeconds: 17 }),
      async () => ({ ...servedOf(QUOTE), envelope }),
      async () => servedOf(QUOTE, { state: "stale", ageSeconds: 99, staleReason: "timed out" }),
      async () => Promise.reject(new ProviderError("provider-b", "timed_out")),
      async () => Promise.reject(new TypeError("secret of the house")),
    ];
    const { client, call, lines } = await listening(async () => outcomes.shift()!());
    await client.setLoggingLevel("notice");
    for (let left = outcomes.length; left > 0; left--) await call(CALL.name, CALL.arguments);
    expect((lines as { level: string }[]).map(({ level }) => level)).toEqual(["notice", "warning", "error", "error"]);
    expect(JSON.stringify(lines)).not.toMatch(/secret|AAPL/);
  });

  it("are requested in each request in revision 2026-07-28, and precede the answer", async () => {
    const { stream, post } = createEndpoint(async () => servedOf(QUOTE));
    const headers = {
      ...JSON_HEADERS,
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": VERSION,
      "mcp-method": "tools/call",
      "mcp-name": CALL.name,
    };
    const _meta = {
      "io.modelcontextprotocol/protocolVersion": VERSION,
      "io.modelcontextprotocol/clientCapabilities": {},
    };
    const request = (meta: object) => ({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { ...CALL, _meta: { ..._meta, ...meta } },
    });
    const { messages } = await stream(request({ "io.modelcontextprotocol/logLevel": "debug" }), headers);
    expect(messages).toMatchObject([
      { method: "notifications/message", params: { level: "info", data: { tool: CALL.name } } },
      { id: 1, result: { resultType: "complete", structuredContent: QUOTE } },
    ]);
    expect(await post(request({}), headers)).toMatchObject({ status: 200, body: { id: 1, result: {} } });
    // A client that does not accept a stream gets the answer alone.
    const plain = await post(request({ "io.modelcontextprotocol/logLevel": "debug" }), {
      ...headers,
      accept: "application/json",
    });
    expect(plain).toMatchObject({ status: 200, body: { id: 1, result: { structuredContent: QUOTE } } });
  });
});

describe("progress", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }));
  afterEach(() => void vi.useRealTimers());

  it("is sent once a second while a call waits, only increases, and never follows the answer", async () => {
    const gate = createGate();
    const called = createGate();
    const { client } = await connect(async () => {
      called.open();
      await gate.passed;
      return servedOf(QUOTE);
    });
    const notified: unknown[] = [];
    const result = client.callTool(CALL, undefined, { onprogress: (progress) => void notified.push(progress) });
    await called.passed;
    await vi.advanceTimersByTimeAsync(3_500);
    gate.open();
    expect(await result).toMatchObject({ structuredContent: QUOTE });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(notified).toEqual(
      [1, 2, 3].map((progress) => ({ progress, message: `Waiting for market data: ${progress} s so far.` })),
    );
  });

  it("is not sent without a token, and not for an immediate answer", async () => {
    const send = vi.fn<(progress: number, message: string) => void>();
    await withProgress(send, async () => "at once");
    await withProgress(undefined, async () => vi.advanceTimersByTimeAsync(5_000));
    await expect(withProgress(send, async () => Promise.reject(new Error("failed")))).rejects.toThrow("failed");
    await vi.advanceTimersByTimeAsync(5_000);
    expect(send).not.toHaveBeenCalled();
  });

  it("is sent over HTTP as a stream", async () => {
    const gate = createGate();
    const called = createGate();
    const { stream } = createEndpoint(async () => {
      called.open();
      await gate.passed;
      return servedOf(QUOTE);
    });
    const message = {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { ...CALL, _meta: { progressToken: "token" } },
    };
    const streamed = stream(message, { ...JSON_HEADERS, accept: "application/json, text/event-stream" });
    await called.passed;
    await vi.advanceTimersByTimeAsync(1_500);
    gate.open();
    expect((await streamed).messages).toMatchObject([
      { method: "notifications/progress", params: { progressToken: "token", progress: 1 } },
      { id: 1, result: { structuredContent: QUOTE } },
    ]);
  });
});
