/** Callers, their plans and their requests (visits). */

/** The limits of each plan; calls over REST and MCP count together. */
export const PLAN_LIMITS = {
  free: { perMinute: 5, perDay: 250 },
  starter: { perMinute: 20, perDay: 1_000 },
  professional: { perMinute: 100, perDay: 10_000 },
} as const;

export type Plan = keyof typeof PLAN_LIMITS;
export const PLANS = Object.keys(PLAN_LIMITS) as [Plan, ...Plan[]];

/** A caller as the limits identify it; without a plan it is unlimited. */
export interface Caller {
  id: string;
  plan?: Plan;
}

/** An inbound key, as listed in the keys file. */
export interface InboundKey {
  id: string;
  /** SHA-256 of the key in hex. */
  sha256: string;
  plan: Plan;
}

const KEY_CALLER = "key ";

/** Returns the id of the caller with the inbound key of this id; others never have such an id. */
export function toKeyCallerId(keyId: string): string {
  return KEY_CALLER + keyId;
}

/** Whether a caller has an inbound key. There are only as many as the operator has written. */
export function hasInboundKey({ id }: Pick<Caller, "id">): boolean {
  return id.startsWith(KEY_CALLER);
}

/** One request of a caller, as the limits see it. */
export interface Visit {
  /** Identifies the caller for its share of the calls to providers. */
  callerId: string;
  /**
   * Counts one call against the caller's plan.
   *
   * @throws {MarketDataError} `rate_limited`, with the time to retry, when the plan is used up.
   */
  spend(): Promise<void>;
}
