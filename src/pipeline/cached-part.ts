/** Parts of answers that many questions need, cached and fetched once. */
import { MarketDataError } from "../contract/errors.js";
import type { KeptPart, Upstream } from "../contract/upstream.js";
import type { ProviderId } from "../contract/provider-id.js";
import type { Cache } from "./cache.js";
import type { Flights, Patience } from "./coalesce.js";

/**
 * Creates the `remember` of one question. Values are shared by all questions; deadline and signal
 * are its own.
 */
export function createRemember(
  cache: Cache,
  flights: Flights,
  provider: ProviderId,
  patience: Patience,
): Upstream["remember"] {
  return async <T>(part: KeptPart<T>, fetch: () => Promise<T>): Promise<T> => {
    const { keepSeconds, schema, isGood = () => true } = part;
    const key = `part:${provider}:${part.key}`;
    // An entry of another shape, or with a longer lifetime, was not written by this program.
    const kept = await cache.get(
      key,
      (value, { fetchedAt, staleUntil }): value is T =>
        staleUntil <= fetchedAt + keepSeconds * 1000 && schema.safeParse(value).success,
    );
    if (kept && Date.now() < kept.freshUntil && isGood(kept.value)) return kept.value;
    for (;;) {
      try {
        return await flights.join(key, patience, async () => {
          const value = await fetch();
          if (!isGood(value)) return value;
          const fetchedAt = Date.now();
          const freshUntil = fetchedAt + keepSeconds * 1000;
          await cache.set(key, { value, fetchedAt, freshUntil, staleUntil: freshUntil });
          return value;
        });
      } catch (error) {
        // The caller that started this fetch was cancelled; start it again for this caller.
        const cutOff = error instanceof MarketDataError && error.kind === "cancelled";
        if (!cutOff || patience.signal?.aborted || performance.now() >= patience.deadline) throw error;
      }
    }
  };
}
