/** The embedded store: answers, counts, leases, pauses and sessions in one SQLite file. */
import type { PauseChannel, SharedPause } from "../contract/channels.js";
import { keptMs, MAX_PAUSES, readPause, writePause } from "./pause-text.js";
import { shortKey } from "./short-key.js";
import { createSqliteCache } from "./sqlite-cache.js";
import { createSqliteCounters } from "./sqlite-counters.js";
import { StoreFile } from "./sqlite-file.js";
import type { StoreParts } from "./store-parts.js";
import type { Leases, Sessions } from "../contract/store.js";

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

/** Creates leases between the processes of this machine; `holder` is this process. */
export function createSqliteLeases(file: StoreFile, holder: string): Leases {
  // If more time is left than a lease lasts, the clock was set back, and the lease may be taken over.
  const take = file.prepare(
    `INSERT INTO leases VALUES (?1, ?2, ?3 + ?4) ON CONFLICT DO UPDATE SET holder = ?2, expires = ?3 + ?4
     WHERE holder = ?2 OR expires <= ?3 OR expires > ?3 + ?4`,
  );
  const give = file.prepare("DELETE FROM leases WHERE key = ? AND holder = ?");
  return {
    acquire: async (key, ms) =>
      file.change(() => Number(take.run(shortKey(key), holder, file.now(), ms).changes) === 1),
    async release(key) {
      await file.change(() => give.run(shortKey(key), holder));
    },
  };
}

/** Interval in milliseconds at which a process reads the pauses of other processes; a read takes about 20 µs. */
const LOOK_MS = 500;

/** Creates the channel in `file`. */
export function createSqlitePauses(file: StoreFile): PauseChannel {
  const keep = file.prepare(
    "INSERT INTO pauses VALUES (?, ?) ON CONFLICT DO UPDATE SET expires = max(expires, excluded.expires)",
  );
  const find = file.prepare(`SELECT pause, expires FROM pauses WHERE expires > ? LIMIT ${MAX_PAUSES}`);
  return {
    async publish(pause) {
      await file.change(() => keep.run(writePause(pause), Math.round(file.now() + keptMs(pause))));
    },
    subscribe(onPause) {
      void look(onPause);
      setInterval(look, LOOK_MS, onPause).unref();
    },
  };

  async function look(onPause: (pause: SharedPause) => void): Promise<void> {
    const now = file.now();
    try {
      for (const { pause, expires } of await file.read(() => find.all(now))) {
        readPause(`[${(expires as number) - now},${pause as string}]`, onPause);
      }
    } catch {
      // Ignored: steps with a waiting caller report an unusable store, and a closed one has no pauses.
    }
  }
}

/** Creates the sessions with providers. */
export function createSqliteSessions(file: StoreFile): Sessions {
  const find = file.prepare("SELECT value FROM sessions WHERE name = ? AND expires > ?");
  const keep = file.prepare("INSERT OR REPLACE INTO sessions VALUES (?, ?, ?)");
  return {
    async get(name) {
      return (await file.read(() => find.get(name, file.now())))?.["value"] as string | undefined;
    },
    async set(name, text, ms) {
      await file.change(() => keep.run(name, text, Math.round(file.now() + ms)));
    },
  };
}
