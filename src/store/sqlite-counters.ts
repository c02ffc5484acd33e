/**
 * Counters in the embedded store: one transaction per call, exact for all processes of the machine.
 */
import type { Counters, CountWindow, Taken, Usage } from "../contract/counters.js";
import { shortKey } from "./short-key.js";
import type { StoreFile } from "./sqlite-file.js";

/** Creates counters in `file`. */
export function createSqliteCounters(file: StoreFile): Counters {
  const total = file.prepare(
    "SELECT sum(count) AS used, min(bucket) AS first, max(bucket) AS last FROM counts WHERE key = ? AND name = ?",
  );
  const forget = file.prepare("DELETE FROM counts WHERE key = ? AND name = ? AND bucket < ?");
  const ahead = file.prepare("SELECT sum(count) AS count FROM counts WHERE key = ? AND name = ? AND bucket > ?");
  const forgetAhead = file.prepare("DELETE FROM counts WHERE key = ? AND name = ? AND bucket > ?");
  const add = file.prepare(
    "INSERT INTO counts VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET count = count + excluded.count",
  );
  const buckets = file.prepare("SELECT bucket, count FROM counts WHERE key = ? AND name = ? ORDER BY bucket");

  /** Returns the usage of a window at `at`, and deletes expired counts. */
  function usedOf(key: string, window: CountWindow, at: number): number {
    const { name, bucketMs, spanMs } = window;
    const current = Math.floor(at / bucketMs);
    const oldest = spanMs === undefined ? current : Math.floor((at - spanMs) / bucketMs);
    const { used, first, last } = total.get(key, name)! as Record<string, number | null>;
    if (used === null || (first! >= oldest && last! <= current)) return used ?? 0;
    // A bucket from the future was counted before the clock was set back. It is moved to the
    // present, so that it is neither forgotten nor blocks for longer than a window.
    const moved = Number(ahead.get(key, name, current)!["count"] ?? 0);
    forgetAhead.run(key, name, current);
    if (moved > 0) add.run(key, name, current, moved, endOf(window, current));
    forget.run(key, name, oldest);
    return Number(total.get(key, name)!["used"] ?? 0);
  }

  /** Returns when a unit is free again: now when some are left. */
  function freeAt(key: string, window: CountWindow, used: number, at: number): number {
    let over = used - window.limit + 1;
    if (over <= 0) return at;
    for (const row of buckets.all(key, window.name)) {
      over -= row["count"] as number;
      if (over <= 0) return endOf(window, row["bucket"] as number);
    }
    return at;
  }

  function count(key: string, windows: readonly CountWindow[], taking: boolean): Taken {
    // Read inside the transaction, so that the times of all processes are in the order of their steps.
    const at = file.now();
    const used = windows.map((window) => usedOf(key, window, at));
    const ok = windows.every(({ limit }, index) => used[index]! < limit);
    const added = ok && taking ? 1 : 0;
    const usage: Usage[] = windows.map((window, index) => {
      const current = Math.floor(at / window.bucketMs);
      if (added) add.run(key, window.name, current, 1, endOf(window, current));
      return { used: used[index]! + added, freeAt: freeAt(key, window, used[index]! + added, at) };
    });
    return { ok, usage };
  }

  return {
    take: (key, windows) => file.change(() => count(shortKey(key), windows, true)),
    async usage(key, windows) {
      return (await file.change(() => count(shortKey(key), windows, false))).usage;
    },
  };
}

function endOf({ bucketMs, spanMs = 0 }: CountWindow, bucket: number): number {
  return (bucket + 1) * bucketMs + spanMs;
}
