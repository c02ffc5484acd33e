/**
 * Counters that always answer: the shared ones together with those of this
 * process, which count along all the time. While the shared ones are away the
 * own ones go on alone, and what they counted then still counts afterwards,
 * also where the shared ones forgot it all.
 */
import type { Counters, CountWindow, OwnCounters, Usage } from "../contract/counters.js";
import type { StoreGuard } from "./store-guard.js";

export function createBoundedCounters(shared: Counters, own: OwnCounters, guard: StoreGuard): Counters {
  return {
    takeAtOnce(key, windows) {
      if (!shared.takeAtOnce) return undefined;
      const counted = own.takeAtOnce(key, windows);
      const taken = shared.takeAtOnce(key, windows);
      // They are behind by what was counted while they were away; so they catch up.
      if (!counted.ok && taken?.ok) return counted;
      if (counted.ok && !taken?.ok) own.giveBack(key, windows);
      return taken?.ok ? { ok: true, usage: most(taken.usage, counted.usage) } : taken;
    },
    async take(key, windows) {
      // First, so that many at once cannot all find the last one.
      const counted = own.takeAtOnce(key, windows);
      if (!counted.ok) return { ok: false, usage: await look(key, windows, counted.usage) };
      const taken = (await guard.run("keep", () => shared.take(key, windows)))?.value;
      if (!taken) return counted;
      if (taken.ok) return { ok: true, usage: most(taken.usage, counted.usage) };
      own.giveBack(key, windows);
      return taken;
    },
    async usage(key, windows) {
      return look(key, windows, await own.usage(key, windows));
    },
  };

  async function look(key: string, windows: readonly CountWindow[], counted: Usage[]): Promise<Usage[]> {
    const usage = (await guard.run("look", () => shared.usage(key, windows)))?.value;
    return usage ? most(usage, counted) : counted;
  }
}

/** For each window the count that leaves less, or for longer. */
function most(usage: Usage[], own: readonly Usage[]): Usage[] {
  for (const [index, ours] of own.entries()) {
    const theirs = usage[index]!;
    if (ours.used > theirs.used || (ours.used === theirs.used && ours.freeAt > theirs.freeAt)) usage[index] = ours;
  }
  return usage;
}
