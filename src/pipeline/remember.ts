/** Parts of answers that many questions need, kept and fetched once. */
import { MarketDataError } from "../contract/errors.js";
import type { Upstream } from "../contract/provider.js";
import type { ProviderId } from "../contract/provider-id.js";
import type { Cache } from "./cache.js";
import type { Flights, Patience } from "./coalesce.js";

/** The `remember` of one question: values are shared by all questions, patience is its own. */
export function createRemember(
  cache: Cache,
  flights: Flights,
  provider: ProviderId,
  patience: Patience,
): Upstream["remember"] {
  return async <T>(name: string, keepSeconds: number, fetch: () => Promise<T>): Promise<T> => {
    const key = `part:${provider}:${name}`;
    // What the store has for longer than this was not put there by us.
    const kept = await cache.get(
      key,
      (value, { fetchedAt, staleUntil }): value is T =>
        value !== undefined && staleUntil <= fetchedAt + keepSeconds * 1000,
    );
    if (kept && Date.now() < kept.freshUntil) return kept.value;
    for (;;) {
      try {
        return await flights.join(key, patience, async () => {
          const value = await fetch();
          const fetchedAt = Date.now();
          const freshUntil = fetchedAt + keepSeconds * 1000;
          await cache.set(key, { value, fetchedAt, freshUntil, staleUntil: freshUntil });
          return value;
        });
      } catch (error) {
        // Whoever had started the fetch left and took it along; we still want it.
        const cutOff = error instanceof MarketDataError && error.kind === "cancelled";
        if (!cutOff || patience.signal?.aborted || performance.now() >= patience.deadline) throw error;
      }
    }
  };
}
