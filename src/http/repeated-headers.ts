/**
 * Reads a header that a client or a proxy sent twice with the same value as one: Node joins the values with a comma, so that
 * a client whose configuration repeats `MCP-Protocol-Version` got 400 for every call after `initialize`.
 */
import type { IncomingHttpHeaders } from "node:http";

/** Headers with one value, of those that Node joins. */
const SINGLE = ["mcp-protocol-version", "mcp-method", "mcp-name", "x-api-key", "x-forwarded-proto"] as const;

/** Replaces each of these headers that repeats one value by that value; two different values stay as they are. */
export function mergeRepeated(headers: IncomingHttpHeaders): void {
  for (const name of SINGLE) {
    const value = headers[name];
    if (typeof value !== "string" || !value.includes(",")) continue;
    const [first, ...others] = value.split(",").map((each) => each.trim());
    if (others.every((each) => each === first)) headers[name] = first;
  }
}
