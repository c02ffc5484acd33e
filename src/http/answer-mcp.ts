/**
 * Answers HTTP requests for `/mcp`: checks the method, reads the body, and refuses a request before
 * reading more than needed.
 */
import type { IncomingMessage } from "node:http";
import { toHeaders, type TurnedAway } from "../access/admission.js";
import { addressGroup } from "../access/wrong-key-limit.js";
import { MAX_BODY_BYTES, type Bodies } from "./request-body.js";
import type { Sent } from "../access/client-address.js";
import type { Visit } from "../contract/caller.js";
import type { McpPost, McpReply } from "../mcp/post.js";
import { rpcError } from "../mcp/rpc-error.js";
import { toFailedReply } from "../rest/respond.js";
import { plain, wrongMethod } from "../rest/router.js";
import type { HttpReply } from "./write-reply.js";

interface McpParts {
  bodies: Bodies;
  addressOf: (request: Sent) => string | undefined;
  mcp: (post: McpPost) => Promise<McpReply>;
}

const TOO_MANY_BODIES: HttpReply = toFailedReply({
  status: 503,
  body: {
    error: "Service unavailable",
    detail: "Too many request bodies are being received at the moment. Try again in a second.",
  },
  retryAfterSeconds: 1,
});

/**
 * Returns the reply to a request for `/mcp`. The body counts against the memory limit until the
 * caller releases it.
 */
export async function answerMcp(
  parts: McpParts,
  request: IncomingMessage,
  visit: Visit,
  signal: AbortSignal,
): Promise<HttpReply> {
  if (request.method !== "POST") return wrongMethod("POST");
  const from = parts.addressOf(request) ?? "";
  const body = await parts.bodies.read(request, addressGroup(from));
  if (body === "too large") return plain(413, "Body too large", `Allowed: ${MAX_BODY_BYTES} bytes.`);
  if (body === "cut short") return plain(400, "Bad request", "The body ended before it was complete.");
  if (body === "too many") return TOO_MANY_BODIES;
  return parts.mcp({ headers: request.headers, body: body.text, signal, from, visit });
}

/** The reply to a caller without a valid key, or with too many wrong ones. */
export function turnAway(turnedAway: TurnedAway): HttpReply {
  const reply = toRpcReply(turnedAway.status, turnedAway.detail);
  return { ...reply, headers: { ...reply.headers, ...toHeaders(turnedAway) } };
}

/** Returns a refusal as a JSON-RPC error without an id. */
export function toRpcReply(status: number, detail: string): HttpReply {
  const headers = { "content-type": "application/json", "cache-control": "no-store" };
  return { status, headers, body: JSON.stringify(rpcError(-32001, detail)) };
}
