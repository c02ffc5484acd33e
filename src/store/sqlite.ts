/** The embedded store: answers, counts, leases, pauses and sessions in one SQLite file. */
import { createHash } from "node:crypto";
import type { KeyvStoreAdapter } from "keyv";
import type { PauseChannel, SharedPause } from "../contract/channels.js";
import { keptMs, MAX_PAUSES, readPause, writePause } from "./pause-text.js";
import { readTallies, removeOne, takeOne, usageOf, type Tallies } from "./rolling-window.js";
import { MAX_DOCUMENT_BYTES } from "./sqlite-database.js";
import type { Statement } from "./sqlite-driver.js";
import { openStoreFile, type StoreFile } from "./sqlite-file.js";
import { DOCUMENT_KEY, type Counters, type CountWindow, type Leases, type Sessions } from "../contract/store.js";

/**
 * Opens the store below `folder`.
 *
 * @throws {NoDriver} when there is no SQLite on this machine.
 * @throws when the folder cannot be used.
 */
export async function openSqlite(folder: string, warn: (message: string) => void) {
  const file = await openStoreFile(folder, warn);
  return {
    adapter: createSqliteCache(file),
    counters: createSqliteCounters(file),
    leases: createSqliteLeases(file, `${process.pid}:${Math.random()}`),
    pauses: createSqlitePauses(file),
    sessions: createSqliteSessions(file),
    close: () => file.close(),
  };
}

/** Limit of keys, because a caller's name or a search text can be long. */
const MAX_KEY_BYTES = 512;

/** The key itself or, when it has more than 512 bytes, its SHA-256. */
function shortKey(key: string): string {
  return Buffer.byteLength(key) <= MAX_KEY_BYTES
    ? key
    : `sha256:${createHash("sha256").update(key).digest("base64url")}`;
}

/** Limit of a value in bytes, the same as in the memory in front of the store. */
const MAX_VALUE_BYTES = 4 * 1024 * 1024;
/** Milliseconds after the last read within which another read does not update `used`. */
const USED_MS = 600_000;

/** The statements for the texts of a table. */
function prepareTexts(file: StoreFile, table: "answers" | "documents") {
  return {
    find: file.prepare(`SELECT value, used FROM ${table} WHERE key = ? AND expires > ?`),
    use: file.prepare(`UPDATE ${table} SET used = ? WHERE key = ?`),
    keep: file.prepare(
      `INSERT INTO ${table} VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO UPDATE SET value = ?2, expires = ?3, used = ?4`,
    ),
    remove: file.prepare(`DELETE FROM ${table} WHERE key = ?`),
    empty: file.prepare(`DELETE FROM ${table}`),
  };
}

/**
 * Creates a Keyv adapter that stores texts in `file` until they expire, or until a full file evicts the least recently
 * used. Documents have a table of their own, from which the least recently used go before all of them exceed
 * `maxDocumentBytes`: a few hundred would else displace all other answers.
 */
export function createSqliteCache(file: StoreFile, maxDocumentBytes = MAX_DOCUMENT_BYTES): KeyvStoreAdapter {
  const texts = prepareTexts(file, "answers");
  const documents = prepareTexts(file, "documents");
  const trim = file.prepare(
    `DELETE FROM documents WHERE key IN (SELECT key FROM
       (SELECT key, sum(size) OVER (ORDER BY used DESC, size, key) AS total FROM documents) WHERE total > ?)`,
  );
  const tableOf = (key: string) => (DOCUMENT_KEY.test(key) ? documents : texts);
  const adapter = {
    opts: {},
    namespace: undefined,
    on: () => adapter,
    async get(key: string) {
      const [short, now] = [shortKey(key), file.now()];
      const { find, use } = tableOf(key);
      const row = await file.read(() => find.get(short, now));
      if (row && now - (row["used"] as number) > USED_MS) await noteUse(use, short, now);
      return row?.["value"] as string | undefined;
    },
    async set(key: string, value: unknown, ttlMs = 0) {
      const [text, now] = [String(value), file.now()];
      // Counting the bytes takes milliseconds, and a text has at least as many as characters.
      if (text.length > MAX_VALUE_BYTES || Buffer.byteLength(text) > MAX_VALUE_BYTES) return;
      const table = tableOf(key);
      await file.change(() => {
        table.keep.run(shortKey(key), text, Math.round(now + ttlMs), now);
        if (table === documents) trim.run(maxDocumentBytes);
      });
    },
    delete: async (key: string) =>
      Number((await file.change(() => tableOf(key).remove.run(shortKey(key)))).changes) > 0,
    async clear() {
      await file.change(() => texts.empty.run());
      await file.change(() => documents.empty.run());
    },
  };
  return adapter as unknown as KeyvStoreAdapter;

  async function noteUse(use: Statement, key: string, now: number): Promise<void> {
    try {
      await file.change(() => use.run(now, key));
    } catch {
      // The file may be read-only. The answer is still valid; only the order of eviction is not updated.
    }
  }
}

/**
 * Creates counters that are exact for all processes of the machine: one row per key with the tallies of all its windows,
 * read and replaced in one transaction.
 */
export function createSqliteCounters(file: StoreFile): Counters {
  const find = file.prepare("SELECT tallies, expires FROM counts WHERE key = ?");
  const keep = file.prepare(
    "INSERT INTO counts VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE SET tallies = ?2, expires = ?3",
  );
  // Nearly all calls leave the expiry unchanged. Writing it would update its index too, a fifth of a transaction's time.
  const replace = file.prepare("UPDATE counts SET tallies = ? WHERE key = ?");

  /** Changes the tallies of a key in one step, and returns what `step` returns. */
  function change<T>(key: string, windows: readonly CountWindow[], step: (tallies: Tallies, now: number) => T): T {
    const row = find.get(key);
    const before = (row?.["tallies"] ?? "{}") as string;
    const tallies = readTallies(before);
    // Read inside the transaction, so that the times of all processes are in the order of their steps.
    const now = file.now();
    const result = step(tallies, now);
    const after = JSON.stringify(tallies);
    if (after !== before) {
      const expires = endOf(windows, now);
      if (row?.["expires"] === expires) replace.run(after, key);
      else keep.run(key, after, expires);
    }
    return result;
  }
  const inOneStep = <T>(key: string, windows: readonly CountWindow[], step: (tallies: Tallies, now: number) => T) =>
    file.change(() => change(shortKey(key), windows, step));

  return {
    take: (key, windows) => inOneStep(key, windows, (tallies, now) => takeOne(tallies, windows, now)),
    giveBack: (key, windows) => inOneStep(key, windows, (tallies) => removeOne(tallies, windows)),
    // A change, because it moves counts to the present that were made before the clock was set back.
    usage: (key, windows) => inOneStep(key, windows, (tallies, now) => usageOf(tallies, windows, now)),
  };
}

/** When the last of the windows that contain `now` ends. */
function endOf(windows: readonly CountWindow[], now: number): number {
  return Math.max(...windows.map(({ bucketMs, spanMs = 0 }) => (Math.floor(now / bucketMs) + 1) * bucketMs + spanMs));
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
const PAUSES_READ_MS = 500;

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
      setInterval(look, PAUSES_READ_MS, onPause).unref();
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
