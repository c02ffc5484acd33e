/** Symbol search by provider B, put into provider C's shape and scale. */
import { findExchange, toMarketHours } from "../../capabilities/exchanges.js";
import { symbol as symbolField } from "../../capabilities/fields.js";
import { toMatchScore } from "../../capabilities/match-score.js";
import { MAX_MATCHES, search, type SearchMatch } from "../../capabilities/search.js";
import { ProviderError } from "../../contract/errors.js";
import { source } from "../../contract/provider.js";
import { z } from "../../contract/schema.js";
import { text } from "../../contract/values.js";
import { providerB } from "./provider.js";

/** Options take up to half of the places; more rows than we show are asked for. */
const ROWS_ASKED = 20;

const TYPES = new Map([
  ["EQUITY", "Equity"],
  ["ETF", "ETF"],
  ["MUTUALFUND", "Mutual Fund"],
  ["INDEX", "Index"],
  ["CRYPTOCURRENCY", "Cryptocurrency"],
  ["CURRENCY", "Forex"],
  ["FUTURE", "Commodity"],
]);

const SCORE_NOTE = "matchScore is computed on provider C's scale; hours and currency are those of the exchange.";

/**
 * At most ten matches by score; options and private companies are left out.
 *
 * Region, hours, offset and currency are those of the listing's exchange,
 * `null` where we do not know it. `matchScore` is computed, see `toMatchScore`.
 */
export const searchFromB = source(providerB, search, async ({ q }, client, upstream) => {
  const found = (await client.search(q, ROWS_ASKED)).slice(0, 5 * ROWS_ASKED);
  const now = upstream.now();
  const matches = new Map<string, SearchMatch & { matchScore: string }>();
  for (const row of found) {
    const match = toMatch(q, row, now);
    if (match && !matches.has(match.symbol)) matches.set(match.symbol, match);
  }
  if (found.length > 0 && matches.size === 0 && !found.some((row) => searchRow.safeParse(row).success)) {
    throw new ProviderError("provider-b", "bad_answer");
  }
  if (matches.size === 0) throw new ProviderError("provider-b", "no_data");
  const bestMatches = [...matches.values()]
    .sort((a, b) => Number(b.matchScore) - Number(a.matchScore))
    .slice(0, MAX_MATCHES);
  return { data: { bestMatches }, notes: [SCORE_NOTE] };
});

function toMatch(query: string, row: unknown, now: Date): (SearchMatch & { matchScore: string }) | null {
  const parsed = searchRow.safeParse(row);
  if (!parsed.success || parsed.data.isYahooFinance !== true || parsed.data.quoteType === "OPTION") return null;
  // Every symbol in a result must be valid as an input.
  const symbol = symbolField.safeParse(parsed.data.symbol);
  if (!symbol.success) return null;
  const name = parsed.data.longname ?? parsed.data.shortname;
  return {
    symbol: symbol.data,
    name,
    type: TYPES.get(parsed.data.quoteType ?? "") ?? null,
    ...toMarketHours(findExchange(parsed.data.exchange), now),
    matchScore: toMatchScore(query, symbol.data, name),
  };
}

const searchRow = z.object({
  symbol: text,
  shortname: text,
  longname: text,
  quoteType: text,
  exchange: text,
  isYahooFinance: z.unknown(),
});
