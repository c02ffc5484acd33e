/** Parses and validates a message of the protocol. */
import { JSONRPCMessageSchema, type JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { z } from "../contract/schema.js";
import { parseJson } from "../lib/parse-json.js";
import { MAX_VALUES, weigh } from "./message-weight.js";
import { INVALID_PARAMS, INVALID_REQUEST, PARSE_ERROR, rpcError, type RpcError } from "./rpc-error.js";

/** A parsed message, or the error to answer it with. */
export type Posted = { message: JSONRPCMessage } | { error: RpcError };

/** Shorter texts cannot exceed the limit of values: each takes at least two characters. */
const WEIGHED_LENGTH = 2 * MAX_VALUES;

/**
 * Parses one message. An error has the request's id wherever it can be read.
 *
 * Batches are rejected; revision 2025-06-18 removed them.
 */
export function readPosted(text: string): Posted {
  if (text.length > WEIGHED_LENGTH) {
    const { complaint, id } = weigh(text);
    if (complaint) return { error: rpcError(INVALID_REQUEST, `Invalid request: ${complaint}.`, id) };
  }
  const body = parseJson(text);
  if (body === undefined) return { error: rpcError(PARSE_ERROR, "Parse error: the body is not JSON.") };
  if (Array.isArray(body)) {
    return { error: rpcError(INVALID_REQUEST, "Invalid request: send one message per POST, not a batch.") };
  }
  const parsed = JSONRPCMessageSchema.safeParse(body);
  return parsed.success ? { message: parsed.data } : { error: errorOf(body) };
}

const asRequest = z.object({
  jsonrpc: z.literal("2.0"),
  id: z.union([z.string(), z.number().int()]),
  method: z.string(),
  params: z.unknown(),
});
const withToken = z.object({ _meta: z.object({ progressToken: z.unknown() }) });

/** Returns the error for JSON that the SDK does not accept as a message. */
function errorOf(body: unknown): RpcError {
  const request = asRequest.safeParse(body).data;
  if (!request) return rpcError(INVALID_REQUEST, "Invalid request: not a JSON-RPC 2.0 message.");
  const { id, params } = request;
  if (typeof id === "number" && !Number.isSafeInteger(id)) {
    return rpcError(INVALID_REQUEST, 'Invalid request: a number as "id" must be a whole one below 2^53.');
  }
  const token = withToken.safeParse(params).data?._meta.progressToken;
  if (token !== undefined && typeof token !== "string" && !Number.isInteger(token)) {
    return rpcError(INVALID_PARAMS, 'Invalid params: "_meta.progressToken" must be a string or a whole number.', id);
  }
  return rpcError(INVALID_REQUEST, 'Invalid request: "params" must be an object, and "_meta" in it, too.', id);
}
