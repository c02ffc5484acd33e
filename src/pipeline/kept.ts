/**
 * Keeps what was fetched: whole answers, parts that several answers need, and the findings of enrichers. A fresh value comes
 * from this process's memory or the store; otherwise callers share one fetch (a flight), and a lease lets one process at a
 * time fetch.
 */
import { MarketDataError, ProviderError } from "../contract/errors.js";
import type { FlightPatience, Patience } from "../contract/patience.js";
import type { ProviderId } from "../contract/provider-id.js";
import type { Leases } from "../contract/store.js";
import type { CachedPart, KeptPart } from "../contract/upstream.js";
import { traced } from "../lib/tracing.js";
import type { Cache, CachedValue, Keeping } from "./cache.js";
import type { Coalescer } from "./coalesce.js";
import { fetchShared } from "./fetch-lease.js";

/** A fetched value. It is not cached if it must not be served again. */
export interface Fetched<T> extends CachedValue<T> {
  isTemporary?: boolean;
}

export type Keeper = ReturnType<typeof createKeeper>;

/** Milliseconds before its deadline in which a fetch cannot try again. */
const LATE_MS = 250;

/** Creates the keeper of a process. */
export function createKeeper(cache: Cache, coalescer: Coalescer, leases: Leases) {
  /** The failures of fetches that had no time left. */
  const lateFailures = new WeakSet<Error>();

  async function fetchInTurn<T>(keeping: Keeping<T>, patience: FlightPatience, fetch: () => Promise<Fetched<T>>) {
    // Another fetch may have ended between the caller's look and now.
    const newer = cache.peek(keeping);
    if (newer) return newer;
    return fetchShared(leases, keeping.key, {
      ...patience,
      async look() {
        const stored = await cache.get(keeping);
        return stored && keeping.isFresh(stored) ? stored : undefined;
      },
      async fetch() {
        const fetched = await fetch();
        if (!fetched.isTemporary) await traced("keep", () => cache.set(keeping.key, fetched));
        return fetched;
      },
    });
  }

  /**
   * Fetches a value for all callers who ask under the same flight; `fetch` gets the deadline of the first. When it fails
   * for want of time, a caller with more time begins another fetch.
   *
   * @throws {MarketDataError} `cancelled` when this caller was cancelled, `upstream_unavailable` at its deadline.
   * @throws what `fetch` throws.
   */
  async function renew<T>(
    keeping: Keeping<T>,
    patience: Patience,
    fetch: (patience: FlightPatience) => Promise<Fetched<T>>,
  ): Promise<Fetched<T>> {
    const { deadline, question, signal } = patience;
    const isLate = () => deadline - performance.now() <= LATE_MS;
    for (;;) {
      try {
        return await traced("coalesce", () =>
          coalescer.join(keeping.flight ?? keeping.key, patience, (flightSignal) => {
            const shared = { deadline, question, signal: flightSignal };
            return fetchInTurn(keeping, shared, () => fetch(shared)).catch((error: Error) => {
              if (isLate()) lateFailures.add(error);
              throw error;
            });
          }),
        );
      } catch (error) {
        // The question that began the fetch was cancelled or had no time left, so this one begins another fetch.
        const isCancelled = error instanceof MarketDataError && error.kind === "cancelled";
        const mayBegin = isCancelled ? performance.now() < deadline : lateFailures.has(error as Error) && !isLate();
        if (!mayBegin || signal?.aborted) throw error;
      }
    }
  }

  /** Returns the cached part, if it may be served. */
  async function findPart<T>(provider: ProviderId, part: CachedPart<T>) {
    const kept = await cache.get(toKeeping(provider, part));
    return kept && (part.isGood?.(kept.value) ?? true) ? kept : undefined;
  }

  return {
    /** Returns the value in the cache, fresh or stale. */
    look: <T>(keeping: Keeping<T>) => traced("cache", () => cache.get(keeping)),
    renew,

    /**
     * Returns a part, cached or fetched within `patience`. One that is no longer current and that the provider cannot
     * renew is returned as well, with the failure.
     */
    async part<T>(
      provider: ProviderId,
      part: CachedPart<T>,
      patience: Patience,
      fetch: (old?: T) => Promise<T>,
    ): Promise<KeptPart<T>> {
      const keeping = toKeeping(provider, part);
      const old = await findPart(provider, part);
      if (old && keeping.isFresh(old)) return old;
      try {
        return await renew(keeping, patience, async () => {
          const value = await fetch(old?.value);
          const fetchedAt = Date.now();
          const until = fetchedAt + part.keepSeconds * 1000;
          const isTemporary = part.isGood?.(value) === false;
          return { value, fetchedAt, freshUntil: until, staleUntil: until, isTemporary };
        });
      } catch (failure) {
        if (!old || !(failure instanceof ProviderError)) throw failure;
        return { ...old, failure };
      }
    },

    /** Returns the cached part, if there is one, without a call. */
    recall: async <T>(provider: ProviderId, part: CachedPart<T>) => (await findPart(provider, part))?.value,
  };
}

function toKeeping<T>(
  provider: ProviderId,
  { key, keepSeconds, schema, isGood, isCurrent }: CachedPart<T>,
): Keeping<T> {
  return {
    key: `part:${provider}:${key}`,
    // An entry with another shape, or with a longer lifetime, was not written by this program.
    isValue: (value, { fetchedAt, staleUntil }): value is T =>
      staleUntil <= fetchedAt + keepSeconds * 1000 && schema.safeParse(value).success,
    isFresh: ({ value }) => (isGood?.(value) ?? true) && (isCurrent?.(value) ?? true),
  };
}
