/** Cryptocurrency prices by provider A. */
import { optionalParts } from "../../contract/optional.js";
import { source } from "../../contract/provider.js";
import type { Upstream } from "../../contract/upstream.js";
import { z } from "../../contract/schema.js";
import { number, positive, text, toPastInstant, toPositive, toSixDigits } from "../../contract/values.js";
import { crypto, MAX_COINS, type Coin } from "../../capabilities/crypto.js";
import { DAY_SECONDS } from "../../capabilities/shapes.js";
import { toVolume } from "../../contract/impossible-zeros.js";
import { eachOnce } from "../../lib/each-once.js";
import { badAnswer, noData, providerA, type ClientA } from "./provider.js";

const quoteRow = z.object({
  symbol: text,
  name: text,
  price: positive,
  change: number,
  changePercentage: number,
  volume: number,
  // Provider A sends 0 for an unknown market cap.
  marketCap: positive,
  exchange: text,
  timestamp: number,
});

type QuoteRow = z.output<typeof quoteRow>;

const listRow = z.object({ symbol: text, name: text, circulatingSupply: number, totalSupply: number });

type Listing = z.output<typeof listRow>;

/** Every part is lenient, so that parsing cached rows gives every field its type. */
const listings = z.array(listRow);

/**
 * All coins, ranked by market cap over the whole list and cut to the largest.
 *
 * Provider A sends rows in two forms. Fields that the short form lacks are added: the name from its list of coins,
 * `changesPercentage` = change / (price − change) × 100, `marketCap` = price × circulating supply. A market cap above
 * Bitcoin's is not credible for a coin without a known total supply and becomes `null`. Coins without a market cap are
 * last and have no rank. Changes are since 00:00 UTC.
 *
 * @throws {ProviderError} `no_data` when the list is empty, `bad_answer` when it has no price.
 */
export const cryptoFromA = source(providerA, crypto, async (_input, client, upstream) => {
  const sent = (await client.rows(quoteRow, "batch-crypto-quotes", { short: false })).filter(isInDollars);
  // The same coin twice would shift the ranks of all others; the first row counts.
  const rows = eachOnce(sent, ({ symbol }) => symbol);
  if (rows.length === 0) throw noData();
  if (rows.every((row) => row.price === null)) throw badAnswer();
  const listing = fetchListings(client, upstream);
  // Without any market cap the largest coins cannot be selected.
  const complete = rows.some((row) => row.marketCap !== null);
  const parts = optionalParts();
  const listed = complete ? await parts.get(["name", "marketCap"], listing) : await listing;
  const found = new Map(listed?.map((row) => [row.symbol, row]));
  const coins = rows.map((row) => toCoin(row, found.get(row.symbol)));
  const bitcoin = coins.find((coin) => coin.symbol === "BTCUSD")?.marketCap ?? Infinity;
  for (const coin of coins) {
    const unknownSupply = listed === null || found.get(coin.symbol)?.totalSupply === null;
    if (coin.marketCap !== null && coin.marketCap > bitcoin && unknownSupply) coin.marketCap = null;
  }
  return {
    data: { cryptocurrencies: toRanked(coins).slice(0, MAX_COINS) },
    asOf: toPastInstant(Math.max(0, ...rows.slice(0, MAX_COINS).map((row) => row.timestamp ?? 0))),
    ...parts.gaps(),
  };
});

/** Coins that every key may request, large ones first. */
const SINGLE_COINS = ["BTCUSD", "ETHUSD", "XRPUSD", "SOLUSD", "BNBUSD"];

/**
 * A few large coins, requested one by one, for keys whose plan lacks the list of all coins. Their rank among all coins
 * is unknown, so it is `null`.
 *
 * @throws {ProviderError} what made all of them fail, or `no_data`.
 */
export const coinsFromA = source(providerA, crypto, async (_input, client) => {
  const ended = await Promise.allSettled(SINGLE_COINS.map((symbol) => client.rows(quoteRow, "quote", { symbol })));
  const rows = ended
    .flatMap((end) => (end.status === "fulfilled" ? end.value.slice(0, 1) : []))
    .filter((row): row is Dollars => isInDollars(row) && row.exchange === "CRYPTO" && row.price !== null);
  if (rows.length === 0) throw ended.find((end) => end.status === "rejected")?.reason ?? noData();
  const coins = toRanked(rows.map((row) => toCoin(row, undefined)));
  return {
    data: { cryptocurrencies: coins.map((coin) => ({ ...coin, rank: null })) },
    asOf: toPastInstant(Math.max(0, ...rows.map((row) => row.timestamp ?? 0))),
    missing: ended.some(({ status }) => status === "rejected") ? ["cryptocurrencies"] : [],
    notes: [
      `These are ${coins.length} of ${SINGLE_COINS.length} large coins, asked one by one because the list of all could not be fetched; their ranks are not known.`,
    ],
  };
});

async function fetchListings(client: ClientA, upstream: Upstream): Promise<Listing[]> {
  const part = { key: "coins", keepSeconds: DAY_SECONDS, schema: listings as z.ZodType<Listing[]> };
  const kept = await upstream.remember(part, async () => {
    const rows = await client.rows(listRow, "cryptocurrency-list");
    if (rows.length === 0) throw noData();
    return rows;
  });
  return listings.parse(kept);
}

type Dollars = QuoteRow & { symbol: string };

// Whether a row is in dollars: a coin listed against another currency too would be ranked twice.
function isInDollars(row: QuoteRow): row is Dollars {
  return row.symbol !== null && /.USD$/.test(row.symbol);
}

function toCoin(row: Dollars, listing: Listing | undefined): Coin {
  const { price, change } = row;
  const supply = listing?.circulatingSupply ?? null;
  const computedCap = price !== null && supply !== null ? toSixDigits(price * supply) : null;
  const before = price !== null && change !== null ? price - change : 0;
  const computedPercentage = change !== null && before !== 0 ? toSixDigits((change / before) * 100) : null;
  return {
    symbol: row.symbol,
    name: row.name ?? listing?.name ?? null,
    price,
    change,
    changesPercentage: row.changePercentage ?? computedPercentage,
    marketCap: row.marketCap ?? toPositive(computedCap),
    volume: toVolume(row.volume, row.exchange),
    rank: null,
  };
}

function toRanked(coins: readonly Coin[]): Coin[] {
  return [...coins]
    .sort((a, b) => (b.marketCap ?? 0) - (a.marketCap ?? 0))
    .map((coin, index) => ({ ...coin, rank: coin.marketCap === null ? null : index + 1 }));
}
