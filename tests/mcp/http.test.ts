import type { IncomingHttpHeaders } from "node:http";
import { LATEST_PROTOCOL_VERSION, SUPPORTED_PROTOCOL_VERSIONS } from "@modelcontextprotocol/sdk/types.js";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { CATALOGUE } from "../../src/catalogue.js";
import { DEFAULT_TOOLSETS } from "../../src/contract/toolsets.js";
import { toListedTools } from "../../src/mcp/tools.js";
import { servedOf } from "../support/fakes.js";
import { createGate } from "../support/gate.js";
import { createEndpoint, JSON_HEADERS } from "../support/mcp-endpoint.js";

const GAINERS = { gainers: [] };

const request = (method: string, params: object = {}, id: number | string = 1) => ({
  jsonrpc: "2.0",
  id,
  method,
  params,
});
const rpcError = (code: number, message: string, id: unknown = null) => ({
  jsonrpc: "2.0",
  id,
  error: { code, message },
});

const INITIALIZE = request("initialize", {
  protocolVersion: LATEST_PROTOCOL_VERSION,
  capabilities: {},
  clientInfo: { name: "test", version: "0" },
});
const CALL = request(
  "tools/call",
  { name: "provider_a_get_market_gainers", arguments: { random_string: "x" } },
  "seven",
);

describe("MCP over HTTP", () => {
  it.each(["2099-01-01", "2026-07-28", "1.0", ""])(
    "negotiates a version where the header of initialize already names %j, as without it",
    async (version) => {
      const message = { ...INITIALIZE, params: { ...INITIALIZE.params, protocolVersion: version } };
      for (const modern of [true, false]) {
        const expected = await createEndpoint(undefined, { modern }).post(message);
        expect(expected).toMatchObject({ status: 200, body: { result: { protocolVersion: LATEST_PROTOCOL_VERSION } } });
        const headers = { ...JSON_HEADERS, "mcp-protocol-version": version };
        expect(await createEndpoint(undefined, { modern }).post(message, headers)).toEqual(expected);
      }
    },
  );

  it("answers initialize", async () => {
    expect(await createEndpoint().post(INITIALIZE)).toEqual({
      status: 200,
      headers: { "content-type": "application/json", "cache-control": "no-store" },
      body: {
        jsonrpc: "2.0",
        id: 1,
        result: {
          protocolVersion: LATEST_PROTOCOL_VERSION,
          capabilities: expect.objectContaining({ tools: { listChanged: false } }),
          serverInfo: expect.objectContaining({ name: "market-data-mcp", title: "Market data", version: "1.2.3" }),
          instructions: expect.stringMatching(/^Market data/),
        },
      },
    });
  });

  /** The rows whose tools are listed without a choice of sets. */
  const DEFAULT_CATALOGUE = CATALOGUE.filter(({ capability }) => DEFAULT_TOOLSETS.includes(capability.tool.set));

  it("lists its tools to every client, without a session and the same each time", async () => {
    const { post } = createEndpoint();
    const lists = [await post(request("tools/list")), await post(request("tools/list"))];
    expect(lists[0]!.body).toEqual({
      jsonrpc: "2.0",
      id: 1,
      result: { tools: JSON.parse(JSON.stringify(toListedTools(DEFAULT_CATALOGUE).map(({ tool }) => tool))) },
    });
    expect(lists[1]).toEqual(lists[0]);
  });

  it("answers a call with task parameters at once, since it has no tasks", async () => {
    const task = { ...CALL, params: { ...CALL.params, task: { ttl: 60_000 } } };
    expect(await createEndpoint().post(task)).toMatchObject({ body: { result: { structuredContent: GAINERS } } });
  });

  it("validates no more items of a list than are allowed", async () => {
    const symbols = Array(9_000).fill(1);
    const call = request("tools/call", { name: "get_quotes", arguments: { symbols } });
    const { post, asked } = createEndpoint();
    expect(await post(call)).toMatchObject({
      body: { result: { isError: true, content: [{ text: expect.stringMatching(/^Invalid "symbols"/) }] } },
    });
    expect(asked).not.toHaveBeenCalled();
  });

  it("answers a tool call with its id", async () => {
    const { post, asked } = createEndpoint();
    expect(await post(CALL)).toMatchObject({
      status: 200,
      body: { jsonrpc: "2.0", id: "seven", result: { structuredContent: GAINERS } },
    });
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it("answers calls with the same id separately", async () => {
    const { post } = createEndpoint(async ({ input: { q } }) => servedOf({ bestMatches: [], asked: q }));
    const queries = Array.from({ length: 20 }, (_, number) => `q${number}`);
    const replies = await Promise.all(
      queries.map((q) => post(request("tools/call", { name: "search_symbols", arguments: { q } }))),
    );
    const answered = replies.map(
      ({ body }) => (body!["result"] as { structuredContent: { asked: string } }).structuredContent.asked,
    );
    expect(answered).toEqual(queries);
  });

  it("accepts a notification without an answer", async () => {
    const initialized = { jsonrpc: "2.0", method: "notifications/initialized" };
    expect(await createEndpoint().post(initialized)).toEqual({ status: 202, headers: {}, body: undefined });
  });

  it("answers an unknown method with a protocol error, and an unknown tool with a tool error", async () => {
    const { post } = createEndpoint();
    expect(await post(request("prompts/nothing"))).toMatchObject({
      status: 200,
      body: { id: 1, error: { code: -32601 } },
    });
    const unknown = request("tools/call", { name: "get_weather" });
    expect(await post(unknown)).toMatchObject({ status: 200, body: { id: 1, result: { isError: true } } });
  });

  it("cancels the question of a caller that disconnects", async () => {
    const gate = createGate<AbortSignal>();
    const { post } = createEndpoint(({ signal }) => {
      gate.open(signal!);
      return new Promise(() => {});
    });
    const leaving = new AbortController();
    const posted = post(CALL, JSON_HEADERS, { signal: leaving.signal });
    const signal = await gate.passed;
    leaving.abort();
    expect(await posted).toMatchObject({ status: 202 });
    expect(signal.aborted).toBe(true);
  });
});

describe("a cancellation, which is a separate POST", () => {
  const CANCEL = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: CALL.id } };
  const HEADERS = { ...JSON_HEADERS, "x-api-key": "key", "user-agent": "host/1" };
  const ACCEPTED = { status: 202, headers: {}, body: undefined };

  /** Starts that many calls of one caller. */
  async function createCalls(count: number) {
    const gate = createGate();
    const signals: AbortSignal[] = [];
    const { post } = createEndpoint(({ signal }) => {
      if (signals.push(signal!) === count) gate.open();
      return new Promise(() => {});
    });
    const calls = Array.from({ length: count }, () => post(CALL, HEADERS));
    await gate.passed;
    return { post, calls, aborted: () => signals.map(({ aborted }) => aborted) };
  }

  it("cancels the call of the same caller, which gets no answer", async () => {
    const { post, calls, aborted } = await createCalls(1);
    expect(await post(CANCEL, HEADERS)).toEqual(ACCEPTED);
    expect(await calls[0]).toEqual(ACCEPTED);
    expect(aborted()).toEqual([true]);
  });

  it.each<[string, IncomingHttpHeaders, string]>([
    ["another address", HEADERS, "192.0.2.2"],
    ["another key", { ...HEADERS, "x-api-key": "other" }, "192.0.2.1"],
    ["another program", { ...HEADERS, "user-agent": "host/2" }, "192.0.2.1"],
    [
      "an unlisted proxy, behind which callers cannot be told apart",
      { ...HEADERS, "x-forwarded-for": "192.0.2.1" },
      "192.0.2.1",
    ],
  ])("does not cancel the call when it comes from %s", async (_what, headers, from) => {
    const { post, aborted } = await createCalls(1);
    expect(await post(CANCEL, headers, { from })).toEqual(ACCEPTED);
    expect(aborted()).toEqual([false]);
  });

  it("cancels neither of two calls when it could refer to both", async () => {
    const { post, aborted } = await createCalls(2);
    expect(await post(CANCEL, HEADERS)).toEqual(ACCEPTED);
    expect(aborted()).toEqual([false, false]);
  });

  it("does not cancel a call when it could refer to an identical one that was just answered", async () => {
    const signals: AbortSignal[] = [];
    const { post } = createEndpoint(({ signal }) => {
      signals.push(signal!);
      return signals.length === 1 ? Promise.resolve(servedOf(GAINERS)) : new Promise(() => {});
    });
    await post(CALL, HEADERS);
    void post(CALL, HEADERS);
    await expect.poll(() => signals.length).toBe(2);
    expect(await post(CANCEL, HEADERS)).toEqual(ACCEPTED);
    expect(signals[1]!.aborted).toBe(false);
  });

  it.each([CALL.id, "unknown", undefined])(
    "has no effect when the call (%j) has ended or never existed",
    async (id) => {
      const { post } = createEndpoint();
      await post(CALL, HEADERS);
      expect(await post({ ...CANCEL, params: { requestId: id } }, HEADERS)).toEqual(ACCEPTED);
      expect(await post(CALL, HEADERS)).toMatchObject({
        status: 200,
        body: { result: { structuredContent: GAINERS } },
      });
    },
  );
});

describe("MCP over HTTP rejects", () => {
  it.each([undefined, "", "text/plain", "application/x-www-form-urlencoded", "application/jsonx"])(
    "a body of type %j",
    async (type) => {
      const headers = type === undefined ? {} : { "content-type": type };
      expect(await createEndpoint().post(INITIALIZE, headers)).toMatchObject({
        status: 415,
        body: rpcError(-32000, "Unsupported media type: send Content-Type: application/json."),
      });
    },
  );

  it.each(["application/json; charset=utf-8", "Application/JSON"])(
    "no body of the type %s, which is JSON",
    async (type) => {
      expect(await createEndpoint().post(INITIALIZE, { "content-type": type })).toMatchObject({ status: 200 });
    },
  );

  it("an unsupported protocol version, and names the supported ones", async () => {
    for (const version of ["2099-01-01", "1.0", ""]) {
      const headers = { ...JSON_HEADERS, "mcp-protocol-version": version };
      expect(await createEndpoint().post(CALL, headers)).toMatchObject({
        status: 400,
        body: rpcError(
          -32000,
          `Unsupported MCP-Protocol-Version. Supported: 2026-07-28, ${SUPPORTED_PROTOCOL_VERSIONS.join(", ")}.`,
          CALL.id,
        ),
      });
    }
    for (const version of SUPPORTED_PROTOCOL_VERSIONS) {
      const headers = { ...JSON_HEADERS, "mcp-protocol-version": version };
      expect(await createEndpoint().post(CALL, headers)).toMatchObject({ status: 200 });
    }
  });

  it.each(["", "{", "hello", "{'a':1}", "\u0000"])("a body that is not JSON: %j", async (body) => {
    expect(await createEndpoint().post(body)).toMatchObject({
      status: 400,
      body: rpcError(-32700, "Parse error: the body is not JSON."),
    });
  });

  it("a batch with any number of calls", async () => {
    const { post, asked } = createEndpoint();
    for (const batch of [[], [CALL], Array.from({ length: 100 }, () => CALL)]) {
      expect(await post(batch)).toMatchObject({
        status: 400,
        body: rpcError(-32600, "Invalid request: send one message per POST, not a batch."),
      });
    }
    expect(asked).not.toHaveBeenCalled();
  });

  it.each([
    {},
    null,
    42,
    "text",
    { jsonrpc: "1.0", id: 1, method: "ping" },
    { id: 1, method: "ping" },
    { jsonrpc: "2.0", id: null, method: "ping" },
    { jsonrpc: "2.0", id: 1.5, method: "ping" },
    { jsonrpc: "2.0", id: {}, method: "ping" },
    { jsonrpc: "2.0", id: 1 },
    { jsonrpc: "2.0", id: 1, method: 7 },
  ])("JSON that is not a message: %j", async (message) => {
    expect(await createEndpoint().post(JSON.stringify(message))).toMatchObject({
      status: 400,
      body: rpcError(-32600, "Invalid request: not a JSON-RPC 2.0 message."),
    });
  });

  it.each(["1e308", "9007199254740993"])(
    "a request with the id %s, which a double cannot represent exactly",
    async (id) => {
      const message = `{"jsonrpc":"2.0","id":${id},"method":"ping"}`;
      const refusal = 'Invalid request: a number as "id" must be a whole one below 2^53.';
      expect(await createEndpoint().post(message)).toMatchObject({ status: 400, body: rpcError(-32600, refusal) });
    },
  );

  it.each(["x", 1, true, [1], { _meta: 1 }])("a request with the params %j, with its id", async (params) => {
    const refusal = 'Invalid request: "params" must be an object, and "_meta" in it, too.';
    const reply = await createEndpoint().post({ jsonrpc: "2.0", id: 1, method: "ping", params });
    expect(reply).toMatchObject({ status: 400, body: rpcError(-32600, refusal, 1) });
  });

  it.each([{}, [1], true, 1.5])("a call with the progress token %j, with its id", async (progressToken) => {
    const refusal = 'Invalid params: "_meta.progressToken" must be a string or a whole number.';
    const reply = await createEndpoint().post({ ...CALL, params: { ...CALL.params, _meta: { progressToken } } });
    expect(reply).toMatchObject({ status: 400, body: rpcError(-32602, refusal, "seven") });
  });

  it.each([null, []])(
    "no request with the params, the meta or its token %j, which are taken as absent",
    async (none) => {
      const { post } = createEndpoint();
      expect(await post({ jsonrpc: "2.0", id: 1, method: "ping", params: none })).toMatchObject({ status: 200 });
      const meta = { ...CALL, params: { ...CALL.params, _meta: none } };
      expect(await post(meta)).toMatchObject({ status: 200 });
      const token = { ...CALL, params: { ...CALL.params, _meta: { progressToken: none } } };
      expect(await post(token)).toMatchObject({ status: 200 });
      const further = { ...CALL, futureMember: 1 };
      expect(await post(further)).toMatchObject({ status: 200 });
    },
  );

  it("a message with more values than any request needs, before parsing it", async () => {
    const params = { ...INITIALIZE.params, capabilities: { experimental: Array(100_000).fill(1) } };
    const message = JSON.stringify({ ...INITIALIZE, params });
    const parse = vi.spyOn(JSON, "parse");
    onTestFinished(() => parse.mockRestore());
    expect(await createEndpoint().post(message)).toMatchObject({
      status: 400,
      body: rpcError(-32600, "Invalid request: it holds more than 10000 values.", 1),
    });
    expect(parse.mock.calls.flat()).not.toContain(message);
    const usual = JSON.stringify(INITIALIZE);
    await createEndpoint().post(usual);
    expect(parse.mock.calls.flat()).toContain(usual);
  });

  it("an unreadable message before it checks the version", async () => {
    const headers = { ...JSON_HEADERS, "mcp-protocol-version": "2026-07-28" };
    expect(await createEndpoint().post("{", headers)).toMatchObject({ status: 400, body: { error: { code: -32700 } } });
    expect(await createEndpoint().post("[]", headers)).toMatchObject({
      status: 400,
      body: { error: { code: -32600 } },
    });
    const answer = JSON.stringify({ jsonrpc: "2.0", id: 1, result: {} });
    expect(await createEndpoint().post(answer, headers)).toMatchObject({ status: 202 });
  });
});
