/** Analyst recommendations by provider A. */
import { source } from "../../contract/provider.js";
import { recommendations, toRecommendations } from "../../capabilities/recommendations.js";
import { findSnapshotCounts } from "./analyst-counts.js";
import { noCoverageOrUnknown } from "./profile.js";
import { providerA } from "./provider.js";

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
