/**
 * Adapts protocol revision 2026-07-28 to a server for the earlier revisions.
 *
 * There is no handshake: each request states its revision and its client's capabilities in `_meta`; results state that
 * they are complete and how long they may be cached. Everything else is the same server.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28
 */
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type {
  Implementation,
  JSONRPCErrorResponse,
  JSONRPCMessage,
  JSONRPCNotification,
  JSONRPCRequest,
  RequestId,
  Result,
  ServerCapabilities,
} from "@modelcontextprotocol/sdk/types.js";
import { isObject } from "../lib/is-object.js";
import {
  HEADER_MISMATCH,
  INVALID_PARAMS,
  METHOD_NOT_FOUND,
  UNSUPPORTED_VERSION,
  isNotification,
  isRequest,
  rpcError,
} from "./json-rpc.js";
import { LIST_HINTS } from "./product.js";
import type { IncomingHttpHeaders } from "node:http";

/** The revision that this adapter supports. */
export const MODERN_VERSION = "2026-07-28";

/**
 * The `_meta` key of a request's revision; earlier revisions agree on one during initialization.
 */
export const META_VERSION = "io.modelcontextprotocol/protocolVersion";
const META_CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";
const META_SERVER = "io.modelcontextprotocol/serverInfo";
const META_SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId";

const DISCOVER = "server/discover";
const LISTEN = "subscriptions/listen";
/** Methods of earlier revisions that this one removed. */
const REMOVED = new Set(["initialize", "ping", "logging/setLevel", "resources/subscribe", "resources/unsubscribe"]);

/** Default for reads: not shared and not cacheable, unless the result states a lifetime. */
const READ_HINTS = { ttlMs: 0, cacheScope: "private" };
const HINTS = new Map<string, object>([
  ...[
    DISCOVER,
    "tools/list",
    "prompts/list",
    "resources/list",
    "resources/templates/list",
    "skills/list",
    "skills/get",
  ].map((method): [string, object] => [method, LIST_HINTS]),
  ["resources/read", READ_HINTS],
]);

/** Limit of the version repeated in an error: a version has ten characters, but a caller may send a megabyte. */
const MAX_ECHO = 64;

/** The server's description in the discovery result. */
interface Introduction {
  info: Implementation;
  capabilities: ServerCapabilities;
  instructions: string;
}

/** Whether a message uses this revision; `header` is the HTTP header with the version, if any. */
export function isModern(message: JSONRPCMessage, header?: string): boolean {
  if (!("method" in message)) return false;
  return (
    header === MODERN_VERSION ||
    message.method === DISCOVER ||
    message.method === LISTEN ||
    metaOf(message)[META_VERSION] !== undefined
  );
}

/** Returns the error for a request with an invalid envelope, checked before its method. */
export function envelopeError(request: JSONRPCRequest): JSONRPCErrorResponse | undefined {
  const { id, method } = request;
  const meta = metaOf(request);
  const requested = meta[META_VERSION];
  if (typeof requested !== "string" || !isObject(meta[META_CAPABILITIES])) {
    const wanted = `Invalid params: "_meta" must hold "${META_VERSION}" and "${META_CAPABILITIES}".`;
    return rpcError(INVALID_PARAMS, wanted, id);
  }
  if (requested !== MODERN_VERSION) {
    const refusal = rpcError(UNSUPPORTED_VERSION, `Unsupported protocol version. Supported: ${MODERN_VERSION}.`, id);
    const data = { supported: [MODERN_VERSION], requested: requested.slice(0, MAX_ECHO) };
    return { ...refusal, error: { ...refusal.error, data } };
  }
  const responses = request.params?.["inputResponses"];
  if (responses !== undefined && !(isObject(responses) && Object.values(responses).every(isObject))) {
    // We never request input; an invalid form is still an error for the client.
    return rpcError(INVALID_PARAMS, 'Invalid params: "inputResponses" must hold one object for each input.', id);
  }
  if (REMOVED.has(method)) return rpcError(METHOD_NOT_FOUND, "Method not found", id);
  return undefined;
}

/** Wraps the transport so that it supports this revision next to the earlier ones. */
export function withModern(transport: Transport, { info, capabilities, instructions }: Introduction): Transport {
  /** Methods of this revision's requests in flight, by id. */
  const open = new Map<RequestId, string>();
  const discovered = { supportedVersions: [MODERN_VERSION], capabilities, instructions };

  function complete(method: string, result: Result): Result {
    return {
      resultType: "complete",
      ...HINTS.get(method),
      ...result,
      _meta: { ...result._meta, [META_SERVER]: info },
    };
  }

  /** Returns the messages with which this adapter answers the request; none if the server must answer it. */
  function answersTo(request: JSONRPCRequest): JSONRPCMessage[] {
    const { id, method, params } = request;
    const error = envelopeError(request);
    if (error) return [error];
    if (method === DISCOVER) return [{ jsonrpc: "2.0", id, result: complete(method, discovered) }];
    if (method !== LISTEN) return [];
    if (!isObject(params?.["notifications"])) {
      const wanted = 'Invalid params: "notifications" must say what to listen for.';
      return [rpcError(INVALID_PARAMS, wanted, id)];
    }
    // Our lists never change while the process runs, so a subscription has nothing to wait for.
    const _meta = { [META_SUBSCRIPTION]: id };
    return [
      { jsonrpc: "2.0", method: "notifications/subscriptions/acknowledged", params: { notifications: {}, _meta } },
      { jsonrpc: "2.0", id, result: complete(method, { _meta }) },
    ];
  }

  /** Removes a cancelled request, which gets no answer. */
  function forget({ method, params }: JSONRPCNotification): void {
    const id = method === "notifications/cancelled" ? params?.["requestId"] : undefined;
    if (typeof id === "string" || typeof id === "number") open.delete(id);
  }

  const wrapped: Transport = {
    async start() {
      transport.onclose = () => wrapped.onclose?.();
      transport.onerror = (error) => wrapped.onerror?.(error);
      transport.onmessage = (message, extra) => {
        if (!isRequest(message) || !isModern(message)) {
          if (isNotification(message)) forget(message);
          return wrapped.onmessage?.(message, extra);
        }
        const answers = answersTo(message);
        if (answers.length === 0) {
          open.set(message.id, message.method);
          return wrapped.onmessage?.(message, extra);
        }
        for (const answer of answers) void transport.send(answer).catch((error: Error) => wrapped.onerror?.(error));
      };
      await transport.start();
    },
    close: () => transport.close(),
    send(message, options) {
      if ("method" in message || message.id === undefined) return transport.send(message, options);
      const method = open.get(message.id);
      open.delete(message.id);
      if (method === undefined || "error" in message) return transport.send(message, options);
      return transport.send({ ...message, result: complete(method, message.result) }, options);
    },
  };
  return wrapped;
}

function metaOf({ params }: { params?: { _meta?: unknown } | undefined }): Record<string, unknown> {
  return isObject(params?._meta) ? params._meta : {};
}

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
