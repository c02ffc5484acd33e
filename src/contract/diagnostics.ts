/** Findings about a provider, as `doctor` and the status page show them. */
import type { MarketDataError, Reason } from "./errors.js";

/** The result of one call that checks whether a provider can be reached and accepts our key. */
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

/** A field that a source no longer sends; `field` is `null` where its answers as a whole cannot be read. */
export interface Drift {
  provider: string;
  source: string;
  field: string | null;
  /** Time of the first answer without it, ISO 8601. */
  since: string;
}
