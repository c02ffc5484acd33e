/** The cache on disk, as an adapter for keyv. */
import type { KeyvStoreAdapter } from "keyv";
import type { Database } from "lmdb";
import type { Commit } from "./lmdb-commit.js";
import { keepSwept, partsOf } from "./lmdb-sweep.js";

/** LMDB's own limit is 1,978 bytes; longer keys are not worth keeping. */
const MAX_KEY_BYTES = 1_024;
/** Width of the expiry time in front of each value, in digits of milliseconds. */
const EXPIRY_WIDTH = 14;
/** Entries kept at most; the ones that run out first go when a sweep finds more. */
const MAX_ENTRIES = 100_000;

/**
 * A keyv adapter on an open database.
 *
 * Values are text with their expiry time in front, so that a sweep need not
 * parse them. Expired entries are swept soon, then hourly, in small steps.
 */
export function createLmdbCache(
  db: Database<string, string>,
  commit: Commit,
  isClosed: () => boolean,
): KeyvStoreAdapter {
  const adapter = {
    opts: {},
    namespace: undefined,
    on: () => adapter,
    async get(key: string) {
      // Reading after the close ends the process a moment later.
      const stored = storable(key) && !isClosed() ? db.get(key) : undefined;
      if (stored === undefined || isExpired(stored)) return undefined;
      return stored.slice(EXPIRY_WIDTH);
    },
    async set(key: string, value: unknown, ttlMs?: number) {
      if (!storable(key) || isClosed()) return;
      const expiry = String(Math.round(Date.now() + (ttlMs ?? 0))).padStart(EXPIRY_WIDTH, "0");
      await commit(() => db.put(key, expiry + String(value)));
    },
    async delete(key: string) {
      return isClosed() ? false : commit(() => db.remove(key));
    },
    async clear() {
      if (!isClosed()) await commit(() => db.clearAsync());
    },
  };
  void keepSwept(() => sweep(db, commit, isClosed), isClosed);
  return adapter as unknown as KeyvStoreAdapter;
}

function storable(key: string): boolean {
  return Buffer.byteLength(key) <= MAX_KEY_BYTES;
}

function expiryOf(stored: string): number {
  return Number(stored.slice(0, EXPIRY_WIDTH)) || 0;
}

function isExpired(stored: string): boolean {
  return expiryOf(stored) <= Date.now();
}

async function sweep(db: Database<string, string>, commit: Commit, stopped: () => boolean): Promise<void> {
  const remove = (keys: string[]) => Promise.all(keys.map((key) => commit(() => db.remove(key))));

  const living: { key: string; expiry: number }[] = [];
  for await (const part of partsOf(db, stopped)) {
    await remove(part.filter(({ value }) => isExpired(value)).map(({ key }) => key));
    for (const { key, value } of part) if (!isExpired(value)) living.push({ key, expiry: expiryOf(value) });
  }
  if (living.length <= MAX_ENTRIES || stopped()) return;
  const surplus = living.sort((a, b) => a.expiry - b.expiry).slice(0, living.length - MAX_ENTRIES);
  await remove(surplus.map(({ key }) => key));
}
