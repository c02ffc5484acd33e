/** Stateless MCP over HTTP at `/mcp`: one JSON answer per POST, or a stream when notifications precede it. */
import { toJson } from "./result-json.js";
import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import {
  SUPPORTED_PROTOCOL_VERSIONS,
  type JSONRPCErrorResponse,
  type JSONRPCMessage,
  type JSONRPCRequest,
} from "@modelcontextprotocol/sdk/types.js";
import { quoted } from "../contract/input.js";
import { readToolsets, TOOLSET_CHOICES } from "../contract/toolsets.js";
import { envelopeError, headerError, isModern, MODERN_VERSION } from "./without-handshake.js";
import { METHOD_NOT_FOUND, REJECTED, isNotification, isRequest, rpcError, type RpcError } from "./json-rpc.js";
import { readPosted } from "./read-message.js";
import { OpenCalls } from "./open-calls.js";
import type { McpPost, HttpReply } from "../contract/reply.js";
import type { CreateMcpServer } from "./server.js";

const HEADERS = { "content-type": "application/json", "cache-control": "no-store" };
const STREAM_HEADERS = { "content-type": "text/event-stream", "cache-control": "no-store", "x-accel-buffering": "no" };

/** Returns the revisions of the protocol that the endpoint supports, newest first. */
export function supportedVersions({ modern }: { modern: boolean }): readonly string[] {
  return modern ? [MODERN_VERSION, ...SUPPORTED_PROTOCOL_VERSIONS] : SUPPORTED_PROTOCOL_VERSIONS;
}

/**
 * Creates the function that answers one POST; the function never throws. `modern` says whether revision 2026-07-28 is
 * supported besides the earlier ones.
 */
export function createMcpHttp(
  createServer: CreateMcpServer,
  options: { modern: boolean },
): (post: McpPost) => Promise<HttpReply> {
  const calls = new OpenCalls();
  const versions = supportedVersions(options);

  return async (post) => {
    const { headers, body, visit } = post;
    if (!/^application\/json\b/i.test(headers["content-type"] ?? "")) {
      return reject(415, rpcError(REJECTED, "Unsupported media type: send Content-Type: application/json."));
    }
    const posted = readPosted(body);
    if ("error" in posted) return reject(400, posted.error);
    const { message } = posted;
    const id = isRequest(message) ? message.id : undefined;
    // A handshake agrees on a version by its body, whichever newer one the client hopes for.
    const isHandshake = isRequest(message) && message.method === "initialize";
    const version = isHandshake ? undefined : headers["mcp-protocol-version"]?.toString();
    const modern = options.modern && isModern(message, version);
    if (!modern && version !== undefined && !versions.includes(version)) {
      const sentence = `Unsupported MCP-Protocol-Version. Supported: ${versions.join(", ")}.`;
      return reject(400, rpcError(REJECTED, sentence, id));
    }
    const toolsets = chosenToolsets(post);
    if (toolsets && "unknown" in toolsets) {
      const sentence = `Unknown toolset ${quoted(toolsets.unknown)}. Allowed: a comma list of ${TOOLSET_CHOICES}.`;
      return reject(400, rpcError(REJECTED, sentence, id), "Unknown toolset.");
    }
    if (isNotification(message)) {
      if (message.method === "notifications/cancelled") calls.cancel(post, message.params?.["requestId"]);
      return ACCEPTED;
    }
    if (!isRequest(message)) return ACCEPTED;
    if (modern) {
      const error = headerError(headers, message) ?? envelopeError(message);
      if (error) return reject(isUnknownMethod(error) ? 404 : 400, error);
    }
    const cancelled = new AbortController();
    const close = calls.open(post, message.id, cancelled);
    const sent = exchange(
      createServer({ visit, toolsets: toolsets?.sets }),
      message,
      AbortSignal.any([post.signal, cancelled.signal]),
    );
    const acceptsStream = /\btext\/event-stream\b/i.test(headers.accept ?? "");
    const first = await next(sent, acceptsStream);
    if (first && "method" in first) return { status: 200, headers: STREAM_HEADERS, body: toEvents(first, sent, close) };
    // Ending the generator also closes the server.
    await sent.return();
    close();
    if (!first) return ACCEPTED;
    // Revision 2026-07-28 requires 404 for an unknown method; all other errors have status 200.
    return modern && isUnknownMethod(first) ? reject(404, first) : reply(200, first);
  };
}

/** The reply to a notification and to a cancelled call. */
const ACCEPTED: HttpReply = { status: 202, headers: {}, body: "" };

/**
 * Passes a request to a new server and yields what it sends, the answer last; nothing more after `signal` aborts. If the
 * reader stops early, the server is closed and the handler aborted.
 *
 * The SDK's own HTTP transport converts every request to web objects and back, which takes as long as everything else
 * together, and never closes a cancelled POST.
 */
async function* exchange(
  server: Server,
  request: JSONRPCRequest,
  signal: AbortSignal,
): AsyncGenerator<JSONRPCMessage, void, void> {
  const sent: JSONRPCMessage[] = [];
  let isAnswered = false;
  let wake = () => {};
  const transport: Transport = {
    start: async () => {},
    close: async () => transport.onclose?.(),
    send: async (one) => {
      sent.push(one);
      wake();
    },
  };
  await server.connect(transport);
  const onAbort = () => wake();
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    transport.onmessage?.(request);
    while (!signal.aborted) {
      const message = sent.shift();
      if (message) {
        isAnswered = !("method" in message);
        yield message;
        if (isAnswered) return;
      } else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  } finally {
    signal.removeEventListener("abort", onAbort);
    // A server that has answered has nothing to end, and closing it creates an error with a stack trace.
    if (!isAnswered) await server.close();
  }
}

/** Returns the next message; skips notifications if the client does not accept a stream. */
async function next(
  sent: AsyncIterator<JSONRPCMessage, void>,
  acceptsStream: boolean,
): Promise<JSONRPCMessage | undefined> {
  for (;;) {
    const { value } = await sent.next();
    if (!value || acceptsStream || !("method" in value)) return value ?? undefined;
  }
}

async function* toEvents(
  first: JSONRPCMessage,
  rest: AsyncIterable<JSONRPCMessage>,
  close: () => void,
): AsyncGenerator<string, void, void> {
  try {
    yield toEvent(first);
    for await (const message of rest) yield toEvent(message);
  } finally {
    close();
  }
}

function toEvent(message: JSONRPCMessage): string {
  return `event: message\ndata: ${toJson(message)}\n\n`;
}

/** The sets of tools that the address chooses, or else the header; `undefined` when neither does. */
function chosenToolsets({ headers, query }: McpPost): ReturnType<typeof readToolsets> | undefined {
  const inAddress = new URLSearchParams(query).getAll("toolsets").join(",");
  const names = [inAddress, String(headers["x-mcp-toolsets"] ?? "")].find((text) => text.trim() !== "");
  return names === undefined ? undefined : readToolsets(names);
}

function isUnknownMethod(answer: JSONRPCMessage): answer is JSONRPCErrorResponse {
  return "error" in answer && answer.error.code === METHOD_NOT_FOUND;
}

/** The reply to a message that is rejected; the error's text is the reason for the log where it has no word of the caller. */
function reject(status: number, error: Pick<RpcError, "error">, reason = error.error.message): HttpReply {
  return { ...reply(status, error), reason };
}

function reply(status: number, message: object): HttpReply {
  return { status, headers: HEADERS, body: toJson(message) };
}
