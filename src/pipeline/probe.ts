/** One call of one provider, to see whether it is there and takes us. */
import { ProviderError, toMarketDataError, type MarketDataError, type Reason } from "../contract/errors.js";
import type { Provider, Upstream } from "../contract/provider.js";

/** What a probe found. */
export interface Probe {
  /** Calls it cost: none when the provider may not be asked now. */
  calls: 0 | 1;
  /** Why the provider cannot serve; nothing when it can. */
  failure: { error: MarketDataError; reason: Reason | undefined } | undefined;
  /** How far this machine's clock is ahead of the provider's, in seconds; nothing when that is not known. */
  clockAheadSeconds: number | undefined;
}

/** Reasons for which nothing was sent. */
const NOT_SENT: ReadonlySet<Reason> = new Set(["not_configured", "quota_spent", "queue_full", "circuit_open"]);

/** Makes the provider's probing call over `upstream`, which must not try twice. */
export async function probeProvider(
  provider: Provider,
  clientOf: (upstream: Upstream) => unknown,
  upstream: Upstream,
): Promise<Probe> {
  let clockAheadSeconds: number | undefined;
  const listening: Upstream = {
    ...upstream,
    async send(request) {
      const from = Date.now();
      const response = await upstream.send(request);
      const theirs = Date.parse(String(response.headers["date"]));
      // The header names a second that had begun when the answer was made, at some time while we waited.
      if (!Number.isNaN(theirs)) clockAheadSeconds = outside(theirs, from - 1_000, Date.now()) / 1_000;
      return response;
    },
  };
  try {
    await provider.probe(clientOf(listening));
    return { calls: 1, failure: undefined, clockAheadSeconds };
  } catch (thrown) {
    const reason = thrown instanceof ProviderError ? thrown.reason : undefined;
    const calls = reason !== undefined && NOT_SENT.has(reason) ? 0 : 1;
    return { calls, failure: { error: toMarketDataError(thrown), reason }, clockAheadSeconds };
  }
}

/** How far the span is beyond the time: 0 when the time is in it. */
function outside(time: number, from: number, to: number): number {
  if (time < from) return from - time;
  return time > to ? to - time : 0;
}
