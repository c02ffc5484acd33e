/** Several quotes in one call, by Yahoo. */
import { toConverted } from "../../../market/prices/converted-price.js";
import { fromUpstreamSector } from "../../../market/symbols/sector-names.js";
import { otherQuotes, quotes, toQuotes, type QuotesInput } from "../../../capabilities/prices/quotes.js";
import type { QuotedRow } from "../../../capabilities/prices/quotes-columns.js";
import { toMajorUnit } from "../../../contract/currency.js";
import { source } from "../../../contract/provider.js";
import { say, the, type Sentence } from "../../../contract/sentence.js";
import { optional, optionalParts } from "../../../contract/optional.js";
import { enricher } from "../../../contract/enrichment.js";
import type { Upstream } from "../../../contract/upstream.js";
import { toPastInstant } from "../../../contract/values.js";
import type { YahooClient } from "../calls/client.js";
import { findCompany } from "../modules/company-parts.js";
import { badAnswer, noData } from "../calls/envelopes.js";
import { fetchLastClose } from "./quote.js";
import { fetchRates, toUsualRates } from "./rates.js";
import { toMarketState } from "./market-state.js";
import { yahooProvider } from "../provider.js";
import { toExtendedHours, toSpreadPercent, type QuoteRow } from "../calls/quote-row.js";
import { pick, toFunds } from "../calls/values.js";

/**
 * One call (v7) for all symbols; unknown ones are left out. With `convert`, the call also has the rates from the
 * currencies that the listings usually have; other ones take a second call. Betas take a call of their own, and a sector
 * one call a symbol.
 *
 * @throws {ProviderError} `no_data` when B knows none of them.
 */
export const quotesFromYahoo = source(
  yahooProvider,
  quotes,
  async ({ symbols, convert: to, column }: QuotesInput, client, upstream) => {
    if (column === "beta") return { data: toQuotes(symbols, await findBetas(symbols, client), "provider-b") };
    if (column === "sector") return fetchSectors(symbols, client, upstream);
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
export const otherQuotesFromYahoo = enricher(yahooProvider, otherQuotes, async (symbols, client, upstream) => ({
  facts: (await fetchQuotes(symbols, client, upstream)).data,
}));

/** The most listings without a price now whose last closes one answer looks for; more are named as failed. */
const MAX_LAST_CLOSES = 4;

/** Fetches the quotes of symbols, and of further ones, which only `rows` has. */
async function fetchQuotes(
  symbols: readonly string[],
  client: YahooClient,
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
  const data = toQuotes(symbols, known, "provider-b");
  const errors = data.errors.map((each) => {
    const row = rows.get(each.symbol);
    if (row?.isUnpriced) return { ...each, error: say`${each.symbol} has no price now.` };
    return row && listed.includes(row) ? { ...each, error: toUnreadableError(each.symbol) } : each;
  });
  const notes = [...rows.values(), ...found].flatMap((each) => each.notes);
  return { data: { ...data, errors }, funds, rows: all, notes };
}

function toUnreadableError(symbol: string): Sentence {
  return say`No quote for ${symbol}: the price that ${the.source("provider-b")} sends for it cannot be used.`;
}

/** Returns a row with a price and none of the figures of the day, such as that of a listing that has no price now. */
function toUnpricedRow(
  symbol: string,
  { name, exchange, currency, marketState }: Pick<QuoteRow, "name" | "exchange" | "currency" | "marketState">,
  close: number,
): QuotedRow {
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

/** Returns rows with the betas, which B sends only if asked; one call for all symbols. */
async function findBetas(symbols: readonly string[], client: YahooClient): Promise<Map<string, QuotedRow>> {
  // `fields` replaces the default fields, so it must include the symbol; B sends the price in any case.
  const rows = await client.quotes(symbols.toSorted(), ["symbol", "beta"]);
  const found = [...rows].flatMap(([symbol, row]) =>
    toQuotedRow(symbol, row).map((each) => ({ ...each, beta: row.beta })),
  );
  return new Map(found.map((row) => [row.symbol, row]));
}

/** Ten summaries take so long at the pace of Yahoo. */
const SECTORS_WAIT_MS = 12_000;

/** Answers with rows that have the sectors, from the summary of each symbol, which other answers about it share. */
async function fetchSectors(symbols: readonly string[], client: YahooClient, upstream: Upstream) {
  const parts = optionalParts<typeof quotes>();
  const found = await Promise.all(
    symbols.map(async (symbol): Promise<[string, QuotedRow][]> => {
      const company = await parts.get(["sector"], findCompany(symbol, client, upstream), SECTORS_WAIT_MS);
      const close = company?.price.regularMarketPrice ?? null;
      if (!company || close === null) return [];
      const { price, profile } = company;
      const listing = { name: price.longName ?? price.shortName, exchange: price.exchangeName, marketState: null };
      const row = toUnpricedRow(symbol, { ...listing, currency: price.currency }, close);
      return [[symbol, { ...row, sector: fromUpstreamSector(profile.sector) }]];
    }),
  );
  const rows = new Map(found.flat());
  if (rows.size === 0) throw noData();
  return { data: toQuotes(symbols, rows, "provider-b"), ...parts.gaps() };
}

function toQuotedRow(symbol: string, row: QuoteRow): QuotedRow[] {
  const { price } = row;
  if (price === null) return [];
  return [
    pick(quotes.output.shape.quotes.element.shape, {
      ...row,
      ...toExtendedHours(row),
      spreadPercent: toSpreadPercent(row),
      symbol,
      price,
      marketCapCurrency: toMajorUnit(row.currency),
      as_of: toPastInstant(row.time) ?? null,
      market: toMarketState(row.marketState) ?? null,
      source: "PROVIDER_B",
    }),
  ];
}
