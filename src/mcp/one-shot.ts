/**
 * One MCP message in, at most one out: the transport of a stateless POST.
 *
 * The SDK's own HTTP transport converts every request to web objects and back,
 * which costs as much as everything else together, and keeps a cancelled POST
 * open for ever.
 */
import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { isJSONRPCRequest, JSONRPCMessageSchema, type JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";

/** What a POST body turned out to be: something to answer, something to take note of, or an error. */
export type Posted = { message: JSONRPCMessage } | { error: JsonRpcError };

interface JsonRpcError {
  jsonrpc: "2.0";
  id: string | number | null;
  error: { code: number; message: string };
}

/** A JSON-RPC error object. */
export function rpcError(code: number, message: string, id: string | number | null = null): JsonRpcError {
  return { jsonrpc: "2.0", id, error: { code, message } };
}

/** Reads a POST body; batches left the protocol in 2025-06-18 and are refused. */
export function readPosted(text: string): Posted {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return { error: rpcError(-32700, "Parse error: the body is not JSON.") };
  }
  if (Array.isArray(body)) {
    return { error: rpcError(-32600, "Invalid request: send one message per POST, not a batch.") };
  }
  const parsed = JSONRPCMessageSchema.safeParse(body);
  if (!parsed.success) return { error: rpcError(-32600, "Invalid request: not a JSON-RPC 2.0 message.") };
  return { message: parsed.data };
}

/**
 * Hands a message to a fresh server and gives back its answer; `undefined` for
 * a notification, and when `signal` fires first.
 */
export async function answerOnce(
  server: Server,
  message: JSONRPCMessage,
  signal: AbortSignal,
): Promise<JSONRPCMessage | undefined> {
  let settle: (answer: JSONRPCMessage | undefined) => void;
  const answered = new Promise<JSONRPCMessage | undefined>((resolve) => {
    settle = resolve;
  });
  const transport: Transport = {
    start: async () => {},
    close: async () => transport.onclose?.(),
    send: async (sent) => {
      // Notifications have no way to a client that gets one JSON answer.
      if (!("method" in sent)) settle(sent);
    },
  };
  await server.connect(transport);
  const onAbort = () => settle(undefined);
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    transport.onmessage?.(message);
    if (!isJSONRPCRequest(message)) return undefined;
    return await answered;
  } finally {
    signal.removeEventListener("abort", onAbort);
    // Closing aborts a handler that is still at work.
    await server.close();
  }
}
