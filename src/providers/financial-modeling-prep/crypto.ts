/** Cryptocurrency prices by FMP. */
import { say } from "../../contract/sentence.js";
import { optionalParts } from "../../contract/optional.js";
import { source } from "../../contract/provider.js";
import { z } from "../../contract/schema.js";
import { number, positive, text, toPastInstant, toPositive, toSixDigits } from "../../contract/values.js";
import { crypto, MAX_COINS, SINCE_MIDNIGHT, type Coin } from "../../capabilities/prices/crypto.js";
import { DAY_SECONDS } from "../../lib/day.js";
import { toVolume } from "../../market/statements/impossible-zeros.js";
import { eachOnce } from "../../lib/each-once.js";
import { badAnswer, noData, fmpProvider, type FmpClient } from "./provider.js";

const quoteRow = z.object({
  symbol: text,
  name: text,
  price: positive,
  change: number,
  changePercentage: number,
  volume: number,
  // FMP sends 0 for an unknown market cap.
  marketCap: positive,
  exchange: text,
  timestamp: number,
});

type QuoteRow = z.output<typeof quoteRow>;

const listRow = z.object({ symbol: text, name: text, circulatingSupply: number, totalSupply: number });

type Listing = z.output<typeof listRow>;

/** Every field is lenient: parsing cached rows never fails and gives each field its type. */
const listings = z.array(listRow);

/**
 * All coins, ranked by market cap over the whole list and cut to the largest.
 *
 * FMP sends rows in two forms. Fields that the short form lacks are added: the name from its list of coins,
 * `changesPercentage` = change / (price − change) × 100, `marketCap` = price × circulating supply. A market cap above
 * Bitcoin's is not credible for a coin without a known total supply and becomes `null`. Coins without a market cap are
 * last and have no rank. Changes are since 00:00 UTC.
 *
 * @throws {ProviderError} `no_data` when the list is empty, `bad_answer` when no row has a price.
 */
export const cryptoFromFmp = source(fmpProvider, crypto, async (_input, client) => {
  const sent = (await client.rows(quoteRow, "batch-crypto-quotes", { short: false })).filter(isInDollars);
  // A second row of a coin would shift the ranks of the coins behind it, so keep only the first.
  const rows = eachOnce(sent, ({ symbol }) => symbol);
  if (rows.length === 0) throw noData();
  if (rows.every((row) => row.price === null)) throw badAnswer();
  const listing = fetchListings(client);
  // Without any market cap in the rows, the list of coins is required to select the largest ones.
  const hasMarketCaps = rows.some((row) => row.marketCap !== null);
  const parts = optionalParts<typeof crypto>();
  const listed = hasMarketCaps ? await parts.get(["name", "marketCap"], listing) : await listing;
  const listingBySymbol = new Map(listed?.map((row) => [row.symbol, row]));
  const coins = rows.map((row) => toCoin(row, listingBySymbol.get(row.symbol)));
  const bitcoin = coins.find((coin) => coin.symbol === "BTCUSD")?.marketCap ?? Infinity;
  for (const coin of coins) {
    const totalSupply = listingBySymbol.get(coin.symbol)?.totalSupply ?? null;
    if (coin.marketCap !== null && coin.marketCap > bitcoin && totalSupply === null) coin.marketCap = null;
  }
  const largest = toRanked(coins).slice(0, MAX_COINS);
  const shown = new Set(largest.map(({ symbol }) => symbol));
  return {
    data: { cryptocurrencies: largest },
    asOf: toNewest(rows.filter(({ symbol }) => shown.has(symbol))),
    notes: [SINCE_MIDNIGHT],
    ...parts.gaps(),
  };
});

/** Coins that every key may request, large ones first. */
const SINGLE_COINS = ["BTCUSD", "ETHUSD", "XRPUSD", "SOLUSD", "BNBUSD"];

/**
 * A few large coins, requested one by one, for keys whose plan lacks the list of all coins. Their rank among all coins
 * is unknown, so it is `null`.
 *
 * @throws {ProviderError} the first failure if no coin could be fetched, or `no_data` if no call failed.
 */
export const coinsFromFmp = source(fmpProvider, crypto, async (_input, client) => {
  const settled = await Promise.allSettled(SINGLE_COINS.map((symbol) => client.rows(quoteRow, "quote", { symbol })));
  const rows = settled
    .flatMap((result) => (result.status === "fulfilled" ? result.value.slice(0, 1) : []))
    .filter((row): row is DollarRow => isInDollars(row) && row.exchange === "CRYPTO" && row.price !== null);
  if (rows.length === 0) throw settled.find((result) => result.status === "rejected")?.reason ?? noData();
  const coins = toRanked(rows.map((row) => toCoin(row, undefined)));
  return {
    data: { cryptocurrencies: coins.map((coin) => ({ ...coin, rank: null })) },
    asOf: toNewest(rows),
    missing: settled.some(({ status }) => status === "rejected") ? ["cryptocurrencies"] : [],
    notes: [
      SINCE_MIDNIGHT,
      say`These are ${coins.length} of ${SINGLE_COINS.length} large coins, asked one by one because the list of all could not be fetched; their ranks are not known.`,
    ],
  };
});

async function fetchListings(client: FmpClient): Promise<Listing[]> {
  const part = { key: "coins", keepSeconds: DAY_SECONDS, schema: listings as z.ZodType<Listing[]> };
  const kept = await client.upstream.remember(part, async () => {
    const rows = await client.rows(listRow, "cryptocurrency-list");
    if (rows.length === 0) throw noData();
    return rows;
  });
  return listings.parse(kept);
}

type DollarRow = QuoteRow & { symbol: string };

/** Whether a row's price is in dollars. Other rows are dropped, because they would rank the same coin twice. */
function isInDollars(row: QuoteRow): row is DollarRow {
  return row.symbol !== null && /.USD$/.test(row.symbol);
}

function toCoin(row: DollarRow, listing: Listing | undefined): Omit<Coin, "rank"> {
  const { price, change } = row;
  const supply = listing?.circulatingSupply ?? null;
  const computedCap = price !== null && supply !== null ? toSixDigits(price * supply) : null;
  const previousPrice = price !== null && change !== null ? price - change : 0;
  const computedPercentage =
    change !== null && previousPrice !== 0 ? toSixDigits((change / previousPrice) * 100) : null;
  return {
    symbol: row.symbol,
    name: row.name ?? listing?.name ?? null,
    price,
    change,
    changesPercentage: row.changePercentage ?? computedPercentage,
    marketCap: row.marketCap ?? toPositive(computedCap),
    volume: toVolume(row.volume, row.exchange),
  };
}

/** Returns the newest time of the rows: among a hundred coins some have not traded for months. */
function toNewest(rows: readonly QuoteRow[]): string | undefined {
  return toPastInstant(Math.max(0, ...rows.map(({ timestamp }) => timestamp ?? 0)));
}

function toRanked(coins: readonly Omit<Coin, "rank">[]): Coin[] {
  return [...coins]
    .sort((a, b) => (b.marketCap ?? 0) - (a.marketCap ?? 0))
    .map((coin, index) => ({ ...coin, rank: coin.marketCap === null ? null : index + 1 }));
}
