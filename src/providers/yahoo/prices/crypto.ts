/** Coins by Yahoo, from a predefined screener. */
import { crypto, MAX_COINS } from "../../../capabilities/prices/crypto.js";
import { source } from "../../../contract/provider.js";
import { badAnswer, noData } from "../calls/envelopes.js";
import { yahooProvider } from "../provider.js";
import { pick } from "../calls/values.js";

/**
 * The largest coins against the dollar; change and volume are over 24 hours.
 *
 * `symbol` is B's without its dash (`BTC-USD` → `BTCUSD`), `rank` the place by market cap in B's list: start of the
 * page + index + 1.
 *
 * @throws {ProviderError} `bad_answer` when no row is a coin with a price.
 */
export const cryptoFromYahoo = source(yahooProvider, crypto, async (_input, client) => {
  const { start, rows } = await client.predefined("all_cryptocurrencies_us", MAX_COINS);
  if (rows.length === 0) throw noData();
  const largestFirst = rows.toSorted((one, other) => (other.marketCap ?? 0) - (one.marketCap ?? 0));
  const cryptocurrencies = largestFirst.flatMap((row, index) => {
    if (row.quoteType !== "CRYPTOCURRENCY" || !row.symbol.endsWith("-USD")) return [];
    return [
      pick(crypto.output.shape.cryptocurrencies.element.shape, {
        ...row,
        symbol: row.symbol.replace(/-USD$/, "USD"),
        volume: row.volume24Hours ?? row.volume,
        rank: (start ?? 0) + index + 1,
      }),
    ];
  });
  if (cryptocurrencies.every(({ price }) => price === null)) throw badAnswer();
  return { data: { cryptocurrencies } };
});
