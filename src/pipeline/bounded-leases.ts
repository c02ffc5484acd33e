/** Leases that never hold anyone up: a store that is slow or away grants everything. */
import type { Leases } from "../contract/leases.js";

const LEAVE_OUT_MS = 2_000;

/** `callMs` is the longest a step may take. */
export function createBoundedLeases(shared: Leases, callMs: number): Leases {
  let leftOutUntil = 0;

  async function bounded<T>(step: () => Promise<T>, otherwise: T): Promise<T> {
    if (performance.now() < leftOutUntil) return otherwise;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<"late">((resolve) => {
      timer = setTimeout(() => resolve("late"), callMs);
    });
    const result = await Promise.race([step().catch(() => "late" as const), late]);
    clearTimeout(timer);
    if (result !== "late") return result;
    leftOutUntil = performance.now() + LEAVE_OUT_MS;
    return otherwise;
  }

  return {
    acquire: (key, ms) => bounded(() => shared.acquire(key, ms), true),
    release: (key) => bounded(() => shared.release(key), undefined),
  };
}
