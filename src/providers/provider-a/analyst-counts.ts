/** Provider A's counts of analysts who say buy, hold or sell. */
import type { Upstream } from "../../contract/upstream.js";
import { z } from "../../contract/schema.js";
import { count, text } from "../../contract/values.js";
import type { RecommendationCounts } from "../../capabilities/rating.js";
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
 * There is one snapshot per month, so it is cached as long as statements; several answers share it.
 *
 * @throws {ProviderError} `bad_answer` when a count is missing.
 */
export function findSnapshotCounts(
  asked: string,
  client: ClientA,
  upstream: Upstream,
): Promise<RecommendationCounts | null> {
  const part = {
    key: `analyst counts ${toSymbolA(asked)}`,
    keepSeconds: REFERENCE.ttlSeconds,
    schema: countsShape,
    // A stock without analysts may get its first one today.
    isGood: (counts: RecommendationCounts | null) => counts !== null,
  };
  return upstream.remember(part, () => fetchSnapshotCounts(asked, client));
}

async function fetchSnapshotCounts(asked: string, client: ClientA): Promise<RecommendationCounts | null> {
  const rows = await client.rows(snapshotRow, "grades-historical", { symbol: toSymbolA(asked) });
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
 * Returns the newest monthly snapshot or, if there is none, the counts over all firms that ever
 * rated the stock; `null` when neither list has the stock.
 */
export async function findCounts(
  asked: string,
  client: ClientA,
  upstream: Upstream,
): Promise<RecommendationCounts | null> {
  let failure: unknown;
  const snapshot = await findSnapshotCounts(asked, client, upstream).catch((error: unknown) => {
    failure = error;
    return null;
  });
  if (snapshot) return snapshot;
  const [row] = await client.rows(consensusRow, "grades-consensus", { symbol: toSymbolA(asked) });
  if (row) return toCounts(row);
  // The stock certainly has no analysts only if both lists could be read.
  if (failure) throw failure;
  return null;
}

function toCounts(row: z.output<typeof consensusRow>): RecommendationCounts {
  const { strongBuy, buy, hold, sell, strongSell } = row;
  if (strongBuy === null || buy === null || hold === null || sell === null || strongSell === null) throw badAnswer();
  return { strongBuy, buy, hold, sell, strongSell };
}
