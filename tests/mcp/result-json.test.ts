import { describe, expect, it } from "vitest";
import { keepJson, toJson } from "../../src/mcp/result-json.js";

const object = { note: 'A "note" with <b> and ü.', price: 1.5, rows: [null] };
const text = JSON.stringify(object);
const content = [{ type: "text", text }];

describe("a message as JSON", () => {
  it.each<[string, object]>([
    ["a result with its object", { jsonrpc: "2.0", id: 7, result: { content, structuredContent: object } }],
    ["and its facts", { result: { content, structuredContent: object, _meta: { a: 1 } }, id: "x", jsonrpc: "2.0" }],
    ["a result without an object", { jsonrpc: "2.0", id: 7, result: { content, isError: true } }],
    ["an object of others", { jsonrpc: "2.0", id: 7, result: { content, structuredContent: { other: 1 } } }],
    ["an error", { jsonrpc: "2.0", id: null, error: { code: -32600, message: "No." } }],
    ["a request", { jsonrpc: "2.0", method: "ping", id: 1 }],
  ])("is the same as without what is kept: %s", (_what, message) => {
    keepJson(object, text);
    expect(JSON.parse(toJson(message))).toEqual(message);
  });
});
