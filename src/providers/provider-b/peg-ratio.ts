/** The PEG ratio, which left provider B's summary in 2025 and is looked up in the time series. */
import { REFERENCE } from "../../capabilities/shapes.js";
import { ProviderError } from "../../contract/errors.js";
import { toPegRatio } from "../../contract/impossible-zeros.js";
import type { OptionalParts } from "../../contract/optional.js";
import { z } from "../../contract/schema.js";
import type { Upstream } from "../../contract/upstream.js";
import type { ClientB } from "./client.js";
import type { Company } from "./company-summary.js";

const HALF_YEAR_SECONDS = 183 * 24 * 60 * 60;

/** The summary's PEG ratio, else what `find` looks up; `null` without profits, where there is none. */
export async function pegRatioOf(
  { price, summaryDetail, defaultKeyStatistics }: Company,
  parts: OptionalParts,
  find: () => Promise<number | null>,
): Promise<number | null> {
  const sent = toPegRatio(defaultKeyStatistics.pegRatio, summaryDetail.trailingPE);
  const mayHavePeg = price.quoteType === "EQUITY" && summaryDetail.trailingPE !== null;
  return sent === null && mayHavePeg ? parts.get(["pegRatio"], find()) : sent;
}

/**
 * The newest trailing PEG ratio; `null` when B has none.
 *
 * It stands in the list of dated figures that the statements come from and is
 * kept as long as they are: it would cost every overview a second call.
 */
export async function findPegRatio(asked: string, client: ClientB, upstream: Upstream): Promise<number | null> {
  const part = { key: `peg ratio ${asked}`, keepSeconds: REFERENCE.ttlSeconds, schema: z.number().nullable() };
  try {
    return await upstream.remember(part, async () => {
      const now = Math.floor(upstream.now().getTime() / 1000);
      const series = await client.timeseries(asked, ["trailingPegRatio"], now - HALF_YEAR_SECONDS, now);
      return series.get("trailingPegRatio")?.at(-1)?.value ?? null;
    });
  } catch (error) {
    if (error instanceof ProviderError && error.reason === "no_data") return null;
    throw error;
  }
}
