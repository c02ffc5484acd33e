/**
 * Limits what waits to be read by clients.
 *
 * A client that does not read its answers kept them for as long as it stayed:
 * 24 of them with large answers held 2.4 GB.
 */
import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Bytes of all answers together that wait for their clients. */
export const MAX_UNSENT_BYTES = 64 * 1024 * 1024;
/** A client that reads nothing of an answer for so long is disconnected. */
export const MAX_STALL_MS = 30_000;
const CHECK_MS = 250;

interface Progress {
  written: number;
  /** When `written` changed last; monotonic milliseconds. */
  since: number;
}

/** Notes the responses of a server that have begun, and disconnects clients beyond the limits. */
export function limitUnsent(server: Server, maxStallMs = MAX_STALL_MS): (response: ServerResponse) => void {
  const open = new Set<ServerResponse>();
  const progress = new WeakMap<Socket, Progress>();

  function stalls(socket: Socket, now: number): boolean {
    const written = socket.bytesWritten - socket.writableLength;
    const before = progress.get(socket);
    if (before?.written === written) return now - before.since >= maxStallMs;
    progress.set(socket, { written, since: now });
    return false;
  }

  const timer = setInterval(() => {
    const now = performance.now();
    const waiting = [...unsentBySocket(open)].toSorted(([, one], [, other]) => other - one);
    let total = waiting.reduce((sum, [, bytes]) => sum + bytes, 0);
    for (const [socket, bytes] of waiting) {
      if (total <= MAX_UNSENT_BYTES && !stalls(socket, now)) continue;
      socket.destroy();
      total -= bytes;
    }
  }, CHECK_MS);
  timer.unref();
  server.once("close", () => clearInterval(timer));

  return (response) => {
    open.add(response);
    response.once("close", () => open.delete(response));
  };
}

/** The bytes that wait, by connection; with pipelining several answers wait for one. */
function unsentBySocket(open: Iterable<ServerResponse>): Map<Socket, number> {
  const bytes = new Map<Socket, number>();
  for (const response of open) {
    const { socket } = response.req;
    const own = response.writableLength;
    if (own > 0) bytes.set(socket, (bytes.get(socket) ?? 0) + own);
  }
  return bytes;
}
