/** Analyst price targets by provider A. */
import { optionalParts } from "../../contract/optional.js";
import { source } from "../../contract/provider.js";
import { enricher } from "../../contract/enrichment.js";
import { z } from "../../contract/schema.js";
import { count } from "../../contract/values.js";
import { priceTargets, ratingChanges } from "../../capabilities/price-targets.js";
import { toAverageRating, toConsensus } from "../../market/rating.js";
import { REFERENCE } from "../../capabilities/shapes.js";
import { findCounts } from "./analyst-counts.js";
import { toDay } from "./dates.js";
import { noCoverageOrUnknown, recallCurrency } from "./profile.js";
import { badAnswer, providerA, type ClientA } from "./provider.js";
import { gradeRow, newsRow, toRatingChanges } from "./rating-changes.js";
import { toSymbolA } from "./symbol.js";
import { fetchTargetConsensus } from "./target-consensus.js";

const COUNT_FIELDS = ["strongBuy", "buy", "hold", "sell", "strongSell", "consensusRating"];

/**
 * The targets, the number of analysts with a target, the counts of ratings, and the consensus that we compute from
 * them. The enrichment `ratingChanges` adds `recentChanges` and `lastUpdated`.
 *
 * @throws {MarketDataError} `no_coverage` for a known symbol without targets and ratings, `not_found` for an unknown
 * one.
 */
export const priceTargetsFromA = source(providerA, priceTargets, async ({ symbol }, client) => {
  const targets = await fetchTargetConsensus(symbol, client);
  // Without targets, the counts show whether any analyst follows the stock.
  const countsWithoutTargets = targets ? null : await findCounts(symbol, client);
  if (!targets && !countsWithoutTargets) {
    const why = ", but no analyst gives a target or a rating for it.";
    throw await noCoverageOrUnknown("price targets", symbol, why, client);
  }
  const parts = optionalParts();
  const [analysts, counts] = await Promise.all([
    parts.get(["numberOfAnalysts"], findNumberOfAnalysts(symbol, client)),
    countsWithoutTargets ?? parts.get(COUNT_FIELDS, findCounts(symbol, client)),
  ]);
  return {
    data: {
      symbol,
      priceTargetAverage: targets?.targetConsensus,
      priceTargetHigh: targets?.targetHigh,
      priceTargetLow: targets?.targetLow,
      priceTargetMedian: targets?.targetMedian,
      numberOfAnalysts: analysts,
      strongBuy: counts?.strongBuy,
      buy: counts?.buy,
      hold: counts?.hold,
      sell: counts?.sell,
      strongSell: counts?.strongSell,
      consensusRating: toConsensus(counts ? toAverageRating(counts) : null),
    },
    ...parts.gaps(),
    currency: await recallCurrency(symbol, client),
  };
});

const summaryRow = z.object({ lastQuarterCount: count, lastYearCount: count });

/** Returns the number of analysts; cached as long as the counts of ratings, because it covers three months. */
function findNumberOfAnalysts(symbol: string, client: ClientA): Promise<number | null> {
  const part = {
    key: `target counts ${toSymbolA(symbol)}`,
    keepSeconds: REFERENCE.ttlSeconds,
    schema: z.number().nullable(),
    isGood: (analysts: number | null) => analysts !== null,
  };
  return client.upstream.remember(part, () => fetchNumberOfAnalysts(symbol, client));
}

/**
 * Returns the number of targets in the last quarter, because their average is nearest to the consensus; if there are
 * none, the number in the last year.
 */
async function fetchNumberOfAnalysts(symbol: string, client: ClientA): Promise<number | null> {
  const summary = await client.first(summaryRow, "price-target-summary", { symbol });
  if (!summary) return null;
  return summary.lastQuarterCount === 0 ? summary.lastYearCount : summary.lastQuarterCount;
}

// Rows to request, more than are shown, because a firm's previous target is among the older ones.
const NEWS_ROWS = 50;

/**
 * The newest reported targets, with the grades of their firms (see `toRatingChanges`) if the grades can be fetched.
 *
 * `grades` ignores every limit and sends the whole history, some hundred kilobytes.
 */
export const ratingChangesFromA = enricher(providerA, ratingChanges, async (symbol, client) => {
  const query = { symbol };
  const news = await client.rows(newsRow, "price-target-news", { ...query, page: 0, limit: NEWS_ROWS });
  if (news.length === 0) return { facts: [] };
  if (news.every(({ publishedDate }) => toDay(publishedDate) === null)) throw badAnswer();
  const parts = optionalParts();
  const grades = await parts.get(["rating", "ratingChange"], client.rows(gradeRow, "grades", query));
  // Each row is compared with all grades, so ten thousand rows, which a broken upstream can send, would take seconds.
  return { facts: toRatingChanges(symbol, news.slice(0, NEWS_ROWS), grades ?? []), ...parts.gaps() };
});
