/** Several quotes in one call, by provider B. */
import { toConverted } from "../../market/converted-price.js";
import { otherQuotes, quotes, toQuotes, type QuotedRow } from "../../capabilities/quotes.js";
import { toMajorUnit } from "../../contract/currency.js";
import { source } from "../../contract/provider.js";
import { optional, optionalParts } from "../../contract/optional.js";
import { enricher } from "../../contract/enrichment.js";
import type { Upstream } from "../../contract/upstream.js";
import { toPastInstant } from "../../contract/values.js";
import type { ClientB } from "./client.js";
import { badAnswer, noData } from "./envelopes.js";
import { fetchLastClose } from "./quote.js";
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
  async ({ symbols, convert: to }, client, upstream) => {
    const rates = to === undefined ? [] : toUsualRates(symbols, to);
    const { data, rows, ...facts } = await fetchQuotes(symbols, client, upstream, rates);
    if (data.quotes.length === 0) throw noData();
    if (to === undefined) return { data, ...facts };
    const parts = optionalParts<typeof quotes>();
    const known = await fetchRates(data.quotes, to, rows, client, parts);
    const quoted = data.quotes.map((row) => ({ ...row, ...toConverted(row, to, known) }));
    return { data: { ...data, quotes: quoted }, ...facts, ...parts.gaps() };
  },
  { columns: true },
);

/** Quotes for the symbols that another provider does not know. */
export const otherQuotesFromB = enricher(providerB, otherQuotes, async (symbols, client, upstream) => ({
  facts: (await fetchQuotes(symbols, client, upstream)).data,
}));

/** The most listings without a price now whose last closes one answer looks for; more are named as failed. */
const MAX_LAST_CLOSES = 4;

/** Fetches the quotes of symbols, and of further ones, which only `rows` has. */
async function fetchQuotes(
  symbols: readonly string[],
  client: ClientB,
  upstream: Upstream,
  further: readonly string[] = [],
) {
  // The cache key is sorted as well: an answer must be that of exactly what was sent.
  const all = await client.quotes([...new Set([...symbols.toSorted(), ...further])]);
  const rows = new Map([...all].filter(([symbol]) => symbols.includes(symbol)));
  const usable = [...rows].flatMap(([symbol, row]) => toQuotedRow(symbol, row));
  const unpriced = [...rows].filter(([, row]) => row.isUnpriced).slice(0, MAX_LAST_CLOSES);
  const listed = [...rows.values()].filter((row) => !row.isDelisted && row.hasPriceField && !row.isUnpriced);
  if (usable.length === 0 && listed.length > 0) throw badAnswer();
  const lastCloses = await Promise.all(
    unpriced.map(async ([symbol, row]) => {
      const found = await optional(fetchLastClose(symbol, client, upstream));
      return found ? { row: toUnpricedRow(symbol, row, found.data.price), notes: found.notes } : undefined;
    }),
  );
  const found = lastCloses.filter((each) => each !== undefined);
  const funds = [...rows].flatMap(([symbol, row]) => toFunds(symbol, row.quoteType).funds ?? []);
  const known = new Map([...usable, ...found.map(({ row }) => row)].map((row) => [row.symbol, row]));
  const data = toQuotes(symbols, known, "PROVIDER_B");
  const errors = data.errors.map((each) =>
    rows.get(each.symbol)?.isUnpriced ? { ...each, error: `${each.symbol} has no price now.` } : each,
  );
  const notes = [...rows.values(), ...found].flatMap((each) => each.notes);
  return { data: { ...data, errors }, funds, rows: all, notes };
}

/** Returns the row of a listing that has no price now, with its last close and none of the figures of the day. */
function toUnpricedRow(symbol: string, { name, exchange, currency, marketState }: QuoteRow, close: number): QuotedRow {
  return {
    symbol,
    name,
    price: close,
    change: null,
    changesPercentage: null,
    dayLow: null,
    dayHigh: null,
    yearLow: null,
    yearHigh: null,
    volume: null,
    marketCap: null,
    exchange,
    currency,
    marketCapCurrency: toMajorUnit(currency),
    as_of: null,
    market: toMarketState(marketState) ?? null,
    source: "PROVIDER_B",
  };
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
