/** What HTTP adds to protocol revision 2026-07-28: headers that repeat the body, for whoever stands between. */
import type { IncomingHttpHeaders } from "node:http";
import type { JSONRPCErrorResponse, JSONRPCRequest } from "@modelcontextprotocol/sdk/types.js";
import { META_VERSION } from "./revision-2026-07-28.js";
import { HEADER_MISMATCH, rpcError } from "./rpc-error.js";

/** The parameter that `Mcp-Name` repeats, by method. */
const NAMED = new Map([
  ["tools/call", "name"],
  ["prompts/get", "name"],
  ["resources/read", "uri"],
]);

/** The first header that is missing or says something else than the body. */
export function headerError(headers: IncomingHttpHeaders, request: JSONRPCRequest): JSONRPCErrorResponse | undefined {
  const { id, method, params } = request;
  const expected: [header: string, value: unknown][] = [
    ["MCP-Protocol-Version", params?._meta?.[META_VERSION]],
    ["Mcp-Method", method],
    ["Mcp-Name", params?.[NAMED.get(method) ?? ""]],
  ];
  for (const [header, value] of expected) {
    // What the body lacks is for the body's own checks.
    if (typeof value !== "string" || decode(headers[header.toLowerCase()]) === value) continue;
    return rpcError(HEADER_MISMATCH, `The header ${header} must repeat what the body says.`, id);
  }
  return undefined;
}

/** A header's value; what no header can carry comes as `=?base64?…?=`. */
function decode(value: string | string[] | undefined): string | undefined {
  if (typeof value !== "string") return undefined;
  const encoded = /^=\?base64\?(.*)\?=$/.exec(value)?.[1];
  if (encoded === undefined) return value;
  const bytes = Buffer.from(encoded, "base64");
  // Node reads over what is no base64; the way back shows it.
  return bytes.toString("base64") === encoded ? bytes.toString("utf8") : undefined;
}
