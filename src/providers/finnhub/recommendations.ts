/** Analyst recommendations by Finnhub. */
import { recommendations, toRecommendations } from "../../capabilities/companies/recommendations.js";
import { perCount } from "../../contract/fields.js";
import { source } from "../../contract/provider.js";
import { z } from "../../contract/schema.js";
import { count, text } from "../../contract/values.js";
import { newestFirst } from "../../lib/newest-first.js";
import { badAnswer, noData, finnhubProvider, US_LISTINGS_ONLY } from "./provider.js";

const trendRow = z.object({ period: text, ...perCount(count) });

/**
 * The counts of the newest month.
 *
 * @throws {ProviderError} `no_data` for a security without analysts and for an unknown symbol, `bad_answer` when a count
 * is missing.
 */
export const recommendationsFromFinnhub = source(
  finnhubProvider,
  recommendations,
  async ({ symbol = "" }, client) => {
    const rows = await client.rows(trendRow, "stock/recommendation", symbol);
    const [newest] = newestFirst(rows, ({ period }) => period);
    if (!newest) throw noData();
    const { strongBuy, buy, hold, sell, strongSell } = newest;
    if (strongBuy === null || buy === null || hold === null || sell === null || strongSell === null) throw badAnswer();
    return { data: toRecommendations(symbol, { strongBuy, buy, hold, sell, strongSell }) };
  },
  US_LISTINGS_ONLY,
);
