/** One call to a provider, to check that it can be reached and accepts our key. */
import { ProviderError, toMarketDataError, type MarketDataError, type Reason } from "../contract/errors.js";
import type { Provider } from "../contract/provider.js";
import type { Upstream } from "../contract/upstream.js";

/** The result of a probe. */
export interface Probe {
  /** Upstream calls it cost: none when calls are not allowed now, more than one when it had to open a session. */
  calls: number;
  /** The failure; `undefined` when the provider answered. */
  failure: { error: MarketDataError; reason: Reason | undefined } | undefined;
  /** Seconds by which this machine's clock is ahead of the provider's; `undefined` when unknown. */
  clockAheadSeconds: number | undefined;
}

/** Makes the provider's probe call over `upstream`, which must not retry; `calls` says how many it came to. */
export async function probeProvider(
  provider: Provider,
  clientOf: (upstream: Upstream) => unknown,
  upstream: Upstream,
  calls: () => number,
): Promise<Probe> {
  let clockAheadSeconds: number | undefined;
  const listening: Upstream = {
    ...upstream,
    async send(request) {
      const from = Date.now();
      const response = await upstream.send(request);
      const theirs = Date.parse(String(response.headers["date"]));
      // The header has whole seconds, and the answer was made at any moment between request and response.
      if (!Number.isNaN(theirs)) clockAheadSeconds = outside(theirs, from - 1_000, Date.now()) / 1_000;
      return response;
    },
  };
  try {
    await provider.probe(clientOf(listening));
    return { calls: calls(), failure: undefined, clockAheadSeconds };
  } catch (thrown) {
    const reason = thrown instanceof ProviderError ? thrown.reason : undefined;
    return { calls: calls(), failure: { error: toMarketDataError(thrown), reason }, clockAheadSeconds };
  }
}

/** Milliseconds from `time` to the span: positive when the span is later, negative when earlier, 0 inside it. */
function outside(time: number, from: number, to: number): number {
  if (time < from) return from - time;
  return time > to ? to - time : 0;
}
