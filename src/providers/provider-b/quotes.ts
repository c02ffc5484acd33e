/** Several quotes in one call, by provider B. */
import { otherQuotes, quotes, toQuotes, type QuotedRow } from "../../capabilities/quotes.js";
import { toMajorUnit } from "../../contract/currency.js";
import { source } from "../../contract/provider.js";
import { enricher } from "../../contract/enrichment.js";
import { toPastInstant } from "../../contract/values.js";
import type { ClientB } from "./client.js";
import { badAnswer, noData } from "./envelopes.js";
import { toMarketState } from "./market-state.js";
import { providerB } from "./provider.js";
import { isDelisted, toExtendedHours, type QuoteRow } from "./quote-row.js";
import { toFunds } from "./values.js";

/**
 * One call (v7) for all symbols; unknown ones are left out.
 *
 * @throws {ProviderError} `no_data` when B knows none of them.
 */
export const quotesFromB = source(
  providerB,
  quotes,
  async ({ symbols }, client) => {
    const { data, funds } = await fetchQuotes(symbols, client);
    if (data.quotes.length === 0) throw noData();
    return { data, funds };
  },
  { columns: true },
);

/** Quotes for the symbols that another provider does not know. */
export const otherQuotesFromB = enricher(providerB, otherQuotes, async (symbols, client) => ({
  facts: (await fetchQuotes(symbols, client)).data,
}));

async function fetchQuotes(symbols: readonly string[], client: ClientB) {
  // The cache key is sorted as well: an answer must be that of exactly what was sent.
  const rows = await client.quotes(symbols.toSorted());
  const usable = [...rows].flatMap(([symbol, row]) => toQuotedRow(symbol, row));
  const listed = [...rows.values()].filter((row) => !isDelisted(row) && row.hasPriceField);
  if (usable.length === 0 && listed.length > 0) throw badAnswer();
  const funds = [...rows].flatMap(([symbol, row]) => toFunds(symbol, row.quoteType).funds ?? []);
  return { data: toQuotes(symbols, new Map(usable.map((row) => [row.symbol, row])), "PROVIDER_B"), funds };
}

function toQuotedRow(symbol: string, row: QuoteRow): QuotedRow[] {
  if (row.regularMarketPrice === null) return [];
  return [
    {
      symbol,
      name: row.longName ?? row.shortName,
      price: row.regularMarketPrice,
      change: row.regularMarketChange,
      changesPercentage: row.regularMarketChangePercent,
      dayLow: row.regularMarketDayLow,
      dayHigh: row.regularMarketDayHigh,
      yearLow: row.fiftyTwoWeekLow,
      yearHigh: row.fiftyTwoWeekHigh,
      volume: row.regularMarketVolume,
      marketCap: row.marketCap,
      exchange: row.fullExchangeName,
      currency: row.currency,
      marketCapCurrency: toMajorUnit(row.currency),
      as_of: toPastInstant(row.regularMarketTime) ?? null,
      market: toMarketState(row.marketState) ?? null,
      source: "PROVIDER_B",
      ...toExtendedHours(row),
      pe: row.trailingPE,
      eps: row.epsTrailingTwelveMonths,
      dividendYield: row.dividendYield,
      avgVolume: row.averageDailyVolume3Month,
    },
  ];
}
