/** Sends replies: the headers that all of them have, the body, and the signal of a caller that leaves. */
import type { ServerResponse } from "node:http";
import type { Reply } from "../contract/reply.js";
import { sendWhole } from "./listener.js";

export type HttpReply = Reply<string | AsyncIterable<string>>;

/** The headers of every reply besides its id; `cors` are those of the origin guard. */
export function toCommonHeaders(cors: Readonly<Record<string, string>>, simulated: boolean): Record<string, string> {
  const headers: Record<string, string> = { ...cors, "x-content-type-options": "nosniff" };
  if (simulated) headers["x-data-simulated"] = "true";
  return headers;
}

/**
 * Writes the reply with its request id and more headers, such as the common ones; a body that comes whole is sent
 * when this returns.
 *
 * @throws when a header cannot be written; a body in pieces that fails rejects.
 */
export function send(
  response: ServerResponse,
  method: string | undefined,
  { status, headers: own, body, length: known }: HttpReply,
  id: string,
  ...more: Readonly<Record<string, string>>[]
): Promise<void> | undefined {
  // Names and values in turn: merging objects takes longer than all else here.
  const headers: string[] = [];
  addTo(headers, own);
  for (const each of more) addTo(headers, each);
  headers.push("x-request-id", id);
  if (typeof body !== "string") return stream(response, status, headers, body);
  const hasBody = status !== 304 && status !== 204;
  const length = hasBody ? (known ?? Buffer.byteLength(body)) : 0;
  if (hasBody) headers.push("content-length", String(length));
  response.writeHead(status, headers);
  // Node writes ASCII faster as latin1.
  const encoding = length === body.length ? "latin1" : "utf8";
  sendWhole(response, hasBody && method !== "HEAD" ? body : undefined, encoding);
  return undefined;
}

function addTo(list: string[], headers: Readonly<Record<string, string>>): void {
  for (const name in headers) list.push(name, headers[name]!);
}

async function stream(
  response: ServerResponse,
  status: number,
  headers: string[],
  body: AsyncIterable<string>,
): Promise<void> {
  response.writeHead(status, headers);
  // Read to the end even if the caller has left, as the end releases the server behind it.
  for await (const piece of body) if (response.writable) response.write(piece);
  response.end();
}

/** Aborts when the caller closes the connection before the reply is complete. */
export function leavingSignal(response: ServerResponse): AbortSignal {
  const leaving = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) leaving.abort();
  });
  return leaving.signal;
}
