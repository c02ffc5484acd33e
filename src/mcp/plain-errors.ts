/** Keeps the words of the SDK's parser away from callers. */
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { INTERNAL_ERROR, INVALID_PARAMS } from "./rpc-error.js";

/**
 * The transport, with errors of the SDK's own put plainly.
 *
 * Our handlers fail with codes of their own, so an internal error is a request
 * that the SDK could not parse; its message is then the parser's list of issues.
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
