/**
 * Counters that always answer: the shared ones, and while those are away the
 * ones of this process, which have counted along all the time.
 */
import type { Counters } from "../contract/counters.js";
import type { StoreGuard } from "./store-guard.js";

export function createBoundedCounters(shared: Counters, own: Required<Counters>, guard: StoreGuard): Counters {
  return {
    takeAtOnce(key, windows) {
      const taken = shared.takeAtOnce?.(key, windows);
      if (taken?.ok) own.takeAtOnce(key, windows);
      return taken;
    },
    async take(key, windows) {
      const taken = (await guard.run("keep", () => shared.take(key, windows)))?.value;
      // What the shared ones refused was not used up here either.
      if (taken && !taken.ok) return taken;
      const counted = await own.take(key, windows);
      return taken ?? counted;
    },
    async usage(key, windows) {
      const usage = (await guard.run("look", () => shared.usage(key, windows)))?.value;
      return usage ?? own.usage(key, windows);
    },
  };
}
