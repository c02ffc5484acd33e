/**
 * One MCP message in, its answer out, with the notifications that come before it: the transport of a stateless POST.
 *
 * The SDK's own HTTP transport converts every request to web objects and back,
 * which costs as much as everything else together, and keeps a cancelled POST
 * open for ever.
 */
import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { isJSONRPCRequest, JSONRPCMessageSchema, type JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { INVALID_REQUEST, PARSE_ERROR, rpcError, type RpcError } from "./rpc-error.js";

/** What a POST body turned out to be: something to answer, something to take note of, or an error. */
export type Posted = { message: JSONRPCMessage } | { error: RpcError };

/** Reads a POST body; batches left the protocol in 2025-06-18 and are refused. */
export function readPosted(text: string): Posted {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return { error: rpcError(PARSE_ERROR, "Parse error: the body is not JSON.") };
  }
  if (Array.isArray(body)) {
    return { error: rpcError(INVALID_REQUEST, "Invalid request: send one message per POST, not a batch.") };
  }
  // A value takes two characters at least. What a tool is called with is judged where tools are.
  if (text.length > 2 * MAX_VALUES && !isToolCall(body) && holdsTooMuch(body)) {
    const refusal = `Invalid request: it holds more than ${MAX_VALUES} values.`;
    return { error: rpcError(INVALID_REQUEST, refusal) };
  }
  const parsed = JSONRPCMessageSchema.safeParse(body);
  if (!parsed.success) return { error: rpcError(INVALID_REQUEST, "Invalid request: not a JSON-RPC 2.0 message.") };
  return { message: parsed.data };
}

const isToolCall = (body: unknown) =>
  typeof body === "object" && body !== null && "method" in body && body.method === "tools/call";

/** More than any request has; the protocol's parsers judge each value, and a megabyte holds half a million. */
const MAX_VALUES = 10_000;

function holdsTooMuch(body: unknown): boolean {
  const open = [body];
  let count = 0;
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value !== "object" || value === null) continue;
    const values: unknown[] = Object.values(value);
    count += values.length;
    if (count > MAX_VALUES) return true;
    for (const each of values) open.push(each);
  }
  return false;
}

/**
 * Hands a message to a fresh server and gives what it sends, the answer last.
 *
 * Nothing comes for a notification, and nothing more once `signal` fires.
 * Whoever stops reading early ends the server, and with it a handler at work.
 */
export async function* exchange(
  server: Server,
  message: JSONRPCMessage,
  signal: AbortSignal,
): AsyncGenerator<JSONRPCMessage, void, void> {
  const sent: JSONRPCMessage[] = [];
  let wake = () => {};
  const transport: Transport = {
    start: async () => {},
    close: async () => transport.onclose?.(),
    send: async (one) => {
      sent.push(one);
      wake();
    },
  };
  await server.connect(transport);
  const onAbort = () => wake();
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    transport.onmessage?.(message);
    if (!isJSONRPCRequest(message)) return;
    while (!signal.aborted) {
      const next = sent.shift();
      if (next) {
        yield next;
        if (!("method" in next)) return;
      } else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  } finally {
    signal.removeEventListener("abort", onAbort);
    await server.close();
  }
}
