/**
 * Deduplicates fetches across processes that share the store: one process fetches, and the other processes wait for its
 * stored answer. Thus 200 misses of one answer on three processes cost one upstream call.
 *
 * Waiting place 2, lease: processes with one store that need the same value, until one of them has stored it.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Leases } from "../contract/store.js";
import { traced } from "../lib/tracing.js";
import type { FlightPatience } from "../contract/patience.js";

/** Milliseconds between two look-ups of another process's answer. */
const ANSWER_POLL_MS = 40;
/**
 * Lifetime of a lease in milliseconds, and so the longest wait for a holder that was killed; a running holder renews it
 * in time.
 */
const LEASE_MS = 3_000;
const RENEW_MS = 1_000;
/**
 * Share of the time until its deadline that a caller waits for another process; the rest is reserved for its own fetch.
 */
const WAIT_SHARE = 0.5;

interface SharedFetch<T> extends FlightPatience {
  /** Returns the answer of another process, if it is in the store. */
  look: () => Promise<T | undefined>;
  fetch: () => Promise<T>;
}

/**
 * Returns the result of `fetch`, which one process at a time runs for each key. Other processes poll for the result. If
 * the lease becomes free, or half of their time is over, they fetch themselves. `leases` must not throw: while their
 * store fails, they are granted to every process.
 */
export async function fetchShared<T>(leases: Leases, key: string, shared: SharedFetch<T>): Promise<T> {
  const { look, fetch } = shared;
  const found = await traced("lease", () => waitForLease(leases, key, shared));
  if (found !== undefined) return found;
  const renewal = setInterval(() => void leases.acquire(key, LEASE_MS), RENEW_MS);
  try {
    // The last holder may have stored its answer between our last look-up and our lease.
    return (await look()) ?? (await fetch());
  } finally {
    clearInterval(renewal);
    void leases.release(key);
  }
}

/** Waits for another process's answer; `undefined` when this process should fetch. */
async function waitForLease<T>(
  leases: Leases,
  key: string,
  { look, deadline, signal }: SharedFetch<T>,
): Promise<T | undefined> {
  // A holder rarely needs more than one attempt (8 s of 20 s by default). If the holder is slower, or the store never
  // grants the lease, this process must have time left to fetch.
  const waitUntil = performance.now() + (deadline - performance.now()) * WAIT_SHARE;
  while (!(await leases.acquire(key, LEASE_MS))) {
    await sleep(ANSWER_POLL_MS);
    const found = await look();
    if (found !== undefined || signal.aborted || performance.now() >= waitUntil) return found;
  }
  return undefined;
}
