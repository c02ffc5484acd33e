/** The PEG ratio, which Yahoo's summary has lacked since 2025; it is read from the time series. */
import { DAY_SECONDS } from "../../../lib/day.js";
import { REFERENCE } from "../../../capabilities/shapes.js";
import { ProviderError } from "../../../contract/errors.js";
import { z } from "../../../contract/schema.js";
import type { Upstream } from "../../../contract/upstream.js";
import type { YahooClient } from "../calls/client.js";
import { toYahooSymbol } from "../calls/symbol.js";

const HALF_YEAR_SECONDS = 183 * DAY_SECONDS;

/**
 * Returns the newest trailing PEG ratio; `null` when B has none.
 *
 * It is cached as long as statements, which come from the same call of B, so that not every overview costs a second
 * call.
 */
export async function findPegRatio(symbol: string, client: YahooClient, upstream: Upstream): Promise<number | null> {
  const part = {
    key: `peg ratio ${toYahooSymbol(symbol)}`,
    keepSeconds: REFERENCE.ttlSeconds,
    schema: z.number().nullable(),
  };
  try {
    return await upstream.remember(part, async () => {
      const now = Math.floor(upstream.now().getTime() / 1000);
      const series = await client.timeseries(symbol, ["trailingPegRatio"], now - HALF_YEAR_SECONDS, now);
      return series.get("trailingPegRatio")?.at(-1)?.value ?? null;
    });
  } catch (error) {
    if (error instanceof ProviderError && error.reason === "no_data") return null;
    throw error;
  }
}
