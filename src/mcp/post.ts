/** A POST to `/mcp` and its reply: the interface between the HTTP service and MCP. */
import type { IncomingHttpHeaders } from "node:http";
import type { Visit } from "../contract/caller.js";
import type { Reply } from "../contract/reply.js";

/** One JSON answer, or a stream of events. */
export type McpReply = Reply<string | AsyncIterable<string>>;

/** One POST to `/mcp`. */
export interface McpPost {
  headers: IncomingHttpHeaders;
  body: string;
  /** The address after its question mark. */
  query?: string | undefined;
  signal: AbortSignal;
  /** The client's address. */
  from: string;
  /** The caller, and the way its calls count against its plan. */
  visit?: Visit | undefined;
}
