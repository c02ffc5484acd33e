/**
 * Counters that always answer. Each call is counted in the shared store and in this process. While
 * the store is unavailable, the counts of this process apply alone; they still apply afterwards,
 * even if the store has lost its own.
 */
import type { Counters, CountWindow, OwnCounters, Usage } from "../contract/counters.js";
import type { StoreGuard } from "./store-guard.js";

/** Creates counters over `shared`; `own` counts the calls of this process. */
export function createBoundedCounters(shared: Counters, own: OwnCounters, guard: StoreGuard): Counters {
  return {
    async take(key, windows) {
      // Count here first, so that parallel calls cannot all take the last unit.
      const counted = own.take(key, windows);
      if (!counted.ok) return { ok: false, usage: await look(key, windows, counted.usage) };
      const taken = (await guard.run("keep", () => shared.take(key, windows)))?.value;
      if (!taken) return counted;
      if (taken.ok) return { ok: true, usage: most(taken.usage, counted.usage) };
      own.giveBack(key, windows);
      return taken;
    },
    usage: async (key, windows) => look(key, windows, await own.usage(key, windows)),
  };

  async function look(key: string, windows: readonly CountWindow[], counted: Usage[]): Promise<Usage[]> {
    const usage = (await guard.run("look", () => shared.usage(key, windows)))?.value;
    return usage ? most(usage, counted) : counted;
  }
}

/** Returns for each window the usage that leaves fewer calls, or blocks for longer. */
function most(usage: Usage[], own: readonly Usage[]): Usage[] {
  for (const [index, ours] of own.entries()) {
    const theirs = usage[index]!;
    if (ours.used > theirs.used || (ours.used === theirs.used && ours.freeAt > theirs.freeAt)) usage[index] = ours;
  }
  return usage;
}
