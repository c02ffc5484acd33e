/** Requests that the protocol allows and the SDK does not serve. */
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { isJSONRPCRequest, type JSONRPCMessage, type RequestId } from "@modelcontextprotocol/sdk/types.js";

/** What the SDK takes for no id when a request is cancelled, and what it sees instead. */
const STAND_INS = new Map<unknown, RequestId>([
  [0, "\u0000 zero"],
  ["", "\u0000 empty"],
]);
const ORIGINALS = new Map<unknown, RequestId>([...STAND_INS].map(([id, other]) => [other, id as RequestId]));

/**
 * The transport, with two of the SDK's gaps filled: a request whose id is 0
 * (many hosts count from there) can be cancelled, and one that asks to be a task
 * is served at once, as a server without tasks has to.
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
