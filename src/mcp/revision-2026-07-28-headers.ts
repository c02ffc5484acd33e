/**
 * Checks the HTTP headers of protocol revision 2026-07-28, which repeat parts of the body for
 * proxies.
 */
import type { IncomingHttpHeaders } from "node:http";
import type { JSONRPCErrorResponse, JSONRPCRequest } from "@modelcontextprotocol/sdk/types.js";
import { META_VERSION } from "./revision-2026-07-28.js";
import { HEADER_MISMATCH, rpcError } from "./rpc-error.js";

/** The body parameter that `Mcp-Name` repeats, by method. */
const NAMED = new Map([
  ["tools/call", "name"],
  ["prompts/get", "name"],
  ["resources/read", "uri"],
]);

/** Returns the error for the first header that is missing or differs from the body. */
export function headerError(headers: IncomingHttpHeaders, request: JSONRPCRequest): JSONRPCErrorResponse | undefined {
  const { id, method, params } = request;
  const expected: [header: string, value: unknown][] = [
    ["MCP-Protocol-Version", params?._meta?.[META_VERSION]],
    ["Mcp-Method", method],
    ["Mcp-Name", params?.[NAMED.get(method) ?? ""]],
  ];
  for (const [header, value] of expected) {
    // `envelopeError` and the handlers report a parameter that is missing from the body.
    if (typeof value !== "string" || decode(headers[header.toLowerCase()]) === value) continue;
    return rpcError(HEADER_MISMATCH, `The header ${header} must repeat what the body says.`, id);
  }
  return undefined;
}

/** Decodes a header's value; text that a header cannot contain is sent as `=?base64?…?=`. */
function decode(value: string | string[] | undefined): string | undefined {
  if (typeof value !== "string") return undefined;
  const encoded = /^=\?base64\?(.*)\?=$/.exec(value)?.[1];
  if (encoded === undefined) return value;
  const bytes = Buffer.from(encoded, "base64");
  // Node ignores invalid base64 characters, so encode the result again and compare.
  return bytes.toString("base64") === encoded ? bytes.toString("utf8") : undefined;
}
