/** Answers and parts of answers in the embedded store, as an adapter for Keyv. */
import type { KeyvStoreAdapter } from "keyv";
import { shortKey } from "./short-key.js";
import type { StoreFile } from "./sqlite-file.js";

/** Keys of parts. Many answers need the same parts, so a full file deletes them last. */
const PART = /^v\d+:part:/;
/** Limit of a value in bytes, the same as in the memory in front of the store. */
const MAX_VALUE_BYTES = 4 * 1024 * 1024;
/** Milliseconds after the last read within which another read does not update `used`. */
const USED_MS = 600_000;

/**
 * Creates a Keyv adapter that stores texts in `file` until they expire, or until a full file evicts
 * the least recently used.
 */
export function createSqliteCache(file: StoreFile): KeyvStoreAdapter {
  const [answers, parts] = [createTable(file, "answers"), createTable(file, "parts")];
  const tableOf = (key: string) => (PART.test(key) ? parts : answers);
  const adapter = {
    opts: {},
    namespace: undefined,
    on: () => adapter,
    get: async (key: string) => tableOf(key).get(shortKey(key)),
    async set(key: string, value: unknown, ttlMs = 0) {
      const text = String(value);
      if (Buffer.byteLength(text) <= MAX_VALUE_BYTES) await tableOf(key).set(shortKey(key), text, ttlMs);
    },
    delete: async (key: string) => tableOf(key).delete(shortKey(key)),
    clear: async () => void (await Promise.all([answers.clear(), parts.clear()])),
  };
  return adapter as unknown as KeyvStoreAdapter;
}

function createTable(file: StoreFile, table: "answers" | "parts") {
  const find = file.prepare(`SELECT value, used FROM ${table} WHERE key = ? AND expires > ?`);
  const use = file.prepare(`UPDATE ${table} SET used = ? WHERE key = ?`);
  const keep = file.prepare(
    `INSERT INTO ${table} VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO UPDATE SET value = ?2, expires = ?3, used = ?4`,
  );
  const remove = file.prepare(`DELETE FROM ${table} WHERE key = ?`);
  const empty = file.prepare(`DELETE FROM ${table}`);
  return {
    async get(key: string): Promise<string | undefined> {
      const now = file.now();
      const row = await file.read(() => find.get(key, now));
      if (!row) return undefined;
      if (now - (row["used"] as number) > USED_MS) await noteUse(key, now);
      return row["value"] as string;
    },
    async set(key: string, value: string, ttlMs: number): Promise<void> {
      const now = file.now();
      await file.change(() => keep.run(key, value, Math.round(now + ttlMs), now));
    },
    delete: async (key: string) => Number((await file.change(() => remove.run(key))).changes) > 0,
    clear: async () => file.change(() => empty.run()),
  };

  async function noteUse(key: string, now: number): Promise<void> {
    try {
      await file.change(() => use.run(now, key));
    } catch {
      // The file may be read-only. The answer is still valid; only the order of eviction is not updated.
    }
  }
}
