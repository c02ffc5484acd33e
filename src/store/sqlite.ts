/** The embedded store: answers, counts, leases, pauses and sessions in one SQLite file. */
import { createSqliteCache } from "./sqlite-cache.js";
import { createSqliteCounters } from "./sqlite-counters.js";
import { StoreFile } from "./sqlite-file.js";
import { createSqliteLeases } from "./sqlite-leases.js";
import { createSqlitePauses } from "./sqlite-pauses.js";
import { createSqliteSessions } from "./sqlite-sessions.js";
import type { StoreParts } from "./store-parts.js";

/**
 * Opens the store below `folder`.
 *
 * @throws {NoDriver} when there is no SQLite on this machine.
 * @throws when the folder cannot be used.
 */
export async function openSqlite(folder: string, warn: (message: string) => void): Promise<StoreParts> {
  const file = await StoreFile.open(folder, warn);
  return {
    adapter: createSqliteCache(file),
    counters: createSqliteCounters(file),
    leases: createSqliteLeases(file, `${process.pid}:${Math.random()}`),
    pauses: createSqlitePauses(file),
    sessions: createSqliteSessions(file),
    close: () => file.close(),
  };
}
