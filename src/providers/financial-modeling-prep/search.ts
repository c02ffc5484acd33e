/** Symbol search by FMP. */
import { say, the } from "../../contract/sentence.js";
import { source } from "../../contract/provider.js";
import { z } from "../../contract/schema.js";
import { text } from "../../contract/values.js";
import { sourceSymbol } from "../../contract/fields.js";
import { exchangeOfFmp, toMarketHours } from "../../market/sessions/exchanges.js";
import { toMatchScore } from "../../market/symbols/match-score.js";
import { isinOnly, MAX_MATCHES, search, type SearchMatch } from "../../capabilities/companies/search.js";
import { badAnswer, noData, fmpProvider } from "./provider.js";

const listingRow = z.object({ symbol: text, name: text, currency: text, exchange: text });

type ListingRow = z.output<typeof listingRow>;

/** Rows to request, more than are shown, because FMP's order differs from ours. */
const ROWS = 50;

/**
 * Listings found by symbol and by name, each once, best score first.
 *
 * FMP sends neither type nor score. The type is `null` except for exchanges with a single kind of listing; the
 * score is computed (see `toMatchScore`); region and hours are from a table. When one of the two searches fails, the
 * answer has the matches of the other one.
 *
 * @throws {ProviderError} `no_data` when both searches find nothing, or the failure of one if no match was found.
 */
export const searchFromFmp = source(
  fmpProvider,
  search,
  async ({ q }, client) => {
    const searches = ["search-symbol", "search-name"].map((path) =>
      client.rows(listingRow, path, { query: q, limit: ROWS }),
    );
    const settled = await Promise.allSettled(searches);
    const failed = settled.find((result) => result.status === "rejected");
    const found = settled.flatMap((result) => (result.status === "fulfilled" ? result.value : []));
    if (found.length === 0) throw failed ? failed.reason : noData();
    const bestMatches = toMatches(found, q, client.upstream.now());
    if (bestMatches.length === 0) throw badAnswer();
    return {
      data: { bestMatches },
      missing: failed ? ["bestMatches"] : [],
      notes: [
        say`Scores are computed here on ${the.source("provider-c")}'s scale; ${the.source("provider-a")} sends none.`,
      ],
    };
  },
  { cannot: isinOnly },
);

function toMatches(rows: readonly ListingRow[], query: string, at: Date): SearchMatch[] {
  const bySymbol = new Map<string, SearchMatch>();
  for (const { symbol: listed, name, currency, exchange: code } of rows) {
    // Every symbol in a result must be valid as an input.
    const parsed = sourceSymbol.safeParse(listed);
    const symbol = parsed.data;
    if (symbol === undefined || bySymbol.has(symbol)) continue;
    bySymbol.set(symbol, {
      symbol,
      name,
      type: (code !== null && Object.hasOwn(TYPES, code) && TYPES[code]) || null,
      ...toMarketHours(exchangeOfFmp(code), at),
      // FMP's code for pence; the interface has GBX.
      currency: currency === "GBp" ? "GBX" : currency,
      matchScore: toMatchScore(query, symbol, name),
    });
  }
  return [...bySymbol.values()].sort((a, b) => Number(b.matchScore) - Number(a.matchScore)).slice(0, MAX_MATCHES);
}

// Exchanges of FMP with a single kind of listing.
const TYPES: Readonly<Record<string, string>> = {
  CRYPTO: "Cryptocurrency",
  CCC: "Cryptocurrency",
  FOREX: "Forex",
  INDEX: "Index",
  COMMODITY: "Commodity",
};
