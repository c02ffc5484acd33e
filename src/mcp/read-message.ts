/** Parses and validates a message of the protocol. */
import { JSONRPCMessageSchema, LATEST_PROTOCOL_VERSION, type JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { z } from "../contract/schema.js";
import { isObject } from "../lib/is-object.js";
import { parseJson } from "../lib/parse-json.js";
import { MAX_VALUES, weigh } from "./message-weight.js";
import { INVALID_PARAMS, INVALID_REQUEST, PARSE_ERROR, rpcError, type RpcError } from "./json-rpc.js";

/** A parsed message, or the error to answer it with. */
type Posted = { message: JSONRPCMessage } | { error: RpcError };

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
  const asSent = HAS_NOTHING.test(text) ? undefined : JSONRPCMessageSchema.safeParse(body).data;
  if (asSent) return { message: introduced(asSent) };
  const present = withoutNothing(body);
  const parsed = JSONRPCMessageSchema.safeParse(present);
  return parsed.success ? { message: introduced(parsed.data) } : { error: errorOf(present) };
}

/**
 * Returns an `initialize` with all members that the SDK demands: a client that says nothing about itself, or names no
 * revision, gets the newest one that has a handshake.
 */
function introduced(message: JSONRPCMessage): JSONRPCMessage {
  if (!("method" in message) || message.method !== "initialize") return message;
  const { protocolVersion, capabilities, clientInfo, ...others } = message.params ?? {};
  const { name, version, ...about } = isObject(clientInfo) ? clientInfo : {};
  const params = {
    ...others,
    protocolVersion: typeof protocolVersion === "string" ? protocolVersion : LATEST_PROTOCOL_VERSION,
    capabilities: isObject(capabilities) ? capabilities : {},
    clientInfo: { ...about, name: textOr(name), version: textOr(version) },
  };
  return { ...message, params };
}

const textOr = (value: unknown) => (typeof value === "string" ? value : "unknown");

/** Nearly all messages have neither, and are not copied: a twentieth of a cached call. */
const HAS_NOTHING = /null|\[\s*\]/;
const MEMBERS = new Set(["jsonrpc", "id", "method", "params", "result", "error"]);

/**
 * Returns the message with the members of JSON-RPC alone, and without those of `params` and `_meta` that stand for nothing:
 * `null`, and the empty list that PHP sends for an empty object.
 */
function withoutNothing(body: unknown): unknown {
  if (!isObject(body)) return body;
  const message = Object.fromEntries(Object.entries(body).filter(([name]) => MEMBERS.has(name)));
  const params = withoutEmpty(message["params"]);
  if (!isObject(params)) return params === undefined ? withoutMember("params", message) : message;
  if ("_meta" in params) params["_meta"] = withoutEmpty(params["_meta"]);
  return { ...message, params };
}

function withoutMember(name: string, { [name]: _left, ...others }: Record<string, unknown>): Record<string, unknown> {
  return others;
}

/** Answers to questions of the server have to be an object, and are refused otherwise. */
const REQUIRED_OBJECT = "inputResponses";

/** Returns an object without members that are `null` or an empty list; `undefined` for `null` and an empty list. */
function withoutEmpty(value: unknown): unknown {
  if (isEmpty(value)) return undefined;
  if (!isObject(value)) return value;
  const isKept = ([name, member]: [string, unknown]) => name === REQUIRED_OBJECT || !isEmpty(member);
  return Object.fromEntries(Object.entries(value).filter(isKept));
}

const isEmpty = (value: unknown) =>
  value === undefined || value === null || (Array.isArray(value) && value.length === 0);

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
