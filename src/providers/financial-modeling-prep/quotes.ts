/** Several quotes in one call, by FMP. */
import type { Sentence } from "../../contract/sentence.js";
import { exchangeOfFmp, toHoursState } from "../../market/sessions/exchanges.js";
import { onlyWithRates, quotes, toQuotes } from "../../capabilities/prices/quotes.js";
import type { QuotedRow } from "../../capabilities/prices/quotes-columns.js";
import { toMajorUnit } from "../../contract/currency.js";
import { source } from "../../contract/provider.js";
import { text, toPastInstant } from "../../contract/values.js";
import { recallCurrency } from "./profile.js";
import { badAnswer, noData, fmpProvider } from "./provider.js";
import { quoteRow, toFigures } from "./quote.js";
import { toFmpSymbol } from "./symbol.js";

const batchRow = quoteRow.extend({ symbol: text });

/**
 * One call for all symbols; unknown symbols and rows without a usable price are left out. Rows contain no currency;
 * `recallCurrency` finds it without a call, or leaves it `null`.
 *
 * @throws {ProviderError} `no_data` when A knows none of the symbols, `bad_answer` when no known one has a usable price.
 */
export const quotesFromFmp = source(
  fmpProvider,
  quotes,
  async ({ symbols }, client) => {
    // The cache key is sorted as well: an answer must be that of exactly what was sent.
    const rows = await client.rows(batchRow, "batch-quote", { symbols: symbols.toSorted().map(toFmpSymbol).join(",") });
    const bySymbol = new Map(rows.map((row) => [row.symbol?.toUpperCase(), row]));
    const toQuoted = async (symbol: string): Promise<{ quoted: QuotedRow; notes: Sentence[] }[]> => {
      const row = bySymbol.get(toFmpSymbol(symbol).toUpperCase());
      if (!row) return [];
      const currency = await recallCurrency(symbol, client, row.exchange);
      const { price, figures, notes } = toFigures(symbol, row, currency);
      if (price === null) return [];
      const quoted = {
        symbol,
        name: row.name,
        price,
        ...figures,
        currency,
        marketCapCurrency: toMajorUnit(currency),
        as_of: toPastInstant(row.timestamp) ?? null,
        market: toHoursState(exchangeOfFmp(row.exchange), client.upstream.now()) ?? null,
        source: "PROVIDER_A",
      };
      return [{ quoted, notes }];
    };
    const found = (await Promise.all(symbols.map(toQuoted))).flat();
    const isKnown = symbols.some((symbol) => bySymbol.has(toFmpSymbol(symbol).toUpperCase()));
    if (found.length === 0) throw isKnown ? badAnswer() : noData();
    const quoted = new Map(found.map((each) => [each.quoted.symbol, each.quoted]));
    return { data: toQuotes(symbols, quoted, "provider-a"), notes: found.flatMap(({ notes }) => notes) };
  },
  { cannot: onlyWithRates },
);
