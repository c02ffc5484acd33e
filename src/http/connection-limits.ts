/** Limits the connections of the server. A limit for each address is the task of the proxy in front of it. */
import { readdirSync, readFileSync } from "node:fs";

export const MAX_CONNECTIONS = 2_000;
/** Descriptors reserved for upstream sockets, the store, files and the log. */
const RESERVED = 64;
/** Accepted even under a very low descriptor limit. */
const MIN_CONNECTIONS = 8;

/**
 * Returns the number of connections to accept, derived from the process's limit on open files where the system shows it.
 * A process without a free file descriptor can neither call an upstream nor open its store, so some are reserved: with a
 * limit of 128 open files, 105 idle connections ended a process without this.
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
