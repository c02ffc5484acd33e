/** Number of analysts per rating, from strong buy to strong sell. */
import { count, figure, words } from "../contract/field.js";
import { defineCapability, type DataOf } from "../contract/capability.js";
import { object, z } from "../contract/schema.js";
import { answerSymbol, recommendationCounts, symbol } from "../contract/fields.js";
import { toAverageRating, toConsensus, toTotal, type RecommendationCounts } from "../market/rating.js";
import { SLOW, symbolErrors } from "./shapes.js";

export const recommendations = defineCapability({
  name: "recommendations",
  title: "Analyst recommendations",
  route: "/api/v1/stock/{symbol}/recommendations",
  tool: {
    name: "get_recommendations",
    set: "core",
    description:
      "Counts of analyst ratings (strong buy to strong sell), with average and consensus. Targets: provider_a_get_price_targets.",
  },
  input: z.object({ symbol }),
  output: z.object({
    symbol: answerSymbol,
    recommendations: object("Count of analysts", recommendationCounts),
    summary: object("From the counts", {
      total_analysts: count("sum of the five counts"),
      average_rating: figure("1 strong buy to 5; 5 is strong sell; sum(weight * count) / sum(count), two decimals"),
      consensus: words("Strong Buy, Buy, Hold, Sell or Strong Sell"),
    }),
  }),
  freshness: SLOW,
  currency: null,
  errors: symbolErrors("fetch recommendations", "no_coverage"),
});

/**
 * Returns the whole answer from the five counts. The consensus follows from the exact average, which is then rounded to
 * two decimals.
 */
export function toRecommendations(asked: string, counts: RecommendationCounts): DataOf<typeof recommendations> {
  const average = toAverageRating(counts);
  return {
    symbol: asked,
    recommendations: counts,
    summary: {
      total_analysts: toTotal(counts),
      average_rating: average === null ? null : Math.round(average * 100) / 100,
      consensus: toConsensus(average),
    },
  };
}
