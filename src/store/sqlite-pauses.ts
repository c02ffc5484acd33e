/**
 * Shares pauses between processes with the same embedded store, including processes that start
 * later.
 */
import type { PauseChannel, SharedPause } from "../contract/channels.js";
import { keptMs, MAX_PAUSES, readPause, writePause } from "./pause-text.js";
import type { StoreFile } from "./sqlite-file.js";

/** Milliseconds within which a process learns of another process's pause. Reading the table takes about 20 µs. */
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
