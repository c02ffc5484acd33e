/**
 * Limits the bytes of answers that clients have not read yet.
 *
 * Without a limit, answers stay in memory until a client that does not read them disconnects: 24 such clients held
 * 2.4 GB.
 */
import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { addressGroup } from "../access/wrong-key-limit.js";

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
 * Disconnects clients beyond the limits; `inFlight` has the answers that were started on each connection. Of all together,
 * the address with most unread bytes loses connections first, those that read nothing for longest before its others: many
 * connections of one client must not end the download of another one.
 */
export function limitUnsent(
  server: Server,
  inFlight: ReadonlyMap<Socket, ReadonlySet<ServerResponse>>,
  maxStallMs = MAX_STALL_MS,
): void {
  const progress = new WeakMap<Socket, Progress>();

  /** Returns the time since when the client has read nothing. */
  function stalledSince(socket: Socket, now: number): number {
    const written = socket.bytesWritten - socket.writableLength;
    const before = progress.get(socket);
    if (before?.written === written) return before.since;
    progress.set(socket, { written, since: now });
    return now;
  }

  const timer = setInterval(() => {
    const now = performance.now();
    const byAddress = new Map<string, number>();
    const waiting = [...inFlight].flatMap(([socket, responses]) => {
      const bytes = unsentBytes(responses);
      if (bytes === 0) return [];
      const address = addressGroup(socket.remoteAddress);
      byAddress.set(address, (byAddress.get(address) ?? 0) + bytes);
      return [{ socket, bytes, address, since: stalledSince(socket, now) }];
    });
    const heldBy = ({ address }: { address: string }) => byAddress.get(address)!;
    waiting.sort((one, other) => heldBy(other) - heldBy(one) || one.since - other.since || other.bytes - one.bytes);
    let total = waiting.reduce((sum, { bytes }) => sum + bytes, 0);
    for (const { socket, bytes, since } of waiting) {
      if (total <= MAX_UNSENT_BYTES && now - since < maxStallMs) continue;
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
