/** Several quotes in one call, by provider A. */
import { toHoursState } from "../../market/exchanges.js";
import { onlyWithRates, quotes, toQuotes, type QuotedRow } from "../../capabilities/quotes.js";
import { toMajorUnit } from "../../contract/currency.js";
import { source } from "../../contract/provider.js";
import { toChange, toVolume } from "../../market/impossible-zeros.js";
import { text, toPastInstant } from "../../contract/values.js";
import { findExchange } from "./exchanges.js";
import { recallCurrency } from "./profile.js";
import { badAnswer, noData, providerA } from "./provider.js";
import { quoteRow } from "./quote.js";
import { toKind, toSymbolA } from "./symbol.js";

const batchRow = quoteRow.extend({ symbol: text, name: text });

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
    const found = symbols.flatMap((symbol) => {
      const row = bySymbol.get(toSymbolA(symbol).toUpperCase());
      return row && row.price !== null ? [{ symbol, row: { ...row, price: row.price } }] : [];
    });
    if (found.length === 0) throw noData();
    const quoted = await Promise.all(
      found.map(async ({ symbol, row }): Promise<[string, QuotedRow]> => {
        const currency = await recallCurrency(symbol, client, row.exchange);
        return [
          symbol,
          {
            symbol,
            name: row.name,
            price: row.price,
            change: toChange(row.change, row.previousClose),
            changesPercentage: toChange(row.changePercentage, row.previousClose),
            dayLow: row.dayLow,
            dayHigh: row.dayHigh,
            yearLow: row.yearLow,
            yearHigh: row.yearHigh,
            volume: toVolume(row.volume, toKind(symbol, row.exchange)),
            marketCap: row.marketCap,
            exchange: row.exchange,
            currency,
            marketCapCurrency: toMajorUnit(currency),
            as_of: toPastInstant(row.timestamp) ?? null,
            market: toHoursState(findExchange(row.exchange), client.upstream.now()) ?? null,
            source: "PROVIDER_A",
          },
        ];
      }),
    );
    return { data: toQuotes(symbols, new Map(quoted), "PROVIDER_A") };
  },
  { cannot: onlyWithRates },
);
