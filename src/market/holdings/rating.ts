/** The interface's rating scale, and how a rating follows from an average. */

export interface RecommendationCounts {
  strongBuy: number;
  buy: number;
  hold: number;
  sell: number;
  strongSell: number;
}

export const RATINGS = ["Strong Buy", "Buy", "Hold", "Sell", "Strong Sell"] as const;
type Rating = (typeof RATINGS)[number];

/** Returns the number of analysts in the counts: their sum. */
export function toTotal(counts: RecommendationCounts): number {
  return counts.strongBuy + counts.buy + counts.hold + counts.sell + counts.strongSell;
}

/**
 * Returns Σ(weight × count) / Σ(count), with weights from 1 (strong buy) to 5 (strong sell), not rounded; `null` when
 * all counts are 0.
 */
export function toAverageRating(counts: RecommendationCounts): number | null {
  const total = toTotal(counts);
  if (total <= 0) return null;
  return (counts.strongBuy + 2 * counts.buy + 3 * counts.hold + 4 * counts.sell + 5 * counts.strongSell) / total;
}

/** Returns the word for an average; a value on a boundary gets the better rating (1.5 is Strong Buy). */
export function toConsensus(average: number | null): Rating | null {
  if (average === null) return null;
  return RATINGS.find((_, at) => average <= at + 1.5) ?? "Strong Sell";
}
