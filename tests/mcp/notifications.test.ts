import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { withProgress } from "../../src/mcp/handlers.js";
import { servedOf } from "../support/fakes.js";
import { createGate } from "../support/gate.js";
import { connect, QUOTE } from "../support/mcp-client.js";
import { createEndpoint, JSON_HEADERS } from "../support/mcp-endpoint.js";

const CALL = { name: "provider_b_get_stock_quote", arguments: { symbol: "AAPL" } };

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
