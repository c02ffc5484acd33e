/** One call to a provider, to check that it can be reached and accepts our key. */
import { ProviderError, toMarketDataError } from "../contract/errors.js";
import type { Probe } from "../contract/diagnostics.js";
import type { Provider } from "../contract/provider.js";
import type { Upstream } from "../contract/upstream.js";

/** Makes the provider's probe calls over `upstream`, which must not retry; `calls` returns how many calls they took. */
export async function probeProvider(
  provider: Provider,
  clientOf: (upstream: Upstream) => unknown,
  upstream: Upstream,
  calls: () => number,
): Promise<Probe> {
  let clockAheadSeconds: number | undefined;
  const timed: Upstream = {
    ...upstream,
    async send(request) {
      const from = Date.now();
      const response = await upstream.send(request);
      const theirs = Date.parse(String(response.headers["date"]));
      // The `Date` header has whole seconds, and the upstream wrote it at some moment between request and response: our
      // clock is ahead of an earlier time, and behind a later one.
      const aheadMs = Math.max(0, from - 1_000 - theirs) + Math.min(0, Date.now() - theirs);
      if (!Number.isNaN(theirs)) clockAheadSeconds = aheadMs / 1_000;
      return response;
    },
  };
  const client = clientOf(timed);
  const failure = await failureOf(() => provider.probe(client));
  if (failure || !provider.prepare) return { calls: calls(), failure, clockAheadSeconds };
  const session = (await failureOf(() => provider.prepare!(client))) ?? null;
  return { calls: calls(), failure, session, clockAheadSeconds };
}

async function failureOf(call: () => Promise<unknown>): Promise<Probe["failure"]> {
  try {
    await call();
    return undefined;
  } catch (thrown) {
    const reason = thrown instanceof ProviderError ? thrown.reason : undefined;
    return { error: toMarketDataError(thrown), reason };
  }
}
