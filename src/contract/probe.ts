/** The result of one call that checks whether a provider can be reached and accepts our key. */
import type { MarketDataError, Reason } from "./errors.js";

export interface Probe {
  /**
   * Upstream calls that the probe made: none when calls are not allowed now, more than one when it opened a session.
   */
  calls: number;
  /** The failure; `undefined` when the provider answered. */
  failure: { error: MarketDataError; reason: Reason | undefined } | undefined;
  /** Seconds by which this machine's clock is ahead of the provider's; `undefined` when unknown. */
  clockAheadSeconds: number | undefined;
}
