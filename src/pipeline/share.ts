/** One fetch for all processes that share the store: the others wait for what it brings. */
import type { Leases } from "../contract/leases.js";
import { traced } from "../contract/tracing.js";

/** How often a waiting process looks whether the answer has come. */
const LOOK_MS = 40;
/** A holder that was killed is waited for no longer; one that lives renews its lease in time. */
const LEASE_MS = 3_000;
const RENEW_MS = 1_000;

export interface SharedFetch<T> {
  /** What another process has brought by now, if anything. */
  look: () => Promise<T | undefined>;
  fetch: () => Promise<T>;
  /** Monotonic milliseconds. */
  deadline: number;
  signal: AbortSignal;
}

/**
 * The result of `fetch`, run by one process at a time for each key; a process
 * that has to wait looks for the result until it comes, the lease is free, or
 * its own time is up. Leases that cannot be had cost nothing but the sharing.
 */
export async function fetchShared<T>(leases: Leases, key: string, shared: SharedFetch<T>): Promise<T> {
  const { look, fetch } = shared;
  const brought = await traced("lease", () => waitForLease(leases, key, shared));
  if (brought !== undefined) return brought;
  const renewal = setInterval(() => void acquire(leases, key), RENEW_MS);
  try {
    // The last holder may have finished between our look and its lease becoming ours.
    return (await look()) ?? (await fetch());
  } finally {
    clearInterval(renewal);
    leases.release(key).catch(() => {});
  }
}

/** What another process brings while we wait; nothing when it is our turn. */
async function waitForLease<T>(
  leases: Leases,
  key: string,
  { look, deadline, signal }: SharedFetch<T>,
): Promise<T | undefined> {
  while (!(await acquire(leases, key))) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    const brought = await look();
    if (brought !== undefined || signal.aborted || performance.now() >= deadline) return brought;
  }
  return undefined;
}

async function acquire(leases: Leases, key: string): Promise<boolean> {
  try {
    return await leases.acquire(key, LEASE_MS);
  } catch {
    return true;
  }
}
