/**
 * Counters that always answer: the shared ones, and while those are away the
 * ones of this process, which have counted along all the time.
 */
import type { Counters } from "../contract/counters.js";

const LEAVE_OUT_MS = 2_000;

/** `callMs` is the longest a shared step may take. */
export function createBoundedCounters(shared: Counters, own: Counters, callMs: number): Counters {
  let leftOutUntil = 0;

  async function bounded<T>(step: () => Promise<T>): Promise<T | undefined> {
    if (performance.now() < leftOutUntil) return undefined;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), callMs);
    });
    const result = await Promise.race([step().catch(() => undefined), late]);
    clearTimeout(timer);
    if (result === undefined) leftOutUntil = performance.now() + LEAVE_OUT_MS;
    return result;
  }

  return {
    async take(key, windows) {
      const taken = await bounded(() => shared.take(key, windows));
      // What the shared ones refused was not used up here either.
      if (taken && !taken.ok) return taken;
      const counted = await own.take(key, windows);
      return taken ?? counted;
    },
    async usage(key, windows) {
      return (await bounded(() => shared.usage(key, windows))) ?? own.usage(key, windows);
    },
  };
}
