/** MCP over HTTP at `/mcp`: stateless, one JSON answer per POST. */
import type { IncomingHttpHeaders } from "node:http";
import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { isJSONRPCNotification, SUPPORTED_PROTOCOL_VERSIONS } from "@modelcontextprotocol/sdk/types.js";
import type { Visit } from "../contract/caller.js";
import { answerOnce, readPosted, rpcError } from "./one-shot.js";

export interface McpReply {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export interface McpPost {
  headers: IncomingHttpHeaders;
  body: string;
  signal: AbortSignal;
  /** Who sent it, as far as can be told: the socket's address. */
  from: string;
  /** Whose calls these are, and how they are paid for. */
  visit?: Visit | undefined;
}

const HEADERS = { "content-type": "application/json", "cache-control": "no-store" };

/** Answers one POST; never throws. */
export function createMcpHttp(createServer: (visit?: Visit) => Server): (post: McpPost) => Promise<McpReply> {
  const calls = new OpenCalls();

  return async (post) => {
    const { headers, body, signal } = post;
    if (!/^application\/json\b/i.test(headers["content-type"] ?? "")) {
      return reply(415, rpcError(-32000, "Unsupported media type: send Content-Type: application/json."));
    }
    const version = headers["mcp-protocol-version"];
    if (version !== undefined && !SUPPORTED_PROTOCOL_VERSIONS.includes(String(version))) {
      const supported = SUPPORTED_PROTOCOL_VERSIONS.join(", ");
      return reply(400, rpcError(-32000, `Unsupported MCP-Protocol-Version. Supported: ${supported}.`));
    }
    const posted = readPosted(body);
    if ("error" in posted) return reply(400, posted.error);
    const { message } = posted;
    if (isJSONRPCNotification(message)) {
      if (message.method === "notifications/cancelled") calls.cancel(callOf(post, message.params?.["requestId"]));
      return NOTED;
    }
    const cancelled = new AbortController();
    const close = calls.open(callOf(post, "id" in message ? message.id : undefined), cancelled);
    try {
      const answer = await answerOnce(createServer(post.visit), message, AbortSignal.any([signal, cancelled.signal]));
      return answer ? reply(200, answer) : NOTED;
    } finally {
      close();
    }
  };
}

/** Taken note of, nothing to say; also how a cancelled call ends. */
const NOTED: McpReply = { status: 202, headers: {}, body: "" };

/**
 * Calls under way, so that a cancellation, which comes as a POST of its own, finds its call.
 *
 * There are no sessions to tell callers apart, so a call is known by who seems
 * to make it. When two fit, nobody's is cancelled.
 */
class OpenCalls {
  readonly #calls = new Map<string, Set<AbortController>>();

  open(call: string | undefined, controller: AbortController): () => void {
    if (call === undefined) return () => {};
    const same = this.#calls.get(call) ?? new Set();
    this.#calls.set(call, same.add(controller));
    return () => {
      same.delete(controller);
      if (same.size === 0) this.#calls.delete(call);
    };
  }

  cancel(call: string | undefined): void {
    const [only, other] = this.#calls.get(call ?? "") ?? [];
    if (only && !other) only.abort();
  }
}

/** What a call and its cancellation have in common; behind a proxy everybody looks alike, so nothing does. */
function callOf({ headers, from }: McpPost, id: unknown): string | undefined {
  if (headers["x-forwarded-for"] !== undefined || headers.forwarded !== undefined) return undefined;
  if (typeof id !== "string" && typeof id !== "number") return undefined;
  const key = headers["x-api-key"] ?? headers.authorization;
  return JSON.stringify([from, key, headers["user-agent"], id]);
}

function reply(status: number, message: unknown): McpReply {
  return { status, headers: HEADERS, body: JSON.stringify(message) };
}
