/** Answers what Node hands over as a bare socket: malformed requests and CONNECT tunnels. */
import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";

const UNREADABLE = { status: 400, error: "Bad request", detail: "This is not a request that can be read." };
const REPLIES: Readonly<Record<string, typeof UNREADABLE>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, error: "Request timed out", detail: "The request did not come in time." },
  HPE_HEADER_OVERFLOW: { status: 431, error: "Headers too large", detail: "Allowed: 16 KiB, the address included." },
};

/**
 * Answers in JSON, like every other error, and closes the connection, because the start of the next
 * request is unknown.
 */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  hangUp(socket, REPLIES[error.code ?? ""] ?? UNREADABLE);
}

/** Refuses CONNECT; Node would close the connection without an answer. */
export function refuseTunnel(_request: unknown, socket: Duplex): void {
  socket.on("error", () => {});
  hangUp(socket, { status: 405, error: "Method not allowed", detail: "This is no proxy." }, [
    "Allow: GET, HEAD, OPTIONS",
  ]);
}

function hangUp(socket: Duplex, { status, ...rest }: typeof UNREADABLE, headers: readonly string[] = []): void {
  const body = JSON.stringify(rest);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...headers,
    "Content-Type: application/json; charset=utf-8",
    "X-Content-Type-Options: nosniff",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
}
