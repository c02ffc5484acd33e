/** Workarounds for the MCP SDK, as a wrapper of its transport. docs/architecture.md says when each can be removed. */
import { randomUUID } from "node:crypto";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage, RequestId } from "@modelcontextprotocol/sdk/types.js";
import { INTERNAL_ERROR, INVALID_PARAMS, RpcFailure, isRequest } from "./json-rpc.js";

/** Valid ids that the SDK ignores in cancellations, with the ids that it sees instead. */
const STAND_INS = new Map<unknown, RequestId>([
  [0, randomUUID()],
  ["", randomUUID()],
]);
const ORIGINALS = new Map<unknown, RequestId>([...STAND_INS].map(([id, other]) => [other, id as RequestId]));

/**
 * Wraps the transport to fill three gaps of the SDK: a request with id 0 (the first id of many hosts) can be cancelled, a
 * request with task parameters is handled at once, as required of a server without tasks, and errors are plain sentences.
 */
export function withServedRequests(transport: Transport): Transport {
  const wrapped: Transport = {
    async start() {
      transport.onclose = () => wrapped.onclose?.();
      transport.onerror = (error) => wrapped.onerror?.(error);
      transport.onmessage = (message, extra) => wrapped.onmessage?.(toServed(message), extra);
      await transport.start();
    },
    close: () => transport.close(),
    send: (message, options) => transport.send(toPlain(withId(message, ORIGINALS)), options),
  };
  return wrapped;
}

function toServed(message: JSONRPCMessage): JSONRPCMessage {
  if (!("method" in message)) return message;
  const { method, params } = message;
  if (method === "notifications/cancelled") {
    const standIn = STAND_INS.get(params?.["requestId"]);
    return standIn === undefined ? message : { ...message, params: { ...params, requestId: standIn } };
  }
  if (!isRequest(message)) return message;
  if (params?.["task"] === undefined) return withId(message, STAND_INS);
  const { task: _, ...rest } = params;
  return withId({ ...message, params: rest }, STAND_INS);
}

function withId<M extends JSONRPCMessage>(message: M, ids: ReadonlyMap<unknown, RequestId>): M {
  const id = "id" in message ? ids.get(message.id) : undefined;
  return id === undefined ? message : { ...message, id };
}

const INTERNAL_SENTENCE = "Internal error: something went wrong on our side; the log has the reason.";

/** Returns the failure of a request that met an error which our code did not expect. */
export function unexpectedFailure(): RpcFailure {
  return new RpcFailure(INTERNAL_ERROR, INTERNAL_SENTENCE);
}

/**
 * Returns a message with a plain sentence in place of the SDK's parser messages.
 *
 * Any other internal error than ours is a request that the SDK could not parse; its message is the parser's list of
 * issues.
 */
function toPlain(message: JSONRPCMessage): JSONRPCMessage {
  if (!("error" in message) || message.error.code !== INTERNAL_ERROR) return message;
  if (message.error.message === INTERNAL_SENTENCE) return message;
  const plain = "Invalid params: they are not what this method takes.";
  return { ...message, error: { code: INVALID_PARAMS, message: plain } };
}
