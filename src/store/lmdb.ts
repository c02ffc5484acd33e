/** The embedded store: LMDB on disk, shared by the processes of one machine, safe against kill -9. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { KeyvStoreAdapter } from "keyv";
import type { RootDatabase } from "lmdb";

/** LMDB's own limit is 1,978 bytes; longer keys are not worth keeping. */
const MAX_KEY_BYTES = 1_024;
/** Width of the expiry time in front of each value, in digits of milliseconds. */
const EXPIRY_WIDTH = 14;
/** Entries looked at between two breaths while sweeping. */
const SWEEP_STEP = 500;

/**
 * A keyv adapter on an LMDB file below `directory`.
 *
 * Values are text with their expiry time in front, so that a sweep need not
 * parse them. Expired entries are swept once after opening, in small steps.
 *
 * @throws when the directory cannot be written or the file is not an LMDB file.
 */
export async function openLmdb(directory: string): Promise<{ adapter: KeyvStoreAdapter; close: () => Promise<void> }> {
  mkdirSync(directory, { recursive: true });
  const { open } = await import("lmdb");
  const db: RootDatabase<string, string> = open({ path: join(directory, "store.lmdb"), encoding: "string" });
  let closed = false;
  const adapter = {
    opts: {},
    namespace: undefined,
    on: () => adapter,
    async get(key: string) {
      const stored = storable(key) ? db.get(key) : undefined;
      if (stored === undefined || isExpired(stored)) return undefined;
      return stored.slice(EXPIRY_WIDTH);
    },
    async set(key: string, value: unknown, ttlMs?: number) {
      if (!storable(key) || closed) return;
      const expiry = String(Math.round(Date.now() + (ttlMs ?? 0))).padStart(EXPIRY_WIDTH, "0");
      await db.put(key, expiry + String(value));
    },
    async delete(key: string) {
      return closed ? false : db.remove(key);
    },
    async clear() {
      await db.clearAsync();
    },
  };
  void sweep(db, () => closed);
  return {
    adapter: adapter as unknown as KeyvStoreAdapter,
    async close() {
      closed = true;
      await db.close();
    },
  };
}

function storable(key: string): boolean {
  return Buffer.byteLength(key) <= MAX_KEY_BYTES;
}

function isExpired(stored: string): boolean {
  const expiry = Number(stored.slice(0, EXPIRY_WIDTH));
  return !Number.isFinite(expiry) || expiry <= Date.now();
}

async function sweep(db: RootDatabase<string, string>, stopped: () => boolean): Promise<void> {
  let start: string | undefined;
  for (;;) {
    // Leaving the event loop between steps; a host may be asking for its tool list.
    await new Promise((resolve) => setImmediate(resolve));
    if (stopped()) return;
    const page = [...db.getRange({ ...(start === undefined ? {} : { start }), limit: SWEEP_STEP })];
    for (const { key, value } of page) if (isExpired(value)) void db.remove(key);
    const last = page.at(-1);
    if (!last || page.length < SWEEP_STEP) return;
    start = last.key;
  }
}
