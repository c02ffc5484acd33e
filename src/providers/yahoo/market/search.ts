/** Symbol search by Yahoo, put into Alpha Vantage's shape and scale. */
import { say, the } from "../../../contract/sentence.js";
import { exchangeOfYahoo, toMarketHours } from "../../../market/sessions/exchanges.js";
import { sourceSymbol } from "../../../contract/fields.js";
import { isCurrency } from "../../../contract/currency.js";
import { isIsin } from "../../../market/symbols/isin.js";
import { toMatchScore } from "../../../market/symbols/match-score.js";
import { MAX_MATCHES, search, toFitNotes, type SearchMatch } from "../../../capabilities/companies/search.js";
import { source } from "../../../contract/provider.js";
import type { Listed } from "../calls/client.js";
import { noData } from "../calls/envelopes.js";
import { yahooProvider } from "../provider.js";

/** Rows to request, more than are shown, because up to half of them are options. */
const ROWS = 20;

const TYPES = new Map([
  ["EQUITY", "Equity"],
  ["ETF", "ETF"],
  ["MUTUALFUND", "Mutual Fund"],
  ["INDEX", "Index"],
  ["CRYPTOCURRENCY", "Cryptocurrency"],
  ["CURRENCY", "Forex"],
  ["FUTURE", "Commodity"],
]);

const SCORE_NOTE = say`${the.field("matchScore")} is computed on ${the.source("provider-c")}'s scale; hours are those of the exchange. ${the.source("provider-b")} does not give the currency; the quote does.`;

/**
 * At most ten matches, see `toOrder`; options and private companies are left out.
 *
 * Region, hours and offset are those of the listing's exchange; `null` for an exchange that is not in our table. The
 * currency is `null` except for coins, whose symbol contains it, because an exchange may use several (in London, VUSD.L
 * is in dollars and most shares are in pence). `matchScore` is computed, see `toMatchScore`.
 */
export const searchFromYahoo = source(yahooProvider, search, async ({ q }, client, upstream) => {
  const now = upstream.now();
  const matches = new Map<string, Ranked>();
  for (const row of await client.search(q, ROWS)) {
    const match = toMatch(q, row, now);
    if (match && !matches.has(match.symbol)) matches.set(match.symbol, match);
  }
  if (matches.size === 0) throw noData();
  const listed = [...matches.values()];
  const bestMatches = toOrder(isIsin(q) ? withExact(listed) : listed)
    .slice(0, MAX_MATCHES)
    .map(({ rank: _rank, ...match }) => match);
  return { data: { bestMatches }, notes: [...toFitNotes(q, bestMatches), SCORE_NOTE] };
});

/** A match with Yahoo's own relevance figure; figures of one answer are comparable. */
type Ranked = SearchMatch & { matchScore: string; rank: number | null };

/**
 * Factor by which the figure of B's favourite exceeds that of every other match; for "apple", that of Apple Inc. is
 * 1.96 times as large.
 */
const FAVOURITE = 1.5;
const EXACT = "1.0000";

/**
 * Sorts by score, equal scores in B's order. B's favourite is first, unless another match is exactly the query: by
 * spelling alone Apple Hospitality (APLE) is nearer to "apple" than Apple Inc.
 */
function toOrder(matches: readonly Ranked[]): Ranked[] {
  const ordered = matches.toSorted((a, b) => Number(b.matchScore) - Number(a.matchScore));
  const [first, second] = matches.toSorted((a, b) => (b.rank ?? 0) - (a.rank ?? 0));
  if (!first?.rank || !second || first.rank < FAVOURITE * (second.rank ?? 0)) return ordered;
  if (ordered[0]?.matchScore === EXACT) return ordered;
  return [first, ...ordered.filter((match) => match !== first)];
}

/**
 * Returns the matches of an ISIN, which is in neither symbol nor name: what B prefers is the security itself, and so are
 * its other listings, which have the same name. Others have only part of it in common, such as funds of a share.
 */
function withExact(matches: readonly Ranked[]): Ranked[] {
  const [best] = matches.toSorted((one, other) => (other.rank ?? 0) - (one.rank ?? 0));
  const name = best?.name?.toLowerCase();
  const isSame = (match: Ranked) => match === best || (name !== undefined && match.name?.toLowerCase() === name);
  return matches.map((match) => (isSame(match) ? { ...match, matchScore: EXACT } : match));
}

function toMatch(query: string, row: Listed, now: Date): Ranked | null {
  if (row.isYahooFinance !== true || row.quoteType === "OPTION") return null;
  // Every symbol in a result must be valid as an input.
  const symbol = sourceSymbol.safeParse(row.symbol);
  if (!symbol.success) return null;
  const name = row.longname ?? row.shortname;
  return {
    symbol: symbol.data,
    name,
    type: TYPES.get(row.quoteType ?? "") ?? null,
    ...toMarketHours(exchangeOfYahoo(row.exchange), now),
    currency: row.quoteType === "CRYPTOCURRENCY" ? toCounterCurrency(symbol.data) : null,
    matchScore: toMatchScore(query, symbol.data, name),
    rank: row.score,
  };
}

/** Returns the currency in a coin's symbol (`BTC-EUR` → `EUR`); `null` if the coin is priced in another coin. */
function toCounterCurrency(symbol: string): string | null {
  const [, code] = /-([A-Z]{3})$/.exec(symbol) ?? [];
  return code !== undefined && isCurrency(code) ? code : null;
}
