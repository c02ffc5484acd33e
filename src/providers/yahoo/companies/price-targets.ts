/** Analyst price targets by Yahoo, and rating changes that enrich the targets of other providers. */
import {
  priceTargets,
  RATING_FIELDS,
  ratingChanges,
  toLastUpdated,
  toUpside,
} from "../../../capabilities/companies/price-targets.js";
import { toAverageRating, toConsensus } from "../../../market/holdings/rating.js";
import { noCoverage } from "../../../contract/errors.js";
import { optionalParts } from "../../../contract/optional.js";
import { source } from "../../../contract/provider.js";
import { enricher } from "../../../contract/enrichment.js";
import { findModules } from "../modules/company-parts.js";
import { badAnswer, readModule } from "../calls/envelopes.js";
import { yahooProvider } from "../provider.js";
import { toRatingChanges } from "../modules/rating-history.js";
import { isComplete, toTrendCounts, UNKNOWN_COUNTS, unreadable } from "../modules/recommendation-trend.js";
import { rawCount, rawPositive, renamed } from "../calls/values.js";

const MODULES = ["financialData", "recommendationTrend", "upgradeDowngradeHistory"];
const TARGETS = {
  priceTargetAverage: ["targetMeanPrice", rawPositive],
  priceTargetHigh: ["targetHighPrice", rawPositive],
  priceTargetLow: ["targetLowPrice", rawPositive],
  priceTargetMedian: ["targetMedianPrice", rawPositive],
  numberOfAnalysts: ["numberOfAnalystOpinions", rawCount],
} as const;
const targets = renamed(TARGETS);
const TARGET_FIELDS = Object.keys(TARGETS) as (keyof typeof TARGETS)[];
const CHANGE_FIELDS = ["recentChanges", "lastUpdated"] as const;

/**
 * Targets in the listing's currency, with the latest changes.
 *
 * `numberOfAnalysts` is the number of B's opinions; the counts are of another panel of analysts, and `consensusRating`
 * is computed from the counts. `lastUpdated` is the day of the newest change with a target, otherwise of the newest
 * change.
 *
 * @throws {MarketDataError} `not_found` for an unknown symbol, `no_coverage` for a known one that no analyst follows.
 */
export const priceTargetsFromYahoo = source(yahooProvider, priceTargets, async ({ symbol }, client, upstream) => {
  const { price, modules } = await findModules(symbol, MODULES, client, upstream);
  const parts = optionalParts<typeof priceTargets>();
  const target = parts.read(TARGET_FIELDS, () => readModule(targets, modules["financialData"]));
  const counts = parts.read(RATING_FIELDS, () => toTrendCounts(modules["recommendationTrend"])) ?? UNKNOWN_COUNTS;
  const recentChanges = parts.read(CHANGE_FIELDS, () => toRatingChanges(modules["upgradeDowngradeHistory"], symbol));
  if (counts !== UNKNOWN_COUNTS) parts.lack(unreadable(counts));
  const gaps = parts.gaps();
  const hasFigures = Object.values({ ...target, ...counts }).some((figure) => figure !== null && figure !== 0);
  if (!hasFigures && !recentChanges?.length) {
    if (gaps.missing.length > 0) throw badAnswer();
    throw noCoverage("provider-b", "price targets", symbol, " but no analyst follows it.");
  }
  return {
    data: {
      symbol,
      ...target,
      lastUpdated: toLastUpdated(recentChanges ?? []),
      ...counts,
      consensusRating: isComplete(counts) ? toConsensus(toAverageRating(counts)) : null,
      recentChanges,
      upsidePercent: toUpside(target?.priceTargetAverage ?? null, price.regularMarketPrice),
    },
    ...gaps,
    currency: price.currency,
  };
});

/** The latest changes of target and rating, newest first. */
export const ratingChangesFromYahoo = enricher(yahooProvider, ratingChanges, async (symbol, client, upstream) => {
  const { price, modules } = await findModules(symbol, ["upgradeDowngradeHistory"], client, upstream);
  return { facts: toRatingChanges(modules["upgradeDowngradeHistory"], symbol), currency: price.currency ?? undefined };
});
