/** Analyst recommendations by FMP: counts of analysts' ratings, from strong buy to strong sell. */
import { perCount } from "../../contract/fields.js";
import { source } from "../../contract/provider.js";
import { z } from "../../contract/schema.js";
import { count, text } from "../../contract/values.js";
import { newestFirst } from "../../lib/newest-first.js";
import type { RecommendationCounts } from "../../market/holdings/rating.js";
import { recommendations, toRecommendations } from "../../capabilities/companies/recommendations.js";
import { REFERENCE, SLOW_PART_SECONDS } from "../../capabilities/shapes.js";
import { noCoverageOrUnknown } from "./profile.js";
import { badAnswer, fmpProvider, type FmpClient } from "./provider.js";
import { toFmpSymbol } from "./symbol.js";

/**
 * The newest monthly counts.
 *
 * @throws {MarketDataError} `no_coverage` for a known symbol that no analyst follows, `not_found` for an unknown one.
 */
export const recommendationsFromFmp = source(
  fmpProvider,
  recommendations,
  async ({ symbol = "" }, client) => {
    const found = await findSnapshot(symbol, client, SLOW_PART_SECONDS);
    if (found) return { data: toRecommendations(symbol, found.counts), fetchedAt: found.fetchedAt };
    throw await noCoverageOrUnknown("recommendations", symbol, " but has no analyst ratings for it.", client);
  },
  // Its list of the latest grades of all companies goes back a few days, and names wrong firms at times.
  { cannot: ({ symbol }) => (symbol === undefined ? ["sector"] : []) },
);

const snapshotRow = z.object({
  date: text,
  analystRatingsStrongBuy: count,
  analystRatingsBuy: count,
  analystRatingsHold: count,
  analystRatingsSell: count,
  analystRatingsStrongSell: count,
});

const consensusRow = z.object(perCount(count));

const snapshotShape = z
  .object({ fetchedAt: z.number(), counts: z.object(perCount(z.number())).strict() })
  .strict()
  .nullable();

/** The newest monthly counts; `fetchedAt` is in milliseconds since the epoch. */
type Snapshot = z.output<typeof snapshotShape>;

/**
 * Returns the newest monthly snapshot, fetched again if it is older than `maxSeconds` and can be; `null` for a stock
 * without analysts. All capabilities that need the counts share it.
 *
 * @throws {ProviderError} `bad_answer` when a count is missing.
 */
function findSnapshot(symbol: string, client: FmpClient, maxSeconds: number): Promise<Snapshot> {
  const now = client.upstream.now().getTime();
  const part = {
    key: `analyst counts ${toFmpSymbol(symbol)}`,
    keepSeconds: REFERENCE.ttlSeconds,
    schema: snapshotShape,
    // Do not cache `null`: a stock without analysts may get its first one today.
    isGood: (found: Snapshot) => found !== null,
    isCurrent: (found: Snapshot) => found !== null && now < found.fetchedAt + maxSeconds * 1000,
  };
  return client.upstream.remember(part, async () => {
    const rows = await client.rows(snapshotRow, "grades-historical", { symbol });
    const [newest] = newestFirst(rows, ({ date }) => date);
    if (!newest) return null;
    const counts = toCounts({
      strongBuy: newest.analystRatingsStrongBuy,
      buy: newest.analystRatingsBuy,
      hold: newest.analystRatingsHold,
      sell: newest.analystRatingsSell,
      strongSell: newest.analystRatingsStrongSell,
    });
    return { fetchedAt: now, counts };
  });
}

/**
 * Returns the counts of the newest snapshot for an answer that has other figures as well. FMP adds one snapshot
 * per month, so it may be as old as financial statements.
 */
export async function findSnapshotCounts(symbol: string, client: FmpClient): Promise<RecommendationCounts | null> {
  return (await findSnapshot(symbol, client, REFERENCE.ttlSeconds))?.counts ?? null;
}

/**
 * Returns the newest monthly snapshot or, if there is none or it cannot be fetched, the counts over all firms that ever
 * rated the stock; `null` when neither list has the stock.
 */
export async function findCounts(symbol: string, client: FmpClient): Promise<RecommendationCounts | null> {
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
