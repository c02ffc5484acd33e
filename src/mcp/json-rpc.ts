/** JSON-RPC: kinds of messages, errors, and the result of a list. Commands of the terminal load it, so it loads no SDK. */
import type {
  JSONRPCErrorResponse,
  JSONRPCMessage,
  JSONRPCNotification,
  JSONRPCRequest,
  RequestId,
  Result,
} from "@modelcontextprotocol/sdk/types.js";

/**
 * Whether a message that `readPosted` has validated is a request. The SDK's `isJSONRPCRequest` validates the whole message
 * once more; three such checks were 4 % of a cached call over stdio (`npm run bench -- mcp`).
 */
export function isRequest(message: JSONRPCMessage): message is JSONRPCRequest {
  return "method" in message && "id" in message;
}

/** Whether a validated message is a notification. */
export function isNotification(message: JSONRPCMessage): message is JSONRPCNotification {
  return "method" in message && !("id" in message);
}

export const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;
export const METHOD_NOT_FOUND = -32601;
export const INVALID_PARAMS = -32602;
export const INTERNAL_ERROR = -32603;
/** A rejection for reasons outside the protocol. */
export const REJECTED = -32000;
/** The caller was not admitted, or sent its key in the address. */
export const NOT_ADMITTED = -32001;
/** The resource is unknown; up to revision 2025-11-25, later revisions report invalid parameters. */
export const RESOURCE_NOT_FOUND = -32002;
/** A header differs from the body; since revision 2026-07-28. */
export const HEADER_MISMATCH = -32020;
/** The protocol version is not supported; since revision 2026-07-28, `data` lists the supported versions. */
export const UNSUPPORTED_VERSION = -32022;

/** An error; `id` is `null` when the request's id could not be read. */
export interface RpcError extends Omit<JSONRPCErrorResponse, "id"> {
  id: RequestId | null;
}

/** Creates a JSON-RPC error object. */
export function rpcError<Id extends RequestId | null = null>(code: number, message: string, id?: Id) {
  return { jsonrpc: "2.0" as const, id: (id ?? null) as Id, error: { code, message } };
}

/** Thrown by a handler; becomes a protocol error with this exact message. */
export class RpcFailure extends Error {
  override readonly name = "RpcFailure";
  readonly code: number;
  readonly data: Record<string, unknown> | undefined;

  constructor(code: number, message: string, data?: Record<string, unknown>) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** Returns the failure of a request with wrong parameters; `complaint` is a sentence on what is wrong. */
export function invalidParams(complaint: string): RpcFailure {
  return new RpcFailure(INVALID_PARAMS, `Invalid params: ${complaint}`);
}

/**
 * Returns the whole list: ours are short, so each has one page.
 *
 * @throws {RpcFailure} on a cursor, because this server issues none.
 */
export function toList(name: string, list: readonly unknown[], params: JSONRPCRequest["params"]): Result {
  if (params?.["cursor"] !== undefined) throw invalidParams('"cursor" is not one this list has given.');
  return { [name]: list };
}
