/** Leases: the right to fetch a key while other processes wait for the result. */

/** A lease expires automatically, so that a killed holder blocks other processes only briefly. */
export interface Leases {
  /**
   * Takes or renews the lease of `key` for `ms` milliseconds; `false` when another process holds
   * it.
   */
  acquire(key: string, ms: number): Promise<boolean>;
  /** Releases a lease that this process holds. */
  release(key: string): Promise<void>;
}

/** The leases of a store that no other process shares: every lease is granted. */
export const NO_LEASES: Leases = {
  acquire: async () => true,
  release: async () => {},
};
