/** Several quotes in one call, by provider B. */
import { toConverted } from "../../market/converted-price.js";
import { otherQuotes, quotes, toQuotes, type QuotedRow } from "../../capabilities/quotes.js";
import { toMajorUnit } from "../../contract/currency.js";
import { source } from "../../contract/provider.js";
import { optionalParts } from "../../contract/optional.js";
import { enricher } from "../../contract/enrichment.js";
import { toPastInstant } from "../../contract/values.js";
import type { ClientB } from "./client.js";
import { badAnswer, noData } from "./envelopes.js";
import { fetchRates, toUsualRates } from "./rates.js";
import { toMarketState } from "./market-state.js";
import { providerB } from "./provider.js";
import { toExtendedHours, type QuoteRow } from "./quote-row.js";
import { pick, toFunds } from "./values.js";

/**
 * One call (v7) for all symbols; unknown ones are left out. With `convert`, the call also has the rates from the
 * currencies that the listings usually have; other ones take a second call.
 *
 * @throws {ProviderError} `no_data` when B knows none of them.
 */
export const quotesFromB = source(
  providerB,
  quotes,
  async ({ symbols, convert: to }, client) => {
    const rates = to === undefined ? [] : toUsualRates(symbols, to);
    const { data, funds, rows } = await fetchQuotes(symbols, client, rates);
    if (data.quotes.length === 0) throw noData();
    if (to === undefined) return { data, funds };
    const parts = optionalParts<typeof quotes>();
    const known = await fetchRates(data.quotes, to, rows, client, parts);
    const quoted = data.quotes.map((row) => ({ ...row, ...toConverted(row, to, known) }));
    return { data: { ...data, quotes: quoted }, funds, ...parts.gaps() };
  },
  { columns: true },
);

/** Quotes for the symbols that another provider does not know. */
export const otherQuotesFromB = enricher(providerB, otherQuotes, async (symbols, client) => ({
  facts: (await fetchQuotes(symbols, client)).data,
}));

/** Fetches the quotes of symbols, and of further ones, which only `rows` has. */
async function fetchQuotes(symbols: readonly string[], client: ClientB, further: readonly string[] = []) {
  // The cache key is sorted as well: an answer must be that of exactly what was sent.
  const all = await client.quotes([...new Set([...symbols.toSorted(), ...further])]);
  const rows = new Map([...all].filter(([symbol]) => symbols.includes(symbol)));
  const usable = [...rows].flatMap(([symbol, row]) => toQuotedRow(symbol, row));
  const listed = [...rows.values()].filter((row) => !row.isDelisted && row.hasPriceField);
  if (usable.length === 0 && listed.length > 0) throw badAnswer();
  const funds = [...rows].flatMap(([symbol, row]) => toFunds(symbol, row.quoteType).funds ?? []);
  return { data: toQuotes(symbols, new Map(usable.map((row) => [row.symbol, row])), "PROVIDER_B"), funds, rows: all };
}

function toQuotedRow(symbol: string, row: QuoteRow): QuotedRow[] {
  const { price } = row;
  if (price === null) return [];
  return [
    pick(quotes.output.shape.quotes.element.shape, {
      ...row,
      ...toExtendedHours(row),
      symbol,
      price,
      marketCapCurrency: toMajorUnit(row.currency),
      as_of: toPastInstant(row.time) ?? null,
      market: toMarketState(row.marketState) ?? null,
      source: "PROVIDER_B",
    }),
  ];
}
