/** `initialize` as clients send it that say little about themselves. */
import { describe, expect, it } from "vitest";
import { readPosted } from "../../src/mcp/read-message.js";

const WHOLE = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "client", version: "1" } };
const introduce = (params?: unknown) => {
  const posted = readPosted(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params }));
  return "message" in posted && "method" in posted.message ? posted.message.params : posted;
};

describe("an introduction", () => {
  it("stays as it is when it says everything", () => {
    const more = { ...WHOLE, clientInfo: { ...WHOLE.clientInfo, title: "Client" }, _meta: { traceparent: "x" } };
    expect(introduce(more)).toEqual(more);
  });

  it.each([
    ["no version of the client", { ...WHOLE, clientInfo: { name: "client" } }, { name: "client", version: "unknown" }],
    ["no name", { ...WHOLE, clientInfo: { version: "1" } }, { name: "unknown", version: "1" }],
    ["nothing about the client", { ...WHOLE, clientInfo: null }, { name: "unknown", version: "unknown" }],
  ])("is accepted with %s", (_what, params, clientInfo) => {
    expect(introduce(params)).toEqual({ ...WHOLE, clientInfo });
  });

  it("is accepted without any parameters, with the newest revision that has a handshake", () => {
    const unknown = { capabilities: {}, clientInfo: { name: "unknown", version: "unknown" } };
    for (const params of [undefined, null, [], {}]) {
      expect(introduce(params)).toEqual({ protocolVersion: "2025-11-25", ...unknown });
    }
  });
});
