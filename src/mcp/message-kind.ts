/**
 * The kind of a message that `readPosted` has validated. The SDK's `isJSONRPCRequest` validates the whole message once
 * more; three such checks were 4 % of a cached call over stdio (`npm run bench -- mcp`). A file of its own, so that
 * commands of the terminal do not load the SDK's schemas with it.
 */
import type { JSONRPCMessage, JSONRPCNotification, JSONRPCRequest } from "@modelcontextprotocol/sdk/types.js";

/** Whether a validated message is a request. */
export function isRequest(message: JSONRPCMessage): message is JSONRPCRequest {
  return "method" in message && "id" in message;
}

/** Whether a validated message is a notification. */
export function isNotification(message: JSONRPCMessage): message is JSONRPCNotification {
  return "method" in message && !("id" in message);
}
