/** Who fetches a key while others, in other processes, wait for it. */

/** A lease runs out by itself, so that a holder that was killed holds nobody up for long. */
export interface Leases {
  /** Takes the lease of `key` for `ms`, or renews it; `false` when somebody else has it. */
  acquire(key: string, ms: number): Promise<boolean>;
  /** Gives back a lease this process took. */
  release(key: string): Promise<void>;
}

/** For a store that no other process shares: everybody gets every lease. */
export const NO_LEASES: Leases = {
  acquire: async () => true,
  release: async () => {},
};
