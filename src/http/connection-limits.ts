/** Limits the connections: of the whole server, and of one address. */
import { readdirSync, readFileSync } from "node:fs";
import type { Server } from "node:http";
import { addressGroup } from "../access/wrong-key-limit.js";
import { createNetworkCheck, type Network } from "../lib/network.js";
import { rejectAndClose } from "./malformed-request.js";
import { REJECTIONS } from "./rejections.js";

export const MAX_CONNECTIONS = 2_000;
/** Descriptors reserved for upstream sockets, the store, files and the log. */
const RESERVED = 64;
/** Accepted even under a very low descriptor limit. */
const MIN_CONNECTIONS = 8;

/**
 * Returns the number of connections to accept, derived from the process's limit on open files where the system shows it.
 * A process without a free file descriptor can neither call an upstream nor open its store, so some are reserved.
 */
export function connectionLimit(): number {
  const limit = openFilesLimit();
  if (limit === undefined) return MAX_CONNECTIONS;
  return Math.max(MIN_CONNECTIONS, Math.min(MAX_CONNECTIONS, limit - openFiles() - RESERVED));
}

/** Linux shows the limit in /proc; elsewhere it is rarely below our own maximum. */
function openFilesLimit(): number | undefined {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
    return soft === undefined ? undefined : Number(soft);
  } catch {
    return undefined;
  }
}

function openFiles(): number {
  try {
    return readdirSync("/proc/self/fd").length;
  } catch {
    return 0;
  }
}

/**
 * One IPv4 address, or one /64 of IPv6, holds at most this share of the server's connections: otherwise, one client could
 * take all of them.
 */
export const ADDRESS_SHARE = 1 / 4;

const LOOPBACK: readonly Network[] = [
  { address: "127.0.0.0", prefix: 8, family: "ipv4" },
  { address: "::1", prefix: 128, family: "ipv6" },
];

/**
 * Returns whether an address may hold any number of connections: one of this machine, or a trusted proxy, which has the
 * connections of many clients.
 */
export function createExemption(trustedProxies: readonly Network[]): (address: string) => boolean {
  return createNetworkCheck([...LOOPBACK, ...trustedProxies]);
}

/** Answers the connections of an address beyond its share with 429, and closes them. */
export function limitShares(server: Server, isExempt: (address: string) => boolean): void {
  const held = new Map<string, number>();
  server.on("connection", (socket) => {
    if (socket.remoteAddress === undefined || isExempt(socket.remoteAddress)) return;
    const address = addressGroup(socket.remoteAddress);
    const before = held.get(address) ?? 0;
    if (before >= Math.max(1, Math.floor(server.maxConnections * ADDRESS_SHARE))) {
      socket.on("error", () => {});
      rejectAndClose(socket, REJECTIONS.too_many_connections, ["Retry-After: 5"]);
      socket.destroySoon();
      return;
    }
    held.set(address, before + 1);
    socket.once("close", () => {
      const left = held.get(address)! - 1;
      if (left > 0) held.set(address, left);
      else held.delete(address);
    });
  });
}
