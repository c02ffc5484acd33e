/** Analyst recommendations by Yahoo. */
import { say, the } from "../../../contract/sentence.js";
import { recommendations, toRecommendations } from "../../../capabilities/companies/recommendations.js";
import { findSectorChanges } from "../modules/sector-changes.js";
import { perCount } from "../../../contract/fields.js";
import { source } from "../../../contract/provider.js";
import { findPart } from "../modules/company-parts.js";
import { companyPart } from "../modules/company-summary.js";
import { badAnswer } from "../calls/envelopes.js";
import { yahooProvider } from "../provider.js";
import { isComplete, UNKNOWN_COUNTS, unreadable } from "../modules/recommendation-trend.js";

const NONE_SENT = say`The counts are 0 because ${the.source("provider-b")} has no analyst ratings for it, as with most funds, coins and indices.`;

/**
 * This month's counts, or last month's while this month's are all 0.
 *
 * A known symbol without analysts has zero analysts, no average and no consensus; counts that cannot be read, or that B
 * does not send beside the number of its analysts, are `null`. B's own mean is of another panel of analysts and is not
 * used.
 *
 * Without a symbol, the changes of ratings of the largest companies of a sector.
 *
 * @throws {MarketDataError} `not_found` for a symbol B does not know.
 */
export const recommendationsFromYahoo = source(yahooProvider, recommendations, async (input, client, upstream) => {
  const { symbol } = input;
  if (symbol === undefined) return findSectorChanges(input, client, upstream);
  const { ratings, financialData, fetchedAt } = await findPart(companyPart, symbol, client, upstream);
  if (ratings.unread) throw badAnswer();
  const counts = ratings.counts ?? (financialData.numberOfAnalystOpinions ? UNKNOWN_COUNTS : perCount(0));
  if (isComplete(counts)) {
    const notes = ratings.counts ? [] : [NONE_SENT];
    return { data: toRecommendations(symbol, counts), fetchedAt, notes };
  }
  const summary = { total_analysts: null, average_rating: null, consensus: null };
  return {
    data: { symbol, recommendations: counts, summary },
    fetchedAt,
    missing: [...unreadable(counts), ...Object.keys(summary)],
  };
});
