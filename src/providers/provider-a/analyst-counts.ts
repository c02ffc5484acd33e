/** Provider A's counts of analysts' ratings, from strong buy to strong sell. */
import { z } from "../../contract/schema.js";
import { count, text } from "../../contract/values.js";
import type { RecommendationCounts } from "../../market/rating.js";
import { REFERENCE } from "../../capabilities/shapes.js";
import { badAnswer, type ClientA } from "./provider.js";
import { toSymbolA } from "./symbol.js";

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
  .object({
    strongBuy: z.number(),
    buy: z.number(),
    hold: z.number(),
    sell: z.number(),
    strongSell: z.number(),
  })
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
  return client.upstream.remember(part, () => fetchSnapshotCounts(symbol, client));
}

async function fetchSnapshotCounts(symbol: string, client: ClientA): Promise<RecommendationCounts | null> {
  const rows = await client.rows(snapshotRow, "grades-historical", { symbol });
  const newest = rows.reduce<(typeof rows)[number] | undefined>(
    (latest, row) => (latest && (latest.date ?? "") >= (row.date ?? "") ? latest : row),
    undefined,
  );
  if (!newest) return null;
  return toCounts({
    strongBuy: newest.analystRatingsStrongBuy,
    buy: newest.analystRatingsBuy,
    hold: newest.analystRatingsHold,
    sell: newest.analystRatingsSell,
    strongSell: newest.analystRatingsStrongSell,
  });
}

/**
 * Returns the newest monthly snapshot or, if there is none or it cannot be fetched, the counts over all firms that ever
 * rated the stock; `null` when neither list has the stock.
 */
export async function findCounts(symbol: string, client: ClientA): Promise<RecommendationCounts | null> {
  let failure: unknown;
  const snapshot = await findSnapshotCounts(symbol, client).catch((error: unknown) => {
    failure = error;
    return null;
  });
  if (snapshot) return snapshot;
  const row = await client.first(consensusRow, "grades-consensus", { symbol });
  if (row) return toCounts(row);
  // Report the failure instead of `null`: the snapshot that could not be read may have analysts.
  if (failure) throw failure;
  return null;
}

function toCounts(row: z.output<typeof consensusRow>): RecommendationCounts {
  const { strongBuy, buy, hold, sell, strongSell } = row;
  if (strongBuy === null || buy === null || hold === null || sell === null || strongSell === null) throw badAnswer();
  return { strongBuy, buy, hold, sell, strongSell };
}
