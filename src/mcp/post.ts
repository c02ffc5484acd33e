/** A POST to `/mcp` and its reply, as the HTTP service hands them over. */
import type { IncomingHttpHeaders } from "node:http";
import type { Visit } from "../contract/caller.js";
import type { Reply } from "../contract/reply.js";

/** One JSON answer, or a stream of events. */
export type McpReply = Reply<string | AsyncIterable<string>>;

/** One POST to `/mcp`. */
export interface McpPost {
  headers: IncomingHttpHeaders;
  body: string;
  signal: AbortSignal;
  /** The address of the sender. */
  from: string;
  /** The caller, and how its calls are paid for. */
  visit?: Visit | undefined;
}
