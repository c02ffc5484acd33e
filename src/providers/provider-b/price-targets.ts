/** Analyst price targets by provider B, and its rating changes for the targets of others. */
import { priceTargets, ratingChanges } from "../../capabilities/price-targets.js";
import { toAverageRating, toConsensus } from "../../capabilities/rating.js";
import { MarketDataError } from "../../contract/errors.js";
import { source, supplier } from "../../contract/provider.js";
import { z } from "../../contract/schema.js";
import { providerB } from "./provider.js";
import { toRatingChanges } from "./rating-history.js";
import { isComplete, toTrendCounts } from "./recommendation-trend.js";
import { rawNumber } from "./values.js";

const MODULES = ["financialData", "recommendationTrend", "upgradeDowngradeHistory"];
const NO_COUNTS = { strongBuy: null, buy: null, hold: null, sell: null, strongSell: null };

/**
 * Targets in the listing's currency, with the latest changes.
 *
 * `numberOfAnalysts` is B's panel of opinions; the counts come from another
 * panel, and `consensusRating` is read from the counts. `lastUpdated` is the day
 * of the newest change that names a target, else of the newest change.
 *
 * @throws {MarketDataError} `not_found` for an unknown symbol, `no_coverage` for a known one nobody follows.
 */
export const priceTargetsFromB = source(providerB, priceTargets, async ({ symbol }, client) => {
  const { price, modules } = await client.summary(symbol, MODULES);
  const parsed = targets.safeParse(modules["financialData"]);
  const target = parsed.success ? parsed.data : targets.parse({});
  const counts = toTrendCounts(modules["recommendationTrend"]) ?? NO_COUNTS;
  const recentChanges = toRatingChanges(modules["upgradeDowngradeHistory"]);
  const hasFigures = Object.values({ ...target, ...counts }).some((figure) => figure !== null && figure !== 0);
  if (!hasFigures && recentChanges.length === 0) throw notCovered(symbol);
  return {
    data: {
      symbol,
      priceTargetAverage: target.targetMeanPrice,
      priceTargetHigh: target.targetHighPrice,
      priceTargetLow: target.targetLowPrice,
      priceTargetMedian: target.targetMedianPrice,
      numberOfAnalysts: target.numberOfAnalystOpinions,
      lastUpdated: (recentChanges.find(({ newTarget }) => newTarget !== null) ?? recentChanges[0])?.date ?? null,
      strongBuy: counts.strongBuy,
      buy: counts.buy,
      hold: counts.hold,
      sell: counts.sell,
      strongSell: counts.strongSell,
      consensusRating: isComplete(counts) ? toConsensus(toAverageRating(counts)) : null,
      recentChanges,
    },
    currency: price.currency ?? undefined,
  };
});

/** The latest changes of target and rating, newest first. */
export const ratingChangesFromB = supplier(providerB, ratingChanges, async (asked, client) => {
  const { modules } = await client.summary(asked, ["upgradeDowngradeHistory"]);
  return toRatingChanges(modules["upgradeDowngradeHistory"]);
});

function notCovered(asked: string): MarketDataError {
  return new MarketDataError(
    "no_coverage",
    `Cannot fetch price targets for ${asked}: provider B knows the symbol but no analyst follows it.`,
  );
}

const targets = z.object({
  targetMeanPrice: rawNumber,
  targetHighPrice: rawNumber,
  targetLowPrice: rawNumber,
  targetMedianPrice: rawNumber,
  numberOfAnalystOpinions: rawNumber,
});
