/** Answers HTTP requests for `/mcp`: checks the method and reads the body within its limits. */
import type { IncomingMessage } from "node:http";
import { toRejectionHeaders, type AdmissionRejection } from "../access/admission.js";
import { addressGroup } from "../access/wrong-key-limit.js";
import type { Bodies } from "./request-body.js";
import type { Sent } from "../access/client-address.js";
import type { Visit } from "../contract/caller.js";
import type { McpPost, HttpReply } from "../contract/reply.js";
import { rpcError } from "../mcp/rpc-error.js";
import { toPlainReply, wrongMethod } from "../rest/router.js";
import { REJECTIONS } from "./rejections.js";

interface McpParts {
  bodies: Bodies;
  addressOf: (request: Sent) => string | undefined;
  mcp: (post: McpPost) => Promise<HttpReply>;
}

/**
 * Answers a request for `/mcp` with this query. Its body counts against the memory limit until
 * `bodies.release(request)` is called.
 */
export async function answerMcp(
  parts: McpParts,
  request: IncomingMessage,
  query: string,
  visit: Visit,
  signal: AbortSignal,
): Promise<HttpReply> {
  if (request.method !== "POST") return wrongMethod("POST");
  const from = parts.addressOf(request) ?? "";
  const body = await parts.bodies.read(request, addressGroup(from));
  if (body === "too large") return toPlainReply(REJECTIONS.body_too_large);
  if (body === "cut short") return toPlainReply(REJECTIONS.body_cut_short);
  if (body === "too many") return toPlainReply(REJECTIONS.too_many_bodies);
  return parts.mcp({ headers: request.headers, query, body: body.text, signal, from, visit });
}

/** Returns the reply to a caller that was not admitted. */
export function toMcpRejection(rejection: AdmissionRejection): HttpReply {
  const reply = toRpcReply(rejection.status, rejection.detail);
  return { ...reply, headers: { ...reply.headers, ...toRejectionHeaders(rejection) } };
}

/** Returns a rejection as a JSON-RPC error without an id. */
export function toRpcReply(status: number, detail: string): HttpReply {
  const headers = { "content-type": "application/json", "cache-control": "no-store" };
  return { status, headers, body: JSON.stringify(rpcError(-32001, detail)) };
}
