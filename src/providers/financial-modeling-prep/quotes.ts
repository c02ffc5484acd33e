/** Several quotes in one call, by provider A. */
import { exchangeOfA, toHoursState } from "../../market/exchanges.js";
import { onlyWithRates, quotes, toQuotes } from "../../capabilities/quotes.js";
import type { QuotedRow } from "../../capabilities/quotes-columns.js";
import { toMajorUnit } from "../../contract/currency.js";
import { source } from "../../contract/provider.js";
import { text, toPastInstant } from "../../contract/values.js";
import { recallCurrency } from "./profile.js";
import { badAnswer, noData, providerA } from "./provider.js";
import { quoteRow, toFigures } from "./quote.js";
import { toSymbolA } from "./symbol.js";

const batchRow = quoteRow.extend({ symbol: text });

/**
 * One call for all symbols; unknown symbols and rows without a price above 0 are left out. Rows contain no currency;
 * `recallCurrency` finds it without a call, or leaves it `null`.
 *
 * @throws {ProviderError} `no_data` when A knows none of the symbols.
 */
export const quotesFromA = source(
  providerA,
  quotes,
  async ({ symbols }, client) => {
    // The cache key is sorted as well: an answer must be that of exactly what was sent.
    const rows = await client.rows(batchRow, "batch-quote", { symbols: symbols.toSorted().map(toSymbolA).join(",") });
    if (rows.length > 0 && rows.every(({ price }) => price === null)) throw badAnswer();
    const bySymbol = new Map(rows.map((row) => [row.symbol?.toUpperCase(), row]));
    const toQuoted = async (symbol: string): Promise<{ quoted: QuotedRow; notes: string[] }[]> => {
      const row = bySymbol.get(toSymbolA(symbol).toUpperCase());
      if (!row || row.price === null) return [];
      const currency = await recallCurrency(symbol, client, row.exchange);
      const { figures, notes } = toFigures(symbol, row);
      const quoted = {
        symbol,
        name: row.name,
        price: row.price,
        ...figures,
        currency,
        marketCapCurrency: toMajorUnit(currency),
        as_of: toPastInstant(row.timestamp) ?? null,
        market: toHoursState(exchangeOfA(row.exchange), client.upstream.now()) ?? null,
        source: "PROVIDER_A",
      };
      return [{ quoted, notes }];
    };
    const found = (await Promise.all(symbols.map(toQuoted))).flat();
    if (found.length === 0) throw noData();
    const quoted = new Map(found.map((each) => [each.quoted.symbol, each.quoted]));
    return { data: toQuotes(symbols, quoted, "PROVIDER_A"), notes: found.flatMap(({ notes }) => notes) };
  },
  { cannot: onlyWithRates },
);
