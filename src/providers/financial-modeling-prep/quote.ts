/** Quotes by provider A, and enrichment with facts that its quote lacks: average volume, EPS, share count. */
import { optionalParts } from "../../contract/optional.js";
import { source } from "../../contract/provider.js";
import { enricher } from "../../contract/enrichment.js";
import { z } from "../../contract/schema.js";
import { toVolume } from "../../market/impossible-zeros.js";
import { toChanges } from "../../market/previous-close.js";
import { number, positive, text, toPastInstant } from "../../contract/values.js";
import { SINCE_MIDNIGHT } from "../../capabilities/crypto.js";
import { quote, shareFacts } from "../../capabilities/quote.js";
import { exchangeOfA, toHoursState } from "../../market/exchanges.js";
import { isFuture } from "../../market/symbol.js";
import { fetchProfile, recallCurrency, unknownSymbol } from "./profile.js";
import { badAnswer, noData, providerA } from "./provider.js";
import { fetchRatios, findListingEps } from "./ratios.js";
import { toKind } from "./symbol.js";

/** A row of provider A's `quote`; the row of `batch-quote` has the same fields. */
export const quoteRow = z.object({
  price: positive,
  changePercentage: number,
  change: number,
  volume: number,
  dayLow: positive,
  dayHigh: positive,
  yearHigh: positive,
  yearLow: positive,
  marketCap: positive,
  priceAvg50: positive,
  priceAvg200: positive,
  name: text,
  exchange: text,
  open: positive,
  previousClose: number,
  timestamp: number,
});

/**
 * Returns the quote as provider A sends it. An impossible 0, such as an index's market cap, becomes `null`; an answer
 * without a price above 0 is rejected.
 *
 * `avgVolume`, `eps`, `pe` and `sharesOutstanding` are no longer part of A's quote in the present version of the API
 * and are `null` here; see `shareFacts`.
 *
 * @throws {ProviderError} `no_data` for a futures contract, without a call, so that the next source is tried.
 * @throws {MarketDataError} `not_found` for a symbol A does not know.
 */
export const quoteFromA = source(providerA, quote, async ({ symbol }, client) => {
  // A lists futures under other symbols, so it knows none of the callers' symbols.
  if (isFuture(symbol)) throw noData();
  const row = await client.first(quoteRow, "quote", { symbol });
  if (!row) throw unknownSymbol("a quote", symbol);
  if (row.price === null) throw badAnswer();
  const { figures, previousClose, notes: doubts } = toFigures(symbol, row);
  const notes = [...doubts, ...(row.exchange === "CRYPTO" ? [SINCE_MIDNIGHT] : [])];
  const asOf = toPastInstant(row.timestamp);
  const currency = await recallCurrency(symbol, client, row.exchange);
  return {
    data: {
      symbol,
      price: row.price,
      ...figures,
      priceAvg50: row.priceAvg50,
      priceAvg200: row.priceAvg200,
      open: row.open,
      previousClose,
      name: row.name,
      currency,
      as_of: asOf ?? null,
    },
    asOf,
    ...(notes.length > 0 ? { notes } : {}),
    market: toHoursState(exchangeOfA(row.exchange), client.upstream.now()),
    currency,
  };
});

/**
 * Returns the figures of a row that a single quote and a list of quotes have, with `null` for an impossible 0, its
 * previous close, and sentences on figures that others contradict.
 */
export function toFigures(symbol: string, row: z.output<typeof quoteRow>) {
  const sent = { ...row, changesPercentage: row.changePercentage };
  const { previousClose, notes, ...changes } = toChanges(symbol, sent);
  const figures = {
    ...changes,
    dayLow: row.dayLow,
    dayHigh: row.dayHigh,
    yearLow: row.yearLow,
    yearHigh: row.yearHigh,
    volume: toVolume(row.volume, toKind(symbol, row.exchange)),
    marketCap: row.marketCap,
    exchange: row.exchange,
  };
  return { figures, previousClose, notes };
}

const floatRow = z.object({ outstandingShares: positive });

/**
 * Time limit of each part in milliseconds. It is as long as that of the whole enrichment: the caller waits for a second
 * at most, and a later result is cached for the next question.
 */
const PART_TIMEOUT_MS = 10_000;

/**
 * Average volume from the profile, share count from the filings, EPS from the ratios (see `findListingEps`). A part
 * whose call fails is missing.
 *
 * @throws {ProviderError} `no_data` for a symbol provider A does not know, or the failure of the profile.
 */
export const shareFactsFromA = enricher(providerA, shareFacts, async (symbol, client) => {
  // Do not use the cached profile: its price may be a day older than the PE.
  const profile = await fetchProfile(symbol, client);
  if (!profile) throw noData();
  const parts = optionalParts<typeof quote>();
  const avgVolume = toVolume(profile.averageVolume, toKind(symbol, profile.exchange));
  if (profile.averageVolume === null) parts.lack(["avgVolume"]);
  const ratios = fetchRatios(symbol, client);
  const eps = ratios.then((found) => (found ? findListingEps(symbol, profile, found, client) : null));
  const float = client.first(floatRow, "shares-float", { symbol });
  const [listingEps, shares] = await Promise.all([
    parts.get(["eps"], eps, PART_TIMEOUT_MS),
    parts.get(["sharesOutstanding"], float, PART_TIMEOUT_MS),
  ]);
  return {
    facts: {
      avgVolume,
      eps: listingEps,
      sharesOutstanding: shares?.outstandingShares ?? null,
      price: profile.price,
      currency: profile.currency,
    },
    ...parts.gaps(),
  };
});
