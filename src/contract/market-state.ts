/** The state of the market on which a security trades, as far as a source's answer shows it. */

/**
 * The states. The last two follow from the clock and the hours of the exchange, for sources that send no state: on a
 * holiday an exchange may be closed within its regular hours.
 */
export const MARKET_STATES = [
  "open",
  "closed",
  "pre-market",
  "after-hours",
  "within regular hours",
  "outside regular hours",
] as const;

export type MarketState = (typeof MARKET_STATES)[number];
