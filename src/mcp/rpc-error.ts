/** Errors of the protocol itself, as JSON-RPC writes them. */
import type { JSONRPCErrorResponse, RequestId } from "@modelcontextprotocol/sdk/types.js";

export const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;
export const METHOD_NOT_FOUND = -32601;
export const INVALID_PARAMS = -32602;
export const INTERNAL_ERROR = -32603;
/** What is refused for reasons that are none of the protocol's. */
export const REFUSED = -32000;
/** A resource nobody has, up to 2025-11-25; later it is a matter of parameters. */
export const RESOURCE_NOT_FOUND = -32002;
/** A header that does not say what the body says; since 2026-07-28. */
export const HEADER_MISMATCH = -32020;
/** Since 2026-07-28; `data` lists the versions that are spoken. */
export const UNSUPPORTED_VERSION = -32022;

/** An error; `id` is `null` where the request could not be read so far. */
export interface RpcError extends Omit<JSONRPCErrorResponse, "id"> {
  id: RequestId | null;
}

/** A JSON-RPC error object. */
export function rpcError<Id extends RequestId | null = null>(code: number, message: string, id?: Id) {
  return { jsonrpc: "2.0" as const, id: (id ?? null) as Id, error: { code, message } };
}

/** Thrown by a handler, it becomes an error of the protocol with these very words. */
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
