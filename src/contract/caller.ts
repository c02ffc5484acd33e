/** Who asks, and what they may. */

/** What a plan allows; counted over REST and MCP together. */
export const PLAN_LIMITS = {
  free: { perMinute: 5, perDay: 250 },
  starter: { perMinute: 20, perDay: 1_000 },
  professional: { perMinute: 100, perDay: 10_000 },
} as const;

export type Plan = keyof typeof PLAN_LIMITS;
export const PLANS = Object.keys(PLAN_LIMITS) as [Plan, ...Plan[]];

/** A caller as limits know it; without a plan it is unlimited. */
export interface Caller {
  id: string;
  plan?: Plan;
}

/** A key that callers may bring, as the file of inbound keys lists it. */
export interface InboundKey {
  id: string;
  /** Of the key, in hex. */
  sha256: string;
  plan: Plan;
}

/** One caller's share in one request. */
export interface Visit {
  /** What fair shares are counted by; an open server has no shares. */
  callerId: string | undefined;
  /**
   * Counts one call against the caller's plan.
   *
   * @throws {MarketDataError} `rate_limited`, with the time to come back, when the plan is used up.
   */
  spend(): Promise<void>;
}
