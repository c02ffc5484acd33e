/** Replies to malformed requests and to CONNECT, for which Node gives a bare socket instead of a response. */
import { STATUS_CODES, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { Rejection } from "../views/error-body.js";
import { REJECTIONS } from "./rejections.js";

/** The rejection by the code of Node's error; every other code means an unreadable request. */
const BY_CODE: Readonly<Record<string, Rejection>> = {
  ERR_HTTP_REQUEST_TIMEOUT: REJECTIONS.too_slow,
  HPE_HEADER_OVERFLOW: REJECTIONS.headers_too_large,
};

/**
 * Answers in JSON, like every other error, and closes the connection, because the start of the next request is unknown.
 */
export function answerUnreadable(
  error: NodeJS.ErrnoException,
  socket: Duplex,
  onRejected: (rejection: Rejection) => void,
): void {
  // Node's own handler reads this field too: an error amid another answer would be a part of that answer.
  const { _httpMessage: inFlight } = socket as Duplex & { _httpMessage?: ServerResponse | null };
  if (!socket.writable || inFlight?.headersSent) {
    socket.destroy();
    return;
  }
  const rejection = BY_CODE[error.code ?? ""] ?? REJECTIONS.unreadable;
  onRejected(rejection);
  rejectAndClose(socket, rejection);
}

/** Rejects CONNECT; Node would close the connection without an answer. */
export function rejectTunnel(_request: unknown, socket: Duplex): void {
  socket.on("error", () => {});
  rejectAndClose(socket, REJECTIONS.tunnel, ["Allow: GET, HEAD, OPTIONS"]);
}

/** Writes a rejection with further header lines, and ends the connection. */
function rejectAndClose(socket: Duplex, { status, error, detail }: Rejection, headers: readonly string[] = []): void {
  const body = JSON.stringify({ error, detail });
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
