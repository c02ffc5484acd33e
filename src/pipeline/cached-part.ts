/** Parts of answers that many questions need, cached and fetched once. */
import { MarketDataError, ProviderError } from "../contract/errors.js";
import type { CachedPart, Upstream } from "../contract/upstream.js";
import type { ProviderId } from "../contract/provider-id.js";
import type { Cache } from "./cache.js";
import type { Patience } from "../contract/patience.js";
import type { Coalescer } from "./coalesce.js";

/** Creates the `recall` of all questions to one provider. */
export function createRecall(cache: Cache, provider: ProviderId): NonNullable<Upstream["recall"]> {
  return async <T>(part: CachedPart<T>): Promise<T | undefined> => {
    const { keepSeconds, schema, isGood = () => true } = part;
    // An entry with another shape, or with a longer lifetime, was not written by this program.
    const kept = await cache.get(
      keyOf(provider, part),
      (value, { fetchedAt, staleUntil }): value is T =>
        staleUntil <= fetchedAt + keepSeconds * 1000 && schema.safeParse(value).success,
    );
    return kept && Date.now() < kept.freshUntil && isGood(kept.value) ? kept.value : undefined;
  };
}

/**
 * Creates the `remember` of one question: all questions share the values, but each waits only within its own
 * `patience`.
 */
export function createPartCache(
  cache: Cache,
  coalescer: Coalescer,
  provider: ProviderId,
  patience: Patience,
): Upstream["remember"] {
  const recall = createRecall(cache, provider);
  return async <T>(part: CachedPart<T>, fetch: (old?: T) => Promise<T>): Promise<T> => {
    const { keepSeconds, isGood = () => true, isCurrent = () => true } = part;
    const key = keyOf(provider, part);
    const kept = await recall(part);
    if (kept !== undefined && isCurrent(kept)) return kept;
    for (;;) {
      try {
        return await coalescer.join(key, patience, async () => {
          const value = await fetch(kept);
          if (!isGood(value)) return value;
          const fetchedAt = Date.now();
          const freshUntil = fetchedAt + keepSeconds * 1000;
          await cache.set(key, { value, fetchedAt, freshUntil, staleUntil: freshUntil });
          return value;
        });
      } catch (error) {
        // The caller that started this fetch was cancelled, so this caller starts another one.
        const isCancelled = error instanceof MarketDataError && error.kind === "cancelled";
        if (kept !== undefined && error instanceof ProviderError) return kept;
        if (!isCancelled || patience.signal?.aborted || performance.now() >= patience.deadline) throw error;
      }
    }
  };
}

function keyOf(provider: ProviderId, { key }: Pick<CachedPart<unknown>, "key">): string {
  return `part:${provider}:${key}`;
}
