/**
 * How many connections are accepted at a time. A process without a free file descriptor can
 * neither call an upstream nor open its store, so connections never take the last ones.
 */
import { readdirSync, readFileSync } from "node:fs";

export const MAX_CONNECTIONS = 2_000;
/** Descriptors kept for upstream sockets, the store, files and the log. */
const RESERVED = 64;
/** Accepted even below a very low limit. */
const MIN_CONNECTIONS = 8;

/** Returns the number of connections to accept, by the limit on open files of this process where the system shows it. */
export function connectionLimit(): number {
  const limit = openFilesLimit();
  if (limit === undefined) return MAX_CONNECTIONS;
  return Math.max(MIN_CONNECTIONS, Math.min(MAX_CONNECTIONS, limit - openFiles() - RESERVED));
}

/** Linux shows it in /proc; elsewhere limits are rarely below what we accept at most. */
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
