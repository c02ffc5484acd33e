/** Findings about a provider, as `doctor` and the status page show them. */
import type { MarketDataError, Reason } from "./errors.js";

/** Why a call of a probe failed. */
interface ProbeFailure {
  error: MarketDataError;
  reason: Reason | undefined;
}

/** The result of one call that checks whether a provider can be reached and accepts our key. */
export interface Probe {
  /**
   * Upstream calls that the probe made: none when calls are not allowed now, more than one when it opened a session.
   */
  calls: number;
  /** The failure; `undefined` when the provider answered. */
  failure: ProbeFailure | undefined;
  /** Whether it opens a session, for a provider with sessions that answered; `null` if it does. */
  session?: ProbeFailure | null;
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
