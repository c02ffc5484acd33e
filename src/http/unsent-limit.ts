/**
 * Limits the bytes of answers that clients have not read yet.
 *
 * Without a limit, answers stay in memory until a client that does not read them disconnects: 24
 * such clients held 2.4 GB.
 */
import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { Bag } from "../lib/bag.js";

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

/**
 * Returns a function that registers a started response; clients beyond the limits are disconnected.
 */
export function limitUnsent(server: Server, maxStallMs = MAX_STALL_MS): (response: ServerResponse) => void {
  const open = new Bag<ServerResponse>();
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
    const waiting = [...unsentBySocket(open.values())].toSorted(([, one], [, other]) => other - one);
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
    response.once("close", open.add(response));
  };
}

/** Unread bytes by connection; with pipelining several answers can wait on one connection. */
function unsentBySocket(open: readonly ServerResponse[]): Map<Socket, number> {
  const bytes = new Map<Socket, number>();
  for (const response of open) {
    const { socket } = response.req;
    const own = response.writableLength;
    if (own > 0) bytes.set(socket, (bytes.get(socket) ?? 0) + own);
  }
  return bytes;
}
