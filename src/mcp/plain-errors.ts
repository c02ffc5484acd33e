/** Replaces the SDK parser's messages by our own. */
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { INTERNAL_ERROR, INVALID_PARAMS } from "./rpc-error.js";

/**
 * Wraps the transport and rewrites the SDK's internal errors.
 *
 * Our handlers use codes of their own, so an internal error means that the SDK could not parse the
 * request; its message is then a list of parser issues.
 */
export function withPlainErrors(transport: Transport): Transport {
  const send = transport.send.bind(transport);
  transport.send = (message, options) => send(toPlain(message), options);
  return transport;
}

function toPlain(message: JSONRPCMessage): JSONRPCMessage {
  if (!("error" in message) || message.error.code !== INTERNAL_ERROR) return message;
  const plain = "Invalid params: they are not what this method takes.";
  return { ...message, error: { code: INVALID_PARAMS, message: plain } };
}
