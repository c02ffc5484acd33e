import type { IncomingHttpHeaders } from "node:http";
import { describe, expect, it } from "vitest";
import { servedOf } from "../support/fakes.js";
import { createEndpoint, JSON_HEADERS } from "../support/mcp-endpoint.js";

const VERSION = "2026-07-28";
const SERVER = { name: "market-data-mcp", title: "Market data", version: "1.2.3" };
const ENVELOPE = {
  "io.modelcontextprotocol/protocolVersion": VERSION,
  "io.modelcontextprotocol/clientCapabilities": {},
};
const SERVED = { "io.modelcontextprotocol/serverInfo": SERVER };

/** A request as a client of this revision sends it, with its headers. */
function modern(method: string, params: Record<string, unknown> = {}, _meta: Record<string, unknown> = ENVELOPE) {
  const name = params["name"] ?? params["uri"];
  return {
    message: { jsonrpc: "2.0", id: 7, method, params: { ...params, _meta } },
    headers: {
      ...JSON_HEADERS,
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": VERSION,
      "mcp-method": method,
      ...(typeof name === "string" ? { "mcp-name": name } : {}),
    } as IncomingHttpHeaders,
  };
}

const CALL = modern("tools/call", { name: "provider_a_get_market_losers", arguments: {} });
const rpcError = (code: number, message: string, data?: object) => ({
  jsonrpc: "2.0",
  id: 7,
  error: { code, message, ...(data && { data }) },
});

describe("revision 2026-07-28", () => {
  it("is discovered without a handshake, with the server's capabilities and their lifetime", async () => {
    const { message, headers } = modern("server/discover");
    expect(await createEndpoint().post(message, headers)).toEqual({
      status: 200,
      headers: { "content-type": "application/json", "cache-control": "no-store" },
      body: {
        jsonrpc: "2.0",
        id: 7,
        result: {
          resultType: "complete",
          supportedVersions: [VERSION],
          capabilities: expect.objectContaining({ tools: { listChanged: false } }),
          instructions: expect.stringMatching(/^Market data/),
          ttlMs: 300_000,
          cacheScope: "public",
          _meta: SERVED,
        },
      },
    });
  });

  it("lists the same tools as earlier revisions", async () => {
    const { post } = createEndpoint();
    const { message, headers } = modern("tools/list");
    const earlier = await post({ jsonrpc: "2.0", id: 7, method: "tools/list" });
    const { tools } = earlier.body!["result"] as { tools: unknown };
    expect((await post(message, headers)).body!["result"]).toEqual({
      tools,
      resultType: "complete",
      ttlMs: 300_000,
      cacheScope: "public",
      _meta: SERVED,
    });
  });

  it.each([
    ["fresh for its whole time", { freshForSeconds: 60 }, 60_000],
    ["incomplete, and fresh for a tenth of the time", { freshForSeconds: 6 }, 6_000],
    ["cached 50 seconds ago", { state: "hit", ageSeconds: 50, freshForSeconds: 4 }, 4_000],
    ["fetched after the market had closed", { state: "hit", ageSeconds: 900, freshForSeconds: 7_200 }, 7_200_000],
    ["stale", { state: "stale", ageSeconds: 50, freshForSeconds: 0 }, 0],
  ] as const)("states the lifetime of a resource: %s", async (_what, served, ttlMs) => {
    const { post } = createEndpoint(async () => servedOf({ losers: [] }, served));
    const { message, headers } = modern("resources/read", { uri: "market://movers/losers" });
    expect((await post(message, headers)).body!["result"]).toMatchObject({ ttlMs, cacheScope: "private" });
  });

  it("gives a tool's result as earlier revisions do, marked complete", async () => {
    const { post } = createEndpoint();
    const earlier = await post({ ...CALL.message, params: { ...CALL.message.params, _meta: {} } });
    const result = earlier.body!["result"] as { _meta: object };
    expect((await post(CALL.message, CALL.headers)).body!["result"]).toEqual({
      ...result,
      resultType: "complete",
      _meta: { ...result._meta, ...SERVED },
    });
  });

  it("acknowledges a subscription to changes, and ends it at once", async () => {
    const { message, headers } = modern("subscriptions/listen", { notifications: { toolsListChanged: true } });
    const _meta = { "io.modelcontextprotocol/subscriptionId": 7 };
    const { status, headers: sent, messages } = await createEndpoint().stream(message, headers);
    expect([status, sent["content-type"]]).toEqual([200, "text/event-stream"]);
    expect(messages).toEqual([
      { jsonrpc: "2.0", method: "notifications/subscriptions/acknowledged", params: { notifications: {}, _meta } },
      { jsonrpc: "2.0", id: 7, result: { resultType: "complete", _meta: { ..._meta, ...SERVED } } },
    ]);
  });
});

describe("revision 2026-07-28 rejects", () => {
  const wanted =
    'Invalid params: "_meta" must hold "io.modelcontextprotocol/protocolVersion" and "io.modelcontextprotocol/clientCapabilities".';

  it.each([
    {},
    { "io.modelcontextprotocol/protocolVersion": VERSION },
    { "io.modelcontextprotocol/clientCapabilities": {} },
    { ...ENVELOPE, "io.modelcontextprotocol/clientCapabilities": [] },
  ])("a request with the envelope %j", async (envelope) => {
    const { message, headers } = modern("server/discover", {}, envelope);
    expect(await createEndpoint().post(message, headers)).toMatchObject({
      status: 400,
      body: rpcError(-32602, wanted),
    });
  });

  it("an unsupported version, naming the supported one", async () => {
    const version = "2099-01-01";
    const { message, headers } = modern(
      "tools/list",
      {},
      { ...ENVELOPE, "io.modelcontextprotocol/protocolVersion": version },
    );
    expect(await createEndpoint().post(message, { ...headers, "mcp-protocol-version": version })).toMatchObject({
      status: 400,
      body: rpcError(-32022, `Unsupported protocol version. Supported: ${VERSION}.`, {
        supported: [VERSION],
        requested: version,
      }),
    });
  });

  it.each(["initialize", "ping", "logging/setLevel", "resources/subscribe", "resources/unsubscribe", "nonsense"])(
    "the method %s with 404",
    async (method) => {
      const { message, headers } = modern(method);
      const { status, body } = await createEndpoint().post(message, headers);
      expect([status, body]).toMatchObject([404, { id: 7, error: { code: -32601 } }]);
    },
  );

  it.each<[string, string, IncomingHttpHeaders]>([
    ["no version", "MCP-Protocol-Version", { "mcp-protocol-version": undefined }],
    ["another version", "MCP-Protocol-Version", { "mcp-protocol-version": "2025-11-25" }],
    ["no method", "Mcp-Method", { "mcp-method": undefined }],
    ["another method", "Mcp-Method", { "mcp-method": "tools/list" }],
    ["the method in other letters", "Mcp-Method", { "mcp-method": "TOOLS/CALL" }],
    ["no name", "Mcp-Name", { "mcp-name": undefined }],
    ["another name", "Mcp-Name", { "mcp-name": "search_symbols" }],
    ["a name in broken base64", "Mcp-Name", { "mcp-name": "=?base64?!!!?=" }],
  ])("headers with %s", async (_what, header, wrong) => {
    const { post, asked } = createEndpoint();
    expect(await post(CALL.message, { ...CALL.headers, ...wrong })).toMatchObject({
      status: 400,
      body: rpcError(-32020, `The header ${header} must repeat what the body says.`),
    });
    expect(asked).not.toHaveBeenCalled();
  });

  it("no request whose header has the name in valid base64", async () => {
    const name = `=?base64?${Buffer.from("provider_a_get_market_losers").toString("base64")}?=`;
    expect(await createEndpoint().post(CALL.message, { ...CALL.headers, "mcp-name": name })).toMatchObject({
      status: 200,
      body: { result: { resultType: "complete" } },
    });
  });
});

describe("revision 2026-07-28, switched off,", () => {
  it("is rejected like any unknown version", async () => {
    const { post } = createEndpoint(undefined, { modern: false });
    const { message, headers } = modern("server/discover");
    expect(await post(message, headers)).toMatchObject({ status: 400, body: { id: 7, error: { code: -32000 } } });
    expect(await post(message)).toMatchObject({ status: 200, body: { error: { code: -32601 } } });
  });
});
