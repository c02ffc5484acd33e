/** Quotes by FMP, and enrichment with facts that its quote lacks: average volume, EPS, share count. */
import { optionalParts } from "../../contract/optional.js";
import { source } from "../../contract/provider.js";
import { enricher } from "../../contract/enrichment.js";
import { z } from "../../contract/schema.js";
import { toVolume } from "../../market/statements/impossible-zeros.js";
import { mayBeNegative, withPrices } from "../../market/prices/negative-prices.js";
import { toChanges } from "../../market/prices/previous-close.js";
import { number, positive, text, toPastInstant } from "../../contract/values.js";
import { SINCE_MIDNIGHT } from "../../capabilities/prices/crypto.js";
import { quote, shareFacts } from "../../capabilities/prices/quote.js";
import { exchangeOfFmp, toHoursState } from "../../market/sessions/exchanges.js";
import { isFuture } from "../../market/symbols/symbol.js";
import { fetchProfile, recallCurrency, unknownSymbol } from "./profile.js";
import { badAnswer, noData, fmpProvider } from "./provider.js";
import { fetchRatios, findListingEps } from "./ratios.js";
import { toKind } from "./symbol.js";

/** A row of FMP's `quote`; the row of `batch-quote` has the same fields. */
export const quoteRow = z.object({
  price: number,
  changePercentage: number,
  change: number,
  volume: number,
  dayLow: number,
  dayHigh: number,
  yearHigh: number,
  yearLow: number,
  marketCap: positive,
  priceAvg50: number,
  priceAvg200: number,
  name: text,
  exchange: text,
  open: number,
  previousClose: number,
  timestamp: number,
});

/**
 * Returns the quote as FMP sends it. An impossible 0, such as an index's market cap, becomes `null`; an answer
 * without a price is rejected, and one below 0 of a share or fund.
 *
 * `avgVolume`, `eps`, `pe` and `sharesOutstanding` are no longer part of A's quote in the present version of the API
 * and are `null` here; see `shareFacts`.
 *
 * @throws {ProviderError} `no_data` for a futures contract, without a call, so that the next source is tried.
 * @throws {MarketDataError} `not_found` for a symbol A does not know.
 */
export const quoteFromFmp = source(fmpProvider, quote, async ({ symbol }, client) => {
  // A lists futures under other symbols, so it knows none of the callers' symbols.
  if (isFuture(symbol)) throw noData();
  const row = await client.first(quoteRow, "quote", { symbol });
  if (!row) throw unknownSymbol("a quote", symbol);
  const currency = await recallCurrency(symbol, client, row.exchange);
  const { price, figures, means, previousClose, notes: doubts } = toFigures(symbol, row, currency);
  if (price === null) throw badAnswer();
  const notes = [...doubts, ...(row.exchange === "CRYPTO" ? [SINCE_MIDNIGHT] : [])];
  const asOf = toPastInstant(row.timestamp);
  return {
    data: {
      symbol,
      price,
      ...figures,
      ...means,
      previousClose,
      name: row.name,
      currency,
      as_of: asOf ?? null,
    },
    asOf,
    ...(notes.length > 0 ? { notes } : {}),
    market: toHoursState(exchangeOfFmp(row.exchange), client.upstream.now()),
    currency,
  };
});

const PRICES = ["price", "dayLow", "dayHigh", "yearHigh", "yearLow", "priceAvg50", "priceAvg200", "open"] as const;

/**
 * Returns the price of a row and the figures that a single quote and a list of quotes have, with `null` for an impossible
 * one, those that only a single quote has, and sentences on figures that others contradict. `currency` is that of prices.
 */
export function toFigures(symbol: string, sent: z.output<typeof quoteRow>, currency: string | null) {
  const kind = toKind(symbol, sent.exchange);
  const isSigned = mayBeNegative(symbol, kind);
  const row = withPrices(sent, PRICES, isSigned);
  const { price, dayLow, dayHigh, yearLow, yearHigh, priceAvg50, priceAvg200, open, marketCap, exchange } = row;
  const compared = { ...row, changesPercentage: row.changePercentage, currency };
  const { previousClose, notes, ...changes } = toChanges(symbol, compared, isSigned);
  const volume = toVolume(row.volume, kind);
  return {
    price,
    figures: { ...changes, dayLow, dayHigh, yearLow, yearHigh, volume, marketCap, exchange },
    means: { priceAvg50, priceAvg200, open },
    previousClose,
    notes,
  };
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
 * @throws {ProviderError} `no_data` for a symbol FMP does not know, or the failure of the profile.
 */
export const shareFactsFromFmp = enricher(fmpProvider, shareFacts, async (symbol, client) => {
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
