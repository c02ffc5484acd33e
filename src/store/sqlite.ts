/** The embedded store: answers, counts, leases, pauses and sessions in one SQLite file. */
import type { KeyvStoreAdapter } from "keyv";
import type { Counters } from "../contract/counters.js";
import type { Leases } from "../contract/leases.js";
import type { PauseNews } from "../contract/pause-news.js";
import type { Sessions } from "../contract/sessions.js";
import { createSqliteCache } from "./sqlite-cache.js";
import { createSqliteCounters } from "./sqlite-counters.js";
import { StoreFile } from "./sqlite-file.js";
import { createSqliteLeases } from "./sqlite-leases.js";
import { createSqlitePauses } from "./sqlite-pauses.js";
import { createSqliteSessions } from "./sqlite-sessions.js";

export interface SqliteStore {
  adapter: KeyvStoreAdapter;
  counters: Counters;
  leases: Leases;
  pauses: PauseNews;
  sessions: Sessions;
  close(): Promise<void>;
}

/**
 * Opens the store below `folder`.
 *
 * @throws {NoDriver} when there is no SQLite on this machine.
 * @throws when the folder cannot be used.
 */
export async function openSqlite(folder: string, warn: (message: string) => void): Promise<SqliteStore> {
  const file = await StoreFile.open(folder, warn);
  return {
    adapter: createSqliteCache(file),
    counters: createSqliteCounters(file),
    leases: createSqliteLeases(file, `${process.pid}:${Math.random()}`),
    pauses: createSqlitePauses(file),
    sessions: createSqliteSessions(file),
    close: async () => file.close(),
  };
}
