/**
 * Whether a provider refuses our key, or only one call: the firewall before a provider may answer 401 or 403 to one text of a
 * search, and a pause for it would take the provider from all callers.
 */

/** Milliseconds for which a key that was accepted is trusted. */
const TRUSTED_MS = 5 * 60_000;

export type KeyTrust = ReturnType<typeof createKeyTrust>;

/** `works` makes a call that the provider answered before, and returns whether it answers. */
export function createKeyTrust(works: () => Promise<boolean>) {
  let acceptedAt: number | undefined;
  let refused: string | undefined;
  return {
    /** Notes that the provider answered a call. */
    accepted(): void {
      acceptedAt = performance.now();
      refused = undefined;
    },
    /** Returns whether the key is refused, and not only the call of this address. */
    async isRefused(address: string): Promise<boolean> {
      if (acceptedAt === undefined) return true;
      const isOnly = refused === undefined || refused === address;
      refused = address;
      if (isOnly && performance.now() - acceptedAt < TRUSTED_MS) return false;
      return !(await works());
    },
  };
}
