/** Handles requests that the protocol allows and the SDK does not support. */
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { isJSONRPCRequest, type JSONRPCMessage, type RequestId } from "@modelcontextprotocol/sdk/types.js";

/** Falsy request ids, which the SDK ignores in cancellations, and their substitutes. */
const STAND_INS = new Map<unknown, RequestId>([
  [0, "\u0000 zero"],
  ["", "\u0000 empty"],
]);
const ORIGINALS = new Map<unknown, RequestId>([...STAND_INS].map(([id, other]) => [other, id as RequestId]));

/**
 * Wraps the transport to fill two gaps of the SDK: a request with id 0 (many hosts start there) can
 * be cancelled, and a request with task parameters is handled at once, as required of a server
 * without tasks.
 */
export function withLenience(transport: Transport): Transport {
  const outer: Transport = {
    async start() {
      transport.onclose = () => outer.onclose?.();
      transport.onerror = (error) => outer.onerror?.(error);
      transport.onmessage = (message, extra) => outer.onmessage?.(toServed(message), extra);
      await transport.start();
    },
    close: () => transport.close(),
    send: (message, options) => transport.send(withId(message, ORIGINALS), options),
  };
  return outer;
}

function toServed(message: JSONRPCMessage): JSONRPCMessage {
  if (!("method" in message)) return message;
  const { method, params } = message;
  if (method === "notifications/cancelled") {
    const standIn = STAND_INS.get(params?.["requestId"]);
    return standIn === undefined ? message : { ...message, params: { ...params, requestId: standIn } };
  }
  if (!isJSONRPCRequest(message)) return message;
  if (params?.["task"] === undefined) return withId(message, STAND_INS);
  const { task: _, ...rest } = params;
  return withId({ ...message, params: rest }, STAND_INS);
}

function withId<M extends JSONRPCMessage>(message: M, ids: ReadonlyMap<unknown, RequestId>): M {
  const id = "id" in message ? ids.get(message.id) : undefined;
  return id === undefined ? message : { ...message, id };
}
