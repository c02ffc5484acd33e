/** Analyst recommendations by provider A: counts of analysts' ratings, from strong buy to strong sell. */
import { source } from "../../contract/provider.js";
import { z } from "../../contract/schema.js";
import { count, text } from "../../contract/values.js";
import { newestFirst } from "../../lib/newest-first.js";
import type { RecommendationCounts } from "../../market/rating.js";
import { recommendations, toRecommendations } from "../../capabilities/recommendations.js";
import { REFERENCE } from "../../capabilities/shapes.js";
import { noCoverageOrUnknown } from "./profile.js";
import { badAnswer, providerA, type ClientA } from "./provider.js";
import { toSymbolA } from "./symbol.js";

/**
 * The newest monthly counts.
 *
 * @throws {MarketDataError} `no_coverage` for a known symbol that no analyst follows, `not_found` for an unknown one.
 */
export const recommendationsFromA = source(providerA, recommendations, async ({ symbol }, client) => {
  const counts = await findSnapshotCounts(symbol, client);
  if (counts) return { data: toRecommendations(symbol, counts) };
  throw await noCoverageOrUnknown("recommendations", symbol, " but has no analyst ratings for it.", client);
});

const snapshotRow = z.object({
  date: text,
  analystRatingsStrongBuy: count,
  analystRatingsBuy: count,
  analystRatingsHold: count,
  analystRatingsSell: count,
  analystRatingsStrongSell: count,
});

const consensusRow = z.object({ strongBuy: count, buy: count, hold: count, sell: count, strongSell: count });

const countsShape = z
  .object({ strongBuy: z.number(), buy: z.number(), hold: z.number(), sell: z.number(), strongSell: z.number() })
  .strict()
  .nullable();

/**
 * Returns the newest monthly snapshot; `null` for a stock without analysts.
 *
 * Provider A adds one snapshot per month, so it is cached as long as financial statements; all capabilities that need
 * the counts share it.
 *
 * @throws {ProviderError} `bad_answer` when a count is missing.
 */
export function findSnapshotCounts(symbol: string, client: ClientA): Promise<RecommendationCounts | null> {
  const part = {
    key: `analyst counts ${toSymbolA(symbol)}`,
    keepSeconds: REFERENCE.ttlSeconds,
    schema: countsShape,
    // Do not cache `null`: a stock without analysts may get its first one today.
    isGood: (counts: RecommendationCounts | null) => counts !== null,
  };
  return client.upstream.remember(part, async () => {
    const rows = await client.rows(snapshotRow, "grades-historical", { symbol });
    const [newest] = newestFirst(rows, ({ date }) => date);
    if (!newest) return null;
    return toCounts({
      strongBuy: newest.analystRatingsStrongBuy,
      buy: newest.analystRatingsBuy,
      hold: newest.analystRatingsHold,
      sell: newest.analystRatingsSell,
      strongSell: newest.analystRatingsStrongSell,
    });
  });
}

/**
 * Returns the newest monthly snapshot or, if there is none or it cannot be fetched, the counts over all firms that ever
 * rated the stock; `null` when neither list has the stock.
 */
export async function findCounts(symbol: string, client: ClientA): Promise<RecommendationCounts | null> {
  const snapshot = findSnapshotCounts(symbol, client);
  const counts = await snapshot.catch(() => null);
  if (counts) return counts;
  const row = await client.first(consensusRow, "grades-consensus", { symbol });
  // Report the failure instead of `null`: the snapshot that could not be read may have analysts.
  return row ? toCounts(row) : snapshot;
}

function toCounts(row: z.output<typeof consensusRow>): RecommendationCounts {
  const { strongBuy, buy, hold, sell, strongSell } = row;
  if (strongBuy === null || buy === null || hold === null || sell === null || strongSell === null) throw badAnswer();
  return { strongBuy, buy, hold, sell, strongSell };
}
