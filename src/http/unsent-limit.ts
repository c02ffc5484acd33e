/**
 * Limits the bytes of answers that clients have not read yet.
 *
 * Without a limit, answers stay in memory until a client that does not read them disconnects: 24
 * such clients held 2.4 GB.
 */
import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Limit in bytes of all unread answers together. */
export const MAX_UNSENT_BYTES = 64 * 1024 * 1024;
/** A client that reads nothing of an answer for this long is disconnected. */
export const MAX_STALL_MS = 30_000;
const CHECK_MS = 250;

interface Progress {
  written: number;
  /** Monotonic time in milliseconds of the last change of `written`. */
  since: number;
}

/** Disconnects clients beyond the limits; `inFlight` has the answers that were started on each connection. */
export function limitUnsent(
  server: Server,
  inFlight: ReadonlyMap<Socket, ReadonlySet<ServerResponse>>,
  maxStallMs = MAX_STALL_MS,
): void {
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
    const waiting = [...inFlight]
      .map(([socket, responses]) => ({ socket, bytes: unsentBytes(responses) }))
      .filter(({ bytes }) => bytes > 0)
      .toSorted((one, other) => other.bytes - one.bytes);
    let total = waiting.reduce((sum, { bytes }) => sum + bytes, 0);
    for (const { socket, bytes } of waiting) {
      if (total <= MAX_UNSENT_BYTES && !stalls(socket, now)) continue;
      socket.destroy();
      total -= bytes;
    }
  }, CHECK_MS);
  timer.unref();
  server.once("close", () => clearInterval(timer));
}

/** Unread bytes of one connection; with pipelining several answers can wait on it. */
function unsentBytes(responses: ReadonlySet<ServerResponse>): number {
  let bytes = 0;
  for (const response of responses) bytes += response.writableLength;
  return bytes;
}
