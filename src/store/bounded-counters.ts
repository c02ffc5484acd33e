/**
 * Counters that always answer. Each call is counted in the shared store and in this process. While
 * the store is unavailable, the counts of this process apply alone; they still apply afterwards,
 * even if the store has lost its own.
 */
import type { Counters, CountWindow, OwnCounters, Taken, Usage } from "../contract/counters.js";
import type { StoreGuard } from "./store-guard.js";

export function createBoundedCounters(shared: Counters, own: OwnCounters, guard: StoreGuard): Counters {
  return {
    take(key, windows) {
      // Count here first, so that parallel calls cannot all take the last unit.
      const counted = own.take(key, windows);
      if (!counted.ok) return refuse(key, windows, counted.usage);
      const taken = guard.run("keep", () => shared.take(key, windows));
      return taken instanceof Promise
        ? taken.then((outcome) => judge(key, windows, counted, outcome?.value))
        : judge(key, windows, counted, taken?.value);
    },
    async usage(key, windows) {
      return look(key, windows, await own.usage(key, windows));
    },
  };

  function judge(key: string, windows: readonly CountWindow[], counted: Taken, taken: Taken | undefined): Taken {
    if (!taken) return counted;
    if (taken.ok) return { ok: true, usage: most(taken.usage, counted.usage) };
    own.giveBack(key, windows);
    return taken;
  }

  async function refuse(key: string, windows: readonly CountWindow[], counted: Usage[]): Promise<Taken> {
    return { ok: false, usage: await look(key, windows, counted) };
  }

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
