/** Going through a database on disk again and again for what is over. */
import type { Database } from "lmdb";

const HOUR_MS = 3_600_000;
/** Entries looked at between two breaths. */
const STEP = 500;

/** Sweeps soon, then every hour or so, not at the same moment as others, until the store is closed. */
export async function keepSwept(sweep: () => Promise<void>, isClosed: () => boolean): Promise<void> {
  while (!isClosed()) {
    // What cannot be swept takes room and nothing else.
    await sweep().catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, HOUR_MS * (0.75 + Math.random() / 2)).unref());
  }
}

/** All entries in parts, leaving the event loop in between; fewer when the store is closed meanwhile. */
export async function* partsOf(
  db: Database<string, string>,
  isClosed: () => boolean,
): AsyncGenerator<{ key: string; value: string }[]> {
  let start: string | undefined;
  for (;;) {
    // A host may be asking for its tool list.
    await new Promise((resolve) => setImmediate(resolve));
    if (isClosed()) return;
    const part = [...db.getRange({ ...(start === undefined ? {} : { start, exclusiveStart: true }), limit: STEP })];
    yield part;
    start = part.at(-1)?.key;
    if (start === undefined || part.length < STEP) return;
  }
}
