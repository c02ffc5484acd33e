/** Quotes by provider A, and the slow-moving facts its quote no longer has. */
import { optional } from "../../contract/optional.js";
import { source, supplier } from "../../contract/provider.js";
import { z } from "../../contract/schema.js";
import { number, text } from "../../contract/values.js";
import { quote, shareFacts } from "../../capabilities/quote.js";
import { toInstant } from "./dates.js";
import { fetchProfile, unknownSymbol } from "./profile.js";
import { badAnswer, noData, providerA } from "./provider.js";
import { fetchRatios, findListingEps } from "./ratios.js";
import { toSymbolA } from "./symbol.js";

const quoteRow = z.object({
  price: number,
  changePercentage: number,
  change: number,
  volume: number,
  dayLow: number,
  dayHigh: number,
  yearHigh: number,
  yearLow: number,
  marketCap: number,
  priceAvg50: number,
  priceAvg200: number,
  exchange: text,
  open: number,
  previousClose: number,
  timestamp: number,
});

/**
 * The quote, as provider A sends it; a market cap of 0 (index) is `null`.
 *
 * `avgVolume`, `eps`, `pe` and `sharesOutstanding` left its quote with the
 * present version of the API and are `null` here; see `shareFacts`.
 *
 * @throws {MarketDataError} `not_found` for a symbol it does not know.
 */
export const quoteFromA = source(providerA, quote, async ({ symbol }, client) => {
  const [row] = await client.rows(quoteRow, "quote", { symbol: toSymbolA(symbol) });
  if (!row) throw unknownSymbol("a quote", symbol);
  if (row.price === null) throw badAnswer();
  return {
    data: {
      symbol,
      price: row.price,
      change: row.change,
      changesPercentage: row.changePercentage,
      dayLow: row.dayLow,
      dayHigh: row.dayHigh,
      yearHigh: row.yearHigh,
      yearLow: row.yearLow,
      marketCap: row.marketCap === 0 ? null : row.marketCap,
      priceAvg50: row.priceAvg50,
      priceAvg200: row.priceAvg200,
      volume: row.volume,
      avgVolume: null,
      exchange: row.exchange,
      open: row.open,
      previousClose: row.previousClose,
      eps: null,
      pe: null,
      sharesOutstanding: null,
    },
    asOf: toInstant(row.timestamp),
  };
});

const floatRow = z.object({ outstandingShares: number });

/**
 * Average volume from the profile, shares from the filings, EPS from the ratios
 * (see `findListingEps`); each by itself, `null` when its call fails.
 *
 * @throws {ProviderError} `no_data` for a symbol provider A does not know, or whatever made the profile fail.
 */
export const shareFactsFromA = supplier(providerA, shareFacts, async (asked, client, upstream) => {
  // Not the kept profile: its price may be a day older than the PE that stands beside it.
  const profile = await fetchProfile(asked, client, upstream);
  if (!profile) throw noData();
  const ratios = fetchRatios(asked, client);
  const eps = ratios.then((found) => (found ? findListingEps(asked, profile, found, client, upstream) : null));
  const shares = client.rows(floatRow, "shares-float", { symbol: toSymbolA(asked) });
  const [listingEps, float] = await Promise.all([optional(eps), optional(shares)]);
  return {
    avgVolume: profile.averageVolume,
    eps: listingEps ?? null,
    sharesOutstanding: float?.[0]?.outstandingShares ?? null,
    currency: profile.currency,
  };
});
