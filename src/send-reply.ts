/** A reply and the socket: writing it, and noticing that nobody waits for it any more. */
import type { ServerResponse } from "node:http";
import { sendWhole } from "./listener.js";
import type { McpReply } from "./mcp/http.js";
import type { RestReply } from "./rest/router.js";

/** A reply before it meets the socket; `route` and `state` are for the log. */
export type HttpReply = Pick<RestReply, "status" | "headers" | "route" | "state" | "failure"> & Pick<McpReply, "body">;

/**
 * Writes the reply with the headers that all replies have.
 *
 * @throws when a header cannot be written, or a body that comes in pieces fails under way.
 */
export async function send(
  response: ServerResponse,
  method: string | undefined,
  { status, headers: own, body }: HttpReply,
  common: Record<string, string>,
): Promise<void> {
  const headers = { ...own, ...common };
  if (typeof body !== "string") return stream(response, status, headers, body);
  const hasBody = status !== 304 && status !== 204;
  if (hasBody) headers["content-length"] = String(Buffer.byteLength(body));
  response.writeHead(status, headers);
  sendWhole(response, hasBody && method !== "HEAD" ? body : undefined);
}

async function stream(
  response: ServerResponse,
  status: number,
  headers: Record<string, string>,
  body: AsyncIterable<string>,
): Promise<void> {
  response.writeHead(status, headers);
  // Read to its end even when the caller has left: the end is what tidies up.
  for await (const piece of body) if (response.writable) response.write(piece);
  response.end();
}

/** The caller may leave; what nobody waits for any more is then cancelled. */
export function leavingSignal(response: ServerResponse): AbortSignal {
  const leaving = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) leaving.abort();
  });
  return leaving.signal;
}
