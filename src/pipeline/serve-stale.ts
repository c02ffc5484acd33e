/** Decides when a stale answer replaces a failure, and names the reason shown with it. */
import { FailedEverywhere, REASONS, type MarketDataError } from "../contract/errors.js";

/**
 * Whether a stale answer may replace this failure: yes for upstream trouble, no for an unknown
 * symbol or invalid input.
 */
export function mayServeStale({ kind }: MarketDataError): boolean {
  return (
    kind === "upstream_unavailable" || kind === "upstream_limited" || kind === "overloaded" || kind === "not_configured"
  );
}

/** Returns the reason, in a few words, for which a stale answer is served. */
export function whyStale(error: MarketDataError): string {
  if (!(error instanceof FailedEverywhere)) return "upstream did not answer in time";
  const { provider, reason } = error.decisive;
  return `${provider.replace("-", " ")}: ${REASONS[reason].brief}`;
}
